//! Doing a host's actions one after the other, by the host's clock.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use wgpu::util::StagingBelt;
use wgpu::{BufferUsages, CommandEncoder};

use super::launch::{BindGroups, bind_groups, done};
use super::wait::answer;
use super::{BufferId, DeviceError, Gpu};
use crate::device::{Action, ActionTimes, Dispatch, HostMemory};
use crate::lab::{Road, Way};
use crate::units::Seconds;

/// Bytes from one dispatch's own uniform to the next one's: what WebGPU promises to be able to bind.
const STRIDE: usize = 256;

/// Bytes of a chunk of the belt.
const CHUNK: u64 = 1 << 20;

/// Bytes of the workgroup counts of one indirect dispatch.
const COUNTS: u64 = 12;

/// Buffers of the host's side, kept from run to run: fresh memory is zeroed at its first use.
#[derive(Default)]
pub struct Roads {
    up: BTreeMap<BufferId, wgpu::Buffer>,
    mapped: BTreeMap<BufferId, wgpu::Buffer>,
    down: BTreeMap<BufferId, wgpu::Buffer>,
    belt: Option<StagingBelt>,
}

impl Roads {
    /// Forgets what belongs to a buffer that is freed.
    pub fn forget(&mut self, id: BufferId) {
        self.up.remove(&id);
        self.mapped.remove(&id);
        self.down.remove(&id);
    }
}

/// See [`crate::device::Device::perform`].
pub async fn perform(
    gpu: &mut Gpu,
    actions: &[Action],
    memory: &mut HostMemory,
    repeats: u32,
) -> Result<ActionTimes, DeviceError> {
    let prepared = Prepared::new(gpu, actions);
    gpu.faults.check()?;
    done(gpu).await?;
    let start = gpu.host.now();
    for _ in 0..repeats {
        let mut trip = Recording { gpu: &mut *gpu, prepared: &prepared, encoder: None, later: Vec::new() };
        trip.all(actions, memory).await?;
    }
    let time = Seconds((gpu.host.now() - start).as_secs_f64());
    prepared.settle(gpu);
    gpu.faults.check()?;
    Ok(ActionTimes { time: Some(time), kernels: Vec::new() })
}

/// What is made before the clock runs: a program makes it once.
struct Prepared {
    /// Of each dispatch, by the number of its action.
    groups: BTreeMap<usize, BindGroups>,
    /// The workgroups of indirect dispatches, and where each one's stand.
    counts: Option<wgpu::Buffer>,
    counts_at: BTreeMap<usize, u64>,
    /// What is mapped itself.
    mapped: BTreeSet<BufferId>,
}

impl Prepared {
    fn new(gpu: &mut Gpu, actions: &[Action]) -> Self {
        let dispatches: Vec<(usize, &Dispatch)> = (0..)
            .zip(actions.iter().map(Action::dispatch))
            .filter_map(|(at, dispatch)| Some((at, dispatch?)))
            .collect();
        let (mut words, mut words_at) = (Vec::<u32>::new(), BTreeMap::new());
        let (mut counts, mut counts_at) = (Vec::<u32>::new(), BTreeMap::new());
        for (at, dispatch) in &dispatches {
            if let Some((_, own)) = &dispatch.own {
                words_at.insert(*at, 4 * words.len() as u64);
                words.extend(own);
                words.resize(words.len().next_multiple_of(STRIDE / 4), 0);
            }
            if dispatch.way == Way::Indirect {
                counts_at.insert(*at, COUNTS * counts_at.len() as u64);
                counts.extend(dispatch.launch.workgroups);
            }
        }
        let made = |words: &[u32], usage| (!words.is_empty()).then(|| filled(gpu, words, usage));
        let (words, counts) = (made(&words, BufferUsages::UNIFORM), made(&counts, BufferUsages::INDIRECT));
        let own = |at: usize, dispatch: &Dispatch| {
            let (place, own) = dispatch.own.as_ref()?;
            let size = wgpu::BufferSize::new((4 * own.len() as u64).next_multiple_of(16));
            let buffer = words.as_ref()?;
            Some((*place, wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset: words_at[&at], size })))
        };
        let groups =
            dispatches.iter().map(|(at, dispatch)| (*at, bind_groups(gpu, &dispatch.launch, own(*at, dispatch))));
        let groups = groups.collect();
        let mut mapped = BTreeSet::new();
        for action in actions {
            gpu.road(action);
            if let Action::Upload { to, road: Road::Mapped, .. } = action {
                mapped.insert(*to);
            }
        }
        Self { groups, counts, counts_at, mapped }
    }
}

impl Prepared {
    /// The buffer that stands for `id`: its mapped one, where there is one.
    fn buffer(&self, gpu: &Gpu, id: BufferId) -> wgpu::Buffer {
        let own = self.mapped.contains(&id).then(|| gpu.roads.mapped.get(&id)).flatten();
        own.unwrap_or(gpu.resources.get(id)).clone()
    }

