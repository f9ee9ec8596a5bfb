//! Styled text in columns of a terminal: widths as it shows them, and nothing that could command it.

use unicode_width::UnicodeWidthChar;

const RESET: &str = "\x1b[0m";

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
            Piece::Char('\n') => tamed.push('\n'),
            Piece::Char('\r') => {}
            Piece::Char(c) if c.is_control() || reorders(c) => tamed.push('\u{b7}'),
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
    for piece in pieces(line) {
        match piece {
            Piece::Style(style) => kept += style,
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
    kept + RESET
}

/// Lines of at most `room` columns: a longer one is broken at a space, or where there is none, anywhere. What follows
/// stands under the line's own text. Styles go on over a break.
pub fn wrap(text: &str, room: usize) -> Vec<String> {
    text.lines()
        .flat_map(|line| wrap_line(line, room))
        .collect()
}

fn wrap_line(line: &str, room: usize) -> Vec<String> {
    if room == 0 || width(line) <= room {
        return vec![line.to_owned()];
    }
    let bare = strip(line);
    let indent = bare.len() - bare.trim_start_matches(' ').len();
    let indent = if indent * 2 > room { 0 } else { indent };
    let mut lines = Vec::new();
    let mut style = String::new();
    let mut current = String::new();
    let mut taken = 0;
    // Where the line can be broken: the byte behind the last space, the columns up to there, the style there.
    let mut space: Option<(usize, usize, String)> = None;
    for piece in pieces(line) {
        let Piece::Char(c) = piece else {
            if let Piece::Style(sequence) = piece {
                current += sequence;
                remember(&mut style, sequence);
            }
            continue;
        };
        let needed = columns(&piece);
        if taken + needed > room && taken > indent {
            let (at, columns, style_there) = match space.take() {
                Some(space) if c != ' ' => space,
                _ => (current.len(), taken, style.clone()),
            };
            let rest = current.split_off(at);
            lines.push(format!("{}{RESET}", current.trim_end()));
            current = format!("{}{style_there}{rest}", " ".repeat(indent));
            taken = indent + (taken - columns);
            if c == ' ' {
                continue;
            }
        }
        current.push(c);
        taken += needed;
        if c == ' ' && taken > indent {
            space = Some((current.len(), taken, style.clone()));
        }
    }
    if width(&current) > indent || lines.is_empty() {
        lines.push(current + RESET);
    }
    lines
}

/// Styles add up until one resets them all.
fn remember(style: &mut String, sequence: &str) {
    if matches!(sequence, "\x1b[0m" | "\x1b[m") {
        style.clear();
    } else {
        *style += sequence;
    }
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

/// Characters that show a text in another order than it has, or not at all.
fn reorders(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(strip(&cut("longer", 5)), "long…");
        assert_eq!(width(&cut("漢字漢字", 4)), 3);
        assert_eq!(cut("漢", 0), RESET);
    }

    #[test]
    fn wrapped_lines_fit_and_hang_under_their_text() {
        assert_eq!(
            wrap("  one two three", 9)
                .iter()
                .map(|l| strip(l))
                .collect::<Vec<_>>(),
            ["  one two", "  three"]
        );
        assert_eq!(
            wrap("abcdefghij", 4)
                .iter()
                .map(|l| strip(l))
                .collect::<Vec<_>>(),
            ["abcd", "efgh", "ij"]
        );
        assert_eq!(wrap("", 4), [""; 0]);
        assert_eq!(wrap("a\n\nb", 4), ["a", "", "b"]);
    }

    #[test]
    fn a_style_goes_on_behind_a_break() {
        let lines = wrap("\x1b[31mred red\x1b[0m x", 4);
        assert_eq!(lines[0], "\x1b[31mred\x1b[0m");
        assert!(lines[1].starts_with("\x1b[31mred"), "{lines:?}");
    }

    #[test]
    fn every_wrapped_line_fits_every_width() {
        let text = "  \x1b[1mNeighbouring\x1b[0m lanes read 漢字 128 bytes apart; swap x and y.";
        for room in 1..60 {
            for line in wrap(text, room) {
                assert!(width(&line) <= room.max(2), "{room}: {line:?}");
            }
        }
    }
}
