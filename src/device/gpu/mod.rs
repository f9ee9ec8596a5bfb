//! The `gpu` device: an adapter of this machine, driven through wgpu.

mod adapter;
mod fault;
mod launch;
#[cfg(not(target_family = "wasm"))]
pub mod native;
#[cfg(target_family = "wasm")]
#[path = "browser.rs"]
pub mod native;
mod perform;
mod pipeline;
mod quiet;
mod resources;
mod texels;
mod timestamps;
mod wait;

pub use adapter::{enumerate, facts};
pub use quiet::expect_no_display;

use std::sync::Arc;

use self::fault::Faults;
use self::pipeline::Pipelines;
use self::resources::Resources;
use self::timestamps::Timestamps;
use super::{
    Action, ActionTimes, Backend, BufferId, Device, DeviceError, Facts, HostMemory, Launch, PipelineId, Queried,
    RuntimeChecks, Timing,
};
use crate::host::Host;
use crate::kernel::Kernel;
use crate::sim::texture::{Sampler, Texture, TextureType};

/// An open adapter with its queue, and all that was made on it.
pub struct Gpu {
    facts: Facts,
    queried: Queried,
    device: wgpu::Device,
    queue: wgpu::Queue,
    faults: Arc<Faults>,
    resources: Resources,
    pipelines: Pipelines,
    timestamps: Option<Timestamps>,
    roads: perform::Roads,
    host: &'static dyn Host,
}

impl Device for Gpu {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn queried(&self) -> Queried {
        self.queried.clone()
    }

    async fn compile(&mut self, kernel: &Kernel, checks: RuntimeChecks) -> Result<PipelineId, DeviceError> {
        let pipeline = self.pipelines.compile(&self.device, &self.facts, &self.faults, kernel, checks)?;
        if self.facts.backend == Backend::WebGpu {
            // A browser tells later what is wrong with a kernel, and before it says that all is done.
            launch::done(self).await?;
            self.faults.check()?;
        }
        Ok(pipeline)
    }

    #[cfg(not(target_family = "wasm"))]
    async fn compile_all(
        &mut self,
        kernels: &[(&Kernel, RuntimeChecks)],
        awaited: &mut dyn FnMut(usize),
    ) -> Vec<Result<PipelineId, DeviceError>> {
        let mut compiled = self.pipelines.compile_all(&self.device, &self.facts, kernels, awaited);
        // That the device was lost, no one kernel's compiler is told.
        if let (Some(first), Err(lost)) = (compiled.first_mut(), self.faults.check()) {
            *first = Err(lost);
        }
        compiled
    }

    fn allocate(&mut self, label: &str, bytes: u64) -> Result<BufferId, DeviceError> {
        self.resources.allocate(&self.device, &self.facts, &self.faults, label, bytes)
    }

    fn texture(&mut self, label: &str, shape: Texture, ty: TextureType) -> Result<BufferId, DeviceError> {
        self.resources.texture(&self.device, &self.faults, label, shape, ty)
    }

    fn sampler(&mut self, label: &str, sampler: &Sampler) -> Result<BufferId, DeviceError> {
        self.resources.sampler(&self.device, &self.faults, label, sampler)
    }

    fn bind_exactly(&mut self, buffer: BufferId, bytes: u64) {
        self.resources.bind_exactly(buffer, bytes);
    }

    async fn write_at(&mut self, buffer: BufferId, start: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        self.resources.write(&self.device, &self.queue, buffer, (start, bytes)).await?;
        self.faults.check()
    }

    async fn cycle(&mut self, buffer: BufferId, pattern: &[u32], bytes: u64) -> Result<(), DeviceError> {
        self.resources.cycle(&self.device, &self.queue, buffer, pattern, bytes);
        self.faults.check()
    }

    async fn read_at(&mut self, buffer: BufferId, start: u64, bytes: u64) -> Result<Vec<u8>, DeviceError> {
        self.resources.read(&self.device, &self.queue, &self.faults, buffer, (start, bytes)).await
    }

    fn free(&mut self, buffer: BufferId) {
        self.resources.free(buffer);
        self.roads.forget(buffer);
    }

    async fn run(&mut self, launches: &[Launch], repeats: u32) -> Result<Timing, DeviceError> {
        launch::run(self, launches, repeats).await
    }

    async fn perform(
        &mut self,
        actions: &[Action],
        memory: &mut HostMemory,
        repeats: u32,
    ) -> Result<ActionTimes, DeviceError> {
        perform::perform(self, actions, memory, repeats).await
    }
}
