//! Checks every access for races and for reads of memory that was never written.

use super::within_workgroup::{Since, Stamp};
use crate::exec::lanes::{Lanes, Mask, Pattern, Request, Touch};
use crate::exec::observers::sanitizer::Sanitizer;
use crate::exec::subgroup::Subgroup;
use crate::finding::{FindingKind, Severity};
use crate::ir::{Access, Mem};
use std::mem::take;
use std::ops::Range;

/// Why a read of unwritten workgroup memory is reported.
const ZERO_AT_FIRST: &str = "workgroup memory starts as zero, but a read before a write is rarely intended";

impl Sanitizer<'_> {
    /// Whether there is anything to look for in this access.
    pub fn inspects(&self, access: &Access) -> bool {
        let races = self.context.options.races;
        match access.mem {
            Mem::Workgroup => races || self.context.options.uninitialized,
            Mem::Buffer(buffer) => {
                let memory = &self.context.buffers[buffer as usize];
                let writable = self.context.program.buffers[buffer as usize].writable;
                writable && (races || memory.output || memory.owners.is_some())
            }
            Mem::Immediate => false,
        }
    }

    /// Looks for races and reads of what was never written.
    pub fn inspect(&mut self, sg: &Subgroup, request: &Request<'_>, touch: Touch) {
        let access = request.access;
        let mask = match touch.is_write() {
            true => request.mask,
            false => representatives(request.mask, request.pattern),
        };
        // Where an index was clamped, what it meets there says nothing more than that it was out of bounds.
        let astray = match sg.has_strays {
            true => self.strays(sg, access.dynamic) & mask,
            false => 0,
        };
        let mask = mask & !astray;
        match access.mem {
            Mem::Workgroup => self.workgroup_memory(sg, request, mask, touch),
            Mem::Buffer(buffer) => self.buffer_memory(sg, request, buffer as usize, (mask, astray), touch),
            Mem::Immediate => {}
        }
        let vector_bytes = self.context.program.sites[access.site as usize].vector_bytes;
        if vector_bytes > 0 {
            self.writes_beside(sg, request, mask, vector_bytes);
        }
    }

    /// Lanes of `mask` access a buffer, and those `astray` at a place that is not the one that they named.
    pub(super) fn buffer_memory(
        &mut self,
        sg: &Subgroup,
        request: &Request<'_>,
        buffer: usize,
        (mask, astray): (Mask, Mask),
        touch: Touch,
    ) {
        self.own(buffer, request, mask | astray, touch);
        self.races_in_buffer(sg, request, buffer, mask, touch);
    }

    pub(super) fn workgroup_memory(&mut self, sg: &Subgroup, request: &Request<'_>, mask: Mask, touch: Touch) {
        // What is known of `touch` is known for all lanes then: they are what this loop is fast for.
        match (self.context.options.races, touch) {
            (true, Touch::Read) if self.defers(sg, request.access) => self.defer(request),
            (true, Touch::Read) => self.races_in_workgroup_memory(sg, request, mask, Touch::Read),
            (true, Touch::Write) => self.races_in_workgroup_memory(sg, request, mask, Touch::Write),
            (true, touch) => self.races_in_workgroup_memory(sg, request, mask, touch),
            (false, touch) if self.context.options.uninitialized => self.initialised(request, mask, touch),
            (false, _) => {}
        }
    }

    /// Notes what is written; looks for reads of what was not.
    fn initialised(&mut self, request: &Request<'_>, mask: Mask, touch: Touch) {
        if touch == Touch::WriteBeside || touch.is_atomic() && !touch.is_write() {
            return;
        }
        for lane in Lanes(mask) {
            let written = &mut self.written[granules(request, lane, self.context.program.granule)];
            if touch.is_write() {
                written.fill(self.start_epoch);
            } else if written.iter().any(|written| *written != self.start_epoch) {
                let granules = bits(written.iter().map(|written| *written != self.start_epoch));
                self.reads_unwritten(request, lane, granules, ZERO_AT_FIRST);
            }
        }
    }

    /// Looks for races, and for reads of what was not written.
    #[inline(always)]
    fn races_in_workgroup_memory(&mut self, sg: &Subgroup, request: &Request<'_>, mask: Mask, touch: Touch) {
        let (granule, start) = (self.context.program.granule, Stamp::start_of(self.start_epoch));
        // What is counted in begins at the zero that WGSL promises.
        let initialised = self.context.options.uninitialized && touch == Touch::Read;
        let (first, since) = (self.now(request, touch), self.since(sg, request, self.workgroup_epoch));
        self.note_reads();
        if touch.is_write() {
            self.written_epoch = self.workgroup_epoch;
        }
        let mut unwritten = self.unwritten_granules;
        // Held here, so that it stands in registers while all lanes are gone through.
        let mut all = take(&mut self.shared_records);
        for lane in Lanes(mask) {
            let now = first.of_lane(lane);
            let granules = granules(request, lane, granule);
            let records = &mut all[granules.clone()];
            if initialised && records.iter().any(|record| record.unwritten_since(start)) {
                let granules = bits(records.iter().map(|record| record.unwritten_since(start)));
                self.reads_unwritten(request, lane, granules, ZERO_AT_FIRST);
            }
            for (record, granule) in records.iter_mut().zip(granules) {
                if touch.is_write() && record.unwritten_since(start) {
                    unwritten = unwritten.saturating_sub(1);
                }
                if let Some((other, wrote)) = record.touch(touch, now, &since) {
                    if wrote && touch == Touch::Write {
                        self.note_overwrites(request, mask, other, granule);
                    }
                    self.race((other, wrote), (now, touch), self.workgroup, granule);
                }
            }
        }
        self.shared_records = all;
        self.unwritten_granules = unwritten;
    }

    /// Reports a lane's read of what was never written.
    pub fn unwritten(&mut self, site: u32, (subgroup, lane): (usize, usize), byte: u32, why: &str) {
        let site = &self.context.program.sites[site as usize];
        if self.faults.again(FindingKind::UninitializedRead, (site.line, 0), &site.name) {
            return;
        }
        let invocation = self.describe(subgroup, lane);
        let byte = self.in_variable(site.shared, byte);
        self.faults.add(FindingKind::UninitializedRead, Severity::Warning, (site.line, 0), &site.name, || {
            format!("`{}` is read at byte {byte} before anything was written there: {why} ({invocation})", site.name)
        });
    }

    /// A byte of its variable: those in workgroup memory lie one after the other.
    pub fn in_variable(&self, shared: bool, byte: u32) -> u32 {
        let starts = &self.context.program.workgroup_starts;
        match starts.partition_point(|start| *start <= byte) {
            before if shared && before > 0 => byte - starts[before - 1],
            _ => byte,
        }
    }

    /// An access now by the subgroup's first lane.
    #[inline(always)]
    pub(super) fn now(&self, request: &Request<'_>, touch: Touch) -> Stamp {
        let site = request.access.site;
        let tile = if self.tile != 0 && self.context.program.sites[site as usize].tile { self.tile } else { 0 };
        Stamp::new(self.clock, site, touch.is_atomic(), self.invocation(request.subgroup, 0) | tile)
    }

    #[inline(always)]
    fn since(&self, sg: &Subgroup, request: &Request<'_>, epoch: u32) -> Since {
        Since {
            barrier: Stamp::start_of(epoch),
            subgroup_barrier: Stamp::start_of(sg.epoch),
            subgroup: (self.invocation(request.subgroup, 0), self.context.program.width),
            tile: self.tile,
        }
    }

    /// Notes whose memory it is, while workgroups run at the same time.
    fn own(&self, buffer: usize, request: &Request<'_>, mask: Mask, touch: Touch) {
        let context = self.context;
        let Some(owners) = &context.buffers[buffer].owners else {
            return;
        };
        for lane in Lanes(mask) {
            for granule in granules(request, lane, context.program.granule) {
                owners.touch(granule, self.workgroup, touch, &context.conflict);
            }
        }
    }

    fn races_in_buffer(&mut self, sg: &Subgroup, request: &Request<'_>, buffer: usize, mask: Mask, touch: Touch) {
        let (context, workgroup) = (self.context, self.workgroup);
        let memory = &context.buffers[buffer];
        let races = context.options.races;
        if !races && !memory.output {
            return;
        }
        let ordered = match context.program.buffers[buffer].texture {
            Some(_) => self.texture_epoch,
            None => self.storage_epoch,
        };
        let (first, since) = (self.now(request, touch), self.since(sg, request, ordered));
        let start = Stamp::start_of(self.start_epoch);
        for lane in Lanes(mask) {
            let now = first.of_lane(lane);
            let mut unread = 0;
            let all = granules(request, lane, context.program.granule);
            for granule in all.clone() {
                if let Some(shadow) = self.launch_shadows.get_mut(buffer)
                    && races
                    && let Some(other) = shadow.touch(granule, workgroup, request.access.site, now.invocation(), touch)
                {
                    let earlier = Stamp::new(self.clock, other.site, now.is_atomic(), other.invocation);
                    if other.wrote && touch == Touch::Write && other.site == request.access.site {
                        let site = &context.program.sites[other.site as usize];
                        self.faults.overwrites(site.line, &site.name);
                    }
                    self.race((earlier, other.wrote), (now, touch), other.workgroup, granule);
                }
                let Some(record) = self.buffer_shadows[buffer].record(granule) else {
                    continue;
                };
                let unwritten = memory.output && touch.is_read() && record.unwritten_since(start);
                let race = record.touch(touch, now, &since).filter(|_| races);
                unread |= u32::from(unwritten) << (granule - all.start);
                if let Some((other, wrote)) = race {
                    if wrote && touch == Touch::Write {
                        self.note_overwrites(request, mask, other, granule);
                    }
                    self.race((other, wrote), (now, touch), workgroup, granule);
                }
            }
            if unread != 0 {
                self.reads_unwritten(request, lane, unread, "it is an output, whose initial contents are undefined");
            }
        }
    }
}

