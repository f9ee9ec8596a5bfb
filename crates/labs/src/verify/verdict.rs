//! What the comparison of an output found.

use serde::{Deserialize, Serialize};

use super::spread::Spread;
use crate::lab::{Accuracy, Together};

/// How many mismatches are kept to be shown.
pub const SHOWN: usize = 5;

/// One wrong element.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mismatch {
    pub index: usize,
    /// What the kernel left there; `None` where it never wrote.
    pub got: Option<f64>,
    /// What belongs there.
    #[serde(deserialize_with = "infinite_if_null")]
    pub expected: f64,
    /// The error allowed there.
    pub tolerance: f64,
    /// The only other element to which what was left there belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub belongs_to: Option<usize>,
}

/// JSON has no infinity: it is written as null.
///
/// # Errors
/// Where there is neither a number nor null.
pub fn infinite_if_null<'de, D: serde::Deserializer<'de>>(json: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(f64::INFINITY))
}

/// What the comparison of one output found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Elements compared: all of them.
    pub elements: usize,
    /// Elements that are wrong.
    pub wrong: usize,
    /// Elements that were never written.
    pub unwritten: usize,
    /// The error of the element that comes closest to its tolerance, or exceeds it most.
    pub max_error: f64,
    /// That element's tolerance.
    pub tolerance: f64,
    /// The first wrong elements, in order.
    pub first: Vec<Mismatch>,
    /// All elements together, where the reference says how large their error may be.
    pub together: Option<Together>,
    /// How far all elements are from the truth, where the reference knows it.
    #[serde(default)]
    pub accuracy: Option<Accuracy>,
    /// What a compiler has undone, where these are the values that tell it: then no element counts as wrong.
    #[serde(default)]
    pub undone: Option<String>,
    /// The first run of wrong elements: its first one, and the right one after it.
    #[serde(default)]
    pub run: (usize, usize),
    /// [`Spread::period`].
    #[serde(default)]
    pub period: Option<usize>,
}

impl Verdict {
    /// Whether every element is right, and all of them together.
    pub fn passed(&self) -> bool {
        self.wrong == 0 && self.together.is_none_or(|together| together.passed())
    }

    /// Which elements are wrong; `None` where none is.
    pub fn spread(&self) -> Option<Spread> {
        let (first, end) = self.run;
        let Self { elements, wrong, unwritten, period, .. } = *self;
        (wrong > 0).then_some(Spread { elements, wrong, unwritten, first, end, period })
    }

    /// The verdict on two outputs, or on two runs, together.
    pub fn and(mut self, other: Self) -> Self {
        match (self.wrong, other.wrong) {
            (0, _) => (self.run, self.period) = (other.run, other.period),
            (_, 0) => {}
            _ => {
                self.period = None;
                if self.run.1 == other.run.0 {
                    self.run.1 = other.run.1;
                }
            }
        }
        if closeness(other.max_error, other.tolerance) > closeness(self.max_error, self.tolerance) {
            self.max_error = other.max_error;
            self.tolerance = other.tolerance;
        }
        self.elements += other.elements;
        self.wrong += other.wrong;
        self.unwritten += other.unwritten;
        self.first.extend(other.first);
        self.first.truncate(SHOWN);
        // The worse of the two; an error that is no number is the worst, whatever its sign.
        let both = [self.together, other.together].into_iter().flatten();
        self.together = both.max_by(|a, b| a.error_l2.abs().total_cmp(&b.error_l2.abs()));
        let both = [self.accuracy, other.accuracy].into_iter().flatten();
        self.accuracy = both.max_by(|a, b| a.error_l2.abs().total_cmp(&b.error_l2.abs()));
        self.undone = self.undone.or(other.undone);
        self
    }
}

/// How much of its tolerance an error uses up.
pub fn closeness(error: f64, tolerance: f64) -> f64 {
    if error == 0.0 { 0.0 } else { error / tolerance }
}
