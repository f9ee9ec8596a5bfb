//! A host's actions on the simulator: done in their order, and timed by a model of the two that work side by side.

use std::collections::HashSet;

use super::{Device, DeviceError, Simulated};
use crate::device::{Action, ActionTimes, Dispatch, HostMemory, SimulatedCounts};
use crate::lab::Way;
use crate::sim::Counters;
use crate::sim::advice::Cause;
use crate::sim::estimate::Times;
use crate::sim::machine::Machine;
use crate::units::Seconds;

/// The host's time and the device's, in seconds from the first action. The device begins what is queued when it is submitted
/// and when it has done what came before. `None` from the first figure on that the machine lacks.
struct Clocks<'a> {
    machine: &'a Machine,
    host: f64,
    device: f64,
    queued: f64,
}

impl Clocks<'_> {
    fn new(machine: &Machine) -> Clocks<'_> {
        Clocks { machine, host: 0.0, device: 0.0, queued: 0.0 }
    }

    /// Seconds of a copy between the two.
    fn copy(&self, bytes: f64) -> Option<f64> {
        let link = &self.machine.link;
        Some(link.latency_s? + bytes / link.byte_per_s?)
    }

    /// Seconds in which the host reads bytes of its memory and writes them elsewhere.
    fn moved(&self, bytes: f64) -> Option<f64> {
        Some(2.0 * bytes / self.machine.host.byte_per_s?)
    }

    fn submit(&mut self) -> Option<()> {
        self.host += self.machine.host.submit_s?;
        self.device = self.device.max(self.host) + self.queued;
        self.queued = 0.0;
        Some(())
    }

    fn wait(&mut self) {
        self.host = self.host.max(self.device);
    }

    /// `action`, whose kernel takes `kernel` seconds; `begins` where it begins a compute pass.
    fn take(&mut self, action: &Action, kernel: Option<Seconds>, begins: bool) -> Option<()> {
        let bytes = action.bytes() as f64;
        match action {
            Action::Dispatch(dispatch) => {
                let host = &self.machine.host;
                self.host += host.dispatch_s? + if begins { host.pass_s? } else { 0.0 };
                self.queued += kernel?.0;
                if dispatch.way == Way::OwnSubmission {
                    self.submit()?;
                }
            }
            // Read and written once.
            Action::Copy { .. } => self.queued += 2.0 * bytes / self.machine.dram.copy_byte_per_s?,
            // The machine's file has no figure for it, and labs clear a few bytes.
            Action::Clear(_) => {}
            Action::Upload { .. } => {
                self.host += self.moved(bytes)?;
                self.queued += self.copy(bytes)?;
            }
            Action::Download { now, .. } => {
                self.queued += self.copy(bytes)?;
                self.submit()?;
                if *now {
                    self.wait();
                    self.host += self.moved(bytes)?;
                }
            }
            Action::Host { flop, byte, .. } => {
                let host = &self.machine.host;
                self.host += f64::max(flop / host.flop_per_s?, byte / host.byte_per_s?);
            }
        }
        Some(())
    }

    /// When the host has seen everything done; `later` bytes are downloaded at the end.
    fn end(mut self, later: f64) -> Option<Seconds> {
        if self.queued > 0.0 {
            self.submit()?;
        }
        self.wait();
        if later > 0.0 {
            self.host += self.moved(later)?;
        }
        Some(Seconds(self.host))
    }
}

/// Whether most of the time is not that of the kernels, but of the host that records and submits them.
fn host_rules(performed: &ActionTimes) -> bool {
    let kernels: Option<f64> = performed.kernels.iter().map(|kernel| kernel.map(|seconds| seconds.0)).sum();
    performed.time.zip(kernels).is_some_and(|(time, kernels)| kernels < time.0 / 2.0)
}

