//! The whole result of a run: the JSON of schema `lockstep/run/1`, in SI base units.

use serde::{Deserialize, Serialize};

use super::source::SourceReport;
use crate::device::{Backend, DeviceType, Facts};
use crate::measure::{Clock, Summary};
use crate::sim::{Counters, Finding};
use crate::units::{Bytes, Flop, Seconds, si};
use crate::verify::Mismatch;

/// The schema's name.
pub const SCHEMA: &str = "lockstep/run/1";

/// One lab on one device.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// The lab.
    pub lab: String,
    /// The exercise, where one was run instead of the ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<String>,
    /// The question it asks.
    pub question: String,
    /// Seed of the inputs.
    pub seed: u64,
    /// The device.
    pub device: DeviceReport,
    /// The clock.
    pub clock: ClockReport,
    /// Theoretical and measured ceilings.
    pub roofs: Roofs,
    /// The first part's problem.
    pub problem: ProblemReport,
    /// The variants, in the ladder's order.
    pub variants: Vec<VariantReport>,
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
    pub checks: super::Checks,
}

/// Ceilings of the device.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Roofs {
    /// f32 arithmetic.
    pub compute: ComputeRoof,
    /// Memory.
    pub memory: MemoryRoof,
    /// Bytes of the last-level cache, where known.
    pub last_level_cache: Option<f64>,
    /// The clock that the theoretical roofs count, in Hz, where known.
    pub clock_hz: Option<f64>,
    /// What to know about them.
    pub notes: Vec<String>,
}

/// The ceiling of arithmetic.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ComputeRoof {
    /// The scalar type.
    pub precision: String,
    /// From data sheets and queries.
    pub theoretical: Roof<FlopRate>,
    /// From micro-kernels; `None` where nothing was measured.
    pub measured: Option<Roof<FlopRate>>,
}

/// The ceiling of memory traffic.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MemoryRoof {
    /// From data sheets and queries.
    pub theoretical: Roof<ByteRate>,
    /// From micro-kernels; `None` where nothing was measured.
    pub measured: Option<Roof<ByteRate>>,
    /// A CPU device's host, by a copy of its own; `None` elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Roof<ByteRate>>,
}

/// A ceiling with its provenance.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Roof<R> {
    /// The value.
    #[serde(flatten)]
    pub rate: R,
    /// queried, derived, table, user, measured or unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Where it comes from, with its inputs.
    pub detail: String,
}

/// FLOP/s, or unknown.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct FlopRate {
    /// The value in FLOP/s; `None` is unknown.
    pub flop_per_s: Option<f64>,
}

/// B/s, or unknown.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ByteRate {
    /// The value in B/s; `None` is unknown.
    pub byte_per_s: Option<f64>,
}

/// One of the four ceilings, as it is shown.
pub struct ShownRoof<'a> {
    /// What it bounds: "compute" or "memory".
    pub of: &'static str,
    /// "theoretical" or "measured".
    pub how: &'static str,
    /// In FLOP/s or B/s; `None` is unknown, or not measured.
    pub value: Option<f64>,
    /// The same with its unit.
    pub text: Option<String>,
    /// What kind of evidence it is; empty where nothing was measured.
    pub source: &'a str,
    /// Where it comes from; `None` where nothing was measured.
    pub detail: Option<&'a str>,
}

impl Roofs {
    /// Arithmetic's ceilings and memory's, of each the theoretical one first.
    pub fn shown(&self) -> [ShownRoof<'_>; 4] {
        let flop = |rate: &FlopRate| rate.flop_per_s;
        let byte = |rate: &ByteRate| rate.byte_per_s;
        let [theory, measured] =
            shown("compute", "FLOP/s", &self.compute.theoretical, self.compute.measured.as_ref(), flop);
        let [above, copied] = shown("memory", "B/s", &self.memory.theoretical, self.memory.measured.as_ref(), byte);
        [theory, measured, above, copied]
    }

    /// The highest known rate of arithmetic, of both roofs, in FLOP/s.
    pub fn highest_compute(&self) -> Option<f64> {
        highest(self.theoretical_compute(), self.measured_compute())
    }

    /// The highest known rate of memory traffic, of both roofs, in B/s.
    pub fn highest_memory(&self) -> Option<f64> {
        highest(self.theoretical_memory(), self.measured_memory())
    }

    /// The theoretical f32 peak in FLOP/s.
    pub fn theoretical_compute(&self) -> Option<f64> {
        self.compute.theoretical.rate.flop_per_s
    }

    /// The measured f32 ceiling in FLOP/s.
    pub fn measured_compute(&self) -> Option<f64> {
        self.compute.measured.as_ref()?.rate.flop_per_s
    }

    /// The theoretical memory bandwidth in B/s.
    pub fn theoretical_memory(&self) -> Option<f64> {
        self.memory.theoretical.rate.byte_per_s
    }

    /// The measured memory ceiling in B/s.
    pub fn measured_memory(&self) -> Option<f64> {
        self.memory.measured.as_ref()?.rate.byte_per_s
    }

    /// The ridge point in FLOP a byte: of the measured roofs where both are known, else of the theoretical ones.
    pub fn ridge(&self) -> Option<f64> {
        let of = |compute: Option<f64>, memory: Option<f64>| Some(compute? / memory?);
        of(self.measured_compute(), self.measured_memory())
            .or_else(|| of(self.theoretical_compute(), self.theoretical_memory()))
    }
}

fn shown<'a, R>(
    of: &'static str,
    unit: &str,
    theoretical: &'a Roof<R>,
    measured: Option<&'a Roof<R>>,
    value: fn(&R) -> Option<f64>,
) -> [ShownRoof<'a>; 2] {
    [("theoretical", Some(theoretical)), ("measured", measured)].map(|(how, roof)| {
        let value = roof.and_then(|roof| value(&roof.rate));
        ShownRoof {
            of,
            how,
            value,
            text: value.map(|value| si(value, unit)),
            source: roof.map_or("", |roof| &roof.source),
            detail: roof.map(|roof| roof.detail.as_str()),
        }
    })
}

fn highest(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::max)
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
    /// The name.
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
    /// How it ended.
    pub status: Status,
    /// Why, where it is not `ok`; else what to know about the figures.
    pub reason: Option<String>,
    /// What was verified; `None` where nothing could be.
    pub check: Option<CheckReport>,
    /// Times of one run of the variant.
    pub time: Option<Summary>,
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
    /// Whether the working set may have come from a cache.
    pub from_cache: bool,
    /// At the size where the launch rules.
    pub small: Option<SmallReport>,
    /// What takes the estimated time, in a few words; `None` where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// What the simulator counted.
    pub counters: Option<Counters>,
    /// Findings.
    pub findings: Vec<Finding>,
}

/// What was compared where some workgroups ran: the elements that they wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampledCheck {
    /// The size.
    pub size: u32,
    /// Elements compared.
    pub elements: usize,
    /// Elements that the outputs have.
    pub outputs: u64,
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
    /// The first wrong elements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mismatches: Vec<Mismatch>,
}

/// JSON has no infinity: it is written as null.
pub(super) fn infinite_if_null<'de, D: serde::Deserializer<'de>>(json: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(f64::INFINITY))
}

/// A rate in the lab's metric.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Throughput {
    /// The value.
    pub value: f64,
    /// "FLOP/s" or "B/s".
    pub unit: String,
}

/// A variant at the size where the launch costs more than the work.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SmallReport {
    /// The size.
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
