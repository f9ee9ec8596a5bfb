//! Whether the workgroups of an attempt cover what its kernel says that they do.

use crate::device::{AnyDevice, Device, PipelineId, Simulated};
use crate::harness::ladder::context::Bench;
use crate::harness::ladder::prepare::device_problem::{Checked, Stand};
use crate::harness::ladder::prepare::host_schedule::Runnable;
use crate::harness::ladder::prepare::subject::Subject;
use crate::harness::protocol::Status;
use crate::kernel::{Kernel, uses_launch_size};
use crate::units::digits3;

/// How far what was written may lie from what was said, in shares of a workgroup.
const SLACK: f64 = 0.5;

/// One workgroup of so many runs: that takes a small part of the whole launch's time.
const PART: u32 = 8;

/// How many times the mean workgroup's instructions the one with most may have, in a kernel that asks how large the launch is:
/// what data ask of one workgroup and not of its neighbour stays below, and three quarters of the launch left idle do not.
const SHARED: f64 = 4.0;

/// Launches the first eighth of the workgroups along each axis, and settles `subject` where they write more or less than their
/// share: then others have nothing to do, or the constant that says how much a workgroup covers is not true.
///
/// A kernel that asks how many workgroups there are can tell a part of them from all. So in the whole launch each must have its part
/// of the instructions; where that holds, and any number of workgroups writes everything, they share the work by themselves.
pub async fn hold(bench: &mut Bench<'_>, subject: &mut Subject, stand: &mut Stand) {
    let ([pass], [kernel], [pipeline]) = (subject.variant.passes, &subject.kernels[..], &subject.checked[..]) else {
        return;
    };
    let allowed = bench.facts.limits.max_workgroups;
    let Ok(all) = pass.grid.workgroups(&stand.problem, kernel, allowed) else {
        return;
    };
    let (pipeline, kernel) = (*pipeline, kernel.clone());
    let axes = &pass.grid.0;
    let crowding = subject.counted.as_ref().map_or(0.0, |counted| counted.crowding);
    let stepped = !subject.variant.steps.is_empty();
    let added_up = stand.problem.outputs().any(|output| output.role.is_cleared());
    if (stepped || added_up || uses_launch_size(&kernel)) && crowding > SHARED {
        let reason = format!(
            "{}: one workgroup has {} times the instructions of the mean one, so that others have little to do: {} how much one \
             workgroup covers",
            kernel.path,
            digits3(crowding),
            must(&kernel, axes[0].cover.constant()),
        );
        return bench.settle(subject, Status::Failed, reason);
    }
    if added_up || stepped {
        return; // Every workgroup adds to the same elements, or every dispatch has a grid of its own: what is written says nothing.
    }
    // One axis that has more workgroups than a dimension allows goes on in rows.
    let folded = axes.len() == 1 && all[1] > 1;
    let dimensions = if folded { 1..2 } else { 0..axes.len() };
    bench.doing("checking what a workgroup covers");
    for dimension in dimensions.filter(|dimension| all[*dimension] > 1) {
        let axis = if folded { 0 } else { dimension };
        let Ok((extent, cover)) = pass.grid.cut(&stand.problem, &kernel, axis) else {
            return;
        };
        let cover = if folded { cover.saturating_mul(all[0]) } else { cover };
        let with = |workgroups: u32| {
            let mut some = all;
            some[dimension] = workgroups;
            some
        };
        let first = (all[dimension] / PART).max(1);
        let Some(by_first) = written(bench, stand, pipeline, &kernel, with(first)).await else {
            continue;
        };
        let share = f64::from(cover) / f64::from(extent);
        let said = (share * f64::from(first)).min(1.0);
        if (by_first - said).abs() <= SLACK * share {
            continue;
        }
        let shares = by_first == 1.0 && uses_launch_size(&kernel);
        if shares && written(bench, stand, pipeline, &kernel, with(1)).await == Some(1.0) {
            continue;
        }
        let reason = told(&kernel, axes[axis].cover.constant(), [first, all[dimension]], [by_first, said]);
        return bench.settle(subject, Status::Failed, reason);
    }
}

/// The share of the outputs that `workgroups` write; `None` where they do not end, or write elsewhere.
async fn written(
    bench: &mut Bench<'_>,
    stand: &mut Stand,
    pipeline: PipelineId,
    kernel: &Kernel,
    workgroups: [u32; 3],
) -> Option<f64> {
    let mut work = Runnable::Launches(stand.launches(&[(pipeline, kernel, workgroups)]));
    // Costs and faults are those of the whole launch.
    want_outputs_only(&mut bench.device, true);
    let checked = stand.checked_run(&mut bench.device, &mut work, 1, false).await;
    want_outputs_only(&mut bench.device, false);
    // It counted a part of a launch: that is nobody's figure.
    let _ = bench.device.simulated().and_then(Simulated::counted);
    match checked {
        Ok(Checked::Outputs(verdict)) => Some(1.0 - verdict.unwritten as f64 / verdict.elements.max(1) as f64),
        _ => None,
    }
}

fn want_outputs_only(device: &mut AnyDevice, only: bool) {
    if let Some(simulator) = device.simulated() {
        simulator.want_outputs_only(only);
    }
}

fn told(kernel: &Kernel, constant: Option<&str>, [first, all]: [u32; 2], [written, said]: [f64; 2]) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    format!(
        "{}: of {all} workgroups the first {first} write {} of the outputs, and by what the kernel says of them {}: {} how \
         much one workgroup covers",
        kernel.path,
        percent(written),
        percent(said),
        must(kernel, constant),
    )
}

/// What must be corrected in the kernel.
fn must(kernel: &Kernel, constant: Option<&str>) -> String {
    match constant.filter(|name| kernel.constant(name).is_some()) {
        Some(name) => format!("`const {name}` must say"),
        None => "the workgroup's size must be".to_owned(),
    }
}
