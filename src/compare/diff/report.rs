//! What two kernels have and have not in common: the JSON of schema `lockstep/diff/1`, in SI base units.

use serde::{Deserialize, Serialize};

use crate::compare::{CounterRow, Idea, Lesson, TimeRatio};
use crate::harness::own::Outputs;
use crate::harness::{CheckReport, ClockReport, DeviceReport, ProblemReport, Status};
use crate::measure::Summary;
use crate::sim::{Counters, Finding};

/// The schema's name.
pub const SCHEMA: &str = "lockstep/diff/1";

/// Two kernels side by side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DiffReport {
    /// [`SCHEMA`].
    pub schema: String,
    /// In a word; see `summary` for the sentence.
    pub difference: Difference,
    /// What differs, in a sentence.
    pub summary: String,
    /// The lab whose problem both solve; `None` for kernels of the user's own.
    pub lab: Option<String>,
    /// Its part.
    pub part: Option<String>,
    /// The problem.
    pub problem: Option<ProblemReport>,
    /// Seed of the inputs.
    pub seed: u64,
    /// The device.
    pub device: DeviceReport,
    /// How times were taken; `None` where nothing was timed.
    pub clock: Option<ClockReport>,
    /// The first kernel.
    pub a: SideReport,
    /// The second kernel.
    pub b: SideReport,
    /// Whether the two compile to the same program: comments, blanks and names aside.
    pub same_program: bool,
    /// What the two wrote; `None` where a lab's reference judged it.
    pub outputs: Option<Outputs>,
    /// The second's time over the first's; `None` where one has none.
    pub time_ratio: Option<TimeRatio>,
    /// Every counter of both; empty where one was not run on the simulator.
    pub counters: Vec<CounterRow>,
    /// The mechanisms in which they differ, the weightiest first.
    pub ideas: Vec<Idea>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// How two kernels stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Difference {
    /// The same program, or neither time nor a counter tells them apart.
    #[serde(rename = "no difference")]
    None,
    /// The second takes less time.
    #[serde(rename = "faster")]
    Faster,
    /// The second takes more time.
    #[serde(rename = "slower")]
    Slower,
    /// The times do not differ, or there are none; counters or code do.
    #[serde(rename = "no difference in time")]
    NotInTime,
    /// One of them is wrong, or both: nothing is compared.
    #[serde(rename = "wrong")]
    Wrong,
    /// One of them, or both, cannot run on this device.
    #[serde(rename = "not run")]
    NotRun,
}

/// One of the two kernels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SideReport {
    /// The file that was named.
    pub file: String,
    /// The files of all its dispatches, in order.
    pub files: Vec<String>,
    /// The lab's variant whose passes and grid it has.
    pub variant: Option<String>,
    /// How it ended.
    pub status: Status,
    /// Why, where it is not `ok`.
    pub reason: Option<String>,
    /// What was verified against the lab's reference.
    pub check: Option<CheckReport>,
    /// Its time; without samples it is estimated.
    pub time: Option<Summary>,
    /// What the simulator counted.
    pub counters: Option<Counters>,
    /// Findings.
    pub findings: Vec<Finding>,
    /// What its opening comment teaches.
    pub lesson: Option<Lesson>,
}
