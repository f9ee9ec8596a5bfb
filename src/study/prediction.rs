//! Predictions: what is asked before a run, what was answered, and how the answers stand beside the result.
//!
//! A [`Questionnaire`] holds the questions about one part of a lab; [`Answers`] what was understood of the answers, line by line;
//! a [`Review`] sets them beside a report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::number;
use crate::lab::{Lab, Part, Prediction, Problem, Role};
use crate::roof::pair::Bound;
use crate::text::{clean, shorten};
use crate::units::Bytes;

/// What the question about bytes is called beside its answer.
pub const FEWEST_BYTES: &str = "fewest bytes";

/// What is asked, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Memory or compute?
    Bound,
    /// The fewest bytes.
    Bytes,
    /// Which variant wins.
    Winner,
    /// By what factor.
    Factor,
    /// The handout's own, by its place in the lab.
    Handout(usize),
}

/// The questions about one part of a lab at one size.
pub struct Questionnaire {
    pub lab: &'static str,
    pub part: &'static str,
    pub problem: Problem,
    /// The variants that run, in the ladder's order.
    pub variants: Vec<&'static str>,
    /// The lab's questions.
    predictions: &'static [Prediction],
    /// Whether the host takes steps: its link and the host itself have no place on the device's roofline.
    steps: bool,
}

impl Questionnaire {
    /// About `part` of `lab` at `size`, where the variants named `wanted` run (all, where none is named).
    pub fn new(lab: &'static Lab, part: &'static Part, size: u32, wanted: &[String]) -> Self {
        let names = part.ladder.iter().map(|variant| variant.name);
        Self {
            lab: lab.name,
            part: part.name,
            problem: (part.problem)(size),
            variants: names.filter(|name| wanted.is_empty() || wanted.iter().any(|w| w == name)).collect(),
            predictions: lab.predictions,
            steps: part.ladder.iter().any(|variant| !variant.steps.is_empty()),
        }
    }

    /// What is asked, in order: the handout's own questions on the variants that run, and no others. Where it has none:
    /// what bounds the part (not where the host takes steps), its fewest bytes, and, of several variants, the fastest and by how much.
    pub fn questions(&self) -> Vec<Question> {
        let runs = |name: &str| self.variants.contains(&name);
        let asked = self.predictions.iter().enumerate();
        let own =
            asked.filter(|(_, asked)| runs(asked.variant) && runs(asked.base)).map(|(at, _)| Question::Handout(at));
        let own: Vec<Question> = own.collect();
        let bound = if self.steps { vec![] } else { vec![Question::Bound] };
        match self.variants.len() {
            _ if !own.is_empty() => own,
            // One variant alone is compared with none.
            0 | 1 => [&bound[..], &[Question::Bytes]].concat(),
            _ => [&bound[..], &[Question::Bytes, Question::Winner, Question::Factor]].concat(),
        }
    }

    /// A question in short, for a table.
    pub fn name(&self, question: Question) -> String {
        match question {
            Question::Bound => "bound by".to_owned(),
            Question::Bytes => FEWEST_BYTES.to_owned(),
            Question::Winner => "fastest variant".to_owned(),
            Question::Factor => "its speedup".to_owned(),
            Question::Handout(at) => {
                let Prediction { variant, base, longer, .. } = self.predictions[at];
                format!("{variant}, times as {} as {base}", if longer { "long" } else { "fast" })
            }
        }
    }

    /// The handout's question at that place.
    pub fn prediction(&self, at: usize) -> Prediction {
        self.predictions[at]
    }

    /// What it is about.
    pub fn heading(&self) -> String {
        let asked = self.questions();
        let whose = if asked.iter().any(|question| matches!(question, Question::Handout(_))) {
            "These are the handout's questions. Answer each with a number"
        } else {
            "Answer in a few words"
        };
        let Self { lab, part, problem, .. } = self;
        let label = &problem.label;
        format!("Predict before you see it: lab {lab}, {part}: {label}.\n{whose}; an empty line skips a question.")
    }

    /// One question, with the forms that an answer may have.
    pub fn ask(&self, question: Question) -> String {
        match question {
            Question::Bound => "Is it bound by memory or by compute on this device? (memory, compute)".to_owned(),
            Question::Bytes => {
                "What are the fewest bytes that it must move to and from memory? (such as 4 MB, 4 MiB)".to_owned()
            }
            Question::Winner => format!("Which variant is the fastest? ({})", self.variants.join(", ")),
            Question::Factor => format!(
                "How many times as fast as `{}` is it? (such as 10x)",
                self.variants.first().copied().unwrap_or("the first")
            ),
            Question::Handout(at) => format!("{} (such as 3x)", self.predictions[at].question),
        }
    }