    /// Leaves in the device's own buffers what lies in mapped ones, for whoever reads them later.
    fn settle(&self, gpu: &Gpu) {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        for id in &self.mapped {
            let target = gpu.resources.get(*id);
            encoder.copy_buffer_to_buffer(&self.buffer(gpu, *id), 0, target, 0, target.size());
        }
        gpu.queue.submit([encoder.finish()]);
    }
}

/// A buffer that holds `words`.
fn filled(gpu: &Gpu, words: &[u32], usage: BufferUsages) -> wgpu::Buffer {
    let bytes: &[u8] = bytemuck::cast_slice(words);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("of each dispatch"),
        size: bytes.len() as u64,
        usage: usage | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    gpu.queue.write_buffer(&buffer, 0, bytes);
    buffer
}

impl Gpu {
    /// Makes the host's side of a copy, where there is none yet.
    fn road(&mut self, action: &Action) {
        let make = |of: BufferId, usage: BufferUsages| {
            self.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("between host and device"),
                size: self.resources.get(of).size(),
                usage,
                mapped_at_creation: false,
            })
        };
        match action {
            Action::Upload { to, road: Road::Staging, .. } if !self.roads.up.contains_key(to) => {
                let made = make(*to, BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC);
                self.roads.up.insert(*to, made);
            }
            Action::Upload { to, road: Road::Mapped, .. } if !self.roads.mapped.contains_key(to) => {
                let made = make(*to, BufferUsages::MAP_WRITE | BufferUsages::STORAGE | BufferUsages::COPY_SRC);
                self.roads.mapped.insert(*to, made);
            }
            Action::Upload { road: Road::Belt, .. } if self.roads.belt.is_none() => {
                self.roads.belt = Some(StagingBelt::new(self.device.clone(), CHUNK));
            }
            Action::Download { from, .. } if !self.roads.down.contains_key(from) => {
                let made = make(*from, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
                self.roads.down.insert(*from, made);
            }
            _ => {}
        }
    }
}

/// One way through the actions.
struct Recording<'a> {
    gpu: &'a mut Gpu,
    prepared: &'a Prepared,
    /// Commands that are not submitted yet.
    encoder: Option<CommandEncoder>,
    /// What is downloaded at the end.
    later: Vec<(BufferId, Range<usize>)>,
}

