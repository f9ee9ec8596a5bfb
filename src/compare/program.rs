//! Whether two sources are the same program.

use std::borrow::Cow;

use naga::back::spv::{Options, PipelineOptions, WriterFlags, write_vec};

use similar::TextDiff;

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

/// How much two kernels resemble each other, 0 to 1: 1 for the same program, else the share of words that they have in
/// common, in the same order, comments aside.
pub fn likeness(a: &Kernel, b: &Kernel) -> f32 {
    if same_program(a, b) {
        return 1.0;
    }
    let (a, b) = (words(&a.source), words(&b.source));
    let slices = [&a, &b].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
    TextDiff::from_slices(&slices[0], &slices[1]).ratio()
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

/// Names, numbers and signs of a source, comments aside.
fn words(source: &str) -> Vec<String> {
    let mut words = Vec::new();
    for line in code::without_comments(source) {
        let mut word = String::new();
        for c in line.chars() {
            if c.is_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            words.extend((!c.is_whitespace()).then(|| c.to_string()));
        }
        words.extend((!word.is_empty()).then_some(word));
    }
    words
}
