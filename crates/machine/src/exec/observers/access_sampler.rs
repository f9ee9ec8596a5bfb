//! Keeps the first request of each access, for a picture of it.

use super::observer::{Observer, Workgroup};
use crate::cache::{AccessKind, Regions};
use crate::count::{SiteTally, Tally, footprint, wavefronts};
use crate::exec::access_sample::{AccessSample, AccessTotals, MemorySpace, Phase};
use crate::exec::lanes::{Lanes, Request};
use crate::exec::subgroup::Subgroup;
use crate::ir::{CompiledTables, Mem, Program};
use crate::machine::Target;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The requests of a phase that are followed: enough to see that a loop repeats them, few enough to cost nothing.
const FOLLOWED: u32 = 1024;

/// Different requests whose values an invocation could keep: the operands of two register tiles of 8 by 8.
const KEPT: usize = 32;

/// Who makes a request: whether its workgroup is at an edge of the launch, the workgroup's number, and the subgroup's. The
/// lowest is kept, so that the number of threads does not matter.
type By = (bool, u64, u32);

/// A request as it was seen.
#[derive(Debug, Clone)]
struct SampledRequest {
    by: By,
    mem: Mem,
    kind: AccessKind,
    bytes: u32,
    lanes: Vec<(u32, u32)>,
    beside: Option<(u32, u32, u32)>,
    phase: Phase,
    /// Hashes of the last different requests of the phase, the latest at the end.
    last: Vec<u64>,
    /// The phase of the workgroup that is followed. None for an atomic, whose value may differ each time.
    followed: Option<u64>,
}

impl SampledRequest {
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

    fn follows(&self, phase: u64) -> bool {
        self.followed == Some(phase) && self.phase.requests < FOLLOWED
    }
}

/// The first requests that some workgroups made, by site; none where no samples are wanted.
#[derive(Debug, Clone, Default)]
pub struct AccessSampler {
    sites: Vec<Option<SampledRequest>>,
    /// The current workgroup: whether it is at an edge, and its number.
    workgroup: (bool, u64),
    /// Barriers that all subgroups of a workgroup have reached.
    phase: u64,
}

impl AccessSampler {
    /// Room for the accesses of so many sites.
    pub fn new(sites: usize) -> Self {
        Self { sites: vec![None; sites], ..Self::default() }
    }

    fn by(&self, subgroup: usize) -> By {
        (self.workgroup.0, self.workgroup.1, subgroup as u32)
    }

    /// Whether each address of a request is wanted: the site has no sample from an earlier subgroup yet, or later requests of
    /// this subgroup are followed.
    #[inline]
    pub fn wants(&self, site: u32, subgroup: usize) -> bool {
        let by = self.by(subgroup);
        let wants = |seen: &SampledRequest| by < seen.by || (by == seen.by && seen.follows(self.phase));
        self.sites.get(site as usize).is_some_and(|seen| seen.as_ref().is_none_or(wants))
    }

    /// Keeps the first address of another subgroup of the same workgroup, the one with the lowest number.
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
    fn replace(&mut self, request: &Request<'_>, kind: AccessKind) {
        let lanes = Lanes(request.mask).map(|lane| (lane as u32, request.addresses[lane]));
        let before = self.sites[request.access.site as usize].take();
        // The other subgroup comes later in the workgroup, though it ran first.
        let beside = before.filter(|seen| seen.by.1 == self.workgroup.1).map(|seen| {
            let (lane, address) = seen.lanes[0];
            (seen.by.2, lane, address)
        });
        let mut seen = SampledRequest {
            beside,
            by: self.by(request.subgroup),
            mem: request.access.mem,
            kind,
            bytes: request.bytes(),
            lanes: lanes.collect(),
            phase: Phase::default(),
            last: Vec::new(),
            followed: (!request.access.atomic && kind != AccessKind::Updates).then_some(self.phase),
        };
        if seen.follows(self.phase) {
            seen.follow(request);
        }
        self.sites[request.access.site as usize] = Some(seen);
    }

    /// Keeps the earlier sample of each site.
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

    /// The samples, by line; `tally` has the counts of each site over the whole launch.
    pub fn describe(
        self,
        (program, tables): (&Program, &CompiledTables),
        (target, regions): (&Target, &Regions),
        tally: &Tally,
        id: impl Fn(u64) -> [u32; 3],
    ) -> Vec<AccessSample> {
        let sites = program.sites.iter().zip(&tally.sites).zip(&tables.sites).zip(self.sites);
        let mut all: Vec<AccessSample> = sites
            .filter_map(|(((site, counted), compiled), seen)| {
                let seen = seen?;
                Some(AccessSample {
                    line: site.line,
                    name: site.name.clone(),
                    does: seen.kind,
                    goes: memory_space(program, target, &seen)?,
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
                    merged: compiled.kept < compiled.copies && !compiled.scalar,
                    turns_left: (seen.kind == AccessKind::Updates).then_some(counted.atomic_serializations_left),
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

impl Observer for AccessSampler {
    fn begin(&mut self, workgroup: &Workgroup) {
        self.workgroup = (is_at_edge(workgroup.id, workgroup.launch), workgroup.number);
    }

    /// Keeps a request, where it is the first of its site.
    #[inline]
    fn request(&mut self, request: &Request<'_>, kind: AccessKind) {
        if request.mask == 0 {
            return;
        }
        if !self.wants(request.access.site, request.subgroup) {
            return self.keep_beside(request);
        }
        let by = self.by(request.subgroup);
        match &mut self.sites[request.access.site as usize] {
            Some(seen) if seen.by == by => seen.follow(request),
            _ => self.replace(request, kind),
        }
    }

    fn meet(&mut self, _subgroups: &[Subgroup]) {
        self.phase += 1;
    }
}

/// Whether a workgroup is the first or the last along an axis that has others between them.
fn is_at_edge(id: [u32; 3], workgroups: [u32; 3]) -> bool {
    id.iter().zip(workgroups).any(|(id, count)| count > 2 && (*id == 0 || id + 1 == count))
}

/// The totals of a site, which touches only one of the two memories.
fn totals(site: &SiteTally) -> AccessTotals {
    AccessTotals {
        requests: site.global_requests + site.shared_requests + site.atomic_requests,
        bytes: site.global_bytes,
        spent: site.global_sectors + site.shared_wavefronts,
        ideal: site.global_sectors_ideal + site.shared_wavefronts_ideal,
    }
}

/// The memory that a request goes to; `None` for the constant cache, whose requests are no memory traffic.
fn memory_space(program: &Program, target: &Target, seen: &SampledRequest) -> Option<MemorySpace> {
    match seen.mem {
        Mem::Workgroup => {
            let (wavefronts, ideal) = wavefronts(&seen.lanes, seen.bytes, seen.kind == AccessKind::Reads, target);
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
