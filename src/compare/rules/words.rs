//! What rules share: factors worth telling, counts in words, and lines.

use crate::compare::kind::IdeaKind;
use crate::compare::pair::Side;
use crate::kernel::{Kernel, without_comments};
use crate::sim::{Counters, LineCounters};
use crate::units::{self, Bytes, digits3};

/// What a rule found.
pub(in crate::compare) struct Found {
    /// The mechanism.
    pub kind: IdeaKind,
    /// How much it weighs.
    pub weight: f64,
    /// The mechanism with its figures and lines.
    pub sentence: String,
}

/// A factor below this is no idea.
pub(super) const NOTABLE: f64 = 1.1;

pub(super) fn counters<'a>(a: &Side<'a>, b: &Side<'a>) -> Option<(&'a Counters, &'a Counters)> {
    a.counters.zip(b.counters)
}

pub(super) fn found(kind: IdeaKind, weight: f64, sentence: String) -> Option<Found> {
    Some(Found { kind, weight, sentence })
}

/// The factor between two counts, above 1, where it is notable.
pub(super) fn factor(a: f64, b: f64) -> Option<f64> {
    let factor = if a > b { a / b } else { b / a };
    (factor.is_finite() && factor >= NOTABLE).then_some(factor)
}

pub(super) fn times(factor: f64) -> String {
    format!("{}x", digits3(factor))
}

pub(super) fn count(value: u64) -> String {
    units::count(value as f64)
}

pub(super) fn size(bytes: u64) -> String {
    Bytes(bytes as f64).to_string()
}

/// `fall 4.00x, from 8.19 k to 2.05 k`.
pub(super) fn moved(a: u64, b: u64) -> String {
    moved_in(a, b, count)
}

/// As [`moved`], for bytes.
pub(super) fn moved_bytes(a: u64, b: u64) -> String {
    moved_in(a, b, size)
}

pub(super) fn moved_in(a: u64, b: u64, show: fn(u64) -> String) -> String {
    let factor = a.max(b) as f64 / a.min(b).max(1) as f64;
    match (a, b) {
        (0, 0) => "stay at none".to_owned(),
        (0, b) => format!("appear ({})", show(b)),
        (a, 0) => format!("are gone ({} before)", show(a)),
        (a, _) if factor < 1.05 => format!("stay at about {}", show(a)),
        (a, b) => {
            let word = if b < a { "fall" } else { "rise" };
            format!("{word} {}, from {} to {}", times(factor), show(a), show(b))
        }
    }
}

/// ` (line 14; line 20 of B)`: where each side spends `counter`.
pub(super) fn at(a: &Side<'_>, b: &Side<'_>, counter: fn(&LineCounters) -> u64) -> String {
    let places: Vec<String> = [a, b]
        .into_iter()
        .filter_map(|side| {
            let lines = side.name_lines(&side.spenders(counter))?;
            Some(format!("{}: {lines}", side.name))
        })
        .collect();
    if places.is_empty() {
        return String::new();
    }
    format!(" ({})", places.join("; "))
}

/// Whether any pass's kernel has a property.
pub(super) fn has(side: &Side<'_>, property: fn(&Kernel) -> bool) -> bool {
    side.passes.iter().any(|pass| property(pass.kernel))
}

/// The first line of a side that holds one of these words.
pub(super) fn line_with(side: &Side<'_>, words: &[&str]) -> Option<String> {
    side.passes.iter().enumerate().find_map(|(number, pass)| {
        let code = without_comments(&pass.kernel.source);
        let line = code.lines().position(|line| words.iter().any(|word| line.contains(word)))?;
        side.name_lines(&[(number, line as u32 + 1)])
    })
}

pub(super) fn in_line(line: Option<String>) -> String {
    line.map_or(String::new(), |line| format!(" ({line})"))
}

pub(super) fn per(amount: u64, of: u64) -> f64 {
    amount as f64 / of.max(1) as f64
}
