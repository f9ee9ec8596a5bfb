//! The result of a search over a kernel's constants, in SI base units.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::lab::DeviceReport;
use super::variant::Status;
use crate::harness::protocol::Varied;
use crate::measure::{Ratio, Summary};
use crate::units::Seconds;

/// Which values of a kernel's constants are fastest here.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TuningReport {
    /// [`TuningReport::SCHEMA`].
    pub schema: String,
    /// The WGSL file.
    pub file: String,
    /// What is solved, where it is a lab's problem.
    pub problem: Option<String>,
    pub seed: u64,
    pub device: DeviceReport,
    /// Whether the times are the simulator's estimates.
    pub estimated: bool,
    /// What was varied.
    pub constants: Vec<Varied>,
    /// In the order in which the values were given; the unchanged kernel first.
    pub candidates: Vec<CandidateReport>,
    /// The fastest, by name.
    pub best: String,
    /// The next, by name; `None` where there is no other that is right.
    pub runner_up: Option<String>,
    /// What the unchanged kernel takes, as a multiple of the best.
    pub default_ratio: Ratio,
    /// What the best of another search takes here.
    pub elsewhere: Option<ElsewhereReport>,
    /// Spearman's correlation of the estimated with the measured times; `None` of fewer than three, or where nothing was measured.
    pub rank_correlation: Option<f64>,
    /// What the best are verified at, beside the problem that they were timed on; `None` where nothing says what another size is.
    pub also_verified: Option<String>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

impl TuningReport {
    /// The schema's name.
    pub const SCHEMA: &str = "lockstep/tune/1";

    /// The candidate of this name.
    pub fn named(&self, name: &str) -> Option<&CandidateReport> {
        self.candidates.iter().find(|candidate| candidate.name == name)
    }
}

/// One choice of values.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CandidateReport {
    /// Its values in words: `TILE=16 ROWS=4`.
    pub name: String,
    pub values: BTreeMap<String, String>,
    /// `skipped` where the estimate, or another's time, says that it is slower.
    pub status: Status,
    /// Why it is not `ok`.
    pub reason: Option<String>,
    /// The simulator's estimate; never a measurement.
    pub estimate_s: Option<Seconds>,
    /// What it takes; an estimate on the simulator.
    pub time: Option<Summary>,
    /// What it takes as a multiple of the best; `None` of those that were not timed beside it in several processes.
    pub ratio: Option<Ratio>,
    /// Whether the run cannot tell it from the best, where `ratio` is known.
    pub indistinguishable: Option<bool>,
}

/// The best of another search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ElsewhereReport {
    /// Where it was found.
    pub device: String,
    /// Its name here.
    pub name: String,
    /// What it takes here as a multiple of the best; `None` where it cannot run here.
    pub ratio: Option<Ratio>,
}
