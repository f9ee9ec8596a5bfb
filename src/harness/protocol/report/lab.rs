//! The whole result of a run: the JSON of schema `lockstep/run/1`, in SI base units.

use serde::{Deserialize, Serialize};

use super::roofs::Roofs;
use super::source::SourceReport;
use crate::device::{Backend, DeviceType, Facts};
use crate::harness::ladder::prepare::baseline_kernels::ThenReport;
use crate::harness::ladder::time::canary::CanaryReport;
use crate::lab::{AxisMark, Curve, Ordinate, StepTime, Together, Traffic};
use crate::measure::{Clock, Ratio, Summary};
use crate::roof::pair::Unit;
use crate::sim::estimate::Times;
use crate::sim::{Counters, Finding};
use crate::units::{Bytes, Flop, Seconds, digits3, si};
use crate::verify::{Mismatch, Spread};

/// The schema's name.
pub const SCHEMA: &str = "lockstep/run/1";

/// Ratios this near 1 print as 1.00.
const EQUAL: f64 = 0.005;

/// One lab on one device.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    pub lab: String,
    /// The exercise, where one was run instead of the ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<String>,
    /// The question it asks.
    pub question: String,
    /// Seed of the inputs.
    pub seed: u64,
    pub device: DeviceReport,
    pub clock: ClockReport,
    /// Theoretical and measured ceilings.
    pub roofs: Roofs,
    /// The first part's problem.
    pub problem: ProblemReport,
    /// The variants, in the ladder's order.
    pub variants: Vec<VariantReport>,
    /// The curves of parts that were swept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sweeps: Vec<SweepReport>,
    /// What this run shows, in sentences.
    pub shows: Vec<String>,
    /// What a reader must know to trust the figures.
    pub notes: Vec<String>,
    /// The kernels' sources with what was counted line by line, where they were asked for. Not part of the JSON.
    #[serde(skip)]
    pub sources: Vec<SourceReport>,
}

impl Report {
    /// Whether a kernel is wrong or failed.
    pub fn failed(&self) -> bool {
        self.variants.iter().any(|variant| matches!(variant.status, Status::Wrong | Status::Failed))
    }
}

/// What the device says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeviceReport {
    /// The adapter's name.
    pub name: String,
    /// The interface.
    pub backend: Backend,
    /// The sort of hardware.
    #[serde(rename = "type")]
    pub kind: DeviceType,
    /// Driver and version.
    pub driver: String,
    /// Fewest invocations of a subgroup.
    pub subgroup_min: u32,
    /// Most invocations of a subgroup.
    pub subgroup_max: u32,
}

impl DeviceReport {
    /// Interface and sort of hardware: "vulkan, discrete".
    pub fn sort(&self) -> String {
        format!("{:?}, {:?}", self.backend, self.kind).to_lowercase()
    }

    /// The name of `other`, whose run is held against one on this device; where it is this device again, that is said.
    pub fn beside(&self, other: &Self) -> String {
        let same = self.name == other.name && self.backend == other.backend && self.driver == other.driver;
        let again = if same { ", the same device, run again" } else { "" };
        format!("{}{again}", other.name)
    }

    /// Invocations of a subgroup: "32", or "4 to 32".
    pub fn subgroups(&self) -> String {
        match self.subgroup_max {
            most if most == self.subgroup_min => most.to_string(),
            most => format!("{} to {most}", self.subgroup_min),
        }
    }
}

impl From<&Facts> for DeviceReport {
    fn from(facts: &Facts) -> Self {
        Self {
            name: facts.name.clone(),
            backend: facts.backend,
            kind: facts.kind,
            driver: facts.driver.clone(),
            subgroup_min: facts.subgroup_min,
            subgroup_max: facts.subgroup_max,
        }
    }
}

/// How times were taken.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClockReport {
    /// Which clock.
    pub source: Clock,
    /// Its smallest step, in seconds.
    pub resolution_s: Option<f64>,
    /// Why that clock.
    pub detail: String,
    /// The sampling's plan and stopping rule.
    pub sampling: String,
    /// Runtime checks in the timed kernels.
    pub checks: crate::harness::protocol::Checks,
    /// Processes that timed, one after the other; 0 where nothing was timed, or nobody counted.
    #[serde(default)]
    pub processes: usize,
    /// What kernels saw that should take the same time always; empty where nothing was timed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub canaries: Vec<CanaryReport>,
}

