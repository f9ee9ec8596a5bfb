//! The measured memory roof.

use std::collections::BTreeSet;
use std::time::Duration;

use super::autotune::{Autotuner, Candidate};
use super::microkernel::{CopyShape, Layout, other_workgroups, workgroup};
use super::search::{self, SearchSpace};
use super::{Ceiling, CeilingError};
use crate::device::{BufferId, Device, DeviceError, DeviceType, Facts, Feature, Launch, PipelineId, RuntimeChecks};
use crate::host::Host;
use crate::kernel::{Kernel, Overrides};
use crate::units::Bytes;

const WORDS: &str = include_str!("words.wgsl");
/// As in words.wgsl: invocations of a workgroup, and bytes of each.
const WORDS_WORKGROUP: u64 = 64;
const WORDS_BYTES: u64 = 16;
/// Buffers are whole multiples of this, so that every shape covers them exactly.
const GRAIN: u64 = 1 << 22;
/// The most bytes of a buffer on a device that runs on the CPU: a pass over all buffers, which have many times a server's cache, takes
/// seconds there. A launch over one such pair is long beside what starts it, and the next launch copies between others.
const CPU_BUFFER: u64 = 1 << 26;
/// The words that are copied, and those that stand in the destination before a verified copy.
const SEED: u32 = 0x0c0f_fee5;
const STALE: u32 = 0x57a1_e000;

/// The buffers between which all shapes copy.
pub struct CopySpace {
    /// A source, its destination, a source, its destination, ...; each of `bytes`.
    buffers: Vec<BufferId>,
    pairs: u64,
    bytes: u64,
    words: BufferId,
    fill: PipelineId,
    check: PipelineId,
    max_workgroups: u32,
}

/// Tunes copy kernels on `device` for about `budget` by `host`'s clock, once their buffers are filled, and yields bytes a second; a copied byte counts as two, one read
/// and one written. Together the buffers hold at least `working_set` bytes, and all of them are visited before any is
/// again: it should be at least four times the last-level cache, and long to copy beside what starts a launch. Where `only` names one, as [`Ceiling::shape`] does, that one runs
/// alone.
///
/// # Errors
/// [`CeilingError`] where the device fails or none of the kernels copies faithfully.
pub async fn memory(
    device: &mut impl Device,
    working_set: u64,
    budget: Duration,
    host: &dyn Host,
    only: Option<&str>,
) -> Result<Ceiling, CeilingError> {
    let mut space = CopySpace::new(device, working_set).await?;
    let outcome = match space.furnish(device).await {
        Ok(()) => search::run(&space, device, &mut Autotuner::new(budget, host), only).await,
        Err(error) => Err(error),
    };
    let buffers = space.described();
    space.free(device);
    outcome.map(|ceiling| Ceiling { detail: format!("{}; {buffers}", ceiling.detail), ..ceiling })
}

impl CopySpace {
    async fn new(device: &mut impl Device, working_set: u64) -> Result<Self, CeilingError> {
        let (limits, kind) = (device.facts().limits, device.facts().kind);
        let most = limits.max_storage_binding.min(limits.max_buffer_size) / GRAIN * GRAIN;
        if most == 0 {
            return Err(CeilingError::TooSmall(GRAIN));
        }
        let most = if kind == DeviceType::Cpu { most.min(CPU_BUFFER) } else { most };
        let half = working_set.div_ceil(2).next_multiple_of(GRAIN).max(GRAIN);
        let pairs = half.div_ceil(most);
        let bytes = half.div_ceil(pairs).next_multiple_of(GRAIN);
        let kernel = |entry| Kernel::parse("measured/words.wgsl", WORDS, Some(entry), &Overrides::new());
        Ok(Self {
            buffers: Vec::new(),
            pairs,
            bytes,
            words: device.allocate("words", 16)?,
            fill: device.compile(&kernel("fill")?, RuntimeChecks::ZeroInit).await?,
            check: device.compile(&kernel("check")?, RuntimeChecks::ZeroInit).await?,
            max_workgroups: limits.max_workgroups,
        })
    }

    /// Makes the buffers and touches all of them: what the first touch costs is not the memory's rate.
    async fn furnish(&mut self, device: &mut impl Device) -> Result<(), CeilingError> {
        for _ in 0..self.pairs {
            for (label, seed) in [("copy from", SEED), ("copy to", STALE)] {
                let buffer = device.allocate(label, self.bytes)?;
                self.buffers.push(buffer);
                self.words(device, self.fill, buffer, seed).await?;
            }
        }
        Ok(())
    }

    fn pairs(&self) -> impl Iterator<Item = (BufferId, BufferId)> {
        self.buffers.chunks_exact(2).map(|pair| (pair[0], pair[1]))
    }

