//! Running launches and reading both clocks.

use std::collections::BTreeMap;

use wgpu::{BufferUsages, QueryType};

use super::resources::read_mapped;
use super::wait::answer;
use super::{DeviceError, Gpu, Launch, Timing};
use crate::units::{Seconds, gcd};

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

    /// What the first compute pass writes, and the last.
    fn writes(&self, first: bool, last: bool) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.set,
            beginning_of_pass_write_index: first.then_some(0),
            end_of_pass_write_index: last.then_some(1),
        }
    }

    fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.set, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.staging, 0, STAMPS_BYTES);
    }

    async fn read(&self, gpu: &Gpu) -> Result<[u64; 2], DeviceError> {
        let mut bytes = Vec::new();
        read_mapped(&gpu.device, &gpu.faults, &self.staging, STAMPS_BYTES, &mut bytes).await?;
        Ok(bytemuck::pod_read_unaligned(&bytes))
    }

    /// The time between the two, or `None` where they cannot be true.
    fn elapsed(&self, [begin, end]: [u64; 2]) -> Option<Seconds> {
        (begin != 0 && end > begin).then(|| Seconds((end - begin) as f64 * self.period))
    }
}

/// Runs the launches. One that clears buffers begins a compute pass of its own, since clearing is no dispatch; what the very
/// first one clears is cleared before the first timestamp.
pub async fn run(gpu: &mut Gpu, launches: &[Launch], repeats: u32) -> Result<Timing, DeviceError> {
    let groups: Vec<BindGroups> = launches.iter().map(|launch| bind_groups(gpu, launch, None)).collect();
    gpu.faults.check()?;
    let bound: Vec<(&Launch, &BindGroups)> = launches.iter().zip(&groups).collect();
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let clears = launches.iter().any(|launch| !launch.clears.is_empty());
    let (turns, repeats) = if clears { (repeats, 1) } else { (1, repeats) };
    let passes: Vec<&[(&Launch, &BindGroups)]> = bound.chunk_by(|_, next| next.0.clears.is_empty()).collect();
    for turn in 0..turns {
        for (at, launches) in passes.iter().enumerate() {
            for buffer in &launches[0].0.clears {
                encoder.clear_buffer(gpu.resources.get(*buffer), 0, None);
            }
            let (first, last) = (turn == 0 && at == 0, turn + 1 == turns && at + 1 == passes.len());
            let stamps = gpu.stamps.as_ref().filter(|_| first || last).map(|stamps| stamps.writes(first, last));
            dispatch(gpu, &mut encoder, launches, repeats, stamps);
        }
    }
    if let Some(stamps) = &gpu.stamps {
        stamps.resolve(&mut encoder);
    }
    let commands = encoder.finish();
    gpu.faults.check()?;
    submit(gpu, commands).await
}

/// One compute pass.
fn dispatch(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    launches: &[(&Launch, &BindGroups)],
    repeats: u32,
    timestamp_writes: Option<wgpu::ComputePassTimestampWrites<'_>>,
) {
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
    for _ in 0..repeats {
        for (launch, groups) in launches {
            pass.set_pipeline(gpu.pipelines.get(launch.pipeline));
            for (index, group) in *groups {
                pass.set_bind_group(*index, group, &[]);
            }
            let [x, y, z] = launch.workgroups;
            pass.dispatch_workgroups(x, y, z);
        }
    }
}

async fn submit(gpu: &Gpu, commands: wgpu::CommandBuffer) -> Result<Timing, DeviceError> {
    let start = gpu.host.now();
    gpu.queue.submit([commands]);
    let done = done(gpu).await;
    let wall = Seconds((gpu.host.now() - start).as_secs_f64());
    gpu.faults.check()?;
    done?;
    let stamped = match &gpu.stamps {
        Some(stamps) => stamps.elapsed(stamps.read(gpu).await?),
        None => None,
    };
    Ok(Timing { wall, gpu: stamped })
}

/// Passes whose timestamps are looked at.
const LOOKS: usize = 8;

/// Seconds of the largest step of which all timestamps are multiples; `None` where there are none. Empty passes show it.
pub async fn timestamp_step(gpu: &Gpu) -> Result<Option<f64>, DeviceError> {
    let Some(stamps) = &gpu.stamps else {
        return Ok(None);
    };
    let mut step = 0;
    for _ in 0..LOOKS {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        dispatch(gpu, &mut encoder, &[], 0, Some(stamps.writes(true, true)));
        stamps.resolve(&mut encoder);
        gpu.queue.submit([encoder.finish()]);
        step = stamps.read(gpu).await?.into_iter().fold(step, gcd);
    }
    Ok((step > 0).then_some(step as f64 * stamps.period))
}

/// Waits until the device has done all that was asked of it.
pub async fn done(gpu: &Gpu) -> Result<(), DeviceError> {
    answer(&gpu.device, |done| gpu.queue.on_submitted_work_done(move || done(()))).await
}

/// The bind groups of a launch, each with its number.
pub type BindGroups = Vec<(u32, wgpu::BindGroup)>;

/// The bind groups of `launch`, with a buffer of its own at one place where it has one.
pub fn bind_groups<'a>(
    gpu: &'a Gpu,
    launch: &Launch,
    own: Option<((u32, u32), wgpu::BindingResource<'a>)>,
) -> BindGroups {
    let mut by_group: BTreeMap<u32, Vec<wgpu::BindGroupEntry<'_>>> = BTreeMap::new();
    if let Some(((group, binding), resource)) = own {
        by_group.entry(group).or_default().push(wgpu::BindGroupEntry { binding, resource });
    }
    for ((group, binding), buffer) in &launch.buffers {
        by_group
            .entry(*group)
            .or_default()
            .push(wgpu::BindGroupEntry { binding: *binding, resource: gpu.resources.binding(*buffer) });
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
