//! What a host does, step by step, where launches alone do not say it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{BufferId, Launch};
use crate::lab::{HostWork, Road, Way};
use crate::units::Seconds;

/// One thing that the host does, or asks of the device.
#[derive(Clone)]
pub enum Action {
    Dispatch(Dispatch),
    /// The first bytes of one buffer into another.
    Copy {
        /// Read.
        from: BufferId,
        /// Written.
        to: BufferId,
        /// How many.
        bytes: u64,
    },
    /// Fills a buffer with zeros.
    Clear(BufferId),
    /// Words of the host's memory into the same place of the buffer.
    Upload {
        /// The buffer.
        to: BufferId,
        /// Which words.
        words: Range<usize>,
        /// By which way.
        road: Road,
    },
    /// Words of the buffer into the same place of the host's memory.
    Download {
        /// The buffer.
        from: BufferId,
        /// Which words.
        words: Range<usize>,
        /// Whether they are there before the next action; else at the end.
        now: bool,
    },
    /// Work on the host, on its own memory.
    Host {
        work: &'static HostWork,
        /// The words of its params.
        params: Vec<u32>,
        /// Whose words it reads.
        from: BufferId,
        /// Whose words it writes.
        to: BufferId,
        /// FLOPs that it needs.
        flop: f64,
        /// Bytes that it must move.
        byte: f64,
    },
}

/// A dispatch, and how it reaches the device.
#[derive(Clone)]
pub struct Dispatch {
    /// What is launched.
    pub launch: Launch,
    /// A uniform that is this dispatch's own: its `@group` and `@binding`, and its words.
    pub own: Option<((u32, u32), Vec<u32>)>,
    /// How.
    pub way: Way,
}

impl Action {
    /// Whether it goes into the compute pass of the dispatch before it.
    pub fn joins_a_pass(&self) -> bool {
        self.dispatch().is_some_and(|dispatch| matches!(dispatch.way, Way::InPass | Way::Indirect))
    }

    pub fn dispatch(&self) -> Option<&Dispatch> {
        match self {
            Self::Dispatch(dispatch) => Some(dispatch),
            _ => None,
        }
    }

    /// Bytes that it moves.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Copy { bytes, .. } => *bytes,
            Self::Upload { words, .. } | Self::Download { words, .. } => 4 * words.len() as u64,
            Self::Dispatch(_) | Self::Clear(_) | Self::Host { .. } => 0,
        }
    }
}

/// What the host holds of the device's buffers.
pub type HostMemory = BTreeMap<BufferId, Vec<u32>>;

/// What is known of actions that were done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionTimes {
    /// From the first action to the moment when the host has seen the last one done, all repeats together; of the simulator an
    /// estimate of one repeat, `None` where its figures allow none.
    pub time: Option<Seconds>,
    /// Of the simulator: what each action's kernel takes, 0 where it has none.
    pub kernels: Vec<Option<Seconds>>,
}
