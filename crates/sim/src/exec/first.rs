//! The first request of each access: which lane touches which bytes, for a picture of it.

use super::context::Context;
use super::subgroup::{Lanes, Mask, Subgroup};
use super::worker::Worker;
use crate::cache::Access as Touched;
use crate::code::{Access, Mem};
use crate::count::{footprint, wavefronts};
use serde::{Deserialize, Serialize};

/// What a request does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Does {
    /// A load.
    Reads,
    /// A store.
    Writes,
    /// An atomic operation.
    Updates,
}

/// Where a request goes, and what it takes there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goes {
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
        /// Banks.
        banks: u32,
        /// Bytes of a bank's word.
        bank_bytes: u32,
        /// Passes over the banks that it takes.
        wavefronts: u64,
        /// The fewest passes that it could take.
        ideal: u64,
    },
}

/// The first request that an access in the source makes: by the first workgroup that comes to it, and that one's
/// first subgroup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstRequest {
    /// The source line, from 1.
    pub line: u32,
    /// The variable.
    pub name: String,
    /// What it does.
    pub does: Does,
    /// Where it goes.
    pub goes: Goes,
    /// Bytes that each lane asks for.
    pub bytes: u32,
    /// The workgroup.
    pub workgroup: [u32; 3],
    /// The subgroup in it.
    pub subgroup: u32,
    /// Lanes of a subgroup.
    pub width: u32,
    /// Each active lane, and the address of its first byte in the buffer or in workgroup memory.
    pub lanes: Vec<(u32, u32)>,
}

/// A request as it was seen.
#[derive(Debug, Clone)]
struct Seen {
    /// Workgroup and subgroup: the lowest are kept, so that the number of threads does not matter.
    by: (u64, u32),
    mem: Mem,
    does: Does,
    bytes: u32,
    lanes: Vec<(u32, u32)>,
}

/// The first requests that some workgroups made, by site.
#[derive(Debug, Clone, Default)]
pub struct FirstRequests(Vec<Option<Seen>>);

impl FirstRequests {
    /// Room for the accesses of so many sites.
    pub fn new(sites: usize) -> Self {
        Self(vec![None; sites])
    }

    /// Keeps the earlier of each two.
    pub fn merge(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            let earlier = match (&*mine, &theirs) {
                (Some(mine), Some(theirs)) => theirs.by < mine.by,
                (mine, _) => mine.is_none(),
            };
            if earlier {
                *mine = theirs;
            }
        }
    }

    /// What was seen, by line.
    pub fn describe(self, context: &Context<'_>) -> Vec<FirstRequest> {
        let sites = context.program.sites.iter().zip(self.0);
        let mut all: Vec<FirstRequest> = sites
            .filter_map(|(site, seen)| {
                let seen = seen?;
                Some(FirstRequest {
                    line: site.line,
                    name: site.name.clone(),
                    does: seen.does,
                    goes: goes(context, &seen)?,
                    bytes: seen.bytes,
                    workgroup: context.id(seen.by.0),
                    subgroup: seen.by.1,
                    width: context.program.width,
                    lanes: seen.lanes,
                })
            })
            .collect();
        all.sort_by_key(|request| request.line);
        all
    }
}

/// Where a request goes; `None` for the constant cache, whose requests are no memory traffic.
fn goes(context: &Context<'_>, seen: &Seen) -> Option<Goes> {
    let config = context.config;
    match seen.mem {
        Mem::Workgroup => {
            let (wavefronts, ideal) = wavefronts(&seen.lanes, seen.bytes, config);
            Some(Goes::Workgroup {
                banks: config.banks,
                bank_bytes: config.bank_bytes,
                wavefronts,
                ideal,
            })
        }
        Mem::Buffer(buffer) if !context.buffers[buffer as usize].uniform => {
            let mut addresses: Vec<u32> = seen.lanes.iter().map(|&(_, address)| address).collect();
            let footprint = footprint(&mut addresses, seen.bytes, config.sector_bytes);
            Some(Goes::Storage {
                sector_bytes: config.sector_bytes,
                sectors: footprint.sectors,
                ideal: footprint.ideal,
            })
        }
        _ => None,
    }
}

impl Worker<'_> {
    /// Whether the current request is to be kept, so that every lane's address is wanted.
    #[inline]
    pub fn wants_first(&self, sg: &Subgroup, access: &Access) -> bool {
        let by = (self.workgroup, sg.index);
        let earlier = |seen: &Seen| by < seen.by;
        self.first
            .as_ref()
            .is_some_and(|first| first.0[access.site as usize].as_ref().is_none_or(earlier))
    }

    /// Keeps the current request, where first requests are asked for and this is one.
    #[inline]
    pub fn keep_first(&mut self, sg: &Subgroup, access: &Access, bytes: u32, touched: Touched) {
        if self.first.is_some() && sg.mask != 0 {
            self.keep(sg.index, sg.mask, access, bytes, touched);
        }
    }

    #[cold]
    fn keep(&mut self, subgroup: u32, mask: Mask, access: &Access, bytes: u32, touched: Touched) {
        let Some(first) = &mut self.first else {
            return;
        };
        let by = (self.workgroup, subgroup);
        let slot = &mut first.0[access.site as usize];
        if slot.as_ref().is_some_and(|seen| seen.by <= by) {
            return;
        }
        let lanes = Lanes(mask).map(|lane| (lane as u32, self.addresses[lane]));
        *slot = Some(Seen {
            by,
            mem: access.mem,
            does: match touched {
                Touched::Read => Does::Reads,
                Touched::Write => Does::Writes,
                Touched::Atomic => Does::Updates,
            },
            bytes,
            lanes: lanes.collect(),
        });
    }
}