/// What was solved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProblemReport {
    /// What is computed, with its sizes.
    pub label: String,
    /// The size it was made from.
    pub size: u32,
    /// FLOPs that it needs.
    pub flop: Flop,
    /// The fewest bytes that it must move.
    pub byte: Bytes,
    /// Items of a metric that counts them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub items: f64,
    /// Bytes of all its buffers.
    pub working_set: Bytes,
    /// Elements of its outputs.
    #[serde(default)]
    pub outputs: u64,
}

/// How a variant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Verified and timed.
    Ok,
    /// Its output, or what it did to its inputs, is wrong.
    Wrong,
    /// It could not be compiled or run to its end.
    Failed,
    /// The device lacks what it needs, or it was not asked for.
    Skipped,
    /// Verified, but the machine was too unsteady to time it.
    Inconclusive,
}

/// One variant's result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VariantReport {
    pub name: String,
    /// The part of the lab it belongs to.
    pub part: String,
    /// Its shader files, in the order in which they run.
    pub shader: Vec<String>,
    /// The part's problem.
    pub problem: ProblemReport,
    /// Whether its kernels compiled and bind what the problem has.
    #[serde(default)]
    pub compiled: bool,
    /// Bytes of an invocation's own variables, the most of its kernels; `None` where they did not compile.
    #[serde(default)]
    pub private_bytes: Option<u32>,
    /// Bytes of workgroup memory of a workgroup, the most of its kernels; `None` where they did not compile.
    #[serde(default)]
    pub workgroup_bytes: Option<u32>,
    /// Invocations of a workgroup; `None` for a chain of kernels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invocations: Option<u32>,
    /// How it ended.
    pub status: Status,
    /// Why, where it is not `ok`; else what to know about the figures.
    pub reason: Option<String>,
    /// What was verified; `None` where nothing could be.
    pub check: Option<CheckReport>,
    /// Times of one run of the variant.
    pub time: Option<Summary>,
    /// Whether that is a lower bound: an estimate for a machine that lacks a figure for what a kernel asks of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lower_bound: bool,
    /// In the lab's metric.
    pub throughput: Option<Throughput>,
    /// Throughput over the theoretical roof.
    pub of_theoretical: Option<f64>,
    /// Throughput over the measured roof.
    pub of_measured: Option<f64>,
    /// Over the part's first variant: above 1 is faster.
    pub speedup: Option<f64>,
    /// Whether the interval is apart from the first variant's: if not, this run shows no difference.
    pub differs: Option<bool>,
    /// The time over the first variant's, by batches of the same rounds; `None` where one process timed them, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_first: Option<Ratio>,
    /// What it was when a baseline was saved, in turns with what it is; `None` where it is held against none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<ThenReport>,
    /// Whether the working set may have come from a cache, whole or in part.
    pub from_cache: bool,
    /// At the size where the launch rules.
    pub small: Option<SmallReport>,
    /// What takes the estimated time, in a few words; `None` where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// What each resource takes of the estimated time, in seconds; empty where nothing was estimated.
    #[serde(default, skip_serializing_if = "Times::is_empty")]
    pub terms: Times,
    /// What the host does, step by step, each waited for before the next; empty where it only dispatches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepTime>,
    /// What the simulator counted.
    pub counters: Option<Counters>,
    pub findings: Vec<Finding>,
}

/// A part over its axis.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SweepReport {
    pub part: String,
    /// What changes from point to point.
    pub axis: String,
    /// The points' unit; empty for a count.
    pub unit: String,
    /// What the curves show.
    pub ordinate: Ordinate,
    /// Its unit: "s", or the metric's.
    pub ordinate_unit: String,
    /// A curve a variant, in the ladder's order.
    pub curves: Vec<Curve>,
    /// The device's own figures on the axis.
    pub marks: Vec<AxisMark>,
    /// How knees are found; empty where they would say nothing.
    pub rule: String,
    /// Points that were left out, and why.
    pub notes: Vec<String>,
}

