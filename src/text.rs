//! Text for a terminal: nothing in it that could command it, widths as it shows them, lines that fit.

use std::fmt::{Display, Write};

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthChar;

/// Columns of a terminal that reports keep to.
pub const COLUMNS: usize = 80;

const RESET: &str = "\x1b[0m";

/// Stands in source for a character that is not shown.
pub const DOT: char = '\u{b7}';

/// Stands in prose for a character that is not shown.
pub const REPLACED: char = '\u{fffd}';

/// `text` with what `instead` says in place of everything that could move a cursor, colour a terminal or turn a line
/// around: control characters but line feed and tab, and Unicode's invisible and bidirectional ones.
pub fn clean<T: Display>(text: &str, instead: impl Fn(char) -> T) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if commands(c) {
            // A string takes what is written to it.
            let _ = write!(shown, "{}", instead(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A stranger's text, [`clean`] with escapes: nothing of it is lost.
pub fn escaped(text: &str) -> String {
    clean(text, char::escape_unicode)
}

/// As [`escaped`], on one line and of at most `longest` characters.
pub fn escaped_line(text: &str, longest: usize) -> String {
    let line = escaped(text).replace('\n', "\\n").replace('\t', " ");
    shorten(&line, longest)
}

/// A name, a path or a value of a student's, as [`escaped_line`]: of at most 120 characters.
pub fn escaped_name(text: &str) -> String {
    escaped_line(text, 120)
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

/// A fence of backticks longer than any run of them in `text`, for a block of code in Markdown.
pub fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

/// Whether a terminal, or a page, shows nothing of `c` itself, and may obey it.
fn commands(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{00AD}'
        | '\u{061C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}' => true,
        c => c.is_control(),
    }
}

/// A piece of styled text.
enum Piece<'a> {
    /// A sequence that chooses colours and weights (SGR): it takes no room.
    Style(&'a str),
    Char(char),
}

/// `text` with its styles, everything else that could command a terminal shown as a dot, and tabs as spaces.
/// Line breaks stay.
pub fn tame(text: &str) -> String {
    let mut tamed = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Style(style) => tamed += style,
            Piece::Char('\t') => tamed += "    ",
            Piece::Char('\r') => {}
            Piece::Char(c) if commands(c) => tamed.push(DOT),
            Piece::Char(c) => tamed.push(c),
        }
    }
    tamed
}

/// As [`tame`], of a text that is not ours: its styles go too.
pub fn plain(text: &str) -> String {
    tame(&strip(text))
}

/// `text` without styles.
pub fn strip(text: &str) -> String {
    let chars = pieces(text).filter_map(|piece| match piece {
        Piece::Style(_) => None,
        Piece::Char(c) => Some(c),
    });
    chars.collect()
}

/// Columns that a line takes.
pub fn width(line: &str) -> usize {
    pieces(line).map(|piece| columns(&piece)).sum()
}

/// A line in at most `room` columns, the end of a longer one left out.
pub fn cut(line: &str, room: usize) -> String {
    if width(line) <= room {
        return line.to_owned();
    }
    let mut kept = String::new();
    let mut left = room.saturating_sub(1);
    let mut styled = false;
    for piece in pieces(line) {
        match piece {
            Piece::Style(style) => {
                kept += style;
                styled = true;
            }
            Piece::Char(c) => match left.checked_sub(columns(&piece)) {
                Some(rest) => {
                    left = rest;
                    kept.push(c);
                }
                None => break,
            },
        }
    }
    if room > 0 {
        kept.push('…');
    }
    kept + if styled { RESET } else { "" }
}

/// Breaks at spaces, as early as a line is full.
fn at_spaces(room: usize) -> Options<'static> {
    Options::new(room)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

/// `text` broken at spaces into lines of at most `columns`, each after `indent` spaces. Its own line breaks stay, and a
/// word that is longer than a line.
pub fn wrap(text: &str, columns: usize, indent: usize) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let lead = paragraph.len() - paragraph.trim_start_matches(' ').len();
        let margin = " ".repeat(indent + lead);
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let words = words.join(" ");
        if words.is_empty() {
            lines.push(margin);
            continue;
        }
        let options = at_spaces(columns).break_words(false).initial_indent(&margin).subsequent_indent(&margin);
        let wrapped = textwrap::wrap(&words, options);
        lines.extend(wrapped.into_iter().map(|line| line.into_owned()));
    }
    lines.join("\n")
}