    fn described(&self) -> String {
        let size = Bytes(self.bytes as f64);
        match self.pairs {
            1 => format!("between two buffers of {size}"),
            pairs => format!("between {pairs} pairs of buffers of {size} each, in rotation"),
        }
    }

    fn free(self, device: &mut impl Device) {
        device.free(self.words);
        for buffer in self.buffers {
            device.free(buffer);
        }
    }

    /// Runs one of the two kernels of words.wgsl over all of `buffer`; yields how many words were found wrong.
    async fn words(
        &self,
        device: &mut impl Device,
        pipeline: PipelineId,
        buffer: BufferId,
        seed: u32,
    ) -> Result<u32, DeviceError> {
        let workgroups = self.grid(WORDS_WORKGROUP * WORDS_BYTES);
        let width = workgroups[0] * WORDS_WORKGROUP as u32;
        device.write(self.words, bytemuck::bytes_of(&[seed, width, 0])).await?;
        let buffers = vec![((0, 0), buffer), ((0, 1), self.words)];
        let launch = Launch { pipeline, clears: Vec::new(), buffers, workgroups };
        device.run(&[launch], 1).await?;
        let state: Vec<u32> = bytemuck::pod_collect_to_vec(&device.read(self.words, 12).await?);
        Ok(state[2])
    }

    /// As many workgroups as cover a buffer, folded in two where one dimension does not hold them.
    fn grid(&self, bytes_per_workgroup: u64) -> [u32; 3] {
        let (mut x, mut y) = (self.bytes / bytes_per_workgroup, 1);
        while x > u64::from(self.max_workgroups) {
            // Never odd while it is that large: a buffer is a multiple of a power of two.
            x /= 2;
            y *= 2;
        }
        [x as u32, y, 1]
    }
}

impl SearchSpace for CopySpace {
    type Shape = CopyShape;
    type Ready = CopyShape;
    const FIRST: f64 = 0.4;
    const BEST: usize = 2;

    fn first(facts: &Facts) -> Vec<CopyShape> {
        let widths = [(true, 4), (false, 4), (true, 2), (false, 2), (false, 1)];
        let mut shapes = Vec::new();
        for (wide_words, width) in widths {
            if wide_words && !facts.has(Feature::Int64) {
                continue;
            }
            for per_invocation in [1, 4] {
                shapes.push(CopyShape {
                    wide_words,
                    width,
                    per_invocation,
                    layout: Layout::Interleaved,
                    workgroup: workgroup(facts, 256),
                });
            }
        }
        shapes
    }

    fn refined(facts: &Facts, best: &[CopyShape]) -> Vec<CopyShape> {
        best.iter()
            .flat_map(|shape| {
                let contiguous =
                    CopyShape { per_invocation: shape.per_invocation.max(4), layout: Layout::Contiguous, ..*shape };
                let sized = other_workgroups(facts, shape.workgroup).map(|workgroup| CopyShape { workgroup, ..*shape });
                [contiguous].into_iter().chain(sized)
            })
            .collect()
    }

    fn shape(ready: &CopyShape) -> CopyShape {
        *ready
    }

    async fn candidate(
        &self,
        device: &mut impl Device,
        tuner: &mut Autotuner<'_, CopyShape>,
        shape: CopyShape,
    ) -> Result<Candidate<CopyShape>, CeilingError> {
        let pipeline = device.compile(&shape.kernel()?, RuntimeChecks::ZeroInit).await?;
        let launches: Vec<Launch> = self
            .pairs()
            .map(|(source, destination)| Launch {
                pipeline,
                clears: Vec::new(),
                buffers: vec![((0, 0), source), ((0, 1), destination)],
                workgroups: self.grid(shape.workgroup_bytes()),
            })
            .collect();
        let timing = tuner.run_next(&launches, device).await?;
        let wanted = tuner.stretch(timing).max(1.0) as usize;
        Ok(Candidate::rotating(shape, launches, wanted, 2.0 * self.bytes as f64))
    }

    /// What is wrong with the copies that `candidate` makes, if anything: of the first pair and of the last, for all have one size and one kernel.
    async fn fault(
        &self,
        device: &mut impl Device,
        candidate: &Candidate<CopyShape>,
    ) -> Result<Option<String>, DeviceError> {
        let destinations: Vec<BufferId> = self.pairs().map(|(_, destination)| destination).collect();
        for pair in BTreeSet::from([0, destinations.len() - 1]) {
            let destination = destinations[pair];
            self.words(device, self.fill, destination, STALE).await?;
            device.run(&candidate.launches[pair..=pair], 1).await?;
            let wrong = self.words(device, self.check, destination, SEED).await?;
            if wrong > 0 {
                let shape = &candidate.shape;
                return Ok(Some(format!("copying {shape} left {wrong} words wrong")));
            }
        }
        Ok(None)
    }
}
