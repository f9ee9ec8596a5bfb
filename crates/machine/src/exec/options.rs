//! What to run and how, and the outcome.

use super::access_sample::AccessSample;
use crate::cache::{Dependence, Writers};
use crate::count::{Counters, LineCounters};
use crate::finding::Finding;
use crate::paged::Paged;
use crate::texture::Resources;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One dispatch.
#[derive(Debug)]
pub struct Launch<'a> {
    /// Workgroups along x, y and z.
    pub workgroups: [u32; 3],
    /// The bytes of each binding, by group and binding; writable ones are changed in place.
    pub bindings: &'a mut BTreeMap<(u32, u32), Vec<u8>>,
    /// The bytes of `var<immediate>`.
    pub immediates: &'a [u8],
}

/// What an out-of-bounds access does after it was reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutOfBounds {
    /// The index is clamped to the last element: what wgpu asks of naga ("restrict").
    #[default]
    Clamp,
    /// Reads give zero and writes are dropped: what robust buffer access does in hardware.
    ZeroOrSkip,
}

impl OutOfBounds {
    /// The policy in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Clamp => "an index out of bounds is reported, then clamped to the last element",
            Self::ZeroOrSkip => "an access out of bounds is reported; then a read returns zero, and a write is dropped",
        }
    }
}

/// Which workgroups to run.
///
/// Where not all are run, each stratum's counters are scaled by the workgroups that it stands for, and the output is
/// incomplete. The traffic behind the L2 cache is derived from the address streams of neighbouring workgroups, moved to
/// where the others are. Where this does not work, whole waves are run beside the sample, from some points of the launch
/// on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sampling {
    /// All of them.
    #[default]
    Full,
    /// About this many of them, edges and corners included.
    Sampled {
        /// About how many to run.
        max_workgroups: u64,
    },
    /// All of them, or, if they take too many subgroup instructions (twice as many where there are at most 1024), at most 1024:
    /// as many as an eighth of the instructions allows, 64 at least, or 4 neighbours and more where a workgroup is long.
    Bounded {
        /// The most subgroup instructions of a launch that is run whole; a memory request counts for several.
        instructions: u64,
    },
    /// All of them, or, if they take too many subgroup instructions, as many as a smaller number allows. Where that is not
    /// many, these are neighbours along each axis from the inside of the launch, and the last workgroup; or one from the
    /// inside and the last one, where neither the requests nor the control flow depend on the contents of memory and the
    /// neighbours make the same requests. The traffic behind the L2 cache is derived from the address streams of the
    /// neighbours, moved to where the other workgroups are.
    Few {
        /// The most subgroup instructions of all workgroups together; a memory request counts for several.
        whole: u64,
        /// The most subgroup instructions of the workgroups that are run, where not all are.
        some: u64,
    },
    /// Some parts of the launch, each a row of neighbours: the first, the last and others at random. In a sequence of
    /// launches over the same elements, each then finds the results of the one before it.
    Parts {
        /// How many of them are run.
        parts: u64,
        /// Workgroups of a part.
        each: u64,
    },
}

impl Sampling {
    /// All workgroups if one core runs them in about five seconds, otherwise a sample in a fraction of that.
    pub const SOON: Self = Self::Bounded { instructions: 1 << 28 };
}

/// The order in which workgroups run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Schedule {
    /// One after the other, or as if they did.
    #[default]
    InOrder,
    /// Where a workgroup may depend on others: many at a time, in time slices that the seed decides, and some are held up
    /// after they have begun; implies [`Options::outputs_only`]. A launch that takes far too many time slices ends with a
    /// finding.
    Interleaved,
    /// As [`Schedule::Interleaved`], but all workgroups of a launch begin and pause after their first atomics. Then the
    /// last one resumes, and then some others that the seed decides: these find many before them that have not ended.
    Crowded,
}

