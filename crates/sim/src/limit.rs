//! What can limit a launch.

use std::fmt;

/// Makes the enum, its list and its texts from one row for each: its name in the JSON, and what it is in a sentence's words.
macro_rules! limits {
    ($($(#[$doc:meta])* $arm:ident = $name:literal, $words:literal;)*) => {
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
        }
    };
}

limits! {
    /// Instructions that the schedulers issue and the lanes execute.
    Issue = "issue", "instruction issue";
    /// Operands that the register file hands to the lanes.
    Registers = "registers", "reading registers";
    /// f32 arithmetic.
    F32 = "f32", "f32 arithmetic";
    /// f16 arithmetic.
    F16 = "f16", "f16 arithmetic";
    /// Multiply-adds of cooperative matrices.
    Matrix = "matrix", "the matrix units";
    /// The special function unit.
    SpecialFunctions = "special-functions", "the special function unit";
    /// Level 1 of the caches: its requests and its bytes.
    Level1 = "l1", "the level 1 cache";
    /// Addresses of uniform buffers that the lanes of a subgroup ask for one after the other.
    ConstantCache = "constant-cache", "the constant cache";
    /// Wavefronts of workgroup memory.
    SharedMemory = "shared-memory", "workgroup memory";
    /// Subgroups that come to barriers, of which a unit notes one after the other.
    Barriers = "barriers", "the rate of barriers";
    /// Level 2 of the caches.
    Level2 = "l2", "the level 2 cache";
    /// The memory-side cache.
    LastLevel = "last-level-cache", "the memory-side cache";
    /// Bytes to and from DRAM.
    Dram = "dram", "DRAM bandwidth";
    /// Atomic operations, which take turns at an address.
    Atomics = "atomics", "waiting at atomics";
    /// Workgroups that are started, one after the other.
    Starts = "workgroup-starts", "the rate at which workgroups start";
    /// Waiting: too few subgroups at a time for the latency of their instructions and loads.
    Latency = "latency", "latency";
}

impl fmt::Display for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
