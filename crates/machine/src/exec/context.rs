//! The state that all workgroups of a launch share.

use super::conflicts::Owners;
use super::options::{Launch, LaunchError, Options};
use crate::cache::Caches;
use crate::ir::{CompiledTables, Length, Mem, NONE, Op, Program, Reg};
use crate::machine::Target;
use crate::paged::Paged;
use crate::texture::{Sampler, Texture};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// The most MiB of registers for one workgroup.
const REGISTER_LIMIT: u32 = 1024;

/// The words of a binding.
#[derive(Debug)]
pub enum Words {
    /// Never written by the kernel.
    Frozen(Vec<u32>),
    /// Written by workgroups that may run at the same time.
    Shared(Vec<AtomicU32>),
    /// Kept only where it is touched; written or not.
    Paged(Arc<Paged>),
}

impl Words {
    /// A word as it is now; `None` beyond the end.
    pub fn word(&self, at: usize) -> Option<u32> {
        match self {
            Self::Frozen(words) => words.get(at).copied(),
            Self::Shared(words) => words.get(at).map(|word| word.load(Relaxed)),
            Self::Paged(paged) => Some(paged.read(at)),
        }
    }
}

#[derive(Debug)]
pub struct BufferMemory {
    pub words: Words,
    pub bytes: u32,
    /// `var<uniform>`.
    pub uniform: bool,
    /// The address of the first byte, for the caches.
    pub address: u64,
    /// Who touched it, where workgroups run at the same time.
    pub owners: Option<Owners>,
    /// The initial bytes are undefined: reads before writes are findings.
    pub output: bool,
}

impl BufferMemory {
    /// The bytes, as they are now.
    pub fn copy_to(&self, bytes: &mut [u8]) {
        if let Words::Shared(words) = &self.words {
            let (whole, rest) = bytes.as_chunks_mut::<4>();
            for (bytes, word) in whole.iter_mut().zip(words) {
                *bytes = word.load(Relaxed).to_le_bytes();
            }
            if let Some(word) = words.get(whole.len()) {
                rest.copy_from_slice(&word.load(Relaxed).to_le_bytes()[..rest.len()]);
            }
        }
    }
}

/// Little-endian words; the last one is filled up with zeros.
pub fn to_words(bytes: &[u8]) -> Vec<u32> {
    let (whole, rest) = bytes.as_chunks::<4>();
    let mut words = Vec::with_capacity(bytes.len().div_ceil(4));
    words.extend(whole.iter().map(|word| u32::from_le_bytes(*word)));
    if !rest.is_empty() {
        let mut last = [0; 4];
        last[..rest.len()].copy_from_slice(rest);
        words.push(u32::from_le_bytes(last));
    }
    words
}

/// The order in which a workgroup runs to its next barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Subgroup by subgroup, in an order that the seed decides.
    Random,
    /// In the opposite order.
    Backwards,
    /// Lane by lane, as if each had a subgroup of its own.
    Lanes,
    LanesBackwards,
}

impl Order {
    pub fn is_by_lane(self) -> bool {
        matches!(self, Self::Lanes | Self::LanesBackwards)
    }

    pub fn is_backwards(self) -> bool {
        matches!(self, Self::Backwards | Self::LanesBackwards)
    }
}

/// A launch, ready to run.
#[derive(Debug)]
pub struct Context<'a> {
    pub program: &'a Program,
    /// What is known of the compiled kernel.
    pub tables: &'a CompiledTables,
    pub target: &'a Target,
    pub options: &'a Options,
    pub workgroups: [u32; 3],
    pub buffers: Vec<BufferMemory>,
    /// The shape of each buffer that is a texture.
    pub textures: Vec<Option<Texture>>,
    pub samplers: Vec<Sampler>,
    pub immediates: Vec<u32>,
    /// The length of each array that is indexed.
    pub lengths: Vec<u32>,
    /// The machine's caches, where they are modelled.
    pub caches: Option<Caches>,
    /// Whether the order of atomics may matter and is tracked.
    pub orders: bool,
    /// Whether accesses are counted: where only faults are sought, nobody reads the counts.
    pub counts: bool,
    /// Whether to track values that lanes take from lanes that may not take part.
    pub shuffles: bool,
    /// The order in which the subgroups of a workgroup run to their next barrier.
    pub order: Order,
    /// How many strata the workgroups are sampled from.
    pub strata: usize,
    /// Two workgroups touched the same granule, one of them writing.
    pub conflict: AtomicBool,
    /// A workgroup ran into the step budget.
    pub stopped: AtomicBool,
}