/// How to run a program.
#[derive(Debug, Clone)]
pub struct Options {
    /// Threads; 0 for one per core.
    pub threads: usize,
    /// Decides the order in which subgroups run to their next barrier.
    pub seed: u64,
    /// The most steps of the subgroups of one workgroup together. A step is an iteration of a loop; a long iteration counts
    /// for several, and so do an atomic operation and, where races are looked for, an access to memory.
    pub step_budget: u64,
    /// The same for each run with another subgroup width, which is made beside the launch's own. One that spends it tells nothing.
    pub width_step_budget: u64,
    /// The most steps of all workgroups of a launch together: once they are spent, no other workgroup starts.
    pub launch_budget: u64,
    /// Whether to look for data races. It takes 24 bytes of memory for each word of the bindings that the kernel writes
    /// (8 while workgroups run in parallel), and about 100 for each word that one workgroup touches.
    pub races: bool,
    /// Whether to look for reads of never-written workgroup memory, and of never-written bindings in `outputs`.
    pub uninitialized: bool,
    /// Bindings whose initial bytes are undefined.
    pub outputs: BTreeSet<(u32, u32)>,
    /// What out-of-bounds accesses do after they were reported.
    pub out_of_bounds: OutOfBounds,
    /// Which workgroups to run.
    pub sampling: Sampling,
    /// In what order.
    pub schedule: Schedule,
    /// Whether only the outputs are wanted, not their cost: caches are not modelled, races and reads of unwritten memory
    /// are not looked for, and other subgroup widths are not tried.
    pub outputs_only: bool,
    /// Whether the machine was named: what only other subgroup widths show is then a warning, not an error.
    pub named_machine: bool,
    /// Buffers that are kept only where they are touched; they replace the bindings of the launch.
    pub paged: BTreeMap<(u32, u32), Arc<Paged>>,
    /// Whether to keep a sample of each access: its first request.
    pub access_samples: bool,
    /// Who wrote what is bound, in earlier launches. Where it is there, the outcome says who wrote what, and on whom its readers
    /// depend.
    pub written_by: Option<BTreeMap<(u32, u32), Arc<Writers>>>,
    /// Whether to list what the modelled compiler leaves of the kernel.
    pub listing: bool,
    /// The shapes of the textures that are bound, and the samplers.
    pub resources: Resources,
}

impl Options {
    /// Whether only the outputs are wanted, by option or by the schedule.
    pub fn wants_outputs_only(&self) -> bool {
        self.outputs_only || self.schedule != Schedule::InOrder
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 0,
            seed: 0,
            step_budget: 24_000_000,
            width_step_budget: 1 << 20,
            launch_budget: u64::MAX,
            races: true,
            uninitialized: true,
            outputs: BTreeSet::new(),
            out_of_bounds: OutOfBounds::default(),
            sampling: Sampling::default(),
            schedule: Schedule::default(),
            outputs_only: false,
            named_machine: false,
            paged: BTreeMap::new(),
            access_samples: false,
            written_by: None,
            listing: false,
            resources: Resources::default(),
        }
    }
}

/// What a launch did.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Totals over the launch.
    pub counters: Counters,
    /// The counters of each source line, in order.
    pub lines: Vec<LineCounters>,
    /// Errors first, then by line.
    pub findings: Vec<Finding>,
    /// A sample of each access, by line; empty where none were wanted.
    pub access_samples: Vec<AccessSample>,
    /// Who wrote the bindings that the kernel may write; empty where [`Options::written_by`] is not there.
    pub writers: BTreeMap<(u32, u32), Arc<Writers>>,
    /// How those who read a binding depend on those who wrote it in an earlier launch, where that is known.
    pub dependences: BTreeMap<(u32, u32), Dependence>,
    /// Whether a budget of steps was spent: what did not end then may only be long.
    pub cut_off: bool,
}

/// Why a launch cannot run.
#[allow(missing_docs, reason = "each message names its fields")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// A binding of the kernel has no buffer.
    #[error("nothing is bound to `{name}` at @group({group}) @binding({binding})")]
    Missing { name: String, group: u32, binding: u32 },
    /// A buffer is smaller than the variable's type.
    #[error("`{name}` at @group({group}) @binding({binding}) needs at least {needed} bytes, but {bound} are bound")]
    TooSmall { name: String, group: u32, binding: u32, needed: u32, bound: usize },
    /// A buffer is too large for 32-bit offsets.
    #[error("`{name}` at @group({group}) @binding({binding}) has {bound} bytes; the simulator holds less than 4 GiB")]
    TooLarge { name: String, group: u32, binding: u32, bound: usize },
    /// A texture or sampler is not bound, or another one than the variable takes.
    #[error("`{name}` at @group({group}) @binding({binding}): {why}")]
    Resource { name: String, group: u32, binding: u32, why: String },
    /// A workgroup to trace that the launch does not have.
    #[error(
        "there is no workgroup ({}, {}, {}): the launch has {} x {} x {} of them, counted from 0",
        asked[0], asked[1], asked[2], workgroups[0], workgroups[1], workgroups[2]
    )]
    NoWorkgroup { asked: [u32; 3], workgroups: [u32; 3] },
    /// Too few bytes of immediates.
    #[error("the kernel reads {needed} bytes of immediates, but {given} are given")]
    Immediates { needed: u32, given: usize },
    /// Subgroups need registers.
    #[error(
        "a workgroup of {invocations} invocations with {words} words each needs more than {limit} MiB of registers"
    )]
    Registers { invocations: u32, words: u32, limit: u32 },
}
