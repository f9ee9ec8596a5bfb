//! What is run for a variant: launches, or a host schedule.

use std::collections::BTreeSet;

use super::device_problem::DeviceProblem;
use super::host_schedule::HostSchedule;
use super::variant_under_test::VariantUnderTest;
use crate::device::{BufferId, Device, DeviceError, Dispatch, Launch, PipelineId, Timing};
use crate::lab::{GridError, Way};

/// Which of a variant's pipelines run.
#[derive(Clone, Copy)]
pub enum Pipelines {
    /// With the runtime checks on, on poisoned outputs.
    Checked,
    /// As they are timed, on stale outputs: what a kernel leaves out where it finds its work done would be missing.
    Timed,
}

/// What runs of a variant.
pub enum Runnable {
    /// Launches on data that lie on the device.
    Launches(Vec<Launch>),
    /// What the host does.
    Host(HostSchedule),
}

impl Runnable {
    /// What runs of `subject` on `instance`.
    ///
    /// # Errors
    /// [`GridError`] where the shader does not say how much a workgroup covers, or the device allows fewer workgroups.
    pub fn of(
        subject: &VariantUnderTest,
        instance: &DeviceProblem,
        which: Pipelines,
        allowed: u32,
    ) -> Result<Self, GridError> {
        let pipelines: &[PipelineId] = match which {
            Pipelines::Checked => &subject.checked,
            Pipelines::Timed => &subject.timed,
        };
        if !subject.variant.steps.is_empty() {
            return HostSchedule::new(subject, instance, pipelines, allowed).map(Self::Host);
        }
        let mut passes = Vec::new();
        for ((pass, kernel), pipeline) in subject.variant.passes.iter().zip(&subject.kernels).zip(pipelines) {
            let workgroups = instance.workgroups(&pass.grid, &instance.problem.extents, kernel, allowed)?;
            passes.push((*pipeline, kernel, workgroups));
        }
        Ok(Self::Launches(instance.launches(&passes)))
    }

    /// Runs it, and says how long that took.
    ///
    /// # Errors
    /// [`DeviceError`] where the run failed.
    pub async fn run(&mut self, device: &mut impl Device, repeats: u32) -> Result<Timing, DeviceError> {
        match self {
            Self::Launches(launches) => device.run(launches, repeats).await,
            Self::Host(schedule) => schedule.run(device, repeats).await,
        }
    }

    /// The host's side, where there is one.
    pub fn host_schedule(&mut self) -> Option<&mut HostSchedule> {
        match self {
            Self::Launches(_) => None,
            Self::Host(schedule) => Some(schedule),
        }
    }

    /// Its dispatches, in order.
    pub fn dispatches(&self) -> Vec<Dispatch> {
        match self {
            Self::Launches(launches) => {
                let plain = |launch: &Launch| Dispatch { launch: launch.clone(), own: None, way: Way::InPass };
                launches.iter().map(plain).collect()
            }
            Self::Host(schedule) => schedule.dispatches(),
        }
    }

    /// What its dispatches bind.
    pub fn bound(&self) -> BTreeSet<BufferId> {
        self.dispatches().iter().flat_map(|dispatch| &dispatch.launch.buffers).map(|(_, id)| *id).collect()
    }

    /// Workgroups of each launch.
    pub fn workgroups(&self) -> Vec<[u32; 3]> {
        match self {
            Self::Launches(launches) => launches.iter().map(|launch| launch.workgroups).collect(),
            Self::Host(_) => Vec::new(),
        }
    }
}
