//! Whether the machine held still: a fixed kernel, timed before and after.

use crate::device::{Added, BufferId, Device, DeviceError, Launch};
use crate::kernel::{Kernel, Overrides};
use crate::units::Seconds;

const SOURCE: &str = include_str!("canary.wgsl");

/// Invocations: enough for every core of a CPU device and a good part of a GPU.
const INVOCATIONS: u32 = 8192;

/// Batches of which the shortest counts: what disturbs a batch only ever makes it longer.
const BATCHES: usize = 5;

/// Seconds that a batch should last.
const BATCH: f64 = 0.008;

/// The canary on a device.
pub struct Canary {
    launch: Launch,
    repeats: u32,
}

impl Canary {
    /// Compiles it and finds how often to repeat it.
    ///
    /// # Errors
    /// [`DeviceError`] of the device.
    pub async fn new(device: &mut impl Device) -> Result<Self, DeviceError> {
        let kernel = Kernel::parse("canary.wgsl", SOURCE, None, &Overrides::new())
            .map_err(|error| DeviceError::Refused(error.to_string()))?;
        let pipeline = device.compile(&kernel, Added::Zeros).await?;
        let sums: BufferId = device.allocate("canary", u64::from(INVOCATIONS) * 4)?;
        device.write(sums, &vec![0; INVOCATIONS as usize * 4]).await?;
        let mut canary = Self {
            launch: Launch {
                pipeline,
                clears: Vec::new(),
                buffers: vec![((0, 0), sums)],
                workgroups: [INVOCATIONS / kernel.workgroup_size[0], 1, 1],
            },
            repeats: 1,
        };
        let first = canary.time(device).await?;
        canary.repeats = (BATCH / first.0.max(1e-6)).ceil().clamp(1.0, 1000.0) as u32;
        Ok(canary)
    }

    /// The shortest of a few batches, for one repeat, by the wall clock.
    ///
    /// # Errors
    /// [`DeviceError`] of the device.
    pub async fn time(&mut self, device: &mut impl Device) -> Result<Seconds, DeviceError> {
        let mut shortest = f64::INFINITY;
        for _ in 0..BATCHES {
            let timing = device.run(std::slice::from_ref(&self.launch), self.repeats).await?;
            shortest = shortest.min(timing.wall.0 / f64::from(self.repeats));
        }
        Ok(Seconds(shortest))
    }
}