/// What was compared where some workgroups ran: the elements that they wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampledCheck {
    pub size: u32,
    /// Elements compared.
    pub elements: usize,
    /// Elements that the outputs have.
    pub outputs: u64,
}

impl VariantReport {
    /// "2.50x faster" than the part's first variant, or slower; "~" where the run shows no difference.
    pub fn against(&self) -> String {
        let (ratio, word) = match self.speedup {
            None => return "-".to_owned(),
            // Where a time tells nothing, its ratio does not either; and what may be no difference has no size.
            _ if self.status == Status::Inconclusive => return "-".to_owned(),
            Some(speedup) if (speedup - 1.0).abs() < EQUAL => return "1.00".to_owned(),
            _ if self.differs == Some(false) => return "~".to_owned(),
            Some(speedup) if speedup < 1.0 => (1.0 / speedup, "slower"),
            Some(speedup) => (speedup, "faster"),
        };
        format!("{}x {word}", digits3(ratio))
    }

    /// FLOP that were executed over the bytes that went to and from DRAM, where they were counted.
    pub fn counted_intensity(&self) -> Option<f64> {
        let counters = self.counters.as_ref()?;
        let bytes = counters.dram_bytes.filter(|bytes| *bytes > 0)?;
        Some(counters.flop as f64 / bytes as f64)
    }

    /// What an estimated time rests on: beside a measured one the counters are of another size.
    pub fn traffic_of_its_time(&self) -> Option<Traffic> {
        let counters = self.counters.as_ref().filter(|_| self.time.is_some_and(|time| time.samples == 0))?;
        Some(Traffic { sectors: counters.global_sectors as f64, dram: counters.dram_bytes.map(|bytes| bytes as f64) })
    }
}

/// What was verified of a variant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// Elements compared, at all sizes and again after timing.
    pub elements: usize,
    /// The error of the element that comes closest to its tolerance; infinite (in JSON: null) for a NaN.
    #[serde(deserialize_with = "infinite_if_null")]
    pub max_error: f64,
    /// That element's tolerance.
    pub tolerance: f64,
    /// Where tolerances come from.
    pub basis: String,
    /// At which size it ran free of faults on the simulator, or why it did not run there.
    #[serde(default)]
    pub audited: Option<String>,
    /// The sizes at which every element was compared.
    pub sizes: Vec<u32>,
    /// What was compared at the main size, where not all workgroups ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<SampledCheck>,
    /// All elements of the main size together, where the reference says how large their error may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub together: Option<Together>,
    /// The first wrong elements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mismatches: Vec<Mismatch>,
    /// Which elements are wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
}

/// JSON has no infinity: it is written as null.
pub fn infinite_if_null<'de, D: serde::Deserializer<'de>>(json: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(f64::INFINITY))
}

fn is_zero(items: &f64) -> bool {
    *items == 0.0
}

/// A rate in the part's metric.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Throughput {
    pub value: f64,
    /// "FLOP/s", "B/s", or an item's name and "/s".
    pub unit: String,
    /// Seconds an item, where that is how it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each_s: Option<f64>,
}

/// A rate's unit as it is shown: bytes have one spelling, also those that no peak is held against.
pub fn shown(unit: &str) -> &str {
    if unit == "byte/s" { "B/s" } else { unit }
}

impl Throughput {
    /// Which of the device's peaks it is held against: a rate of items has none.
    pub fn peak(&self) -> Option<Unit> {
        Unit::named(&self.unit)
    }

    /// As a person reads it: "3.10 GB/s", "27.0 ns/load".
    pub fn text(&self) -> String {
        match self.each_s {
            Some(each) => format!("{}/{}", Seconds(each), self.unit.trim_end_matches("/s")),
            None => si(self.value, shown(&self.unit)),
        }
    }
}

/// A variant at the size where the launch costs more than the work.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SmallReport {
    pub size: u32,
    /// Times of one run.
    pub time: Summary,
    /// Median time over the number of dispatches.
    pub per_dispatch_s: Seconds,
    /// In the lab's metric.
    pub throughput: Throughput,
    /// Over the part's first variant.
    pub speedup: Option<f64>,
}
