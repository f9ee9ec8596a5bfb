//! Directives that naga rejects although it has the feature.

use std::borrow::Cow;

/// Extensions and language features whose directive naga rejects although it has the feature.
const KNOWN: [&str; 9] = [
    "subgroups",
    "subgroups_f16",
    "chromium_experimental_subgroups",
    "chromium_experimental_f16",
    "subgroup_id",
    "subgroup_uniformity",
    "linear_indexing",
    "uniform_buffer_standard_layout",
    "texture_formats_tier1",
];

/// The source with blanks where a directive names one of [`KNOWN`]: lines and columns do not change.
///
/// Directives stand before everything else (WGSL, "Directives").
pub fn without_known(source: &str) -> Cow<'_, str> {
    let mut text: Option<String> = None;
    let mut at = 0;
    while let Some((word, range)) = next_directive(source, at) {
        at = range.end;
        if word != "enable" && word != "requires" {
            continue;
        }
        let inside = range.start + word.len()..range.end - 1;
        let (list, kept) = without_names(&source[inside.clone()]);
        if list == source[inside.clone()] {
            continue;
        }
        let text = text.get_or_insert_with(|| source.to_owned());
        match kept {
            0 => text.replace_range(range.clone(), &blank(&source[range])),
            _ => text.replace_range(inside, &list),
        }
    }
    text.map_or(Cow::Borrowed(source), Cow::Owned)
}

/// A list of names with blanks where one is of [`KNOWN`], and how many it still has.
fn without_names(list: &str) -> (String, usize) {
    let (mut text, mut kept) = (String::new(), 0);
    for (place, name) in list.split(',').enumerate() {
        let keeps = !KNOWN.contains(&name.trim()) && !name.trim().is_empty();
        if place > 0 {
            text.push(if keeps && kept > 0 { ',' } else { ' ' });
        }
        match keeps {
            true => text.push_str(name),
            false => text += &blank(name),
        }
        kept += usize::from(keeps);
    }
    (text, kept)
}

/// As many bytes of blanks, in the same lines.
fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

/// The directive that stands at `at` or follows blanks, comments and empty statements there, its `;` included.
fn next_directive(source: &str, mut at: usize) -> Option<(&str, std::ops::Range<usize>)> {
    loop {
        let rest = &source[at..];
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        at += rest.len() - trimmed.len();
        match super::comment::comment(trimmed.as_bytes()) {
            0 => break,
            skipped => at += skipped,
        }
    }
    let rest = &source[at..];
    let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    if !["enable", "requires", "diagnostic"].contains(&word) {
        return None;
    }
    let end = rest.find(';')?;
    Some((word, at..at + end + 1))
}

#[cfg(test)]
mod tests {
    use super::super::{Kernel, Overrides};
    use super::*;

    #[test]
    fn what_is_known_is_blanked_and_places_stay() {
        let source = "// one\nenable subgroups;\nenable f16,\n  subgroups;\nrequires subgroup_id;\nfn f() {}";
        let text = without_known(source);
        assert_eq!(text.len(), source.len());
        assert!(text.contains("enable f16") && text.ends_with("fn f() {}") && !text.contains("subgroup"));
    }

    #[test]
    fn what_is_not_known_is_left_to_the_compiler() {
        for source in
            ["enable f16;", "enable nonsense;", "fn f() {} enable subgroups;", "enable", "diagnostic(off, x);"]
        {
            assert!(matches!(without_known(source), Cow::Borrowed(text) if text == source), "{source}");
        }
    }

    #[test]
    fn a_kernel_that_enables_subgroups_compiles_and_its_errors_keep_their_places() {
        let source = "enable subgroups;
            @group(0) @binding(0) var<storage, read_write> o: array<u32>;
            @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) { o[i] = subgroupAdd(i); }";
        Kernel::parse("k.wgsl", source, None, &Overrides::new()).expect("it compiles");
        let error = Kernel::parse("k.wgsl", "enable subgroups; fn f() { let a = b; }", None, &Overrides::new());
        let error = error.expect_err("it is wrong").to_string();
        assert!(error.contains("k.wgsl:1:36"), "{error}");
    }

    #[test]
    fn a_kernel_runs_beside_a_stage_that_is_not_supported() {
        let source = "
            @group(0) @binding(0) var<storage, read_write> o: array<u32>;
            @fragment fn shade(@builtin(primitive_index) i: u32) -> @location(0) vec4<f32> { return vec4(f32(i)); }
            @compute @workgroup_size(1) fn main() { o[0] = 1; }";
        let source = format!("enable primitive_index;{source}");
        Kernel::parse("k.wgsl", &source, Some("main"), &Overrides::new()).expect("it compiles");
    }
}
