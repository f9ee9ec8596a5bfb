//! What to run and how, and what comes out.

use super::access_sample::AccessSample;
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

/// What an out-of-bounds access does, after it was reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutOfBounds {
    /// The index is clamped to the last element: what wgpu asks of naga ("restrict").
    #[default]
    Clamp,
    /// Reads give zero and writes are dropped: what robust buffer access does in hardware.
    ZeroOrSkip,
}

impl OutOfBounds {
    /// The policy, for a person.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Clamp => "an index out of bounds is reported, then clamped to the last element",
            Self::ZeroOrSkip => "an access out of bounds is reported; then a read gives zero, and a write is dropped",
        }
    }
}

/// Which workgroups to run.
///
/// Where not all are run, each stratum's counters are scaled for what it stands for, and the output is not complete.
/// What the shared caches pass on is told from the address streams of neighbours, moved to where the other workgroups are;
/// where these do not tell, whole waves are run beside the sample, from some points of the launch on.
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
    /// All of them, or, if there are more than 1024 and these take too many subgroup instructions, some from all over the
    /// launch: 64 to 1024 of them, by what an eighth of the instructions allows.
    Bounded {
        /// Subgroup instructions that a launch of which all are run may take; a request of memory counts for several.
        instructions: u64,
    },
    /// All of them, or, if they take too many subgroup instructions, as many as fewer allow: where that is not many,
    /// neighbours along each axis from within, and the last; one from within and the last, where neither what the workgroups ask for
    /// nor their ways depend on what memory holds, and the neighbours ask for the same. What the shared caches pass on is told from
    /// address streams: those of the neighbours, moved to where the other workgroups are.
    Few {
        /// Subgroup instructions that all workgroups may take together; a request of memory counts for several.
        whole: u64,
        /// Subgroup instructions that those may take which are run, where not all are.
        some: u64,
    },
    /// Some parts of the launch, each a row of neighbours: the first, the last and others at random. In a chain of launches
    /// over the same elements, each finds what the one before it made.
    Parts {
        /// How many of them are run.
        parts: u64,
        /// Workgroups of a part.
        each: u64,
    },
}

impl Sampling {
    /// All workgroups where one core runs them in about five seconds, else a sample in a fraction of that.
    pub const SOON: Self = Self::Bounded { instructions: 1 << 28 };
}

/// In what order workgroups run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Schedule {
    /// One after the other, or as if they did.
    #[default]
    InOrder,
    /// Where what a workgroup does may depend on others: many at a time, in turns that the seed decides, and some of them are
    /// held up after they have begun, with [`Options::outputs_only`]. One that takes far too many turns ends with a finding.
    Interleaved,
    /// As [`Schedule::Interleaved`], but all of a launch begin, and pause after their first atomics, before the last
    /// one goes on, and then some others that the seed decides: these find many before them that have not ended.
    Crowded,
}

/// How to run a program.
#[derive(Debug, Clone)]
pub struct Options {
    /// Threads; 0 for one a core.
    pub threads: usize,
    /// Decides the order in which subgroups run to their next barrier.
    pub seed: u64,
    /// Steps of the subgroups of one workgroup together, which are passes through loops; a pass of many instructions counts
    /// for several, and so do an atomic operation and, where races are looked for, an access to memory.
    pub step_budget: u64,
    /// Passes through loops that all workgroups of a launch may make together: once they are spent, no other one starts.
    pub launch_budget: u64,
    /// Whether to look for data races. It takes 24 bytes of memory for each word of the bindings that the kernel writes
    /// (8 while workgroups run in parallel), and about 100 for each word that one workgroup touches.
    pub races: bool,
    /// Whether to look for reads of never-written workgroup memory, and of never-written bindings in `outputs`.
    pub uninitialized: bool,
    /// Bindings whose initial bytes mean nothing.
    pub outputs: BTreeSet<(u32, u32)>,
    /// What out-of-bounds accesses do after they were reported.
    pub out_of_bounds: OutOfBounds,
    /// Which workgroups to run.
    pub sampling: Sampling,
    /// In what order.
    pub schedule: Schedule,
    /// Whether only what comes out is wanted, not what it costs: caches are not followed, races and reads of what nobody wrote
    /// not looked for, and other subgroup widths not tried.
    pub outputs_only: bool,
    /// Buffers of which only what is touched is held; they take the place of the launch's bindings.
    pub paged: BTreeMap<(u32, u32), Arc<Paged>>,
    /// Whether to keep the first request of each access.
    pub access_samples: bool,
    /// Whether to list what the modelled compiler leaves of the kernel.
    pub listing: bool,
    /// The shapes of the textures that are bound, and the samplers.
    pub resources: Resources,
}

impl Options {
    /// Whether only what comes out is wanted: asked for, or by the schedule.
    pub(crate) fn wants_outputs_only(&self) -> bool {
        self.outputs_only || self.schedule != Schedule::InOrder
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 0,
            seed: 0,
            step_budget: 24_000_000,
            launch_budget: u64::MAX,
            races: true,
            uninitialized: true,
            outputs: BTreeSet::new(),
            out_of_bounds: OutOfBounds::default(),
            sampling: Sampling::default(),
            schedule: Schedule::default(),
            outputs_only: false,
            paged: BTreeMap::new(),
            access_samples: false,
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
    /// The first request of each access, by line; empty where they were not asked for.
    pub access_samples: Vec<AccessSample>,
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
    /// A workgroup to trace that the launch has not.
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
