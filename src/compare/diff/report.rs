//! What two kernels have and have not in common: the JSON of schema `lockstep/diff/1`, in SI base units.

use serde::{Deserialize, Serialize};

use super::difference::difference;
use crate::compare::{
    CounterRow, Idea, Lesson, Pass, Side, Takes, TimeChange, TimeRatio, counter_rows, ideas, limits, same_program,
};
use crate::device::DeviceType;
use crate::harness::{CheckReport, ClockReport, DeviceReport, Outputs, ProblemReport, Status};
use crate::kernel::Kernel;
use crate::measure::Summary;
use crate::sim::advice::Cause;
use crate::sim::compile::Listing;
use crate::sim::estimate::Times;
use crate::sim::{Counters, Finding, LineCounters};

/// The schema's name.
pub const SCHEMA: &str = "lockstep/diff/1";

/// What a person without a GPU must know of two times.
const ON_A_CPU: &str = "this device runs on the processor, where kernels compare otherwise than on a GPU (handbook: On a CPU); \
                        a GPU's times, by estimate: the same command with `--device sim`";

/// Two kernels side by side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DiffReport {
    /// [`SCHEMA`].
    pub schema: String,
    /// In a word; see `summary` for the sentence.
    pub difference: Difference,
    /// What differs, in a sentence.
    pub summary: String,
    /// The lab whose problem both solve; `None` for kernels of one's own.
    pub lab: Option<String>,
    pub part: Option<String>,
    pub problem: Option<ProblemReport>,
    /// Seed of the inputs.
    pub seed: u64,
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
    /// The mechanisms in which they differ: first what made the faster one faster, by the estimate.
    pub ideas: Vec<Idea>,
    /// What the simulator's modelled compiler leaves of both; empty where it was not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub compiled: Vec<CompiledSide>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// One of the two kernels as the simulator's modelled compiler leaves it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CompiledSide {
    /// The file that was named.
    pub file: String,
    /// The simulator's machine whose compiler is modelled.
    pub machine: String,
    /// What is left of each line, and what each pass did.
    pub listing: Listing,
    /// The source. Not part of the JSON.
    #[serde(skip)]
    pub source: String,
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
    /// An estimated time is a lower bound, so that the other kernel may be the faster one or not.
    #[serde(rename = "cannot be told")]
    Untold,
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
    /// The figures that the simulated machine lacks, so that the estimated time is a lower bound; empty where it is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// What the simulator counted.
    pub counters: Option<Counters>,
    pub findings: Vec<Finding>,
    /// What takes its time by the simulator's estimate, in a few words: "the level 1 cache limits it".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What its opening comment teaches.
    pub lesson: Option<Lesson>,
}

impl SideReport {
    fn is_right(&self) -> bool {
        matches!(self.status, Status::Ok | Status::Inconclusive)
    }

    /// Whether its time is a lower bound.
    pub fn at_least(&self) -> bool {
        self.time.is_some_and(|time| time.samples == 0) && !self.missing.is_empty()
    }
}

/// One of the two, as its run reported it.
pub(super) struct SideRun<'a> {
    /// Its dispatches, in order.
    pub kernels: &'a [Kernel],
    /// The counters of their lines; none where it was not counted.
    pub lines: Vec<&'a [LineCounters]>,
    /// What each resource takes of its time by the estimate.
    pub terms: Times,
    /// Its part of the report.
    pub side: SideReport,
}

impl SideRun<'_> {
    fn passes(&self) -> Vec<Pass<'_>> {
        let lines = self.lines.iter().copied().chain(std::iter::repeat(&[][..]));
        self.kernels.iter().zip(lines).map(|(kernel, lines)| Pass { kernel, lines }).collect()
    }

    fn as_side<'a>(&'a self, name: &'a str, passes: &'a [Pass<'a>]) -> Side<'a> {
        let time = self.side.time.filter(|_| !self.side.at_least());
        Side { name, passes, counters: self.side.counters.as_ref(), takes: Takes::of(time, &self.terms) }
    }
}

impl DiffReport {
    /// What follows from the two sides alone; nothing is summed up yet.
    pub(super) fn of(seed: u64, device: &DeviceReport, [a, b]: [SideRun<'_>; 2]) -> Self {
        let (passes_a, passes_b) = (a.passes(), b.passes());
        let (side_a, side_b) = (a.as_side("A", &passes_a), b.as_side("B", &passes_b));
        let mut pairs = a.kernels.iter().zip(b.kernels);
        let same_program = a.kernels.len() == b.kernels.len() && pairs.all(|(a, b)| same_program(a, b));
        let counters = side_a.counters.zip(side_b.counters);
        let times = a.side.time.zip(b.side.time).filter(|_| a.side.is_right() && b.side.is_right());
        Self {
            schema: SCHEMA.to_owned(),
            difference: Difference::None,
            summary: String::new(),
            lab: None,
            part: None,
            problem: None,
            seed,
            device: device.clone(),
            clock: None,
            same_program,
            outputs: None,
            time_ratio: times.map(|(a, b)| TimeRatio::of(&a, &b)).filter(|ratio| is_known(ratio, &a.side, &b.side)),
            counters: counters.map_or_else(Vec::new, |(a, b)| counter_rows(a, b)),
            ideas: if same_program { Vec::new() } else { ideas(&side_a, &side_b) },
            compiled: Vec::new(),
            notes: Vec::new(),
            a: a.side,
            b: b.side,
        }
    }

    /// With the word and the sentence.
    pub(super) fn summed_up(mut self) -> Self {
        if self.device.kind == DeviceType::Cpu {
            self.notes.push(ON_A_CPU.to_owned());
        }
        let (difference, summary) = difference(&self);
        Self { difference, summary, ..self }
    }

    /// What takes the time of each by the estimate, in a sentence; `None` where nothing was estimated.
    pub fn limits(&self) -> Option<String> {
        limits([("A", self.a.cause.as_ref()), ("B", self.b.cause.as_ref())]).map(|said| said + ".")
    }
}

/// Whether the verdict holds whatever the figures are that the machine lacks: a time that is a lower bound may only be longer.
fn is_known(ratio: &TimeRatio, a: &SideReport, b: &SideReport) -> bool {
    match (a.at_least(), b.at_least()) {
        (false, false) => true,
        (true, false) => ratio.verdict == TimeChange::Faster,
        (false, true) => ratio.verdict == TimeChange::Slower,
        (true, true) => false,
    }
}
