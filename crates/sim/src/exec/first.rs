//! The first request of each access: which lane touches which bytes, for a picture of it.

use super::lanes::Lanes;
use super::lanes::Request;
use crate::cache::{AccessKind, Regions};
use crate::code::Mem;
use crate::count::{SiteTally, Tally, footprint, wavefronts};
use crate::machine::Target;
use crate::program::Program;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Where a request goes, and what it takes there.
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
        /// Passes over the banks that it takes.
        wavefronts: u64,
        /// The fewest passes that it could take.
        ideal: u64,
    },
}

/// What all requests of an access took together, in the whole launch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessTotals {
    /// How many they are, each counted once a subgroup.
    pub requests: u64,
    /// Bytes asked for, by active lane; of workgroup memory they are not counted.
    pub bytes: u64,
    /// Sectors of storage memory, or passes over the banks of workgroup memory.
    pub spent: u64,
    /// The fewest of these that could do.
    pub ideal: u64,
}

/// The first request that an access in the source makes: by the first workgroup that comes to it, of those that are not at the
/// edge of the launch where there are others, and that one's first subgroup. At an edge, indices that are held in bounds and lanes
/// that are left out hide how lanes lie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstRequest {
    /// The source line, from 1.
    pub line: u32,
    /// The variable's name.
    pub name: String,
    /// What it does.
    pub does: AccessKind,
    /// Where it goes.
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
    /// Another subgroup of that workgroup, its first active lane and that one's address.
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
    /// Of an atomic, the subgroup operation that makes one value of the lanes': `subgroupMax` for `atomicMax`.
    #[serde(skip)]
    pub combined_by: Option<&'static str>,
    /// A sum over all its requests that tells other addresses apart: equal where two accesses touch the same bytes.
    #[serde(skip)]
    pub checksum: u64,
    /// All requests that the access makes.
    #[serde(default)]
    pub all: AccessTotals,
    /// What its subgroup asks for from here to its next barrier.
    #[serde(skip)]
    pub phase: Phase,
}

/// The requests of an access by one subgroup between two barriers, the first [`FOLLOWED`] of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Phase {
    /// How many of them were followed.
    pub requests: u32,
    /// How many of them ask for what one of the last [`KEPT`] different ones asked for.
    pub again: u32,
}

/// Requests of a phase that are followed: enough to see that a loop asks again, few enough to cost nothing.
const FOLLOWED: u32 = 1024;

/// Different requests whose values an invocation could keep: the operands of two register tiles of 8 by 8.
const KEPT: usize = 32;

/// Who makes a request: whether a workgroup at an edge of the launch, its number, and the number of its subgroup. The lowest is kept,
/// so that the number of threads does not matter.
type By = (bool, u64, u32);

/// A request as it was seen.
#[derive(Debug, Clone)]
struct Seen {
    by: By,
    mem: Mem,
    does: AccessKind,
    bytes: u32,
    lanes: Vec<(u32, u32)>,
    beside: Option<(u32, u32, u32)>,
    phase: Phase,
    /// Hashes of the last different requests of the phase, the latest at the end.
    last: Vec<u64>,
    /// The turn that is followed, until its next barrier; none of an atomic, whose value may be another each time.
    turn: Option<u64>,
}

impl Seen {
    fn follow(&mut self, request: &Request<'_>) {
        let mut hasher = DefaultHasher::new();
        Lanes(request.mask).for_each(|lane| (lane, request.addresses[lane]).hash(&mut hasher));
        let asked = hasher.finish();
        match self.last.iter().position(|other| *other == asked) {
            Some(at) => {
                self.last.remove(at);
                self.phase.again += 1;
            }
            None if self.last.len() == KEPT => _ = self.last.remove(0),
            None => {}
        }
        self.last.push(asked);
        self.phase.requests += 1;
    }

    fn follows(&self, turn: u64) -> bool {
        self.turn == Some(turn) && self.phase.requests < FOLLOWED
    }
}

/// The first requests that some workgroups made, by site; none where they are not asked for.
#[derive(Debug, Clone, Default)]
pub struct FirstRequests {
    sites: Vec<Option<Seen>>,
    /// The current workgroup: whether it is at an edge, and its number.
    workgroup: (bool, u64),
    /// Barriers that all subgroups of a workgroup have come to.
    turn: u64,
}

impl FirstRequests {
    /// Room for the accesses of so many sites.
    pub fn new(sites: usize) -> Self {
        Self { sites: vec![None; sites], ..Self::default() }
    }

    /// A workgroup begins, which has this number and `id` among so many.
    pub fn begin(&mut self, workgroup: u64, id: [u32; 3], workgroups: [u32; 3]) {
        self.workgroup = (is_at_edge(id, workgroups), workgroup);
    }

    fn by(&self, subgroup: usize) -> By {
        (self.workgroup.0, self.workgroup.1, subgroup as u32)
    }

    /// Whether each address of a request is wanted: the first of a site is still to come, as far as this subgroup knows, or
    /// the subgroup's others are followed.
    #[inline]
    pub fn wants(&self, site: u32, subgroup: usize) -> bool {
        let by = self.by(subgroup);
        let wants = |seen: &Seen| by < seen.by || (by == seen.by && seen.follows(self.turn));
        self.sites.get(site as usize).is_some_and(|seen| seen.as_ref().is_none_or(wants))
    }

    /// All subgroups have come to a barrier.
    pub fn meet(&mut self) {
        self.turn += 1;
    }

