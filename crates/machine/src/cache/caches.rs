//! The caches of a machine, as a launch finds them.

use super::handover::{Handover, Writers};
use super::l1::{ALONE_ENTRIES, L1, TRACE_ENTRIES};
use super::l2::L2;
use super::regions::Regions;
use super::requests::CacheRequests;
use super::reuse::Reuse;
use super::traffic::{Passed, Traffic};
use crate::machine::Machine;
use crate::machine::Target;
use crate::occupancy::Occupancy;
use std::sync::Arc;

/// The sizes of a launch's caches, from which its [`L1`]s and its [`L2`] are made.
#[derive(Clone, Debug)]
pub struct Caches {
    pub(super) line_bytes: u64,
    pub(super) sector_bytes: u64,
    /// Lines of L1 that one workgroup has; none where the machine's L1 is not known.
    pub(super) l1_lines: Option<usize>,
    /// Lines of a whole L1, however many workgroups share it.
    pub(super) whole_l1_lines: usize,
    /// The share of the workgroups that are not the first ones on their unit.
    later: f64,
    /// Lines of L2; none where it is not known, and then DRAM traffic is not modelled.
    pub(super) l2_lines: Option<usize>,
    pub(super) last_lines: Option<usize>,
    /// Workgroups that run at the same time.
    pub(super) wave: usize,
    /// Banks of the tags of L1.
    pub(super) tag_banks: u32,
    /// Requests of a subgroup that are served before another's; `None` where subgroups alternate line by line.
    pub(super) turn_requests: Option<u32>,
    /// Entries that a workgroup's trace keeps.
    pub(super) trace_entries: usize,
    /// The banks of L1; none where they are not known.
    pub(super) banks: Option<Target>,
}

impl Caches {
    /// The caches that a launch of so many workgroups finds on a machine. `shared_bytes` is a workgroup's workgroup memory.
    pub fn new(machine: &Machine, occupancy: Option<&Occupancy>, shared_bytes: u32, workgroups: u64) -> Self {
        let line_bytes = u64::from(machine.line_bytes());
        let lines = |bytes: u64| ((bytes / line_bytes) as usize).max(1);
        let resident = occupancy.map_or(1, |occupancy| occupancy.workgroups.max(1));
        let l1 = l1_bytes(machine, u64::from(resident) * u64::from(shared_bytes));
        // The places that a small launch leaves empty take no share of L1.
        let units = u64::from(machine.unit.count.unwrap_or(1).max(1));
        let sharing = u64::from(resident).min(workgroups.div_ceil(units)).max(1);
        Self {
            line_bytes,
            sector_bytes: u64::from(machine.sector_bytes()),
            l1_lines: l1.map(|bytes| lines(bytes / sharing)),
            whole_l1_lines: l1.map_or(0, |bytes| lines(bytes / u64::from(machine.cache.l1_caches.unwrap_or(1)))),
            later: workgroups.saturating_sub(units) as f64 / workgroups.max(1) as f64,
            l2_lines: machine.cache.l2_bytes.map(lines),
            last_lines: machine.cache.last_bytes.map(lines),
            wave: machine.unit.count.map_or(1, |units| units as usize * resident as usize),
            tag_banks: machine.cache.l1_tag_banks.unwrap_or(1),
            turn_requests: machine.cache.l1_turn_requests,
            trace_entries: (ALONE_ENTRIES as u64 / workgroups.max(1)).max(TRACE_ENTRIES as u64) as usize,
            banks: machine.l1_target(),
        }
    }

    /// The banks of L1, for which the wavefronts of global requests are counted. `None` where they are not known.
    pub fn banks(&self) -> Option<&Target> {
        self.banks.as_ref()
    }

    /// Bytes of a line.
    pub fn line_bytes(&self) -> u32 {
        self.line_bytes as u32
    }

    /// Workgroups that run at the same time: a sampled launch should run several times as many.
    pub fn wave(&self) -> usize {
        self.wave
    }

    /// An empty L1 for one worker thread.
    pub fn l1(&self) -> L1 {
        L1::new(self)
    }

    /// The empty shared levels of the launch.
    pub fn memory(&self) -> L2 {
        L2::new(self.wave, self.l2_lines, self.last_lines)
    }

    /// The requests of a launch, none so far. Each workgroup of a stratum stands for `factors` workgroups of the launch.
    pub fn asked(&self, regions: &Regions, factors: &[f64], sampled: bool) -> CacheRequests {
        CacheRequests::new(regions, [self.line_bytes, self.sector_bytes], factors, sampled || self.l2_lines.is_none())
    }

    /// Who reads and who writes bindings of which some may be written, and some were by an earlier launch.
    pub fn handover(
        &self,
        regions: &Regions,
        bindings: impl Iterator<Item = (bool, Option<Arc<Writers>>)>,
    ) -> Handover {
        Handover::new(regions, [self.line_bytes, self.sector_bytes], bindings)
    }

    /// Whether L2 can hold all lines of these bindings, or is not known.
    pub fn hold(&self, regions: &Regions) -> bool {
        self.l2_lines.is_none_or(|lines| fit(regions, self.line_bytes, lines))
    }

    /// Whether the level behind L2 can hold them; false where there is none.
    pub fn hold_behind_l2(&self, regions: &Regions) -> bool {
        self.last_lines.is_some_and(|lines| fit(regions, self.line_bytes, lines))
    }

    /// The traffic of a launch. `reuse` has some of its workgroups, from all over it.
    pub fn traffic(&self, asked: &CacheRequests, passed: Passed, reuse: &Reuse) -> Traffic {
        let levels = match (self.l2_lines, self.last_lines) {
            (None, _) => 0,
            (Some(_), None) => 1,
            (Some(_), Some(_)) => 2,
        };
        let mut traffic = Traffic::new(asked.totals(), passed, levels, self.sector_bytes);
        traffic.find_again(reuse.share(self.whole_l1_lines).times(self.later));
        traffic
    }
}

/// Whether so many lines hold all of these bindings.
fn fit(regions: &Regions, line_bytes: u64, lines: usize) -> bool {
    let needed = (0..regions.len()).map(|binding| regions.bytes(binding).div_ceil(line_bytes));
    needed.fold(0, u64::saturating_add) <= lines as u64
}

/// Bytes of L1 that workgroup memory leaves, where the two share their storage.
fn l1_bytes(machine: &Machine, shared_bytes: u64) -> Option<u64> {
    let all = machine.cache.l1_bytes?;
    let Some(carveouts) = &machine.cache.shared_carveouts else {
        return Some(all);
    };
    let carveout = carveouts.iter().find(|carveout| **carveout >= shared_bytes).or(carveouts.last());
    Some(all.saturating_sub(carveout.copied().unwrap_or(0)))
}
