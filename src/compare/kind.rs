//! The kinds of ideas: one row each, with everything that is known of a kind.

use serde::{Deserialize, Serialize};

use super::figures::{counter, counters};
use crate::sim::estimate::Limit;
use crate::sim::{Counter, Counters};

/// What a mechanism costs, by the counter that shows it.
enum Spends {
    /// More of it costs more.
    More(&'static Counter),
    /// Less of it costs more.
    Less(&'static Counter),
    /// More of it, over the fewest that it could be, costs more.
    Excess(&'static Counter),
    /// No counter says.
    Unknown,
}

/// Makes the enum from one row for each kind: `Kind "name in the JSON"`, then `tells`: the kinds of which nothing is said beside it,
/// as they are its effect, or the same in other words; then `counters`: those that its sentence quotes, which need not be
/// repeated; then the resources on whose time it bears, none of which stands for all; then what it spends.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal,
        tells [$($tells:ident),*], counters [$($counter:literal),*],
        limits [$($limit:ident),*], $spends:ident $(($figure:literal))?;)*) => {
        /// The mechanism by which one kernel differs from another.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum IdeaKind { $($(#[$doc])* #[serde(rename = $name)] $kind,)* }

        impl IdeaKind {
            /// The name, as in the JSON.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            /// Whether nothing is said of `other` beside it.
            pub(super) fn tells(self, other: Self) -> bool {
                let reported: &[Self] = match self { $(Self::$kind => &[$(Self::$tells),*],)* };
                reported.contains(&other)
            }

            /// Whether its sentence quotes this counter.
            pub(super) fn quotes(self, counter: &str) -> bool {
                let quoted: &[&Counter] = match self { $(Self::$kind => &const { counters([$($counter),*]) },)* };
                quoted.iter().any(|quoted| quoted.name == counter)
            }

            /// The resources on whose time it bears; none stands for all.
            pub(super) fn limits(self) -> &'static [Limit] {
                match self { $(Self::$kind => &[$(Limit::$limit),*],)* }
            }

            const fn spent(self) -> Spends {
                match self { $(Self::$kind => const { Spends::$spends $((counter($figure)))? },)* }
            }
        }
    };
}

kinds! {
    /// Another number of dispatches.
    Fusion "fusion", tells [Reuse, Branches, WorkPerInvocation], counters [], limits [], Unknown;
    /// Matrices multiplied by a subgroup's matrix units.
    MatrixUnits "matrix-units", tells [], counters [], limits [], Unknown;
    /// Values that lanes exchange through registers.
    SubgroupOperations "subgroup-operations", tells [RegisterReuse, Barriers, BankConflicts], counters [],
        limits [Level1, Level2, LastLevel, Dram, SharedMemory, Barriers, Latency], Unknown;
    /// f16 in place of f32.
    Precision "precision", tells [], counters [], limits [], Unknown;
    /// Data that workgroup memory holds.
    WorkgroupMemory "workgroup-memory", tells [Barriers, Branches, RegisterReuse, Occupancy, Spread, Reuse],
        counters ["global_sectors", "shared_wavefronts", "barriers"], limits [Level1, Level2, LastLevel, Dram, SharedMemory, Atomics, Latency], Unknown;
    /// Workgroup memory through which nothing passes from one invocation to another.
    WorkgroupMemoryAlone "workgroup-memory-alone", tells [], counters [], limits [SharedMemory, Latency], Unknown;
    /// How densely requests are packed.
    Coalescing "coalescing", tells [Spread], counters ["global_sectors"], limits [Level1, Level2, LastLevel, Dram], Excess("global_sectors");
    /// How many addresses a request asks for.
    Spread "spread", tells [], counters ["global_sectors"], limits [Level1, Level2, LastLevel, Dram], More("global_sectors");
    /// How many loads wait together.
    Waits "waits", tells [], counters [], limits [Latency], Less("requests_a_wait");
    /// Words of one bank.
    BankConflicts "bank-conflicts", tells [], counters ["shared_wavefronts"], limits [SharedMemory], Excess("shared_wavefronts");
    /// How many lanes are active.
    Divergence "divergence", tells [], counters ["divergent_branches"], limits [Issue, Registers, Latency], Less("lane_efficiency");
    /// Branches that are gone, or new.
    Branches "branches", tells [], counters [], limits [Issue, Latency], More("branches");
    /// The width of requests.
    VectorLoads "vector-loads", tells [Branches], counters [], limits [Issue, Level1, SharedMemory], Unknown;
    /// How much arithmetic a word from workgroup memory serves.
    RegisterReuse "register-reuse", tells [NamedVariables], counters ["shared_wavefronts"], limits [Issue, SharedMemory], More("shared_requests");
    /// How much is asked of memory for the same result.
    Reuse "reuse", tells [], counters [], limits [Level1, Level2, LastLevel, Dram, Latency], More("global_bytes");
    /// Bytes to and from DRAM.
    Dram "dram", tells [], counters ["dram_bytes"], limits [LastLevel, Dram], More("dram_bytes");
    /// How often a workgroup waits for all its invocations.
    Barriers "barriers", tells [], counters ["barriers"], limits [Latency], More("barriers");
    /// How much is computed for the same result.
    Arithmetic "arithmetic", tells [], counters ["flop"], limits [Issue, Registers, F32, F16, SpecialFunctions, Latency], More("flop");
    /// Lanes that wait for each other at one address.
    Atomics "atomics", tells [Branches], counters ["atomic_serializations"], limits [Level2, Atomics], More("atomic_serializations");
    /// Integers divided by what is known at run time only.
    Division "integer-division", tells [], counters ["division_instructions"], limits [Issue, Latency], More("division_instructions");
    /// Instructions of subgroups.
    Instructions "instructions", tells [], counters ["subgroup_instructions"], limits [Issue, Registers, Latency], More("subgroup_instructions");
    /// Variables in place of an array.
    NamedVariables "named-variables", tells [], counters [], limits [Level1, Latency], Unknown;
    /// How much one invocation does.
    WorkPerInvocation "work-per-invocation", tells [], counters [], limits [Issue, Latency], Unknown;
    /// Resident subgroups.
    Occupancy "occupancy", tells [], counters ["occupancy"], limits [Latency], Less("occupancy");
    /// Resident subgroups, limited by registers.
    Registers "registers", tells [], counters ["occupancy"], limits [Latency], Unknown;
    /// Other values of named constants.
    Constants "constants", tells [], counters [], limits [], Unknown;
    /// Other lines of code, where no counter moves.
    Code "code", tells [], counters [], limits [], Unknown;
}

impl IdeaKind {
    /// How many times as much the mechanism costs the second kernel as the first; 1 where that is not known.
    pub fn spends(self, before: &Counters, after: &Counters) -> f64 {
        let over = |spent: f64, fewest: f64| spent / fewest.max(1.0);
        let times = match self.spent() {
            Spends::More(counter) => (counter.read)(before).zip((counter.read)(after)).map(|(a, b)| over(b, a)),
            Spends::Less(counter) => (counter.read)(before).zip((counter.read)(after)).map(|(a, b)| a / b),
            Spends::Excess(counter) => {
                let excess = |of| Some(over((counter.read)(of)?, counter.ideal?(of)?));
                excess(before).zip(excess(after)).map(|(a, b)| b / a)
            }
            Spends::Unknown => None,
        };
        times.unwrap_or(1.0)
    }
}