    /// `a 1.05 MB + b 1.05 MB + c 1.05 MB`, where each input read once and each output written once is the least.
    pub(super) fn buffers(&self) -> Option<String> {
        let moved: Vec<_> = self
            .problem
            .buffers
            .iter()
            .filter(|buffer| matches!(buffer.role, Role::Input(_)) || buffer.role.is_output())
            .collect();
        let sum: u64 = moved.iter().map(|buffer| buffer.bytes()).sum();
        // Where a problem needs only a part of a buffer, the sum says nothing.
        if (sum as f64 / self.problem.work.byte.0 - 1.0).abs() > 1e-3 {
            return None;
        }
        let each = moved.iter().map(|buffer| format!("{} {}", buffer.name, Bytes(buffer.bytes() as f64)));
        Some(each.collect::<Vec<_>>().join(" + "))
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
    /// The handout's own, by its place in the lab.
    pub handout: BTreeMap<usize, f64>,
}

impl Answers {
    /// Takes `line` as the answer to `question`; an empty one leaves it unanswered.
    ///
    /// # Errors
    /// What would have been understood.
    pub fn take(&mut self, questionnaire: &Questionnaire, question: Question, line: &str) -> Result<(), String> {
        let line = line.trim();
        if line.is_empty() || ["?", "-", "skip"].contains(&line) {
            return Ok(());
        }
        let shown = shorten(&clean(line, |_| ""), 60);
        let not = |forms: &str| format!("`{shown}` was not understood: {forms}");
        match question {
            Question::Bound => {
                self.bound = Some(bound(line).ok_or_else(|| not("memory or compute"))?);
            }
            Question::Bytes => {
                let bytes = number::bytes(line);
                self.bytes = Some(bytes.ok_or_else(|| not("a number of bytes, such as 4 MB or 4194304"))?);
            }
            Question::Winner => {
                let winner = winner(&questionnaire.variants, line);
                let forms = || not(&format!("one of {}", questionnaire.variants.join(", ")));
                self.winner = Some(winner.ok_or_else(forms)?.to_owned());
            }
            Question::Factor | Question::Handout(_) => {
                let factor = number::factor(line).ok_or_else(|| not("a factor, such as 10x or 1.5"))?;
                match question {
                    Question::Handout(at) => _ = self.handout.insert(at, factor),
                    _ => self.factor = Some(factor),
                }
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
    let mut begun = variants.iter().filter(|name| !plain.is_empty() && name.starts_with(plain));
    if let (Some(only), None) = (begun.next(), begun.next()) {
        return Some(only);
    }
    let words: Vec<&str> =
        line.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty()).collect();
    let mut named = variants.iter().filter(|name| words.contains(name));
    match (named.next(), named.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// The answers to all questions about one part of a lab, beside what the run found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    pub lab: String,
    pub part: String,
    /// One question each.
    pub rows: Vec<Row>,
}

impl Review {
    /// Whether an answer was held against a result.
    pub fn judges(&self) -> bool {
        let held = |row: &Row| matches!(row.accuracy, Accuracy::Right | Accuracy::Close | Accuracy::Wrong);
        self.rows.iter().any(held)
    }
}

/// One question, its answer, and the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// What was asked, in short: "fewest bytes".
    pub question: String,
    /// What was answered, as it was understood; `None` is unanswered.
    pub predicted: Option<String>,
    /// What the run found; `None` where it could not find out.
    pub result: Option<String>,
    /// How the two stand to each other.
    pub accuracy: Accuracy,
    /// Why the result is what it is, with the run's figures.
    pub why: String,
}

/// How a prediction stands to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Accuracy {
    /// As predicted.
    Right,
    /// A number within a factor of two, or a winner that ties within this run's intervals.
    Close,
    /// Not as predicted.
    Wrong,
    /// Nothing was predicted.
    Unanswered,
    /// The run cannot tell.
    Unknown,
}

impl Accuracy {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Close => "close",
            Self::Wrong => "wrong",
            Self::Unanswered => "not answered",
            Self::Unknown => "cannot be told",
        }
    }
}

#[cfg(test)]
#[path = "tests/predict.rs"]
mod tests;
