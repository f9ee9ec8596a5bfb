//! Whether the workgroups of an attempt cover what its kernel says that they do.

use super::context::Bench;
use super::prepare::Subject;
use super::report::Status;
use super::stand::{Checked, Stand};
use crate::device::{Device, Simulated};
use crate::kernel::{Kernel, uses_launch_size};

/// How far what was written may lie from what was said, in shares of a workgroup.
const SLACK: f64 = 0.5;

/// Launches the first half of the workgroups along each axis, and settles `subject` where they write more or less than their
/// share: then others have nothing to do, or the constant that says how much a workgroup covers is not true.
///
/// A kernel that asks how many workgroups there are shares the work among them by itself, and is left alone.
pub async fn hold(bench: &mut Bench<'_>, subject: &mut Subject, stand: &mut Stand) {
    let ([pass], [kernel], [pipeline]) = (subject.variant.passes, &subject.kernels[..], &subject.checked[..]) else {
        return;
    };
    let allowed = bench.facts.limits.max_workgroups;
    let Ok(all) = pass.grid.workgroups(&stand.problem, kernel, allowed) else {
        return;
    };
    if uses_launch_size(kernel) {
        return;
    }
    let (pipeline, kernel) = (*pipeline, kernel.clone());
    let axes = &pass.grid.0;
    // One axis that has more workgroups than a dimension allows goes on in rows.
    let folded = axes.len() == 1 && all[1] > 1;
    let dimensions = if folded { 1..2 } else { 0..axes.len() };
    for dimension in dimensions.filter(|dimension| all[*dimension] > 1) {
        let axis = if folded { 0 } else { dimension };
        let Ok((extent, cover)) = pass.grid.cut(&stand.problem, &kernel, axis) else {
            return;
        };
        let cover = if folded { cover.saturating_mul(all[0]) } else { cover };
        let mut half = all;
        half[dimension] /= 2;
        bench.doing("checking what a workgroup covers");
        let launches = stand.launches(&[(pipeline, &kernel, half)]);
        let Ok(Checked::Outputs(verdict)) = stand.checked_run(&mut bench.device, &launches, 1, false).await else {
            continue;
        };
        // It counted half a launch: that is nobody's figure.
        let _ = bench.device.simulated().and_then(Simulated::counted);
        let written = 1.0 - verdict.unwritten as f64 / verdict.elements.max(1) as f64;
        let share = f64::from(cover) / f64::from(extent);
        let said = (share * f64::from(half[dimension])).min(1.0);
        if (written - said).abs() > SLACK * share {
            let reason = told(&kernel, axes[axis].cover.constant(), [half[dimension], all[dimension]], [written, said]);
            return bench.settle(subject, Status::Failed, reason);
        }
    }
}

fn told(kernel: &Kernel, constant: Option<&str>, [half, all]: [u32; 2], [written, said]: [f64; 2]) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let whose = match constant.filter(|name| kernel.constant(name).is_some()) {
        Some(name) => format!("`const {name}` must say"),
        None => "the workgroup's size must be".to_owned(),
    };
    format!(
        "{}: of {all} workgroups the first {half} write {} of the outputs, and by what the kernel says of them {}: {whose} how \
         much one workgroup covers",
        kernel.path,
        percent(written),
        percent(said),
    )
}
