//! In what two sources differ, and whether they are the same program.

use std::borrow::Cow;

use naga::back::spv::{Options, PipelineOptions, WriterFlags, write_vec};
use similar::{DiffTag, TextDiff};

use crate::kernel::{Kernel, without_comments};

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
            // The analysis beside the module counts entry points: several cannot be distinguished here.
            return None;
        }
    }
    let options = Options { lang_version: (1, 6), flags: WriterFlags::empty(), ..Options::default() };
    let pipeline = PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: entry };
    write_vec(&module, &kernel.info, &options, Some(&pipeline)).ok()
}

/// Names, numbers and signs of a source, comments aside.
fn words(source: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    for c in without_comments(source).chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        words.extend((!c.is_whitespace()).then(|| c.to_string()));
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// A line's number, from 1, and its code.
pub type Line = (u32, String);

/// Lines that one text has in place of lines of the other, comments and blanks aside: one run of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// The first text's lines.
    pub a: Vec<Line>,
    /// The second's, in their place.
    pub b: Vec<Line>,
}

/// The runs of lines in which two WGSL texts differ.
pub fn changed(a: &str, b: &str) -> Vec<Changed> {
    let (code_a, code_b) = (lines(a), lines(b));
    let texts_a: Vec<&str> = code_a.iter().map(|line| line.1.as_str()).collect();
    let texts_b: Vec<&str> = code_b.iter().map(|line| line.1.as_str()).collect();
    let diff = TextDiff::from_slices(&texts_a, &texts_b);
    let different = diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal);
    let mut runs: Vec<(Changed, usize, usize)> = Vec::new();
    for op in different {
        let (old, new) = (op.old_range(), op.new_range());
        let (a, b) = (code_a[old.clone()].to_vec(), code_b[new.clone()].to_vec());
        match runs.last_mut() {
            // What is taken out and what is put in its place may come one after the other.
            Some((run, end_a, end_b)) if (*end_a, *end_b) == (old.start, new.start) => {
                run.a.extend(a);
                run.b.extend(b);
                (*end_a, *end_b) = (old.end, new.end);
            }
            _ => runs.push((Changed { a, b }, old.end, new.end)),
        }
    }
    runs.into_iter().map(|(run, ..)| run).collect()
}

/// Lines that hold code, with their numbers, each without comments and with single blanks.
fn lines(source: &str) -> Vec<(u32, String)> {
    let code = without_comments(source);
    code.lines()
        .zip(1..)
        .map(|(line, number)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            (number, words.join(" "))
        })
        .filter(|(_, line)| !line.is_empty())
        .collect()
}
