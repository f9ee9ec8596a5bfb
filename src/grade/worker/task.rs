//! What a submission's process is given, and what it says.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::device::Selector;
use crate::grade::assignment::{Assignment, Hidden};
use crate::grade::intake::HandedIn;
use crate::grade::mark::{EvidenceMark, ExerciseMark};
use crate::grade::sandbox::{Bounds, Profile};
use crate::marking::GoalReport;

/// The hidden argument that makes a command the process of a submission.
pub const GRADE_WORKER: &str = "--lockstep-grade-worker";

/// The hidden argument that makes a command try its bounds.
pub const PROBE_WORKER: &str = "--lockstep-probe-worker";

/// One submission to judge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// What was handed in.
    pub parts: Vec<HandedIn>,
    /// What the process needs.
    pub profile: Profile,
    /// What it may take.
    pub bounds: Bounds,
    /// What was assigned.
    pub assignment: Assignment,
    /// The hidden cases; `None` to judge by what students see.
    pub hidden: Option<Hidden>,
    /// Where speed is judged, with [`Profile::Device`].
    pub device: Selector,
    /// Cases that ended an earlier process.
    pub settled: Vec<Settled>,
    /// Seconds of processor time that earlier processes of this submission took.
    pub spent: u64,
    /// The digest of what was taken when it was marked before: where it is the same, there is nothing to do.
    pub known: Option<String>,
    /// Keys of kernels that were judged already, for whomever: they need not be judged again.
    pub judged: BTreeSet<String>,
    /// The exercises (by their place in the assignment) that are not to be judged.
    pub skip: Vec<usize>,
}

/// One run of one exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseId {
    /// The exercise's place in the assignment.
    pub exercise: usize,
    /// 0 is what students see; from 1 on, the hidden cases.
    pub case: usize,
}

/// A case that ended a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// Which.
    pub case: CaseId,
    /// Why, fit for the student.
    pub why: String,
    /// Whether the kernel had been compiled by then.
    pub compiled: bool,
    /// Which time was over, where that ended it.
    pub time_up: Option<TimeUp>,
    /// Seconds of processor time that it might take.
    pub seconds: u64,
}

/// Whose time was over, with its bound in seconds of processor time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeUp {
    /// The case's.
    Case(u64),
    /// The submission's: there was too little of it left for the case.
    Submission(u64),
}

/// What the process says, a line of JSON each.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum WorkerMessage {
    /// Bounds that the system does not enforce.
    Unenforced(Vec<String>),
    /// Nothing can be taken from the submission.
    Refused(String),
    /// What was taken is what was marked before.
    Unchanged,
    /// The submission was read.
    Taken {
        digest: String,
        /// What was left out.
        notes: Vec<String>,
        /// Whether reports were handed in, which are held against the judgements of all exercises.
        evidence: bool,
    },
    /// From now on this case runs.
    Entering {
        /// Which.
        case: CaseId,
        /// Seconds of processor time that it may take.
        seconds: u64,
    },
    /// The kernel of the case that runs is compiled.
    Compiled,
    /// An exercise is judged.
    ExerciseResult {
        place: usize,
        mark: Box<ExerciseMark>,
        /// What only the instructor may see.
        instructor: Vec<String>,
        /// Seconds of processor time so far.
        seconds: u64,
        /// Under which keys others may share it.
        keys: Vec<String>,
    },
    /// An exercise (by its place) has the kernel of this key, which was judged already.
    Same(usize, String),
    /// An exercise was timed (by its place): its goals of speed.
    Timed(usize, Vec<GoalReport>),
    /// The reports that were handed in.
    Evidence(Vec<EvidenceMark>),
    /// All is said.
    Done,
    /// The machine could not serve it.
    Fatal(String),
}

/// Bounds to try.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProbeTask {
    /// What the process would need.
    pub profile: Profile,
    /// What it may take.
    pub bounds: Bounds,
    /// A file that it must not read.
    pub file: PathBuf,
    /// A folder that it must not write to.
    pub folder: PathBuf,
}