impl<'a> Context<'a> {
    /// Copies the bindings into memory; `parallel` when workgroups may run at the same time.
    pub fn new(
        (program, tables): (&'a Program, &'a CompiledTables),
        launch: &Launch<'_>,
        target: &'a Target,
        options: &'a Options,
        parallel: bool,
    ) -> Result<Self, LaunchError> {
        let words = program.file / program.lanes;
        let lanes = program.invocations().div_ceil(program.lanes) * program.lanes;
        if u64::from(lanes) * u64::from(words) > u64::from(REGISTER_LIMIT) << 18 {
            let (invocations, limit) = (program.invocations(), REGISTER_LIMIT);
            return Err(LaunchError::Registers { invocations, words, limit });
        }
        let given = launch.immediates.len();
        if given < program.immediate_bytes as usize {
            return Err(LaunchError::Immediates { needed: program.immediate_bytes, given });
        }
        let buffers = Self::buffers(program, launch, options, parallel)?;
        let lengths = program.lengths.iter().map(|length| evaluate(*length, &buffers)).collect();
        Ok(Self {
            program,
            tables,
            target,
            options,
            workgroups: launch.workgroups,
            buffers,
            textures: textures(program, launch, options)?,
            samplers: samplers(program, options)?,
            immediates: to_words(launch.immediates),
            lengths,
            caches: None,
            orders: orders(program) && !options.wants_outputs_only(),
            counts: true,
            shuffles: program.ops.iter().any(|op| matches!(op, Op::SubgroupShuffle { .. }))
                && !options.wants_outputs_only(),
            order: Order::Random,
            strata: 1,
            conflict: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
        })
    }

    fn buffers(
        program: &Program,
        launch: &Launch<'_>,
        options: &Options,
        parallel: bool,
    ) -> Result<Vec<BufferMemory>, LaunchError> {
        let mut buffers = Vec::with_capacity(program.buffers.len());
        for buffer in &program.buffers {
            let (group, binding, name) = (buffer.group, buffer.binding, buffer.name.clone());
            let bytes = launch.bindings.get(&(group, binding));
            let paged = options.paged.get(&(group, binding));
            let Some(bound) = paged.map(|paged| paged.bytes() as usize).or(bytes.map(Vec::len)) else {
                return Err(LaunchError::Missing { name, group, binding });
            };
            if bound < buffer.min_bytes as usize {
                return Err(LaunchError::TooSmall { name, group, binding, needed: buffer.min_bytes, bound });
            }
            if bound > u32::MAX as usize - 64 {
                return Err(LaunchError::TooLarge { name, group, binding, bound });
            }
            let granules = bound.div_ceil(program.granule as usize);
            buffers.push(BufferMemory {
                bytes: bound as u32,
                uniform: buffer.uniform,
                address: 0,
                owners: (parallel && buffer.writable).then(|| Owners::new(granules)),
                output: options.uninitialized && options.outputs.contains(&(group, binding)),
                words: match (paged, buffer.writable) {
                    // The kernel writes to a copy: the launch may have to run again.
                    (Some(paged), true) => Words::Paged(Arc::new(paged.fork())),
                    (Some(paged), false) => Words::Paged(Arc::clone(paged)),
                    (None, true) => {
                        let words = to_words(bytes.map_or(&[], Vec::as_slice));
                        Words::Shared(words.into_iter().map(AtomicU32::new).collect())
                    }
                    (None, false) => Words::Frozen(to_words(bytes.map_or(&[], Vec::as_slice))),
                },
            });
        }
        Ok(buffers)
    }

