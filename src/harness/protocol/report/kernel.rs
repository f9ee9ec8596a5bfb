//! The result of a run of a kernel of one's own, in SI base units.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::lab::DeviceReport;
use super::outputs::{OutputType, Outputs};
use super::roofs::Roofs;
use super::source::SourceReport;
use crate::harness::protocol::BindingPoint;
use crate::measure::Summary;
use crate::sim::advice::Cause;
use crate::sim::compile::Listing;
use crate::sim::estimate::{Estimate, Times};
use crate::sim::execution_trace::ExecutionTrace;
use crate::sim::{Counters, Finding, LineCounters, Severity};
use crate::units::Seconds;

/// What a pipeline's dispatches gave.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PipelineReport {
    /// [`PipelineReport::SCHEMA`].
    pub schema: String,
    /// The pipeline file.
    pub file: String,
    /// Each dispatch, in the order in which they ran.
    pub passes: Vec<KernelReport>,
    /// What was found of all of them together.
    pub findings: Vec<Finding>,
    /// Buffers that were written to files.
    pub saved: Vec<SavedBuffer>,
    /// Outputs beside those that were expected.
    pub expected: Vec<OutputComparison>,
    /// What all buffers hold at the end beside what they hold on another device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<OutputComparison>,
    /// What every buffer holds at the end, where it was asked for. Not part of the JSON of a command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<KeptReport>,
}

/// A pipeline's buffer in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedBuffer {
    /// Its name in the pipeline file.
    pub buffer: String,
    pub file: String,
    /// The file's bytes.
    pub bytes: u64,
}

/// What a run of a kernel of one's own gave.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KernelReport {
    /// [`KernelReport::RUN`] or [`KernelReport::EXPLAINED`].
    pub schema: String,
    /// The WGSL file.
    pub file: String,
    /// The entry point.
    pub entry: String,
    /// Invocations in a workgroup.
    pub workgroup_size: [u32; 3],
    /// Workgroups of the dispatch.
    pub workgroups: [u32; 3],
    /// What is solved, where it is a lab's problem.
    pub problem: Option<String>,
    /// Seed of random buffers.
    pub seed: u64,
    pub device: DeviceReport,
    /// How the simulator computes values and treats accesses out of bounds; `None` elsewhere, where the device decides.
    pub policy: Option<PolicyReport>,
    /// Buffers that were written to files.
    pub saved: Vec<SavedReport>,
    /// What every buffer that the kernel may write holds, where it was asked for. Not part of the JSON of a command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<KeptReport>,
    /// Outputs beside those that were expected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<OutputComparison>,
    /// Outputs beside those of another device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<OutputComparison>,
    /// Measured times; `None` on the simulator.
    pub time: Option<KernelTime>,
    /// What the simulator counted; `None` elsewhere.
    pub counters: Option<Counters>,
    /// What is wrong, then what is slow and why; empty where nothing was simulated.
    pub findings: Vec<Finding>,
    /// The simulator's estimate of the time; `None` elsewhere. Never a measurement.
    pub estimate: Option<EstimateReport>,
    /// What takes the estimated time, in a few words; `None` where nothing was simulated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The counters of each source line; empty where nothing was simulated.
    pub lines: Vec<LineCounters>,
    /// The lines, the dearest first, by what limits the launch.
    pub hottest: Vec<HotLine>,
    /// What the simulator's modelled compiler leaves of the kernel, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiled: Option<Listing>,
    /// The source, with the first request of each access where it was simulated. Not part of the JSON.
    #[serde(skip)]
    pub source: SourceReport,
    /// The course of one workgroup on the simulator, where it was asked for. Not part of the JSON.
    #[serde(skip)]
    pub trace: Option<ExecutionTrace>,
    /// The simulated machine's ceilings; `None` on a device, where `lockstep devices` has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roofs: Option<Roofs>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// A line and its share of what limits the launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HotLine {
    /// The line in the source, from 1.
    pub line: u32,
    /// Its share, 0 to 1.
    pub share: f64,
    /// Of what, in words.
    pub of: String,
}

/// What both did.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairReport {
    /// The first kernel; timed only where the outputs agree.
    pub a: KernelReport,
    /// The second kernel.
    pub b: KernelReport,
    /// What the two wrote.
    pub outputs: Outputs,
}

/// What the simulator does where WGSL leaves it open.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PolicyReport {
    /// NaN, denormals, contraction, rounding.
    pub values: String,
    /// Accesses out of bounds.
    pub out_of_bounds: String,
}

