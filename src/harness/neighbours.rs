//! Who else used what a lab was timed on: the processors, where the device runs on them, or the GPU.

use super::sitting::Sitting;
use crate::device::{DeviceType, Facts, GpuState};
use crate::host::Host;
use crate::measure::{GpuUse, Look};

/// What was to be seen of them when timing began.
pub struct Neighbours {
    processors: Option<Look>,
    gpu: Option<GpuUse>,
}

/// Whether kernels run on hardware of their own.
fn on_gpu(facts: &Facts) -> bool {
    !matches!(facts.kind, DeviceType::Cpu | DeviceType::Simulated)
}

impl Neighbours {
    /// A first look.
    pub fn now(facts: &Facts, host: &dyn Host) -> Self {
        Self {
            processors: (facts.kind == DeviceType::Cpu).then(|| Look::now(host)).flatten(),
            gpu: on_gpu(facts).then(|| GpuUse::now(&facts.pci_bus_id, host)).flatten(),
        }
    }

    /// Puts what they did since into `sitting`, and what holds the GPU's clock down.
    pub fn until_now(&self, facts: &Facts, host: &dyn Host, sitting: &mut Sitting) {
        let now = Self::now(facts, host);
        let processors = self.processors.as_ref().zip(now.processors.as_ref());
        sitting.load = processors.and_then(|(before, after)| before.until(after));
        sitting.gpu_others = self.gpu.as_ref().zip(now.gpu.as_ref()).and_then(|(before, after)| before.until(after));
        if on_gpu(facts) {
            sitting.held_down = GpuState::of(facts, host).held_down;
        }
    }
}
