//! Running launches and reading both clocks.

use std::collections::BTreeMap;

use wgpu::{BufferUsages, QueryType};

use super::memory::read_mapped;
use super::wait::answer;
use super::{DeviceError, Gpu, Launch, Timing};
use crate::units::Seconds;

/// The two timestamps around a compute pass.
pub struct Stamps {
    set: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    staging: wgpu::Buffer,
    /// Seconds of one tick.
    period: f64,
}

const STAMPS_BYTES: u64 = 16;

impl Stamps {
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        let buffer = |usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("timestamps"),
                size: STAMPS_BYTES,
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

    fn writes(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.set,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.set, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.staging, 0, STAMPS_BYTES);
    }

    /// The time between the two, or `None` where they cannot be true.
    fn elapsed(&self, bytes: &[u8]) -> Option<Seconds> {
        let stamps: [u64; 2] = bytemuck::pod_read_unaligned(bytes);
        let [begin, end] = stamps;
        (begin != 0 && end > begin).then(|| Seconds((end - begin) as f64 * self.period))
    }
}

pub async fn run(gpu: &mut Gpu, launches: &[Launch], repeats: u32) -> Result<Timing, DeviceError> {
    let groups: Vec<Vec<(u32, wgpu::BindGroup)>> = launches.iter().map(|launch| bind_groups(gpu, launch)).collect();
    gpu.faults.check()?;
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
        label: None,
        timestamp_writes: gpu.stamps.as_ref().map(Stamps::writes),
    });
    for _ in 0..repeats {
        for (launch, groups) in launches.iter().zip(&groups) {
            pass.set_pipeline(gpu.pipelines.get(launch.pipeline));
            for (index, group) in groups {
                pass.set_bind_group(*index, group, &[]);
            }
            let [x, y, z] = launch.workgroups;
            pass.dispatch_workgroups(x, y, z);
        }
    }
    drop(pass);
    if let Some(stamps) = &gpu.stamps {
        stamps.resolve(&mut encoder);
    }
    let commands = encoder.finish();
    gpu.faults.check()?;
    submit(gpu, commands).await
}

async fn submit(gpu: &Gpu, commands: wgpu::CommandBuffer) -> Result<Timing, DeviceError> {
    let start = gpu.host.now();
    gpu.queue.submit([commands]);
    let done = done(gpu).await;
    let wall = Seconds((gpu.host.now() - start).as_secs_f64());
    gpu.faults.check()?;
    done?;
    let stamped = match &gpu.stamps {
        Some(stamps) => {
            let mut bytes = Vec::new();
            read_mapped(&gpu.device, &gpu.faults, &stamps.staging, STAMPS_BYTES, &mut bytes).await?;
            stamps.elapsed(&bytes)
        }
        None => None,
    };
    Ok(Timing { wall, gpu: stamped })
}

/// Waits until the device has done all that was asked of it.
pub async fn done(gpu: &Gpu) -> Result<(), DeviceError> {
    answer(&gpu.device, |done| gpu.queue.on_submitted_work_done(move || done(()))).await
}

fn bind_groups(gpu: &Gpu, launch: &Launch) -> Vec<(u32, wgpu::BindGroup)> {
    let mut by_group: BTreeMap<u32, Vec<wgpu::BindGroupEntry<'_>>> = BTreeMap::new();
    for ((group, binding), buffer) in &launch.buffers {
        by_group
            .entry(*group)
            .or_default()
            .push(wgpu::BindGroupEntry { binding: *binding, resource: gpu.memory.binding(*buffer) });
    }
    let pipeline = gpu.pipelines.get(launch.pipeline);
    by_group
        .into_iter()
        .map(|(group, entries)| {
            let bound = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(group),
                entries: &entries,
            });
            (group, bound)
        })
        .collect()
}
