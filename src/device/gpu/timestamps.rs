//! The device's own clock: timestamps around compute passes.

use wgpu::{BufferUsages, QueryType};

use super::launch::dispatch;
use super::resources::read_mapped;
use super::{DeviceError, Gpu};
use crate::units::{Seconds, gcd};

/// The two timestamps around a compute pass.
pub struct Timestamps {
    set: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    staging: wgpu::Buffer,
    /// Seconds of one tick.
    period: f64,
}

const BYTES: u64 = 16;

impl Timestamps {
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        let buffer = |usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("timestamps"),
                size: BYTES,
                usage,
                mapped_at_creation: false,
            })
        };
        Self {
            set: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("timestamps"),
                ty: QueryType::Timestamp,
                count: 2,
            }),
            resolved: buffer(BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC),
            staging: buffer(BufferUsages::MAP_READ | BufferUsages::COPY_DST),
            period: f64::from(queue.get_timestamp_period()) * 1e-9,
        }
    }

    /// Seconds of one tick.
    pub fn period(&self) -> f64 {
        self.period
    }

    /// What the first compute pass writes, and the last.
    pub fn writes(&self, first: bool, last: bool) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.set,
            beginning_of_pass_write_index: first.then_some(0),
            end_of_pass_write_index: last.then_some(1),
        }
    }

    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.set, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.staging, 0, BYTES);
    }

    pub async fn read(&self, gpu: &Gpu) -> Result<[u64; 2], DeviceError> {
        let mut bytes = Vec::new();
        read_mapped(&gpu.device, &gpu.faults, &self.staging, BYTES, &mut bytes).await?;
        Ok(bytemuck::pod_read_unaligned(&bytes))
    }

    /// The time between the two, or `None` where they cannot be true.
    pub fn elapsed(&self, [begin, end]: [u64; 2]) -> Option<Seconds> {
        (begin != 0 && end > begin).then(|| Seconds((end - begin) as f64 * self.period))
    }
}

/// Passes whose timestamps are looked at.
const LOOKS: usize = 8;

/// Seconds of the largest step of which all timestamps are multiples; `None` where there are none. Empty passes show it.
pub async fn timestamp_step(gpu: &Gpu) -> Result<Option<f64>, DeviceError> {
    let Some(timestamps) = &gpu.timestamps else {
        return Ok(None);
    };
    let mut step = 0;
    for _ in 0..LOOKS {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        dispatch(gpu, &mut encoder, &[], 0, Some(timestamps.writes(true, true)));
        timestamps.resolve(&mut encoder);
        gpu.queue.submit([encoder.finish()]);
        step = timestamps.read(gpu).await?.into_iter().fold(step, gcd);
    }
    Ok((step > 0).then_some(step as f64 * timestamps.period))
}