    /// The constant planes that hold parts of uniform buffers and immediates, and their values.
    pub fn preloaded(&self) -> impl Iterator<Item = (Reg, u32)> + '_ {
        self.program.preloads.iter().map(|preload| {
            let word = preload.offset as usize / 4;
            let value = match preload.mem {
                Mem::Buffer(buffer) => self.buffers[buffer as usize].words.word(word),
                _ => self.immediates.get(word).copied(),
            };
            (preload.reg, value.unwrap_or(0))
        })
    }

    /// Whether workgroups conflicted, or one did not end.
    pub fn is_broken_off(&self) -> bool {
        self.conflict.load(Relaxed) || self.stopped.load(Relaxed)
    }

    /// The bytes of a memory.
    pub fn limit(&self, mem: Mem) -> u32 {
        match mem {
            Mem::Buffer(buffer) => self.buffers[buffer as usize].bytes,
            Mem::Workgroup => self.program.workgroup_bytes,
            Mem::Immediate => self.immediates.len() as u32 * 4,
        }
    }

    /// What a buffer holds now at an address, as 32 or 64 bits.
    pub fn value_at(&self, mem: Mem, address: u32, wide: bool) -> u64 {
        let Mem::Buffer(buffer) = mem else {
            return 0;
        };
        let word = |at: usize| self.buffers[buffer as usize].words.word(at);
        let at = address as usize / 4;
        let high = if wide { word(at + 1) } else { None };
        u64::from(high.unwrap_or(0)) << 32 | u64::from(word(at).unwrap_or(0))
    }

    /// The workgroup id of a workgroup's number.
    pub fn id(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.workgroups.map(u64::from);
        [(number % x) as u32, (number / x % y) as u32, (number / x / y) as u32]
    }

    /// The granules of so many bytes.
    pub fn granules(&self, bytes: u32) -> usize {
        bytes.div_ceil(self.program.granule) as usize
    }
}

/// The shapes of the textures, after a check that all texels are bound.
fn textures(program: &Program, launch: &Launch<'_>, options: &Options) -> Result<Vec<Option<Texture>>, LaunchError> {
    let one = |buffer: &crate::ir::Buffer| {
        let Some(ty) = buffer.texture else {
            return Ok(None);
        };
        let place = (buffer.group, buffer.binding);
        let wrong =
            |why: String| LaunchError::Resource { name: buffer.name.clone(), group: place.0, binding: place.1, why };
        let texture = options.resources.textures.get(&place).ok_or_else(|| wrong("no texture is bound".to_owned()))?;
        if let Some(why) = ty.mismatch(texture) {
            return Err(wrong(why));
        }
        let (needed, bound) = (texture.bytes(), launch.bindings.get(&place).map_or(0, Vec::len));
        if needed != bound as u64 {
            return Err(wrong(format!("its texels take {needed} bytes, and {bound} are bound")));
        }
        Ok(Some(*texture))
    };
    program.buffers.iter().map(one).collect()
}

fn samplers(program: &Program, options: &Options) -> Result<Vec<Sampler>, LaunchError> {
    let one = |sampler: &crate::ir::SamplerBinding| {
        let bound = options.resources.samplers.get(&(sampler.group, sampler.binding));
        bound.copied().ok_or_else(|| LaunchError::Resource {
            name: sampler.name.clone(),
            group: sampler.group,
            binding: sampler.binding,
            why: "no sampler is bound".to_owned(),
        })
    };
    program.samplers.iter().map(one).collect()
}

/// Whether some value of an atomic is used or stored, or atomics do not commute.
fn orders(program: &Program) -> bool {
    let used = program.ops.iter().any(|op| match op {
        Op::Atomic { access, dst, .. } => *dst != NONE || access.kind.is_float(),
        Op::Load { access, .. } | Op::Store { access, .. } => access.atomic,
        _ => false,
    });
    used || Program::mixes_atomics(&program.ops, |_| true)
}

fn evaluate(length: Length, buffers: &[BufferMemory]) -> u32 {
    match length {
        Length::Fixed(len) => len,
        Length::Runtime { buffer, offset, stride } => {
            let bytes = buffers[buffer as usize].bytes;
            bytes.saturating_sub(offset).checked_div(stride).unwrap_or(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_fill_no_word_are_kept_and_come_back() {
        for len in 0..9u8 {
            let bytes: Vec<u8> = (1..=len).collect();
            let words = to_words(&bytes);
            assert_eq!(words.len(), bytes.len().div_ceil(4));
            let memory = BufferMemory {
                words: Words::Shared(words.into_iter().map(AtomicU32::new).collect()),
                bytes: u32::from(len),
                uniform: false,
                address: 0,
                owners: None,
                output: false,
            };
            let mut back = vec![0; bytes.len()];
            memory.copy_to(&mut back);
            assert_eq!(back, bytes);
        }
    }
}
