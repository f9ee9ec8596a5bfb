//! A kernel of one's own, or a pipeline, whose outputs are compared: with what a file holds, or with what another device writes.
//!
//! What the order of invocations decides is left out: no two devices need agree on that.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::run::run;
use super::user::ORDERS;
use crate::device::Selector;
use crate::harness::protocol::{
    BindingPoint, Done, Expected, Fill, Job, KeptReport, KernelReport, NoListener, OutOfBoundsPolicy, OutputComparison,
    Pipeline, PipelineReport, Request, RunError, Tolerance, UserKernel,
};
use crate::host::{Host, Native};
use crate::sim::{Finding, FindingKind};

/// What the outputs of a kernel are compared with.
pub struct Compared<'a> {
    /// Files that hold what outputs must be.
    pub expect: &'a [Expected],
    /// Another device.
    pub against: Option<&'a Selector>,
    /// How far it may differ from that.
    pub tolerance: Tolerance,
    /// Whether a simulator treats accesses out of bounds as the device does that it is compared with.
    pub as_the_device: bool,
}

/// Runs the request's kernel, and compares what it wrote.
///
/// # Errors
/// [`RunError`], as a run without a comparison, or where a file cannot be read.
pub fn run_compared(request: &Request, with: &Compared<'_>) -> Result<KernelReport, RunError> {
    if with.expect.is_empty() && with.against.is_none() {
        return run(request, &mut NoListener).and_then(Done::kernel);
    }
    let folder = tempfile::tempdir().map_err(RunError::unserved)?;
    let device = &request.device;
    let policy = match with.against {
        Some(other) if with.as_the_device => policy_of([device, other], request, folder.path())?,
        _ => None,
    };
    let mut report = kept(request, device, &folder.path().join("a"), policy)?;
    for expected in with.expect {
        let compared = OutputComparison::expected(&report.kept, expected, &Native);
        let failed = |why| RunError::unserved(format!("--expect {}=...: {why}", expected.place));
        report.expected.push(compared.map_err(failed)?);
    }
    if let Some(other) = with.against {
        beside_device(request, (other, with.tolerance), folder.path(), policy, &mut report)?;
    }
    report.kept.clear();
    Ok(report)
}

/// Adds to `report` how its outputs compare with those of the `other` device.
fn beside_device(
    request: &Request,
    (other, tolerance): (&Selector, Tolerance),
    folder: &Path,
    policy: Option<OutOfBoundsPolicy>,
    report: &mut KernelReport,
) -> Result<(), RunError> {
    // It ran on the first device: what the second makes of it is no verdict on the kernel.
    let second = kept(request, other, &folder.join("b"), policy).map_err(|refused| refused_against(other, &refused))?;
    let name = report.device.beside(&second.device);
    let filters = matches!(&request.job, Job::Kernel(kernel) if kernel.filters());
    let again = |which: usize, order| {
        let mut request = request.clone();
        if let Job::Kernel(kernel) = &mut request.job {
            kernel.order = Some(order);
        }
        let folder = folder.join(format!("order-{order}"));
        Ok(kept(&request, [&request.device, other][which], &folder, policy)?.kept)
    };
    let runs = [report.as_run(), second.as_run()];
    report.against = Some(compare(&runs, (filters, tolerance), &name, request.seed, again)?);
    if report.counters.is_none() {
        report.findings.extend(second.findings.iter().filter(|found| found.is_error()).cloned());
    }
    report.notes.extend(second.notes.into_iter().filter(|note| !report.notes.contains(note)).collect::<Vec<_>>());
    Ok(())
}

/// Runs the request's pipeline, and where there is another device, compares what all buffers hold in the end.
///
/// # Errors
/// [`RunError`], as a run without a comparison.
pub fn run_pipeline_compared(
    request: &Request,
    against: Option<&Selector>,
    tolerance: Tolerance,
) -> Result<PipelineReport, RunError> {
    let Some(other) = against else {
        return run(request, &mut NoListener).and_then(Done::pipeline);
    };
    let folder = tempfile::tempdir().map_err(RunError::unserved)?;
    let mut report = kept_pipeline(request, &folder.path().join("a"), |_| {})?;
    // What is saved and expected is the first device's.
    let plain = |pipeline: &mut Pipeline| {
        pipeline.save.clear();
        pipeline.expect.clear();
    };
    let on_other = Request { device: other.clone(), ..request.clone() };
    let second = kept_pipeline(&on_other, &folder.path().join("b"), plain)
        .map_err(|refused| refused_against(other, &refused))?;
    let devices = report.passes.first().zip(second.passes.first());
    let name = devices.map_or_else(String::new, |(one, other)| one.device.beside(&other.device));
    let again = |which: usize, order| {
        let in_order = |pipeline: &mut Pipeline| {
            plain(pipeline);
            pipeline.passes.iter_mut().for_each(|pass| pass.kernel.order = Some(order));
        };
        let folder = folder.path().join(format!("order-{order}"));
        Ok(kept_pipeline([request, &on_other][which], &folder, in_order)?.kept)
    };
    let against = compare(&[report.as_run(), second.as_run()], (false, tolerance), &name, request.seed, again)?;
    report.against = Some(against);
    report.kept.clear();
    Ok(report)
}

