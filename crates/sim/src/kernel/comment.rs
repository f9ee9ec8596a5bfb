//! WGSL's comments: `//` to the end of the line, and `/* */`, which nest. The language has no strings that could hold one.

/// The bytes of a comment that begins here; 0 where none does.
pub(super) fn comment(text: &[u8]) -> usize {
    if text.starts_with(b"//") {
        let end = text.iter().position(|byte| *byte == b'\n');
        return end.unwrap_or(text.len());
    }
    if !text.starts_with(b"/*") {
        return 0;
    }
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at
}

/// The source with each comment replaced by a blank; every line keeps its number.
pub fn without_comments(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (skipped, after) = rest.split_at(comment(rest.as_bytes()));
        if skipped.is_empty() {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        code.push(' ');
        code.extend(skipped.chars().filter(|c| *c == '\n'));
        rest = after;
    }
    code
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_are_blanks_and_lines_keep_their_numbers() {
        assert_eq!(without_comments("a/* /* é */\n */b // c\n//\nd /"), "a \nb  \n \nd /");
        assert_eq!(without_comments("é /* never\nclosed"), "é  \n");
        assert_eq!(without_comments("x */ y"), "x */ y");
    }
}
