//! The words and signs of a kernel's text, each with its place.

use std::ops::Range;

/// Signs of several letters, the longest first.
const LONG: &[&str] = &[
    "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=", "^=",
];

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word, with the members that follow it: `params.n`.
    Name,
    Number,
    Sign,
}

/// A word or a sign.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    pub text: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
    /// From 1.
    pub line: usize,
    pub kind: Kind,
}

impl Token<'_> {
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The tokens of `source`, comments left out.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let skipped = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if first.is_whitespace() => first.len_utf8(),
            _ => 0,
        };
        if skipped > 0 {
            line += rest[..skipped].matches('\n').count();
            at += skipped;
            continue;
        }
        let (length, kind) = match first {
            '0'..='9' => (run(rest, |c| c.is_ascii_alphanumeric() || c == '.'), Kind::Number),
            _ if is_letter(first) => (name(rest), Kind::Name),
            _ => (LONG.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |s| s.len()), Kind::Sign),
        };
        found.push(Token { text: &rest[..length], start: at, line, kind });
        at += length;
    }
    found
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// The length of the word that begins `text`, with its members.
fn name(text: &str) -> usize {
    let mut end = run(text, is_letter);
    while let Some(member) = text[end..].strip_prefix('.').filter(|member| member.starts_with(char::is_alphabetic)) {
        end += 1 + run(member, is_letter);
    }
    end
}
