//! What can limit a launch.

use crate::count::LineCounters;
use std::fmt;

/// Resources that work side by side. Those of one row are fed by the same schedulers or by one another, so that the slowest
/// of them is what the row takes; rows overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The pipes of a unit.
    Unit,
    /// The way to DRAM and back.
    Memory,
    /// Atomic operations that take turns.
    Atomics,
    /// Workgroups that are started.
    Starts,
    /// Waiting.
    Latency,
}

impl Row {
    /// Every row.
    pub const ALL: [Self; 5] = [Self::Unit, Self::Memory, Self::Atomics, Self::Starts, Self::Latency];
}

/// What a line spends of a resource: in a sentence's words, and from its counters.
pub type Spent = (&'static str, fn(&LineCounters) -> u64);

/// What a line spends where nothing says more.
pub const INSTRUCTIONS: Spent = ("instructions", LineCounters::with_divisions);
const FLOP: Spent = ("FLOP", |line| line.flop);
const SECTORS: Spent = ("sectors", |line| line.global_sectors);

/// Makes the enum, its list and its properties from one row for each: its name in the JSON, what it is in a sentence's words, what it
/// works side by side with, and by what the lines of a kernel are ranked where it limits.
macro_rules! limits {
    ($($(#[$doc:meta])* $arm:ident = $name:literal, $words:literal, $row:ident, $spent:expr;)*) => {
        /// A resource that can limit a launch.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Limit { $($(#[$doc])* $arm,)* }

        impl Limit {
            /// Every resource.
            pub const ALL: &'static [Self] = &[$(Self::$arm),*];

            /// The name, as in the JSON.
            pub fn name(self) -> &'static str {
                match self { $(Self::$arm => $name,)* }
            }

            /// What it is, in a sentence's words.
            pub fn describe(self) -> &'static str {
                match self { $(Self::$arm => $words,)* }
            }

            /// What it works side by side with.
            pub fn row(self) -> Row {
                match self { $(Self::$arm => Row::$row,)* }
            }

            /// What a line spends of it.
            pub fn spent(self) -> Spent {
                match self { $(Self::$arm => $spent,)* }
            }
        }
    };
}

limits! {
    /// Instructions that the schedulers issue and the lanes execute.
    Issue = "issue", "instruction issue", Unit, INSTRUCTIONS;
    /// Operands that the register file hands to the lanes.
    Registers = "registers", "reading registers", Unit, INSTRUCTIONS;
    /// f32 arithmetic.
    F32 = "f32", "f32 arithmetic", Unit, FLOP;
    /// f16 arithmetic.
    F16 = "f16", "f16 arithmetic", Unit, FLOP;
    /// Multiply-adds of cooperative matrices.
    Matrix = "matrix", "the matrix units", Unit, ("FLOP of the matrix units", |line| line.matrix_flop);
    /// The special function unit.
    SpecialFunctions = "special-functions", "the special function unit", Unit, INSTRUCTIONS;
    /// Level 1 of the caches: its requests and its bytes.
    Level1 = "l1", "the level 1 cache", Unit, SECTORS;
    /// Addresses of uniform buffers that the lanes of a subgroup ask for one after the other.
    ConstantCache = "constant-cache", "the constant cache", Unit, INSTRUCTIONS;
    /// Wavefronts of workgroup memory.
    SharedMemory = "shared-memory", "workgroup memory", Unit, ("passes over the banks", |line| line.shared_wavefronts.unwrap_or(0));
    /// Subgroups that come to barriers, of which a unit notes one after the other.
    Barriers = "barriers", "the rate of barriers", Unit, ("barriers", |line| line.barriers);
    /// Level 2 of the caches.
    Level2 = "l2", "the level 2 cache", Memory, SECTORS;
    /// The memory-side cache.
    LastLevel = "last-level-cache", "the memory-side cache", Memory, SECTORS;
    /// Bytes to and from DRAM.
    Dram = "dram", "DRAM bandwidth", Memory, SECTORS;
    /// Atomic operations, which take turns at an address.
    Atomics = "atomics", "waiting at atomics", Atomics, ("serialised atomics", |line| line.atomic_serializations);
    /// Workgroups that are started, one after the other.
    Starts = "workgroup-starts", "the rate at which workgroups start", Starts, INSTRUCTIONS;
    /// Waiting: too few subgroups at a time for the latency of their instructions and loads.
    Latency = "latency", "latency", Latency, ("memory requests", |line| line.global_requests + line.shared_requests + line.atomic_requests);
}

impl fmt::Display for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
