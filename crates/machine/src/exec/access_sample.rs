//! A sample of an access in the source: which lane touches which bytes in its first request.

use crate::cache::AccessKind;
use serde::{Deserialize, Serialize};

/// The memory that a request goes to, and what it costs there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemorySpace {
    /// To a storage buffer.
    Storage {
        /// Bytes of a sector.
        sector_bytes: u32,
        /// Sectors that it touches.
        sectors: u64,
        /// The fewest sectors that could hold its bytes.
        ideal: u64,
    },
    /// To workgroup memory.
    Workgroup {
        /// How many banks workgroup memory has.
        banks: u32,
        /// Bytes of a bank's word.
        bank_bytes: u32,
        /// Wavefronts that it takes.
        wavefronts: u64,
        /// The fewest wavefronts that it could take.
        ideal: u64,
    },
}

/// The cost of all requests of an access, over the whole launch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessTotals {
    /// How many there are, counted once for each subgroup.
    pub requests: u64,
    /// Bytes that the active lanes ask for; not counted for workgroup memory.
    pub bytes: u64,
    /// Sectors of storage memory, or wavefronts of workgroup memory.
    pub spent: u64,
    /// The fewest sectors or wavefronts that could serve the same requests.
    pub ideal: u64,
}

/// The first request that an access in the source makes: by the first subgroup of the first workgroup that reaches it. Workgroups
/// at the edge of the launch come last, since clamped indices and idle lanes there hide the pattern.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessSample {
    /// The source line, from 1.
    pub line: u32,
    /// The variable's name.
    pub name: String,
    /// Whether it loads, stores or updates.
    pub does: AccessKind,
    /// The memory that it goes to.
    pub goes: MemorySpace,
    /// Bytes that each lane asks for.
    pub bytes: u32,
    /// The id of the workgroup that makes it.
    pub workgroup: [u32; 3],
    /// The number of the subgroup in that workgroup.
    pub subgroup: u32,
    /// Lanes of a subgroup.
    pub width: u32,
    /// Each active lane, and the address of its first byte in the buffer or in workgroup memory.
    pub lanes: Vec<(u32, u32)>,
    /// Another subgroup of that workgroup, its first active lane and that lane's address.
    #[serde(skip)]
    pub beside: Option<(u32, u32, u32)>,
    /// Bytes of a row of the array of arrays that is accessed; 0 for anything else.
    #[serde(skip)]
    pub row_bytes: u32,
    /// Bytes that are bound to the buffer; 0 in workgroup memory.
    #[serde(skip)]
    pub buffer_bytes: u64,
    /// Whether it is an atomic whose result is used.
    #[serde(skip)]
    pub returns: bool,
    /// For an atomic, the subgroup operation that combines the lanes' values: `subgroupMax` for `atomicMax`.
    #[serde(skip)]
    pub combined_by: Option<&'static str>,
    /// Whether the modelled compiler leaves fewer of its loads than there are: it finds those that repeat others.
    #[serde(skip)]
    pub merged: bool,
    /// For an atomic, the turns that compilers leave of all its requests.
    #[serde(skip)]
    pub turns_left: Option<u64>,
    /// A checksum over all its requests: equal where two accesses touch the same bytes.
    #[serde(skip)]
    pub checksum: u64,
    /// All requests that the access makes.
    #[serde(default)]
    pub all: AccessTotals,
    /// The requests of the same subgroup up to its next barrier.
    #[serde(skip)]
    pub phase: Phase,
}

/// The first requests of an access by one subgroup between two barriers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Phase {
    /// How many of them were followed.
    pub requests: u32,
    /// How many of them repeat one of the last different requests.
    pub again: u32,
}
