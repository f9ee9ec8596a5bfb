//! The whole result of a run: the JSON of schema `lockstep/run/1`, in SI base units.

use serde::{Deserialize, Serialize};

use super::note::{self, Note};
use super::roofs::Roofs;
use super::source::SourceReport;
use super::unit::OrdinateUnit;
use super::variant::{Status, VariantReport};
use crate::device::{Backend, DeviceType, Facts};
use crate::harness::protocol::{Checks, StageReport};
use crate::lab::{AxisMark, AxisUnit, Curve, Ordinate};
use crate::measure::Clock;
use crate::units::{Bytes, Flop};

/// The schema's name.
pub const SCHEMA: &str = "lockstep/run/1";

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
    /// How its size was chosen, where the device was tried for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_choice: Option<SizeChoice>,
    /// The variants, in the ladder's order.
    pub variants: Vec<VariantReport>,
    /// The curves of parts that were swept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sweeps: Vec<SweepReport>,
    /// What this run shows, in sentences.
    pub shows: Vec<String>,
    /// What a reader must know to trust the figures.
    #[serde(with = "note::words")]
    pub notes: Vec<Note>,
    /// Where the time of a run on a device went, all its processes together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageReport>,
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
    pub checks: Checks,
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

/// A size that was chosen for a device by what it costs there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeChoice {
    /// The size.
    pub size: u32,
    /// Why neither the next smaller nor the next larger one, in words that follow "because".
    pub because: String,
}

/// A part over its axis.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SweepReport {
    pub part: String,
    /// What changes from point to point.
    pub axis: String,
    /// The points' unit.
    pub unit: AxisUnit,
    /// What the curves show.
    pub ordinate: Ordinate,
    /// Its unit.
    pub ordinate_unit: OrdinateUnit,
    /// A curve a variant, in the ladder's order.
    pub curves: Vec<Curve>,
    /// The device's own figures on the axis.
    pub marks: Vec<AxisMark>,
    /// How knees are found; empty where they would say nothing.
    pub rule: String,
    /// Points that were left out, and why.
    pub notes: Vec<String>,
}

/// What a canary saw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanaryReport {
    /// "arithmetic" or "memory".
    pub name: String,
    /// By how much its time changed within a process, at most: a share.
    pub within: f64,
    /// By how much its time in the slowest process exceeds that in the fastest: a share.
    pub between: f64,
}

fn is_zero(items: &f64) -> bool {
    *items == 0.0
}