/// A buffer in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedReport {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    pub file: String,
    pub bytes: u64,
}

/// A buffer that the kernel may write, in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptReport {
    /// Where it is bound.
    pub place: BindingPoint,
    /// What it is called in messages.
    pub name: String,
    /// What it is made of.
    pub form: OutputType,
    pub file: PathBuf,
}

/// Outputs beside others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutputComparison {
    /// The file or the device that they are compared with.
    pub with: String,
    /// How far they agree.
    pub outputs: Outputs,
    /// The first words that do not agree.
    pub first: Vec<String>,
    /// Buffers that are left out, since the simulator's own values in them differ from one order of invocations to another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unordered: Vec<String>,
}

/// Measured times of single dispatches, each on buffers as they were given.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KernelTime {
    /// From the submission until the host saw it done.
    pub wall: Summary,
    /// Between the device's timestamps; `None` where it has none, or wrote nonsense.
    pub gpu: Option<Summary>,
    /// Bounds, loop and division checks: "on", always, for a kernel that nobody verified.
    pub checks: String,
}

/// An estimate of a machine's time, made of counters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EstimateReport {
    /// Estimated seconds; `None` where the machine's figures do not allow it.
    pub time_s: Option<Seconds>,
    /// Figures of the machine are missing: the time is a lower bound, and another resource may be what limits.
    #[serde(default)]
    pub lower_bound: bool,
    /// The resource with the largest term.
    pub limiter: Option<String>,
    /// The limiter in a sentence's words.
    pub limiter_words: Option<String>,
    /// Seconds before the first instruction.
    pub launch_s: Option<Seconds>,
    /// Each resource that the launch asks for.
    pub terms: Vec<TermReport>,
}

/// One resource's share of an estimate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TermReport {
    /// The resource.
    pub limit: String,
    /// In a sentence's words.
    pub words: String,
    /// Estimated seconds; `None` is not modelled.
    pub time_s: Option<Seconds>,
    /// The machine's figures that are missing.
    pub missing: Vec<String>,
}

impl PipelineReport {
    /// The schema's name.
    pub const SCHEMA: &str = "lockstep/pipeline/1";
}

impl KernelReport {
    /// The schema of what was run for its result.
    pub const RUN: &str = "lockstep/exec/1";

    /// The schema of what was run to be explained line by line.
    pub const EXPLAINED: &str = "lockstep/explain/1";

    /// Whether the kernel did what it should: no finding makes it wrong, and all outputs are as expected.
    pub fn is_right(&self) -> bool {
        let agrees = |comparison: &OutputComparison| comparison.outputs.agree;
        self.fault().is_none() && self.expected.iter().all(agrees) && self.against.as_ref().is_none_or(agrees)
    }

    /// Whether the simulator ran some of the workgroups only.
    pub fn is_sampled(&self) -> bool {
        self.counters.as_ref().is_some_and(Counters::is_sampled)
    }

    /// The first finding that makes the kernel wrong.
    pub fn fault(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.severity == Severity::Error)
    }
}

impl EstimateReport {
    /// The machine's figures that are missing, each once.
    pub fn missing(&self) -> Vec<String> {
        let mut missing: Vec<String> = Vec::new();
        for figure in self.terms.iter().flat_map(|term| &term.missing) {
            if !missing.contains(figure) {
                missing.push(figure.clone());
            }
        }
        missing
    }

    /// What is known of all terms.
    pub fn times(&self) -> Times {
        self.terms.iter().filter_map(|term| Some((term.limit.clone(), term.time_s?.0))).collect()
    }
}

impl From<&Estimate> for EstimateReport {
    fn from(estimate: &Estimate) -> Self {
        let terms = estimate.terms.iter().filter(|term| term.time_s != Some(0.0));
        Self {
            time_s: estimate.time_s.map(Seconds),
            lower_bound: estimate.at_least(),
            limiter: estimate.limiter.map(|limit| limit.name().to_owned()),
            limiter_words: estimate.limiter.map(|limit| limit.describe().to_owned()),
            launch_s: estimate.launch_s.map(Seconds),
            terms: terms
                .map(|term| TermReport {
                    limit: term.limit.name().to_owned(),
                    words: term.limit.describe().to_owned(),
                    time_s: term.time_s.map(Seconds),
                    missing: term.missing.iter().map(|path| (*path).to_owned()).collect(),
                })
                .collect(),
        }
    }
}
