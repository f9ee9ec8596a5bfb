//! One access as its first request shows it.

use crate::{Does, FirstRequest, Goes};

/// The first request of an access.
#[derive(Clone, Copy)]
pub(super) struct Request<'a>(pub &'a FirstRequest);

impl Request<'_> {
    /// "load", "store" or "atomic".
    pub fn noun(&self) -> &'static str {
        match self.0.does {
            Does::Reads => "load",
            Does::Writes => "store",
            Does::Updates => "atomic",
        }
    }

    /// What neighbouring lanes do: "read", "write" or "update".
    pub fn verb(&self) -> &'static str {
        match self.0.does {
            Does::Reads => "read",
            Does::Writes => "write",
            Does::Updates => "update",
        }
    }

    /// Sectors that it touches, and the fewest that could hold its bytes; `None` in workgroup memory.
    pub fn sectors(&self) -> Option<(u64, u64)> {
        match self.0.goes {
            Goes::Storage { sectors, ideal, .. } => Some((sectors, ideal)),
            Goes::Workgroup { .. } => None,
        }
    }

    /// Wavefronts that it takes, and the fewest that it could; `None` in storage memory.
    pub fn wavefronts(&self) -> Option<(u64, u64)> {
        match self.0.goes {
            Goes::Workgroup { wavefronts, ideal, .. } => Some((wavefronts, ideal)),
            Goes::Storage { .. } => None,
        }
    }

    /// Bytes from a lane's address to its neighbour's, where one distance explains all of them: rows of a two-dimensional
    /// workgroup may break it at equal intervals. `None` where none does, or a lane is alone.
    pub fn step(&self) -> Option<i64> {
        let neighbours = self.0.lanes.windows(2).filter(|pair| pair[1].0 == pair[0].0 + 1);
        let steps: Vec<(u32, i64)> =
            neighbours.map(|pair| (pair[1].0, i64::from(pair[1].1) - i64::from(pair[0].1))).collect();
        let (_, step) = *steps.first()?;
        let breaks: Vec<u32> = steps.iter().filter(|(_, other)| *other != step).map(|(lane, _)| *lane).collect();
        let row = *breaks.first().unwrap_or(&u32::MAX);
        let regular = breaks.iter().all(|lane| lane % row == 0);
        // A row of two has as many breaks as steps.
        (regular && breaks.len() * 2 < steps.len()).then_some(step)
    }
}
