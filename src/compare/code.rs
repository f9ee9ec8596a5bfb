//! Source lines that differ.

use similar::{DiffTag, TextDiff};

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
    let numbered = without_comments(source).into_iter().zip(1..);
    numbered
        .map(|(line, number)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            (number, words.join(" "))
        })
        .filter(|(_, line)| !line.is_empty())
        .collect()
}

/// The source's lines without comments. WGSL has no strings, and its block comments nest.
pub(super) fn without_comments(source: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut lines = Vec::new();
    for line in source.lines() {
        let mut code = String::new();
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            if rest.starts_with("/*") {
                depth += 1;
                rest = &rest[2..];
            } else if depth > 0 && rest.starts_with("*/") {
                depth -= 1;
                // A comment separates words.
                code.push(' ');
                rest = &rest[2..];
            } else if depth == 0 && rest.starts_with("//") {
                break;
            } else {
                if depth == 0 {
                    code.push(first);
                }
                rest = &rest[first.len_utf8()..];
            }
        }
        lines.push(code);
    }
    lines
}