/// A line of code in pieces of at most `room` columns, broken between any two characters: what stands where is kept.
pub fn pieces_of(line: &str, room: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut taken = 0;
    for c in line.chars() {
        let columns = c.width().unwrap_or(0);
        if taken + columns > room.max(1) {
            pieces.push(String::new());
            taken = 0;
        }
        taken += columns;
        pieces.last_mut().expect("there is one").push(c);
    }
    pieces
}

/// As above, but broken at a blank in the second half of a piece.
fn at_blanks(line: &str, room: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = line.to_owned();
    loop {
        let mut split = pieces_of(&rest, room).into_iter();
        let first = split.next().unwrap_or_default();
        let left: String = split.collect();
        if left.is_empty() {
            pieces.push(first);
            return pieces;
        }
        let between = left.starts_with(' ').then_some(first.len());
        let blank = between.or_else(|| first.rfind(' ')).filter(|at| *at * 2 > first.len());
        let Some(end) = blank else {
            pieces.push(first);
            rest = left;
            continue;
        };
        pieces.push(first[..end].to_owned());
        rest = (first[end..].to_owned() + &left).trim_start().to_owned();
    }
}

/// A line of code after `left`, in lines of at most `columns`: what does not fit goes on below its beginning.
pub fn hung(left: &str, line: &str, columns: usize) -> Vec<String> {
    let room = columns.saturating_sub(width(left)).max(COLUMNS / 4);
    let blank = " ".repeat(width(left));
    let pieces = at_blanks(line, room).into_iter().enumerate();
    pieces.map(|(at, piece)| format!("{}{piece}", if at == 0 { left } else { &blank }).trim_end().to_owned()).collect()
}

/// `text` as lines of [`COLUMNS`], each after `indent` spaces, the last with its end.
pub fn paragraph(text: &str, indent: usize) -> String {
    wrap(text, COLUMNS, indent) + "\n"
}

/// Lines of at most `room` columns, styles and all: a longer one is broken at a space, or where there is none, anywhere.
/// What follows stands under the line's own text. Styles go on over a break.
pub fn wrap_styled(text: &str, room: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrap_line(line, room)).collect()
}

fn wrap_line(line: &str, room: usize) -> Vec<String> {
    if room == 0 || width(line) <= room {
        return vec![line.to_owned()];
    }
    let bare = strip(line);
    let indent = bare.len() - bare.trim_start_matches(' ').len();
    let indent = " ".repeat(if indent * 2 > room { 0 } else { indent });
    let mut lines = Vec::new();
    let mut style = String::new();
    for part in textwrap::wrap(line, at_spaces(room).subsequent_indent(&indent)) {
        let margin = if lines.is_empty() { "" } else { &indent };
        let own = part.strip_prefix(margin).unwrap_or(&part);
        lines.push(format!("{margin}{style}{own}{RESET}"));
        for piece in pieces(own) {
            match piece {
                // Styles add up until one resets them all.
                Piece::Style("\x1b[0m" | "\x1b[m") => style.clear(),
                Piece::Style(sequence) => style += sequence,
                Piece::Char(_) => {}
            }
        }
    }
    lines
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = match first {
            '\x1b' => style_length(rest),
            _ => None,
        };
        let (piece, length) = match length {
            Some(length) => (Piece::Style(&rest[..length]), length),
            None => (Piece::Char(first), first.len_utf8()),
        };
        rest = &rest[length..];
        Some(piece)
    })
}

/// Bytes of the SGR sequence with which `text` begins: `ESC [ digits ; ... m`.
fn style_length(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("\x1b[")?;
    let end = inner.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inner[end..].starts_with('m').then_some(2 + end + 1)
}

