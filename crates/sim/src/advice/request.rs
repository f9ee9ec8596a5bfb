//! One access as its first request shows it.

use std::collections::BTreeMap;

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

    /// Bytes from a lane's address to its neighbour's, where most neighbours are that far apart; `None` where no distance
    /// holds for most of them, or a lane is alone.
    pub fn step(&self) -> Option<i64> {
        let mut steps: BTreeMap<i64, usize> = BTreeMap::new();
        let mut neighbours = 0;
        for pair in self.0.lanes.windows(2) {
            let [(lane, from), (next, to)] = pair else {
                continue;
            };
            if *next == lane + 1 {
                neighbours += 1;
                *steps.entry(i64::from(*to) - i64::from(*from)).or_default() += 1;
            }
        }
        let (step, count) = steps.into_iter().max_by_key(|(_, count)| *count)?;
        // Rows of a two-dimensional workgroup break the step once a row.
        (count * 2 > neighbours).then_some(step)
    }
}
