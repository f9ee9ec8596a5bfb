//! Other values for the constants that a kernel names: equal programs from one text.

use std::ops::Range;

use crate::kernel::without_comments;

/// Values for named constants of a kernel.
pub type Configuration = [(&'static str, u32)];

/// The values in words: `ROWS = 4, COLS = 2`.
pub fn configured_in_words(values: &Configuration) -> String {
    values.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// The constant or override that a line of code declares, with nothing but attributes before it.
pub fn declared_constant(code: &str) -> Option<&str> {
    let (before, rest) = ["const ", "override "].iter().find_map(|word| code.split_once(word))?;
    let before = before.trim();
    if !(before.is_empty() || before.starts_with('@') && !before.contains('{')) {
        return None;
    }
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    Some(&rest[..end])
}

/// Where the value of a constant of the module stands in `source`; `None` where none is declared outside of functions, on one line.
pub fn constant_value(source: &str, name: &str) -> Option<Range<usize>> {
    let (mut depth, mut begin) = (0, 0);
    for (code, line) in without_comments(source).lines().zip(source.split_inclusive('\n')) {
        if depth == 0 && declared_constant(code) == Some(name) {
            let at = line.find('=').map(|at| at + 1)?;
            let end = at + line[at..].find(';')?;
            let value = line[at..end].trim();
            let at = at + line[at..].find(value)?;
            return Some(begin + at..begin + at + value.len());
        }
        depth += code.matches('{').count() as i32 - code.matches('}').count() as i32;
        begin += line.len();
    }
    None
}

/// `source` with another value for a constant; `None` where [`constant_value`] finds none.
pub fn with_constant(source: &str, name: &str, value: &str) -> Option<String> {
    let range = constant_value(source, name)?;
    // `16` in place of `8u` is `16u`: a type may follow from it.
    let old = source[range.clone()].chars().last().filter(|last| matches!(last, 'u' | 'i' | 'f' | 'h'));
    let bare = value.ends_with(|last: char| last.is_ascii_digit());
    let suffix = old.filter(|_| bare).map_or(String::new(), String::from);
    let mut text = source.to_owned();
    text.replace_range(range, &format!("{value}{suffix}"));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        // const TILE = 1u;
        const TILE: u32 = 8u; // tune: 8, 16
        const WIDE = TILE * 2;
        @compute @workgroup_size(TILE) fn main() { const INNER = 3; }";

    #[test]
    fn the_constant_of_the_module_gets_the_value_with_its_type_and_comments_are_left_alone() {
        let text = with_constant(SOURCE, "TILE", "16").expect("it is there");
        assert!(
            text.contains("// const TILE = 1u;") && text.contains("const TILE: u32 = 16u; // tune: 8, 16"),
            "{text}"
        );
        assert!(with_constant(SOURCE, "WIDE", "7").expect("an expression").contains("const WIDE = 7;"));
        assert_eq!(with_constant(SOURCE, "INNER", "4"), None);
        assert_eq!(with_constant(SOURCE, "ABSENT", "4"), None);
    }
}
