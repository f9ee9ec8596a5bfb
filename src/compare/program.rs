//! Whether two sources are the same program.

use std::borrow::Cow;

use naga::back::spv::{Options, PipelineOptions, WriterFlags, write_vec};

use super::code;
use crate::kernel::Kernel;

/// Whether `a` and `b` compile to the same program: comments, blanks, and the names of variables, functions and types
/// aside. Where a kernel is beyond the translator (SPIR-V without names), the two texts are compared without their
/// comments and blanks.
pub fn same_program(a: &Kernel, b: &Kernel) -> bool {
    match (translated(a), translated(b)) {
        (Some(a), Some(b)) => a == b,
        _ => words(&a.source) == words(&b.source) && a.overrides == b.overrides,
    }
}

fn translated(kernel: &Kernel) -> Option<Vec<u32>> {
    let mut module = Cow::Borrowed(&kernel.module);
    let entry = "main".to_owned();
    if kernel.entry != entry {
        // SPIR-V holds the entry point's name.
        let points = &mut module.to_mut().entry_points;
        points.retain(|point| point.name == kernel.entry);
        points.first_mut()?.name.clone_from(&entry);
        if kernel.module.entry_points.len() != 1 {
            // The analysis beside the module counts entry points: several cannot be told apart here.
            return None;
        }
    }
    let options = Options {
        lang_version: (1, 6),
        flags: WriterFlags::empty(),
        ..Options::default()
    };
    let pipeline = PipelineOptions {
        shader_stage: naga::ShaderStage::Compute,
        entry_point: entry,
    };
    write_vec(&module, &kernel.info, &options, Some(&pipeline)).ok()
}

fn words(source: &str) -> Vec<String> {
    code::without_comments(source)
        .iter()
        .flat_map(|line| line.split_whitespace().map(str::to_owned))
        .collect()
}
