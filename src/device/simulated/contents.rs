//! What the simulator's buffers hold.

use std::sync::Arc;

use crate::sim::Paged;

/// What a buffer holds.
pub(super) enum Contents {
    Bytes(Vec<u8>),
    /// Of a large one, what was touched.
    Paged(Arc<Paged>),
}

impl Contents {
    /// A copy of what is held whole.
    pub fn copy(&self) -> Option<Self> {
        match self {
            Self::Bytes(bytes) => Some(Self::Bytes(bytes.clone())),
            Self::Paged(_) => None,
        }
    }

    /// Bytes.
    pub fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Paged(pages) => pages.bytes(),
        }
    }
}

/// Why such a buffer is not copied.
pub(super) const PAGED: &str = "a buffer that is held in pages is neither read nor written as a whole";
