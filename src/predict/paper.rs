//! The questions about one part of a lab.

use crate::lab::{Lab, Part, Problem, Role};
use crate::units::Bytes;

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
}

impl Question {
    /// All, in the order in which they are asked.
    pub const ALL: [Self; 4] = [Self::Bound, Self::Bytes, Self::Winner, Self::Factor];

    /// In short, for a table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bound => "bound by",
            Self::Bytes => "fewest bytes",
            Self::Winner => "fastest variant",
            Self::Factor => "its speedup",
        }
    }
}

/// The questions about one part of a lab at one size.
pub struct Paper {
    /// The lab.
    pub lab: &'static str,
    /// The part.
    pub part: &'static str,
    /// The problem.
    pub problem: Problem,
    /// The variants that run, in the ladder's order.
    pub variants: Vec<&'static str>,
}

impl Paper {
    /// About `part` of `lab` at `size`, where the variants named `wanted` run (all, where none is named).
    pub fn new(lab: &'static Lab, part: &'static Part, size: u32, wanted: &[String]) -> Self {
        let names = part.ladder.iter().map(|variant| variant.name);
        Self {
            lab: lab.name,
            part: part.name,
            problem: (part.problem)(size),
            variants: names
                .filter(|name| wanted.is_empty() || wanted.iter().any(|w| w == name))
                .collect(),
        }
    }

    /// What it is about.
    pub fn heading(&self) -> String {
        format!(
            "Predict before you see it: lab {}, {}: {}.\nAnswer in a few words; an empty line leaves a question out.",
            self.lab, self.part, self.problem.label
        )
    }

    /// One question, with the forms that an answer may have.
    pub fn ask(&self, question: Question) -> String {
        match question {
            Question::Bound => "Is it bound by memory or by compute on this device? (memory, compute)".to_owned(),
            Question::Bytes => "What are the fewest bytes that it must move to and from memory? (such as 4 MB, 4 MiB)".to_owned(),
            Question::Winner => format!("Which variant is the fastest? ({})", self.variants.join(", ")),
            Question::Factor => format!(
                "How many times as fast as `{}` is it? (such as 10x)",
                self.variants.first().copied().unwrap_or("the first")
            ),
        }
    }

    /// `a 1.05 MB + b 1.05 MB + c 1.05 MB`, where each input read once and each output written once is the least.
    pub(super) fn buffers(&self) -> Option<String> {
        let moved: Vec<_> = self
            .problem
            .buffers
            .iter()
            .filter(|buffer| matches!(buffer.role, Role::Input(_) | Role::Output))
            .collect();
        let sum: u64 = moved.iter().map(|buffer| buffer.bytes()).sum();
        // Where a problem needs only a part of a buffer, the sum says nothing.
        if (sum as f64 / self.problem.work.byte.0 - 1.0).abs() > 1e-3 {
            return None;
        }
        let each = moved
            .iter()
            .map(|buffer| format!("{} {}", buffer.name, Bytes(buffer.bytes() as f64)));
        Some(each.collect::<Vec<_>>().join(" + "))
    }
}