    /// Keeps a request, where it is the first of its site.
    #[inline]
    pub fn keep(&mut self, request: &Request<'_>, does: AccessKind) {
        if request.mask == 0 {
            return;
        }
        if !self.wants(request.access.site, request.subgroup) {
            return self.keep_beside(request);
        }
        let by = self.by(request.subgroup);
        match &mut self.sites[request.access.site as usize] {
            Some(seen) if seen.by == by => seen.follow(request),
            _ => self.replace(request, does),
        }
    }

    /// Keeps where another subgroup of the same workgroup begins, the lowest of them.
    #[inline]
    fn keep_beside(&mut self, request: &Request<'_>) {
        let subgroup = request.subgroup as u32;
        if let Some(Some(seen)) = self.sites.get_mut(request.access.site as usize)
            && seen.by.1 == self.workgroup.1
            && seen.by.2 < subgroup
            && seen.beside.is_none_or(|(kept, ..)| subgroup < kept)
            && let Some(lane) = Lanes(request.mask).next()
        {
            seen.beside = Some((subgroup, lane as u32, request.addresses[lane]));
        }
    }

    #[cold]
    fn replace(&mut self, request: &Request<'_>, does: AccessKind) {
        let lanes = Lanes(request.mask).map(|lane| (lane as u32, request.addresses[lane]));
        let before = self.sites[request.access.site as usize].take();
        // The one that comes later in the workgroup, though it ran first.
        let beside = before.filter(|seen| seen.by.1 == self.workgroup.1).map(|seen| {
            let (lane, address) = seen.lanes[0];
            (seen.by.2, lane, address)
        });
        let mut seen = Seen {
            beside,
            by: self.by(request.subgroup),
            mem: request.access.mem,
            does,
            bytes: request.bytes(),
            lanes: lanes.collect(),
            phase: Phase::default(),
            last: Vec::new(),
            turn: (!request.access.atomic && does != AccessKind::Updates).then_some(self.turn),
        };
        if seen.follows(self.turn) {
            seen.follow(request);
        }
        self.sites[request.access.site as usize] = Some(seen);
    }

    /// Keeps the earlier of each two.
    pub fn merge(&mut self, other: Self) {
        for (mine, theirs) in self.sites.iter_mut().zip(other.sites) {
            let earlier = match (&*mine, &theirs) {
                (Some(mine), Some(theirs)) => theirs.by < mine.by,
                (mine, _) => mine.is_none(),
            };
            if earlier {
                *mine = theirs;
            }
        }
    }

    /// What was seen, by line; `tally` holds what each site counted in the whole launch.
    pub fn describe(
        self,
        program: &Program,
        (target, regions): (&Target, &Regions),
        tally: &Tally,
        id: impl Fn(u64) -> [u32; 3],
    ) -> Vec<FirstRequest> {
        let sites = program.sites.iter().zip(&tally.sites).zip(self.sites);
        let mut all: Vec<FirstRequest> = sites
            .filter_map(|((site, counted), seen)| {
                let seen = seen?;
                Some(FirstRequest {
                    line: site.line,
                    name: site.name.clone(),
                    does: seen.does,
                    goes: goes(program, target, &seen)?,
                    bytes: seen.bytes,
                    workgroup: id(seen.by.1),
                    subgroup: seen.by.2,
                    width: program.width,
                    lanes: seen.lanes,
                    beside: seen.beside,
                    row_bytes: site.row_bytes,
                    buffer_bytes: match seen.mem {
                        Mem::Buffer(buffer) => regions.bytes(buffer as usize),
                        Mem::Workgroup | Mem::Immediate => 0,
                    },
                    returns: site.returns,
                    combined_by: site.combined_by,
                    checksum: counted.global_checksum,
                    all: totals(counted),
                    phase: seen.phase,
                })
            })
            .collect();
        all.sort_by_key(|request| request.line);
        all
    }
}

/// Whether a workgroup is the first or the last along an axis that has others between them.
fn is_at_edge(id: [u32; 3], workgroups: [u32; 3]) -> bool {
    id.iter().zip(workgroups).any(|(id, count)| count > 2 && (*id == 0 || id + 1 == count))
}

/// Of the two kinds of memory a site touches one.
fn totals(site: &SiteTally) -> AccessTotals {
    AccessTotals {
        requests: site.global_requests + site.shared_requests + site.atomic_requests,
        bytes: site.global_bytes,
        spent: site.global_sectors + site.shared_wavefronts,
        ideal: site.global_sectors_ideal + site.shared_wavefronts_ideal,
    }
}

/// Where a request goes; `None` for the constant cache, whose requests are no memory traffic.
fn goes(program: &Program, target: &Target, seen: &Seen) -> Option<MemorySpace> {
    match seen.mem {
        Mem::Workgroup => {
            let (wavefronts, ideal) = wavefronts(&seen.lanes, seen.bytes, seen.does == AccessKind::Reads, target);
            Some(MemorySpace::Workgroup { banks: target.banks, bank_bytes: target.bank_bytes, wavefronts, ideal })
        }
        Mem::Buffer(buffer) if !program.buffers[buffer as usize].uniform => {
            let mut addresses: Vec<u32> = seen.lanes.iter().map(|&(_, address)| address).collect();
            let footprint = footprint(&mut addresses, seen.bytes, target.sector_bytes);
            Some(MemorySpace::Storage {
                sector_bytes: target.sector_bytes,
                sectors: footprint.sectors,
                ideal: footprint.ideal,
            })
        }
        _ => None,
    }
}
