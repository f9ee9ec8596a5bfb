//! What can limit a launch.

use std::fmt;

/// A resource that can limit a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Instructions that the schedulers issue and the lanes execute.
    Issue,
    /// Operands that the register file hands to the lanes.
    Registers,
    /// f32 arithmetic.
    F32,
    /// f16 arithmetic.
    F16,
    /// The special function unit.
    SpecialFunctions,
    /// Level 1 of the caches: its requests and its bytes.
    Level1,
    /// Addresses of uniform buffers that the lanes of a subgroup ask for one after the other.
    ConstantCache,
    /// Wavefronts of workgroup memory.
    SharedMemory,
    /// Subgroups that come to barriers, of which a unit notes one after the other.
    Barriers,
    /// Level 2 of the caches.
    Level2,
    /// The memory-side cache.
    LastLevel,
    /// Bytes to and from DRAM.
    Dram,
    /// Atomic operations, which take turns at an address.
    Atomics,
    /// Workgroups that are started, one after the other.
    Starts,
    /// Waiting: too few subgroups at a time for the latency of their instructions and loads.
    Latency,
}

impl Limit {
    /// The name, as in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Issue => "issue",
            Self::Registers => "registers",
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::SpecialFunctions => "special-functions",
            Self::Level1 => "l1",
            Self::ConstantCache => "constant-cache",
            Self::SharedMemory => "shared-memory",
            Self::Barriers => "barriers",
            Self::Level2 => "l2",
            Self::LastLevel => "last-level-cache",
            Self::Dram => "dram",
            Self::Atomics => "atomics",
            Self::Starts => "workgroup-starts",
            Self::Latency => "latency",
        }
    }

    /// What it is, in a sentence's words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Issue => "instruction issue",
            Self::Registers => "reading registers",
            Self::F32 => "f32 arithmetic",
            Self::F16 => "f16 arithmetic",
            Self::SpecialFunctions => "the special function unit",
            Self::Level1 => "the level 1 cache",
            Self::ConstantCache => "the constant cache",
            Self::SharedMemory => "workgroup memory",
            Self::Barriers => "the rate of barriers",
            Self::Level2 => "the level 2 cache",
            Self::LastLevel => "the memory-side cache",
            Self::Dram => "DRAM bandwidth",
            Self::Atomics => "waiting at atomics",
            Self::Starts => "the rate at which workgroups start",
            Self::Latency => "latency",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
