//! The critical path: the part of a workgroup's work that must happen in sequence.

use super::measured::{AtomicRequest, GlobalBlocks, GlobalRequest, SharedRequest};
use super::observer::{LocalRequest, Observer, Workgroup};
use crate::cache::AccessKind;
use crate::count::{Follower, Lengths, Path};
use crate::exec::lanes::{Batch, Mask, members};
use crate::exec::subgroup::Subgroup;
use crate::ir::{CompiledTables, Program};

/// Follows the path of each subgroup.
#[derive(Debug)]
pub struct CriticalPath<'a> {
    tables: &'a CompiledTables,
    program: &'a Program,
    batch: Batch,
    /// What each segment adds to the path of a subgroup that runs it.
    steps: Vec<Path>,
    follower: Follower,
}

impl<'a> CriticalPath<'a> {
    pub fn new(program: &'a Program, tables: &'a CompiledTables) -> Self {
        Self {
            tables,
            program,
            batch: program.batch(),
            steps: tables.segments.iter().map(Path::of).collect(),
            follower: Follower::new(program.subgroups_in_batch()),
        }
    }

    /// The workgroup ends.
    pub fn end(&mut self, lengths: &mut Lengths) {
        self.follower.end(lengths);
    }

    /// The path of the subgroup of a request.
    #[inline(always)]
    fn of(&mut self, subgroup: usize) -> &mut Path {
        &mut self.follower.each[subgroup % self.batch.subgroups]
    }
}

impl Observer for CriticalPath<'_> {
    fn begin(&mut self, workgroup: &Workgroup) {
        self.follower.begin(workgroup.number);
    }

    #[inline(always)]
    fn segment(&mut self, segment: u32, mask: Mask) {
        let step = self.steps[segment as usize];
        if self.batch.are_all_active(mask) {
            self.follower.all = self.follower.all.then(step);
            return;
        }
        for (at, _) in members(mask, self.batch.width) {
            self.follower.each[at] = self.follower.each[at].then(step);
        }
    }

    #[inline(always)]
    fn global(&mut self, request: &GlobalRequest<'_>) {
        let site = &self.tables.sites[request.site()];
        self.of(request.request.subgroup).request(site, request.kind == AccessKind::Reads);
    }

    #[inline(always)]
    fn global_blocks(&mut self, blocks: &GlobalBlocks<'_>) {
        let site = &self.tables.sites[blocks.request.access.site as usize];
        if blocks.request.mask == self.batch.whole {
            return self.follower.all.request(site, true);
        }
        for (at, _) in members(blocks.request.mask, self.batch.width) {
            self.follower.each[at].request(site, true);
        }
    }

    #[inline]
    fn shared(&mut self, request: &SharedRequest<'_>) {
        let waits = u64::from(self.tables.sites[request.site()].waits);
        let path = self.of(request.request.subgroup);
        path.shared_waits += waits;
        path.turns += waits * request.wavefronts.saturating_sub(1);
    }

    fn atomic(&mut self, request: &AtomicRequest<'_>) {
        let site = &self.program.sites[request.site()];
        let waits = u64::from(self.tables.sites[request.site()].waits);
        let path = self.of(request.request.subgroup);
        path.turns += request.left.serialized.max(request.left.wavefronts).saturating_sub(1);
        match site.shared {
            true => path.shared_waits += waits,
            false => path.global_waits += waits,
        }
    }

    fn local(&mut self, _local: &LocalRequest, kind: AccessKind) {
        if kind != AccessKind::Writes {
            self.follower.all.local_waits += 1;
        }
    }

    fn stop(&mut self) {
        self.follower.stop();
    }

    fn meet(&mut self, _subgroups: &[Subgroup]) {
        self.follower.meet();
    }
}
