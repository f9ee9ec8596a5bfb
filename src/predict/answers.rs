//! What was understood of what was typed.

use super::number;
use super::paper::{Paper, Question};

/// Which roof limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Memory traffic.
    Memory,
    /// Arithmetic.
    Compute,
}

impl Bound {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Compute => "compute",
        }
    }
}

/// The answers; `None` is unanswered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// Memory or compute.
    pub bound: Option<Bound>,
    /// Fewest bytes.
    pub bytes: Option<f64>,
    /// The fastest variant.
    pub winner: Option<String>,
    /// Its speedup over the part's first variant.
    pub factor: Option<f64>,
}

impl Answers {
    /// Takes `line` as the answer to `question`; an empty one leaves it unanswered.
    ///
    /// # Errors
    /// What would have been understood.
    pub fn take(&mut self, paper: &Paper, question: Question, line: &str) -> Result<(), String> {
        let line = line.trim();
        if line.is_empty() || ["?", "-", "skip"].contains(&line) {
            return Ok(());
        }
        let shown: String = line.chars().filter(|c| !c.is_control()).take(60).collect();
        let not = |forms: &str| format!("`{shown}` was not understood: {forms}");
        match question {
            Question::Bound => {
                self.bound = Some(bound(line).ok_or_else(|| not("memory or compute"))?);
            }
            Question::Bytes => {
                let bytes = number::bytes(line);
                self.bytes =
                    Some(bytes.ok_or_else(|| not("a number of bytes, such as 4 MB or 4194304"))?);
            }
            Question::Winner => {
                let winner = winner(&paper.variants, line);
                let forms = || not(&format!("one of {}", paper.variants.join(", ")));
                self.winner = Some(winner.ok_or_else(forms)?.to_owned());
            }
            Question::Factor => {
                let factor = number::factor(line);
                self.factor = Some(factor.ok_or_else(|| not("a factor, such as 10x or 1.5"))?);
            }
        }
        Ok(())
    }
}

fn bound(line: &str) -> Option<Bound> {
    let line = line.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| line.contains(word));
    let memory = says(&["mem", "band", "traffic", "bytes"]) || line == "m";
    let compute = says(&["comp", "arith", "flop", "alu", "math"]) || line == "c";
    match (memory, compute) {
        (true, false) => Some(Bound::Memory),
        (false, true) => Some(Bound::Compute),
        _ => None,
    }
}

/// The variant that a line names: exactly, by a prefix that only one has, or somewhere in a sentence.
fn winner(variants: &[&'static str], line: &str) -> Option<&'static str> {
    let line = line.to_lowercase();
    let plain = line.trim_matches(|c: char| !c.is_alphanumeric());
    if let Some(exact) = variants.iter().find(|name| **name == plain) {
        return Some(exact);
    }
    let mut begun = variants
        .iter()
        .filter(|name| !plain.is_empty() && name.starts_with(plain));
    if let (Some(only), None) = (begun.next(), begun.next()) {
        return Some(only);
    }
    let words: Vec<&str> = line
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .filter(|word| !word.is_empty())
        .collect();
    let mut named = variants.iter().filter(|name| words.contains(name));
    match (named.next(), named.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}
