//! Running launches, timed by both clocks.

use std::collections::BTreeMap;

use super::wait::answer;
use super::{DeviceError, Gpu, Launch, Timing};
use crate::units::Seconds;

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
            let timestamps =
                gpu.timestamps.as_ref().filter(|_| first || last).map(|timestamps| timestamps.writes(first, last));
            dispatch(gpu, &mut encoder, launches, repeats, timestamps);
        }
    }
    if let Some(timestamps) = &gpu.timestamps {
        timestamps.resolve(&mut encoder);
    }
    let commands = encoder.finish();
    gpu.faults.check()?;
    submit(gpu, commands).await
}

/// One compute pass.
pub fn dispatch(
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
    let elapsed = match &gpu.timestamps {
        Some(timestamps) => timestamps.elapsed(timestamps.read(gpu).await?),
        None => None,
    };
    Ok(Timing { wall, gpu: elapsed })
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
