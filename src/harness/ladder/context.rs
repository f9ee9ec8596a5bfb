//! What a run depends on.

use std::sync::Arc;

use super::compare_on_device::Comparer;
use super::fill::{Filler, Filling};
use super::prepare::device_problem::DeviceProblem;
use super::progress::Progress;
use super::time::session_plan::SessionPlan;
use super::verify::own_pool::threads;
use crate::device::{AnyDevice, DeviceType, Facts, RuntimeChecks};
use crate::harness::protocol::{Activity, Checks, Job, Request, Roofs, RunError, SizeChoice};
use crate::host::Host;
use crate::lab::{Ceilings, Lab, Part, Problem};
use crate::sim::machine::Machine;

/// Workgroups of a row, where rows are tried: few, but more than those of a launch whose workgroups are a fixed number.
const ROW: u32 = 13;

/// What a run depends on. Nothing of it changes while the run goes on; of the steps, none sees it whole.
pub struct RunContext<'a> {
    pub lab: &'static Lab,
    /// What was asked for.
    pub request: &'a Request,
    /// Where it runs.
    pub host: &'static dyn Host,
    /// What the device says of itself.
    pub facts: Facts,
    /// The simulated machine; `None` on a device.
    pub machine: Option<Machine>,
    /// The main size: until one is chosen, the largest that there is to choose from.
    pub size: u32,
    /// Why it was chosen, once the device was tried for it.
    pub size_choice: Option<SizeChoice>,
    pub roofs: Roofs,
    /// How to time, and in how many processes.
    pub sessions: SessionPlan<'a>,
    /// What compares large buffers on the device, where this process verifies some.
    pub comparer: Option<Arc<Comparer>>,
    /// What makes large inputs on the device, where it can.
    pub filler: Option<Arc<Filler>>,
}

impl RunContext<'_> {
    /// Whether the device is the simulator: then each verification is an audit, and times are estimates.
    pub fn simulated(&self) -> bool {
        self.facts.kind == DeviceType::Simulated
    }

    /// Whether this process verifies: the first one does, and those after it time what was verified.
    pub fn verifies(&self) -> bool {
        self.sessions.is_first()
    }

    /// Threads over which variants may be spread.
    pub fn threads(&self) -> usize {
        if self.request.known.one_at_a_time { 1 } else { threads() }
    }

    /// Whether launches at the main size are sampled: those of a ladder on the simulator. Attempts are run whole.
    pub fn samples(&self) -> bool {
        self.simulated() && self.request.job.as_attempt().is_none()
    }

    /// What is added to the kernels of `part` where they are timed.
    pub fn runtime_checks(&self, part: &Part) -> RuntimeChecks {
        match (self.request.checks, part.unzeroed) {
            (Checks::On, _) => RuntimeChecks::All,
            (Checks::Off, false) => RuntimeChecks::ZeroInit,
            (Checks::Off, true) => RuntimeChecks::None,
        }
    }

    /// Workgroups of a row in a part's other shapes: of a ladder's kernels, which a device with many elements launches in rows.
    pub fn row(&self) -> Option<u32> {
        matches!(self.request.job, Job::Ladder { .. }).then_some(ROW)
    }

    /// The ceilings by which a sweep chooses its points.
    pub fn ceilings(&self) -> Ceilings {
        Ceilings {
            flop_per_s: self.roofs.best_known_compute(),
            byte_per_s: self.roofs.best_known_memory(),
            last_level_cache: self.roofs.last_level_cache,
            machine: self.machine.clone(),
        }
    }

    /// Sets `problem` up on the device.
    ///
    /// # Errors
    /// [`RunError`] where a buffer does not fit.
    pub async fn instance(
        &self,
        device: &mut AnyDevice,
        problem: Problem,
        progress: &mut Progress<'_>,
    ) -> Result<DeviceProblem, RunError> {
        let filling = self.filling();
        let instance = if self.verifies() {
            progress.doing(Activity::Prepare, "preparing data and reference");
            DeviceProblem::new(device, problem, &filling).await
        } else {
            progress.doing(Activity::Prepare, "preparing data");
            DeviceProblem::without_reference(device, problem, &filling).await
        };
        let mut instance = instance.map_err(RunError::unserved)?;
        self.compared(device, &mut instance, None, progress).await?;
        Ok(instance)
    }

    /// How inputs are made.
    pub fn filling(&self) -> Filling {
        Filling { seed: self.request.seed, filler: self.filler.clone() }
    }

    /// Has large buffers of `instance`, set up beside `first` or alone, compared on the device, which has its inputs now.
    ///
    /// # Errors
    /// [`RunError`] where the device was lost.
    pub async fn compared(
        &self,
        device: &mut AnyDevice,
        instance: &mut DeviceProblem,
        first: Option<&DeviceProblem>,
        progress: &mut Progress<'_>,
    ) -> Result<(), RunError> {
        if let Some(comparer) = &self.comparer {
            progress.doing(Activity::Prepare, "working out what outputs may be");
            instance.compare_there(device, comparer, first).await.map_err(RunError::unserved)?;
        }
        if !self.simulated() {
            instance.inputs.forget();
        }
        Ok(())
    }

    /// Sets `problem` up for the figures of the report: on the simulator, a ladder's buffers are made where they are touched.
    /// Those of a part with steps are whole: a host copies them.
    ///
    /// # Errors
    /// [`RunError`] where a buffer does not fit.
    pub async fn main_instance(
        &self,
        device: &mut AnyDevice,
        part: &Part,
        problem: Problem,
        progress: &mut Progress<'_>,
    ) -> Result<DeviceProblem, RunError> {
        if !self.samples() || part.has_steps() {
            return self.instance(device, problem, progress).await;
        }
        progress.doing(Activity::Prepare, "preparing data and reference");
        DeviceProblem::paged(device, problem, &self.filling()).await.map_err(RunError::unserved)
    }
}
