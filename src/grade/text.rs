//! Text from strangers, made fit to be shown.

/// `text` with everything that could move a cursor, colour a terminal or turn a line around written as its escape:
/// control characters but line feed and tab, and Unicode's invisible and bidirectional ones.
pub fn clean(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => shown.push(c),
            c if c.is_control() || invisible(c) => {
                shown.extend(c.escape_unicode());
            }
            c => shown.push(c),
        }
    }
    shown
}

/// As [`clean`], on one line and of at most `longest` characters.
pub fn clean_line(text: &str, longest: usize) -> String {
    let line = clean(text).replace('\n', "\\n").replace('\t', " ");
    shorten(&line, longest)
}

/// The first `longest` characters, and a sign where there were more.
pub fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Characters that show nothing of themselves and change how their neighbours show.
fn invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_escapes_are_shown_and_not_sent() {
        assert_eq!(clean("\u{1b}[31mred\u{7}"), "\\u{1b}[31mred\\u{7}");
        assert_eq!(clean("\u{9b}2J"), "\\u{9b}2J");
        assert_eq!(clean("a\r\nb\tc"), "a\\u{d}\nb\tc");
    }

    #[test]
    fn a_name_written_right_to_left_is_shown_in_the_order_of_its_letters() {
        assert_eq!(clean("evil\u{202e}lsgw.exe"), "evil\\u{202e}lsgw.exe");
    }

    #[test]
    fn a_line_stays_a_line_and_is_cut_between_characters() {
        assert_eq!(clean_line("a\nb", 10), "a\\nb");
        assert_eq!(clean_line("äöüß", 2), "äö\u{2026}");
    }
}