fn refused_against(device: &Selector, refused: &RunError) -> RunError {
    RunError::unserved(format!("--against {device}: {refused}"))
}

/// Runs the request's pipeline as `change` changes it, and keeps what its buffers hold in `folder`.
fn kept_pipeline(request: &Request, folder: &Path, change: impl Fn(&mut Pipeline)) -> Result<PipelineReport, RunError> {
    fs::create_dir_all(folder).map_err(RunError::unserved)?;
    let mut request = request.clone();
    if let Job::Pipeline(pipeline) = &mut request.job {
        pipeline.keep = Some(folder.to_owned());
        change(pipeline);
    }
    run(&request, &mut NoListener).and_then(Done::pipeline)
}

/// Runs the request's kernel on a device, and keeps what it may write in `folder`.
fn kept(
    request: &Request,
    device: &Selector,
    folder: &Path,
    policy: Option<OutOfBoundsPolicy>,
) -> Result<KernelReport, RunError> {
    fs::create_dir_all(folder).map_err(RunError::unserved)?;
    let mut request = Request { device: device.clone(), ..request.clone() };
    if let Job::Kernel(kernel) = &mut request.job {
        kernel.keep = Some(folder.to_owned());
        if let (Some(policy), Selector::Simulated(_)) = (policy, device) {
            kernel.out_of_bounds = policy;
        }
    }
    run(&request, &mut NoListener).and_then(Done::kernel)
}

/// One of two runs: what it found, what it kept, and whether the simulator ran it.
struct Run<'a> {
    simulated: bool,
    findings: Vec<&'a Finding>,
    kept: &'a [KeptReport],
}

impl KernelReport {
    fn as_run(&self) -> Run<'_> {
        Run { simulated: self.counters.is_some(), findings: self.findings.iter().collect(), kept: &self.kept }
    }
}

impl PipelineReport {
    fn as_run(&self) -> Run<'_> {
        Run {
            simulated: self.passes.iter().any(|pass| pass.counters.is_some()),
            findings: self.passes.iter().flat_map(|pass| &pass.findings).collect(),
            kept: &self.kept,
        }
    }
}

/// Compares two runs. Where they do not agree, and the simulator saw values that depend on the order of invocations, it runs
/// again in other orders, by `again` on the run's index, and buffers that change from one to the next are left out.
fn compare(
    runs: &[Run<'_>; 2],
    allowed: (bool, Tolerance),
    with: &str,
    seed: u64,
    again: impl Fn(usize, u64) -> Result<Vec<KeptReport>, RunError>,
) -> Result<OutputComparison, RunError> {
    let pair = [runs[0].kept, runs[1].kept];
    let devices = |unordered: &BTreeSet<BindingPoint>| {
        OutputComparison::devices(pair, unordered, allowed, with.to_owned(), &Native).map_err(RunError::unserved)
    };
    let mut unordered = BTreeSet::new();
    let plain = devices(&unordered)?;
    let by_order = |run: &Run<'_>| run.findings.iter().any(|found| found.kind == FindingKind::OrderDependentAtomic);
    let Some(which) = runs.iter().position(|run| run.simulated && by_order(run)).filter(|_| !plain.outputs.agree)
    else {
        return Ok(plain);
    };
    for order in 1..=ORDERS {
        let kept = again(which, seed.wrapping_add(order))?;
        unordered.extend(OutputComparison::unordered(runs[which].kept, &kept, &Native).map_err(RunError::unserved)?);
    }
    devices(&unordered)
}

/// Reads far beyond a buffer whose last word is 9.
const PROBE: &str = "@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn main() { out[0] = words[out[1]]; }
";

/// What the device does beyond a buffer that a simulator is compared with: it is asked. `None` where there is no pair of
/// the two, or it does neither of what the simulator can do.
fn policy_of(devices: [&Selector; 2], request: &Request, folder: &Path) -> Result<Option<OutOfBoundsPolicy>, RunError> {
    let is_simulated = |device: &Selector| matches!(device, Selector::Simulated(_));
    let real = match devices {
        [a, b] if is_simulated(a) && !is_simulated(b) => b,
        [a, b] if !is_simulated(a) && is_simulated(b) => a,
        _ => return Ok(None),
    };
    let file = folder.join("probe.wgsl");
    fs::write(&file, PROBE).map_err(RunError::unserved)?;
    let at = |binding| BindingPoint { group: 0, binding };
    let words = |words: &[u32]| Fill::Given(bytemuck::cast_slice(words).to_vec());
    let kernel = UserKernel {
        file,
        buffers: vec![(at(0), words(&[7, 7, 7, 9])), (at(1), words(&[3, 1 << 20]))],
        ..UserKernel::default()
    };
    let request = Request { job: Job::Kernel(Box::new(kernel)), size: None, ..request.clone() };
    let report = kept(&request, real, &folder.join("probe"), None)?;
    let out =
        report.kept.first().map(|kept| kept.bytes(&Native as &dyn Host)).transpose().map_err(RunError::unserved)?;
    Ok(match out.as_deref() {
        Some([9, ..]) => Some(OutOfBoundsPolicy::Clamp),
        Some([0, ..]) => Some(OutOfBoundsPolicy::Zero),
        _ => None,
    })
}
