//! A device whose kind is chosen at run time.

use super::{
    Action, ActionTimes, BufferId, Device, DeviceError, Facts, Gpu, HostMemory, Launch, PipelineId, Queried,
    RuntimeChecks, Simulated, Timing,
};
use crate::kernel::Kernel;
use crate::sim::texture::{Sampler, Texture, TextureType};

/// One of the devices that there are.
pub enum AnyDevice {
    /// An adapter.
    Gpu(Box<Gpu>),
    /// A simulated machine.
    Simulated(Box<Simulated>),
}

impl From<Gpu> for AnyDevice {
    fn from(gpu: Gpu) -> Self {
        Self::Gpu(Box::new(gpu))
    }
}

impl From<Simulated> for AnyDevice {
    fn from(simulated: Simulated) -> Self {
        Self::Simulated(Box::new(simulated))
    }
}

/// Asks whichever it is.
macro_rules! ask {
    ($any:ident, $device:ident => $asked:expr) => {
        match $any {
            AnyDevice::Gpu($device) => $asked,
            AnyDevice::Simulated($device) => $asked,
        }
    };
}

impl Device for AnyDevice {
    fn facts(&self) -> &Facts {
        ask!(self, device => device.facts())
    }

    fn queried(&self) -> Queried {
        ask!(self, device => device.queried())
    }

    async fn compile(&mut self, kernel: &Kernel, checks: RuntimeChecks) -> Result<PipelineId, DeviceError> {
        ask!(self, device => device.compile(kernel, checks).await)
    }

    async fn compile_all(
        &mut self,
        kernels: &[(&Kernel, RuntimeChecks)],
        awaited: &mut dyn FnMut(usize),
    ) -> Vec<Result<PipelineId, DeviceError>> {
        ask!(self, device => device.compile_all(kernels, awaited).await)
    }

    fn allocate(&mut self, label: &str, bytes: u64) -> Result<BufferId, DeviceError> {
        ask!(self, device => device.allocate(label, bytes))
    }

    fn texture(&mut self, label: &str, shape: Texture, ty: TextureType) -> Result<BufferId, DeviceError> {
        ask!(self, device => device.texture(label, shape, ty))
    }

    fn sampler(&mut self, label: &str, sampler: &Sampler) -> Result<BufferId, DeviceError> {
        ask!(self, device => device.sampler(label, sampler))
    }

    fn bind_exactly(&mut self, buffer: BufferId, bytes: u64) {
        ask!(self, device => device.bind_exactly(buffer, bytes));
    }

    async fn write_at(&mut self, buffer: BufferId, start: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        ask!(self, device => device.write_at(buffer, start, bytes).await)
    }

    async fn cycle(&mut self, buffer: BufferId, pattern: &[u32], bytes: u64) -> Result<(), DeviceError> {
        ask!(self, device => device.cycle(buffer, pattern, bytes).await)
    }

    async fn read_at(&mut self, buffer: BufferId, start: u64, bytes: u64) -> Result<Vec<u8>, DeviceError> {
        ask!(self, device => device.read_at(buffer, start, bytes).await)
    }

    fn free(&mut self, buffer: BufferId) {
        ask!(self, device => device.free(buffer));
    }

    async fn run(&mut self, launches: &[Launch], repeats: u32) -> Result<Timing, DeviceError> {
        ask!(self, device => device.run(launches, repeats).await)
    }

    async fn perform(
        &mut self,
        actions: &[Action],
        memory: &mut HostMemory,
        repeats: u32,
    ) -> Result<ActionTimes, DeviceError> {
        ask!(self, device => device.perform(actions, memory, repeats).await)
    }

    fn simulated(&mut self) -> Option<&mut Simulated> {
        ask!(self, device => device.simulated())
    }
}