impl Simulated {
    /// Does `actions` once, or twice where more repeats are asked for, as [`Device::run`] does.
    pub(super) async fn performed(
        &mut self,
        actions: &[Action],
        memory: &mut HostMemory,
        repeats: u32,
    ) -> Result<ActionTimes, DeviceError> {
        let mut performed = ActionTimes::default();
        let mut faults = Vec::new();
        for _ in 0..repeats.min(2) {
            let before = self.counted.take();
            faults.extend(before.as_ref().and_then(SimulatedCounts::fault).cloned());
            let kernels = self.once(actions, memory).await?;
            performed = ActionTimes { time: self.time(actions, &kernels), kernels };
        }
        let counted = self.counted.get_or_insert_with(|| SimulatedCounts::nothing(&self.machine));
        counted.findings.splice(0..0, faults);
        counted.estimate = performed.time;
        if !actions.iter().all(|action| matches!(action, Action::Dispatch(_))) {
            // What takes a kernel's time is not what takes the whole.
            counted.cause = None;
        } else if host_rules(&performed) {
            counted.cause = Some(Cause::Launch);
        }
        Ok(performed)
    }

    /// Does each once: its kernel's time, estimated; 0 where it has none.
    async fn once(&mut self, actions: &[Action], memory: &mut HostMemory) -> Result<Vec<Option<Seconds>>, DeviceError> {
        let mut all: Option<SimulatedCounts> = None;
        let mut kernels = Vec::new();
        let mut launched = HashSet::new();
        for action in actions {
            let mut kernel = Some(Seconds(0.0));
            match action {
                Action::Dispatch(Dispatch { launch, own, .. }) => {
                    self.clear(&launch.clears);
                    let counted =
                        self.launch(launch, own.as_ref(), self.sampling.first().copied().unwrap_or_default())?;
                    kernel = counted.estimate;
                    all = Some(match (all, launched.insert(launch.pipeline)) {
                        (None, _) => counted,
                        (Some(before), true) => before.then(counted),
                        (Some(before), false) => before.repeated(counted),
                    });
                }
                Action::Copy { from, to, bytes } => {
                    let copied = self.read(*from, *bytes).await?;
                    self.write(*to, &copied).await?;
                }
                Action::Clear(buffer) => self.clear(&[*buffer]),
                Action::Upload { to, words, .. } => {
                    let held = memory.entry(*to).or_default();
                    let bytes: &[u8] = bytemuck::cast_slice(&held[words.clone()]);
                    self.bytes(*to)?[4 * words.start..4 * words.end].copy_from_slice(bytes);
                }
                Action::Download { from, words, .. } => {
                    let bytes = &self.bytes(*from)?[4 * words.start..4 * words.end];
                    let held = &mut memory.entry(*from).or_default()[words.clone()];
                    for (word, bytes) in held.iter_mut().zip(bytes.chunks_exact(4)) {
                        *word = bytemuck::pod_read_unaligned(bytes);
                    }
                }
                Action::Host { work, params, from, to, .. } => {
                    let input = std::mem::take(memory.entry(*from).or_default());
                    (work.run)(params, &input, memory.entry(*to).or_default());
                    memory.insert(*from, input);
                }
            }
            kernels.push(kernel);
        }
        self.counted = all;
        Ok(kernels)
    }

    /// How long `actions` take with kernels that take `kernels`, waited for at the end; `None` where a figure of the machine is
    /// not known.
    pub fn time(&self, actions: &[Action], kernels: &[Option<Seconds>]) -> Option<Seconds> {
        let mut clocks = Clocks::new(&self.machine);
        let mut later = 0.0;
        for (at, (action, kernel)) in actions.iter().zip(kernels).enumerate() {
            let begins = at == 0 || !(actions[at - 1].joins_a_pass() && action.joins_a_pass());
            clocks.take(action, *kernel, begins)?;
            if matches!(action, Action::Download { now: false, .. }) {
                later += action.bytes() as f64;
            }
        }
        clocks.end(later)
    }
}

impl SimulatedCounts {
    /// Of a run without a kernel.
    fn nothing(machine: &Machine) -> Self {
        let counters = Counters {
            machine: machine.name.clone(),
            subgroup_width: machine.subgroup_width(),
            lane_efficiency: 1.0,
            ..Counters::default()
        };
        Self {
            counters,
            findings: Vec::new(),
            crowding: 1.0,
            estimate: None,
            missing: Vec::new(),
            terms: Times::new(),
            cause: None,
            launches: Vec::new(),
        }
    }
}
