//! Reads of workgroup memory, which are noted only once something is written there before the next barrier.
//!
//! Two reads never race. Most phases between barriers only read, such as those that go through tiles: to note who read what
//! would take most of the time of finding that nobody wrote.

use super::accesses::{granules_at, representatives};
use super::within_workgroup::Stamp;
use crate::exec::lanes::{Lanes, Mask, Pattern, Request, Touch};
use crate::exec::observers::sanitizer::Sanitizer;
use crate::exec::subgroup::Subgroup;
use crate::ir::{Access, Mem};
use std::mem::take;

/// Reads that wait, at most: where a phase makes more, they are noted.
const MOST: usize = 1 << 13;

/// Reads of one phase of a workgroup, in order.
#[derive(Debug, Default)]
pub struct Deferred {
    reads: Vec<Read>,
    addresses: Vec<u32>,
}

#[derive(Debug)]
struct Read {
    /// As if by the subgroup's first lane.
    first: Stamp,
    lanes: Mask,
    bytes: u32,
    pattern: Pattern,
    /// Where its addresses begin: those that start a block, or all.
    at: usize,
}

impl Deferred {
    /// A barrier orders them before all that comes.
    pub fn clear(&mut self) {
        self.reads.clear();
        self.addresses.clear();
    }

    fn push(&mut self, request: &Request<'_>, first: Stamp) {
        let at = self.addresses.len();
        let lanes = Mask::BITS as usize - request.mask.leading_zeros() as usize;
        let asked = &request.addresses[..lanes];
        match request.pattern {
            Pattern::Uniform => self.addresses.push(asked[request.mask.trailing_zeros() as usize]),
            Pattern::Blocks { lanes, .. } => self.addresses.extend(asked.iter().step_by(lanes)),
            Pattern::Other => self.addresses.extend(asked),
        }
        let lanes = representatives(request.mask, request.pattern);
        self.reads.push(Read { first, lanes, bytes: request.bytes(), pattern: request.pattern, at });
    }

    fn address(&self, read: &Read, lane: usize) -> u32 {
        let of = |place| self.addresses[read.at + place];
        match read.pattern {
            Pattern::Uniform => of(0),
            Pattern::Blocks { lanes, step } => of(lane / lanes) + (lane % lanes) as u32 * step,
            Pattern::Other => of(lane),
        }
    }
}

impl Sanitizer<'_> {
    /// Whether a load now needs no look at its addresses: nothing has been written since the last barrier, and all before it.
    pub fn defers(&self, sg: &Subgroup, access: &Access) -> bool {
        access.mem == Mem::Workgroup
            && !access.atomic
            && self.context.options.races
            && self.written_epoch != self.workgroup_epoch
            && (self.unwritten_granules == 0 || !self.context.options.uninitialized)
            && !sg.has_strays
    }

    /// Keeps a load that [`Self::defers`] for later.
    pub(super) fn defer(&mut self, request: &Request<'_>) {
        if request.mask == 0 {
            return;
        }
        if self.deferred.reads.len() == MOST {
            self.note_reads();
        }
        let first = self.now(request, Touch::Read);
        self.deferred.push(request, first);
    }

    /// Notes all reads that wait, in their order, before what comes now.
    #[inline]
    pub(super) fn note_reads(&mut self) {
        if !self.deferred.reads.is_empty() {
            self.note_each_read();
        }
    }

    fn note_each_read(&mut self) {
        let deferred = take(&mut self.deferred);
        let (granule, barrier) = (self.context.program.granule, Stamp::start_of(self.workgroup_epoch));
        for read in &deferred.reads {
            for lane in Lanes(read.lanes) {
                let granules = granules_at(deferred.address(read, lane), read.bytes, granule);
                let records = &mut self.shared_records[granules];
                records.iter_mut().for_each(|record| record.read(read.first.of_lane(lane), barrier));
            }
        }
        self.deferred = deferred;
        self.deferred.clear();
    }
}