fn columns(piece: &Piece<'_>) -> usize {
    match piece {
        Piece::Style(_) => 0,
        Piece::Char(c) => c.width().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_escapes_are_shown_and_not_sent() {
        assert_eq!(escaped("\u{1b}[31mred\u{7}"), "\\u{1b}[31mred\\u{7}");
        assert_eq!(escaped("\u{9b}2J"), "\\u{9b}2J");
        assert_eq!(escaped("a\r\nb\tc"), "a\\u{d}\nb\tc");
        assert_eq!(clean("a\u{7}b", |_| DOT), "a·b");
    }

    #[test]
    fn a_name_written_right_to_left_is_shown_in_the_order_of_its_letters() {
        assert_eq!(escaped("evil\u{202e}lsgw.exe"), "evil\\u{202e}lsgw.exe");
    }

    #[test]
    fn a_line_stays_a_line_and_is_cut_between_characters() {
        assert_eq!(escaped_line("a\nb", 10), "a\\nb");
        assert_eq!(escaped_line("äöüß", 2), "äö\u{2026}");
    }

    #[test]
    fn what_could_command_the_terminal_is_shown_as_a_dot() {
        assert_eq!(tame("a\x1b[2Jb\x07\x1b]0;t\x07"), "a·[2Jb··]0;t·");
        assert_eq!(tame("\x1b[1mbold\x1b[0m\tx"), "\x1b[1mbold\x1b[0m    x");
        assert_eq!(plain("\x1b[8mhidden\u{202e}"), "hidden·");
    }

    #[test]
    fn widths_are_those_of_the_terminal() {
        assert_eq!(width("µ = \x1b[31m1\x1b[0m"), 5);
        assert_eq!(width("漢字"), 4);
        assert_eq!(width("e\u{301}"), 1);
    }

    #[test]
    fn a_cut_line_fits_whatever_its_characters_are() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("longer", 5), "long…");
        assert_eq!(cut("\x1b[1mlonger", 5), "\x1b[1mlong…\x1b[0m");
        assert_eq!(width(&cut("漢字漢字", 4)), 3);
        assert_eq!(cut("漢", 0), "");
    }

    #[test]
    fn code_that_is_too_long_goes_on_below_its_beginning_and_loses_nothing() {
        assert_eq!(pieces_of("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(pieces_of("", 3), [""]);
        let line = "x".repeat(30);
        let lines = hung("  1 | ", &line, 26);
        assert_eq!(lines, [format!("  1 | {}", &line[..20]), format!("      {}", &line[..10])]);
        // Whether a word ends before the last column or in it, what follows begins under the line's beginning.
        for code in ["let value = array[i]; }", "let value = array[0]  ; }", "let value = array[12]; }"] {
            let lines = hung("1 | ", code, 24);
            let rest: String = code.chars().filter(|c| *c != ' ').collect();
            let kept: String = lines.concat()[3..].chars().filter(|c| *c != ' ').collect();
            assert_eq!(kept, rest);
            assert!(lines.len() == 2 && lines[1].starts_with("    ") && !lines[1].starts_with("     "), "{lines:?}");
        }
    }

    #[test]
    fn wrapped_text_keeps_to_its_columns_and_its_own_line_breaks() {
        assert_eq!(wrap("one two three\nfour", 9, 1), " one two\n three\n four");
        assert_eq!(wrap("  a bb cc", 6, 0), "  a bb\n  cc");
        assert_eq!(wrap("a\n\nlonger b", 5, 1), " a\n \n longer\n b");
    }

    #[test]
    fn wrapped_lines_fit_and_hang_under_their_text() {
        let bare = |text, room| -> Vec<String> {
            let lines = wrap_styled(text, room);
            lines.iter().map(|line| strip(line)).collect()
        };
        assert_eq!(bare("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(bare("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(bare("", 4), [""; 0]);
        assert_eq!(bare("a\n\nb", 4), ["a", "", "b"]);
    }

    #[test]
    fn a_style_goes_on_behind_a_break() {
        let lines = wrap_styled("\x1b[31mred red\x1b[0m x", 4);
        assert_eq!(lines[0], "\x1b[31mred\x1b[0m");
        assert!(lines[1].starts_with("\x1b[31mred"), "{lines:?}");
    }

    #[test]
    fn every_wrapped_line_fits_every_width() {
        let text = "  \x1b[1mNeighbouring\x1b[0m lanes read 漢字 128 bytes apart; swap x and y.";
        for room in 1..60 {
            for line in wrap_styled(text, room) {
                assert!(width(&line) <= room.max(2), "{room}: {line:?}");
            }
        }
    }
}
