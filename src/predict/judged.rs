//! A prediction beside the result.

use serde::{Deserialize, Serialize};

/// The answers to all questions about one part of a lab, beside what the run found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// The lab.
    pub lab: String,
    /// The part.
    pub part: String,
    /// One question each.
    pub rows: Vec<Row>,
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
    pub verdict: Verdict,
    /// Why the result is what it is, with the run's figures.
    pub why: String,
}

/// How a prediction stands to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
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

impl Verdict {
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
