//! Which workgroups of a launch read what which workgroups of an earlier launch wrote, sector by sector.

use super::l1::AddressTrace;
use super::regions::Regions;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Who wrote each sector of a buffer last: the number of a workgroup from 1, or 0 for nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Writers(Vec<u32>);

/// How the workgroups that read a buffer depend on those that wrote it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dependence {
    /// The most workgroups that wrote what one workgroup reads.
    pub writers: u32,
    /// The most workgroups that read what one workgroup wrote.
    pub readers: u32,
}

/// So many workgroups can become one: each of its invocations then has the work of several.
const JOINED: u32 = 16;

impl Dependence {
    /// Whether one kernel can do the work of both launches, as its workgroups cannot wait for each other: those that write and
    /// those that read are the same, or a few of the ones can become one of the others.
    pub fn can_fuse(self) -> bool {
        let (fewer, more) = (self.writers.min(self.readers), self.writers.max(self.readers));
        fewer == 1 && more <= JOINED
    }
}

/// What of a buffer was written by others, as far as it is known.
#[derive(Debug)]
struct Reads {
    from: Arc<Writers>,
    most_writers: u32,
    /// How many workgroups read what a workgroup wrote.
    readers: BTreeMap<u32, u32>,
}

/// Gathers both, workgroup by workgroup.
#[derive(Debug)]
pub struct Handover {
    regions: Regions,
    line_bytes: u64,
    sector_bytes: u64,
    /// By binding, where the launch may write it.
    writers: Vec<Option<Writers>>,
    /// By binding, where an earlier launch wrote it.
    reads: Vec<Option<Reads>>,
    /// Whether a workgroup asked for more than its trace has.
    truncated: bool,
}

impl Handover {
    /// For bindings of which some may be written, and some were.
    pub(super) fn new(
        regions: &Regions,
        [line_bytes, sector_bytes]: [u64; 2],
        bindings: impl Iterator<Item = (bool, Option<Arc<Writers>>)>,
    ) -> Self {
        let (written, from): (Vec<bool>, Vec<_>) = bindings.unzip();
        let sectors = |binding: usize| regions.bytes(binding).div_ceil(sector_bytes) as usize;
        let room = |(binding, written): (usize, bool)| written.then(|| Writers(vec![0; sectors(binding)]));
        let reads =
            |from: Option<Arc<Writers>>| from.map(|from| Reads { from, most_writers: 0, readers: BTreeMap::new() });
        Self {
            writers: written.into_iter().enumerate().map(room).collect(),
            reads: from.into_iter().map(reads).collect(),
            regions: regions.clone(),
            line_bytes,
            sector_bytes,
            truncated: false,
        }
    }

    /// Adds what a workgroup asked for.
    pub fn take(&mut self, trace: &AddressTrace, workgroup: u64) {
        self.truncated |= trace.unrecorded_sectors > 0;
        let number = u32::try_from(workgroup + 1).unwrap_or(u32::MAX);
        let mut found = vec![BTreeSet::new(); self.reads.len()];
        for (does, line, sectors, _) in trace.slice(0, trace.len()) {
            let address = line * self.line_bytes;
            let binding = self.regions.of(address);
            let first = (address.saturating_sub(self.regions.base(binding)) / self.sector_bytes) as usize;
            for sector in (0..16).filter(|at| sectors >> at & 1 == 1).map(|at| first + at) {
                if let Some(reads) = self.reads[binding].as_ref().filter(|_| does.reads()) {
                    found[binding].extend(reads.from.0.get(sector).filter(|writer| **writer != 0));
                }
                if let Some(writers) = self.writers[binding].as_mut().filter(|_| does.writes())
                    && let Some(writer) = writers.0.get_mut(sector)
                {
                    *writer = number;
                }
            }
        }
        for (reads, found) in self.reads.iter_mut().zip(found) {
            let Some(reads) = reads else { continue };
            reads.most_writers = reads.most_writers.max(found.len() as u32);
            found.into_iter().for_each(|writer| *reads.readers.entry(writer).or_default() += 1);
        }
    }

    /// Who wrote a binding, and how its readers depend on who wrote it before; where nothing is known, nobody and nothing.
    pub fn finish(self) -> impl Iterator<Item = (Option<Writers>, Option<Dependence>)> {
        let truncated = self.truncated;
        self.writers.into_iter().zip(self.reads).map(move |(writers, reads)| {
            let known = reads.filter(|reads| reads.most_writers > 0 && !truncated);
            let dependence = known.map(|reads| Dependence {
                writers: reads.most_writers,
                readers: reads.readers.into_values().max().unwrap_or_default(),
            });
            (writers.filter(|_| !truncated), dependence)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_fused_only_where_what_a_workgroup_reads_is_its_own() {
        let can = |writers, readers| Dependence { writers, readers }.can_fuse();
        assert!(can(1, 1) && can(4, 1) && can(1, 4));
        assert!(!can(3, 3) && !can(256, 256) && !can(256, 1) && !can(1, 256) && !can(0, 0));
    }
}
