//! Source lines that differ.

use similar::TextDiff;

/// Lines that one text has and the other has not, comments and blanks aside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Numbers (from 1) and code of the first text's own lines.
    pub a: Vec<(u32, String)>,
    /// Those of the second.
    pub b: Vec<(u32, String)>,
}

/// The lines in which two WGSL texts differ.
pub fn changed(a: &str, b: &str) -> Changed {
    let (code_a, code_b) = (lines(a), lines(b));
    let texts =
        |code: &[(u32, String)]| -> Vec<String> { code.iter().map(|l| l.1.clone()).collect() };
    let (texts_a, texts_b) = (texts(&code_a), texts(&code_b));
    let slice_a: Vec<&str> = texts_a.iter().map(String::as_str).collect();
    let slice_b: Vec<&str> = texts_b.iter().map(String::as_str).collect();
    let diff = TextDiff::from_slices(&slice_a, &slice_b);
    let mut found = Changed::default();
    for change in diff.iter_all_changes() {
        let line = |index: Option<usize>, code: &[(u32, String)]| {
            index.and_then(|index| code.get(index)).cloned()
        };
        match change.tag() {
            similar::ChangeTag::Equal => {}
            similar::ChangeTag::Delete => found.a.extend(line(change.old_index(), &code_a)),
            similar::ChangeTag::Insert => found.b.extend(line(change.new_index(), &code_b)),
        }
    }
    found
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