impl Recording<'_> {
    async fn all(&mut self, actions: &[Action], memory: &mut HostMemory) -> Result<(), DeviceError> {
        let mut at = 0;
        for together in actions.chunk_by(|a, b| a.joins_a_pass() && b.joins_a_pass()) {
            match &together[0] {
                Action::Dispatch(first) => {
                    self.pass(together, at);
                    if first.way == Way::OwnSubmission {
                        self.submit();
                    }
                }
                Action::Copy { from, to, bytes } => {
                    let (from, to) = (self.prepared.buffer(self.gpu, *from), self.gpu.resources.get(*to).clone());
                    self.encoder().copy_buffer_to_buffer(&from, 0, &to, 0, bytes.next_multiple_of(4));
                }
                Action::Clear(buffer) => {
                    let buffer = self.gpu.resources.get(*buffer).clone();
                    self.encoder().clear_buffer(&buffer, 0, None);
                }
                Action::Upload { to, words, road } => self.upload(*to, words, *road, memory).await?,
                Action::Download { from, words, now } => self.download(*from, words, *now, memory).await?,
                Action::Host { work, params, from, to, .. } => {
                    let input = std::mem::take(held(memory, *from));
                    (work.run)(params, &input, held(memory, *to));
                    *held(memory, *from) = input;
                }
            }
            at += together.len();
        }
        self.submit();
        done(self.gpu).await?;
        for (from, words) in std::mem::take(&mut self.later) {
            self.receive(from, &words, memory).await?;
        }
        Ok(())
    }

    fn encoder(&mut self) -> &mut CommandEncoder {
        self.encoder.get_or_insert_with(|| self.gpu.device.create_command_encoder(&Default::default()))
    }

    /// Dispatches that share a compute pass; the first is action number `at`.
    fn pass(&mut self, together: &[Action], at: usize) {
        let prepared = self.prepared;
        let mut encoder =
            self.encoder.take().unwrap_or_else(|| self.gpu.device.create_command_encoder(&Default::default()));
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for (at, action) in (at..).zip(together) {
            let Action::Dispatch(dispatch) = action else { continue };
            pass.set_pipeline(self.gpu.pipelines.get(dispatch.launch.pipeline));
            for (index, group) in &prepared.groups[&at] {
                pass.set_bind_group(*index, group, &[]);
            }
            match (&prepared.counts, prepared.counts_at.get(&at)) {
                (Some(counts), Some(offset)) => pass.dispatch_workgroups_indirect(counts, *offset),
                _ => {
                    let [x, y, z] = dispatch.launch.workgroups;
                    pass.dispatch_workgroups(x, y, z);
                }
            }
        }
        drop(pass);
        self.encoder = Some(encoder);
    }

    fn submit(&mut self) {
        let Some(encoder) = self.encoder.take() else { return };
        if let Some(belt) = &mut self.gpu.roads.belt {
            belt.finish();
        }
        self.gpu.queue.submit([encoder.finish()]);
        if let Some(belt) = &mut self.gpu.roads.belt {
            belt.recall();
        }
    }

    async fn upload(
        &mut self,
        to: BufferId,
        words: &Range<usize>,
        road: Road,
        memory: &mut HostMemory,
    ) -> Result<(), DeviceError> {
        let held = held(memory, to);
        let bytes: &[u8] = bytemuck::cast_slice(&held[words.clone()]);
        let Some(size) = wgpu::BufferSize::new(bytes.len() as u64) else { return Ok(()) };
        let (offset, target) = (4 * words.start as u64, self.gpu.resources.get(to).clone());
        match road {
            Road::WriteBuffer => {
                // It is done before the commands of the next submission.
                self.submit();
                self.gpu.queue.write_buffer(&target, offset, bytes);
            }
            Road::Staging => {
                let staging = self.gpu.roads.up[&to].clone();
                self.fill(&staging, offset, bytes).await?;
                self.encoder().copy_buffer_to_buffer(&staging, offset, &target, offset, size.get());
            }
            Road::Mapped => {
                let mapped = self.gpu.roads.mapped[&to].clone();
                self.fill(&mapped, offset, bytes).await?;
            }
            Road::Belt => {
                let mut encoder =
                    self.encoder.take().unwrap_or_else(|| self.gpu.device.create_command_encoder(&Default::default()));
                if let Some(belt) = &mut self.gpu.roads.belt {
                    belt.write_buffer(&mut encoder, &target, offset, size).copy_from_slice(bytes);
                }
                self.encoder = Some(encoder);
            }
        }
        Ok(())
    }

    /// Maps `buffer`, writes `bytes` from `offset` on, and unmaps it.
    async fn fill(&mut self, buffer: &wgpu::Buffer, offset: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        // What was read from it before must be over.
        self.submit();
        let range = aligned(offset)..offset + bytes.len() as u64;
        let lost = |error: &dyn std::fmt::Display| DeviceError::Lost(error.to_string());
        let asked =
            answer(&self.gpu.device, |done| buffer.map_async(wgpu::MapMode::Write, range.clone(), done)).await?;
        asked.map_err(|error| lost(&error))?;
        let mut view = buffer.get_mapped_range_mut(range.clone()).map_err(|error| lost(&error))?;
        view.slice((offset - range.start) as usize..).copy_from_slice(bytes);
        drop(view);
        buffer.unmap();
        Ok(())
    }

    async fn download(
        &mut self,
        from: BufferId,
        words: &Range<usize>,
        now: bool,
        memory: &mut HostMemory,
    ) -> Result<(), DeviceError> {
        if words.is_empty() {
            return Ok(());
        }
        let (source, staging) = (self.gpu.resources.get(from).clone(), self.gpu.roads.down[&from].clone());
        let (offset, length) = (4 * words.start as u64, 4 * words.len() as u64);
        self.encoder().copy_buffer_to_buffer(&source, offset, &staging, offset, length);
        // Otherwise the device would begin at the end.
        self.submit();
        if now {
            return self.receive(from, words, memory).await;
        }
        self.later.push((from, words.clone()));
        Ok(())
    }

    /// Maps what was copied, and takes it into the host's memory.
    async fn receive(
        &mut self,
        from: BufferId,
        words: &Range<usize>,
        memory: &mut HostMemory,
    ) -> Result<(), DeviceError> {
        let staging = self.gpu.roads.down[&from].clone();
        let (offset, length) = (4 * words.start as u64, 4 * words.len() as u64);
        let range = aligned(offset)..offset + length;
        let before = (offset - range.start) as usize;
        let mapped =
            answer(&self.gpu.device, |done| staging.map_async(wgpu::MapMode::Read, range.clone(), done)).await?;
        let lost = |error: &dyn std::fmt::Display| DeviceError::Lost(error.to_string());
        mapped.map_err(|error| lost(&error))?;
        let view = staging.get_mapped_range(range).map_err(|error| lost(&error))?;
        held(memory, from)[words.clone()].copy_from_slice(bytemuck::cast_slice(&view[before..]));
        drop(view);
        staging.unmap();
        Ok(())
    }
}

/// Where a map may begin that holds this offset: WebGPU maps from multiples of 8 bytes on.
fn aligned(offset: u64) -> u64 {
    offset / wgpu::MAP_ALIGNMENT * wgpu::MAP_ALIGNMENT
}

/// What the host holds of a buffer.
fn held(memory: &mut HostMemory, of: BufferId) -> &mut Vec<u32> {
    memory.entry(of).or_default()
}
