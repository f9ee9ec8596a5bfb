//! How much a submission's process may take.

use serde::{Deserialize, Serialize};

/// The bounds of one submission's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Seconds of wall-clock time for one exercise; of processor time, for all of a submission's exercises together.
    pub seconds: u64,
    /// MiB of address space, with the program itself.
    pub memory_mib: u64,
}

impl Default for Bounds {
    /// Far above what a kernel needs at the sizes of an exercise, so that a slow machine gives the same marks.
    fn default() -> Self {
        Self {
            seconds: 60,
            memory_mib: 2048,
        }
    }
}

impl Bounds {
    /// Bytes that the process may write to its parent, who ends it beyond them.
    pub const OUTPUT: u64 = 16 << 20;

    /// Files that may be open at once.
    pub const FILES: u64 = 64;
}

/// What a process needs of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Profile {
    /// Nothing but memory and the submission's own files: kernels run on the simulator.
    Simulated,
    /// A GPU's driver too: kernels are timed. The driver reads the system's folders, opens devices, starts threads, and
    /// reserves address space without bound; the rest stays closed.
    Device,
}
