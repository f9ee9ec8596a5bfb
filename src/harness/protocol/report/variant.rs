//! What a run says of one variant.

use serde::{Deserialize, Serialize};

use super::lab::ProblemReport;
use super::unit::RateUnit;
use crate::lab::{Accuracy, Failure, Metric, StepTime, Together, Traffic};
use crate::measure::{Ratio, Summary};
use crate::roof::pair::Unit;
use crate::sim::advice::Cause;
use crate::sim::estimate::Times;
use crate::sim::{Counters, Finding};
use crate::units::{Seconds, digits3, si};
use crate::verify::{Mismatch, Spread, infinite_if_null};

/// Ratios this near 1 print as 1.00.
const EQUAL: f64 = 0.005;

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
    /// Why it is wrong or failed, where something is decided by that. Not part of the JSON.
    #[serde(skip)]
    pub failure: Option<Failure>,
    /// The line at which it is refused, where it names one. Not part of the JSON.
    #[serde(skip)]
    pub refused_at: Option<u32>,
    /// What was verified; `None` where nothing could be.
    pub check: Option<CheckReport>,
    /// Times of one run of the variant.
    pub time: Option<Summary>,
    /// Whether that is a lower bound: an estimate for a machine that lacks a figure for what a kernel asks of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lower_bound: bool,
    /// The figures that the machine lacks, for want of which it is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// In the lab's metric.
    pub throughput: Option<Throughput>,
    /// Throughput over the theoretical roof.
    pub of_theoretical: Option<f64>,
    /// Throughput over the measured roof.
    pub of_measured: Option<f64>,
    /// The roof that it is held against: `memory`, or the arithmetic that does most of the work ([`Precision::name`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roof: Option<String>,
    /// Over the part's first variant: above 1 is faster.
    pub speedup: Option<f64>,
    /// Whether the interval is apart from the first variant's: if not, this run shows no difference.
    pub differs: Option<bool>,
    /// The time over the first variant's, by batches of the same rounds; `None` where one process timed them, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_first: Option<Ratio>,
    /// What it was when a baseline was saved, in turns with what it is; `None` where it is held against none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<BaselineKernelReport>,
    /// Whether the working set may have come from a cache, whole or in part.
    pub from_cache: bool,
    /// At the size where the launch rules.
    pub small: Option<SmallReport>,
    /// What takes the estimated time, in a few words; `None` where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
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

/// What a variant was when the baseline was saved, timed in turns with what it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BaselineKernelReport {
    /// Whether the kernel is the same: then it ran once, as the variant itself.
    pub same: bool,
    /// How it ended.
    pub status: Status,
    /// Why, where it is not `ok`.
    pub reason: Option<String>,
    /// Times of one run of it.
    pub time: Option<Summary>,
    /// Today's time over it, by batches of the same rounds; `None` where one process timed them, or none.
    pub ratio: Option<Ratio>,
    /// What the simulator counted.
    pub counters: Option<Counters>,
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
    /// How far the output of the main size is from the truth, where the reference knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<Accuracy>,
    /// What a compiler has undone of the kernel, as the values tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<String>,
    /// The first wrong elements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mismatches: Vec<Mismatch>,
    /// Which elements are wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
}

/// A rate in the part's metric.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Throughput {
    pub value: f64,
    /// What it counts.
    pub unit: RateUnit,
    /// Seconds an item, where that is how it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each_s: Option<f64>,
}

impl Throughput {
    /// What `problem` needs, done in `time`, in the part's metric.
    pub fn of(metric: Metric, problem: &ProblemReport, time: Seconds) -> Self {
        let (amount, unit) = match metric {
            Metric::Flop => (problem.flop.0, RateUnit::Peak(Unit::Flop)),
            Metric::Byte => (problem.byte.0, RateUnit::Peak(Unit::Byte)),
            Metric::Items(item) | Metric::Each(item) => (problem.items, RateUnit::of_item(item)),
        };
        let each_s = matches!(metric, Metric::Each(_)).then(|| time.0 / amount);
        Self { value: amount / time.0, unit, each_s }
    }

    /// Which of the device's peaks it is held against: a rate of items has none.
    pub fn peak(&self) -> Option<Unit> {
        match self.unit {
            RateUnit::Peak(unit) => Some(unit),
            RateUnit::CacheByte | RateUnit::Item(_) => None,
        }
    }

    /// As a person reads it: "3.10 GB/s", "27.0 ns/load".
    pub fn text(&self) -> String {
        match self.each_s {
            Some(each) => format!("{}/{}", Seconds(each), self.unit.item()),
            None => si(self.value, &self.unit.shown()),
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