/// A bit for each that holds.
fn bits(all: impl Iterator<Item = bool>) -> u32 {
    all.zip(0..).fold(0, |bits, (holds, at)| bits | u32::from(holds) << at)
}

/// The granules of one lane's access, of `granule` bytes each, which is a power of two.
#[inline(always)]
pub(super) fn granules(request: &Request<'_>, lane: usize, granule: u32) -> Range<usize> {
    granules_at(request.addresses[lane], request.bytes(), granule)
}

/// The granules of so many bytes from an address on.
#[inline(always)]
pub(super) fn granules_at(start: u32, bytes: u32, granule: u32) -> Range<usize> {
    let shift = granule.trailing_zeros();
    (start >> shift) as usize..((start + bytes - 1) >> shift) as usize + 1
}

/// Of lanes that read the same address two are enough: one of them is not the one that wrote it.
pub(super) fn representatives(mask: Mask, pattern: Pattern) -> Mask {
    let two = |mask: Mask| {
        let rest = mask & mask.wrapping_sub(1);
        mask & !(rest & rest.wrapping_sub(1))
    };
    match pattern {
        Pattern::Uniform => two(mask),
        Pattern::Blocks { lanes, step: 0 } if lanes < Mask::BITS as usize => {
            let block: Mask = (1 << lanes) - 1;
            let starts = (0..Mask::BITS as usize).step_by(lanes);
            starts.fold(0, |chosen, start| chosen | two(mask & block << start))
        }
        _ => mask,
    }
}
