//! Inputs: made on the device where that was tried, and brought up piece by piece elsewhere.

mod filler;

use std::sync::Arc;

pub use self::filler::Filler;
use crate::device::{BufferId, Device, DeviceError};
use crate::lab::Data;
use crate::verify::{behind, held};

/// Words that go up, or come back, in one piece: 64 MiB.
pub const PIECE: usize = 1 << 24;

/// How inputs are made.
#[derive(Clone, Default)]
pub struct Filling {
    pub seed: u64,
    /// What makes large ones on the device.
    pub filler: Option<Arc<Filler>>,
}

impl Filling {
    /// From `seed`, on the host.
    pub fn of_host(seed: u64) -> Self {
        Self { seed, filler: None }
    }

    /// Fills `buffer` with `data`, and up to where it ends with what is no input.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    pub async fn fill(&self, device: &mut impl Device, buffer: BufferId, data: &Data) -> Result<(), DeviceError> {
        if let Some(filler) = &self.filler
            && filler.fill(device, buffer, data).await?
        {
            return Ok(());
        }
        let end = (held(4 * data.len() as u64) / 4) as usize;
        for start in (0..end).step_by(PIECE) {
            let stop = (start + PIECE).min(end);
            let mut words = data.words(start.min(data.len())..stop.min(data.len()));
            words.extend((start + words.len()..stop).map(behind));
            device.write_at(buffer, 4 * start as u64, bytemuck::cast_slice(&words)).await?;
        }
        Ok(())
    }
}
