//! Whether the workgroups of an attempt cover what its kernel says that they do.

use super::checked_run::Checked;
use crate::device::{AnyDevice, Device, PipelineId, Simulated};
use crate::harness::ladder::prepare::device_problem::DeviceProblem;
use crate::harness::ladder::prepare::runnable::Runnable;
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::ladder::progress::Progress;
use crate::harness::protocol::{Activity, Settled};
use crate::kernel::{Kernel, uses_launch_size};
use crate::lab::{Failure, Grid};
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
pub async fn check(
    device: &mut AnyDevice,
    subject: &mut VariantUnderTest,
    instance: &mut DeviceProblem,
    progress: &mut Progress<'_>,
) {
    let ([pass], [kernel], [pipeline]) = (subject.variant.passes, &subject.kernels[..], &subject.checked[..]) else {
        return;
    };
    let Ok(all) = pass.grid.workgroups(&instance.problem, kernel, device.facts().limits.max_workgroups) else {
        return;
    };
    let crowding = subject.counted.as_ref().map_or(0.0, |counted| counted.crowding);
    let stepped = !subject.variant.steps.is_empty();
    let added_up = instance.problem.outputs().any(|output| output.role.is_cleared());
    let end = if (stepped || added_up || uses_launch_size(kernel)) && crowding > SHARED {
        let reason = crowded(kernel, pass.grid.0[0].cover.constant(), crowding);
        Some(Settled::failed(reason).by(Failure::UnevenWorkgroups))
    } else if added_up || stepped {
        None // Every workgroup adds to the same elements, or every dispatch has a grid of its own: what is written says nothing.
    } else {
        let mut launch = Launch { grid: &pass.grid, all, pipeline: *pipeline, kernel, device, instance };
        progress.doing(Activity::Verify, "checking what a workgroup covers");
        launch.untrue().await.map(Settled::failed)
    };
    if let Some(end) = end {
        subject.settle(end, progress);
    }
}

/// A kernel's whole launch, of which parts are tried.
struct Launch<'a> {
    grid: &'a Grid,
    /// Its workgroups.
    all: [u32; 3],
    pipeline: PipelineId,
    kernel: &'a Kernel,
    device: &'a mut AnyDevice,
    instance: &'a mut DeviceProblem,
}

impl Launch<'_> {
    /// What is not true of the first dimension along which a part writes more or less than its share.
    async fn untrue(&mut self) -> Option<String> {
        let axes = &self.grid.0;
        // One axis that has more workgroups than a dimension allows goes on in rows.
        let folded = axes.len() == 1 && self.all[1] > 1;
        let dimensions = if folded { 1..2 } else { 0..axes.len() };
        for dimension in dimensions.filter(|dimension| self.all[*dimension] > 1).collect::<Vec<_>>() {
            let axis = if folded { 0 } else { dimension };
            let (extent, cover) = self.grid.cut(&self.instance.problem, self.kernel, axis).ok()?;
            let cover = if folded { cover.saturating_mul(self.all[0]) } else { cover };
            let share = f64::from(cover) / f64::from(extent);
            if let Some((first, shares)) = self.along(dimension, share).await {
                let constant = axes[axis].cover.constant();
                return Some(covers_other(self.kernel, constant, [first, self.all[dimension]], shares));
            }
        }
        None
    }

    /// The first workgroups along `dimension`, the share that they write and the one that they should; `None` where these agree. Each
    /// workgroup has `share` of the extent.
    async fn along(&mut self, dimension: usize, share: f64) -> Option<(u32, [f64; 2])> {
        let first = (self.all[dimension] / PART).max(1);
        let by_first = self.written(dimension, first).await?;
        let said = (share * f64::from(first)).min(1.0);
        if (by_first - said).abs() <= SLACK * share {
            return None;
        }
        let shares = by_first == 1.0 && uses_launch_size(self.kernel);
        if shares && self.written(dimension, 1).await == Some(1.0) {
            return None;
        }
        Some((first, [by_first, said]))
    }

    /// The share of the outputs that the first `workgroups` along `dimension` write; `None` where they do not end, or write elsewhere.
    async fn written(&mut self, dimension: usize, workgroups: u32) -> Option<f64> {
        let mut some = self.all;
        some[dimension] = workgroups;
        let mut work = Runnable::Launches(self.instance.launches(&[(self.pipeline, self.kernel, some)]));
        // Costs and faults are those of the whole launch.
        want_outputs_only(self.device, true);
        let checked = self.instance.checked_run(self.device, &mut work, 1, false).await;
        want_outputs_only(self.device, false);
        // It counted a part of a launch: that is nobody's figure.
        let _ = self.device.simulated().and_then(Simulated::counted);
        match checked {
            Ok(Checked::Outputs(verdict)) => Some(1.0 - verdict.unwritten as f64 / verdict.elements.max(1) as f64),
            _ => None,
        }
    }
}

/// Why a launch fails in which one workgroup does most.
fn crowded(kernel: &Kernel, constant: Option<&str>, crowding: f64) -> String {
    format!(
        "{}: one workgroup has {} times the instructions of the mean one, so that others have little to do: {} how much one workgroup \
         covers",
        kernel.path,
        digits3(crowding),
        must(kernel, constant),
    )
}

fn want_outputs_only(device: &mut AnyDevice, only: bool) {
    if let Some(simulator) = device.simulated() {
        simulator.want_outputs_only(only);
    }
}

/// Why a launch fails whose first workgroups write another share than they should.
fn covers_other(kernel: &Kernel, constant: Option<&str>, [first, all]: [u32; 2], [written, said]: [f64; 2]) -> String {
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
