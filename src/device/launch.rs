//! The trait that every device answers to.

use serde::{Deserialize, Serialize};

use super::{Action, ActionTimes, DeviceError, Facts, HostMemory, Queried, Simulated};
use crate::kernel::Kernel;
use crate::sim::texture::{Sampler, Texture, TextureType};
use crate::units::Seconds;
use crate::verify::cycled;

/// The runtime checks that are compiled into a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuntimeChecks {
    /// Checks of bounds, loops and divisions, and zeros in workgroup memory: what a browser adds.
    All,
    /// Zeros in workgroup memory alone, as WGSL promises them.
    ZeroInit,
    /// Nothing: for a kernel that reads no workgroup memory which it did not write.
    None,
}

/// A compiled kernel on a device, by the order in which it was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PipelineId(pub usize);

/// A buffer, a texture or a sampler on a device, by the order in which it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BufferId(pub usize);

/// One dispatch of one kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// What runs.
    pub pipeline: PipelineId,
    /// Buffers that are filled with zeros before it.
    pub clears: Vec<BufferId>,
    /// Each buffer, texture and sampler with its `@group` and `@binding`.
    pub buffers: Vec<((u32, u32), BufferId)>,
    /// Workgroups along x, y and z.
    pub workgroups: [u32; 3],
}

/// How long a batch of launches took, by each clock that there is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// From the submission until the host saw it done.
    pub wall: Seconds,
    /// Between the device's own timestamps; `None` where it has none, or wrote nonsense
    /// (zeros, or an end before the start).
    pub gpu: Option<Seconds>,
}

/// What runs kernels. It is waited for without blocking, so that a browser's page can go on meanwhile. Buffers and pipelines live as long as the device, or until they are freed.
#[expect(async_fn_in_trait, reason = "a run stays on the thread that it began on")]
pub trait Device {
    /// What the device says of itself.
    fn facts(&self) -> &Facts;

    /// What the driver and the operating system know of it beyond WebGPU: units, clocks, memory.
    fn queried(&self) -> Queried {
        Queried::default()
    }

    /// Compiles `kernel`, with these runtime checks.
    ///
    /// # Errors
    /// [`DeviceError`] where the device or its driver refuses the kernel.
    async fn compile(&mut self, kernel: &Kernel, checks: RuntimeChecks) -> Result<PipelineId, DeviceError>;

    /// Compiles all of `kernels`, side by side where the device can; `awaited` is told the index of each before it is waited for.
    async fn compile_all(
        &mut self,
        kernels: &[(&Kernel, RuntimeChecks)],
        awaited: &mut dyn FnMut(usize),
    ) -> Vec<Result<PipelineId, DeviceError>> {
        let mut compiled = Vec::new();
        for (index, (kernel, checks)) in kernels.iter().enumerate() {
            awaited(index);
            compiled.push(self.compile(kernel, *checks).await);
        }
        compiled
    }

    /// Makes a buffer of `bytes` bytes, rounded up to 16.
    ///
    /// # Errors
    /// [`DeviceError`] where it is larger than a limit or than the memory that is left.
    fn allocate(&mut self, label: &str, bytes: u64) -> Result<BufferId, DeviceError>;

    /// Makes a texture of `shape`, which a kernel declares as `ty`; it is written and read as a buffer is, all of its texels at once.
    ///
    /// # Errors
    /// [`DeviceError`] where the device has no such texture, or no memory for it.
    fn texture(&mut self, label: &str, _shape: Texture, _ty: TextureType) -> Result<BufferId, DeviceError> {
        Err(DeviceError::Refused(format!("it binds no textures of its own: {label}")))
    }

    /// Makes a sampler.
    ///
    /// # Errors
    /// [`DeviceError`] where the device has no such sampler.
    fn sampler(&mut self, label: &str, _sampler: &Sampler) -> Result<BufferId, DeviceError> {
        Err(DeviceError::Refused(format!("it binds no samplers of its own: {label}")))
    }

    /// Binds only the first `bytes` bytes of `buffer` (a multiple of 4) from now on: `arrayLength` sees no rounding.
    fn bind_exactly(&mut self, buffer: BufferId, bytes: u64);

    /// Overwrites the start of `buffer`; a length that is no multiple of 4 is padded with zeros.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    async fn write(&mut self, buffer: BufferId, bytes: &[u8]) -> Result<(), DeviceError> {
        self.write_at(buffer, 0, bytes).await
    }

    /// As [`Device::write`], from byte `start` on, a multiple of 4.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    async fn write_at(&mut self, buffer: BufferId, start: u64, bytes: &[u8]) -> Result<(), DeviceError>;

    /// Fills the first `bytes` bytes of `buffer`, whole words, with `pattern`, again and again.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    async fn cycle(&mut self, buffer: BufferId, pattern: &[u32], bytes: u64) -> Result<(), DeviceError> {
        self.write(buffer, bytemuck::cast_slice(&cycled(pattern, bytes))).await
    }

    /// Reads the first `bytes` bytes of `buffer`.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    async fn read(&mut self, buffer: BufferId, bytes: u64) -> Result<Vec<u8>, DeviceError> {
        self.read_at(buffer, 0, bytes).await
    }

    /// As [`Device::read`], from byte `start` on, a multiple of 4.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    async fn read_at(&mut self, buffer: BufferId, start: u64, bytes: u64) -> Result<Vec<u8>, DeviceError>;

    /// Gives `buffer`'s memory back.
    fn free(&mut self, buffer: BufferId);

    /// Runs `launches` one after the other, each seeing what the one before it wrote, `repeats` times,
    /// and waits for the last.
    ///
    /// # Errors
    /// [`DeviceError`] where a launch does not fit its pipeline or the device was lost.
    async fn run(&mut self, launches: &[Launch], repeats: u32) -> Result<Timing, DeviceError>;

    /// Does `actions` one after the other, `repeats` times, and waits each time for the last, by the host's clock.
    ///
    /// # Errors
    /// [`DeviceError`] where a launch does not fit its pipeline or the device was lost.
    async fn perform(
        &mut self,
        actions: &[Action],
        memory: &mut HostMemory,
        repeats: u32,
    ) -> Result<ActionTimes, DeviceError>;

    /// The simulator, where it is one: what it counted can be asked of it.
    fn simulated(&mut self) -> Option<&mut Simulated> {
        None
    }
}
