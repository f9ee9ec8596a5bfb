//! Loads and stores: addresses, events, and the values that move.

use super::atomic::value_of;
use super::state::Runner;
use super::transfer;
use crate::cache::AccessKind;
use crate::exec::context::Words;
use crate::exec::lanes::{Lanes, Mask, Pattern, Request, Touch};
use crate::exec::observers::Observer;
use crate::exec::observers::sanitizer::{AtomicResult, Change};
use crate::exec::subgroup::Subgroup;
use crate::ir::{Access, Mem, Reg};

impl Runner<'_> {
    /// Tells the observers of a load or a store of the active lanes.
    fn observe(&mut self, sg: &Subgroup, access: &Access, kind: AccessKind, pattern: Pattern) {
        if !self.context.counts {
            return;
        }
        let addresses = &self.addresses[..self.width];
        let all = Request { access, subgroup: sg.index as usize, mask: sg.mask, addresses, pattern };
        for request in all.by_subgroup(self.features, self.context.program.width as usize) {
            self.observers.request(&request, kind);
            match access.mem {
                Mem::Workgroup => self.observers.measure_shared(&request, kind),
                Mem::Buffer(buffer) => {
                    let memory = &self.context.buffers[buffer as usize];
                    match memory.uniform {
                        true => self.observers.measure_constant(&request),
                        false => self.observers.measure_global(&request, kind, memory.address),
                    }
                }
                Mem::Immediate => {}
            }
        }
    }

    /// Has the sanitizer inspect the requests of the subgroups.
    fn inspect(&mut self, sg: &Subgroup, access: &Access, (mask, pattern): (Mask, Pattern), touch: Touch) {
        let addresses = &self.addresses[..self.width];
        let all = Request { access, subgroup: sg.index as usize, mask, addresses, pattern };
        for request in all.by_subgroup(self.features, self.context.program.width as usize) {
            self.observers.sanitizer.inspect(sg, &request, touch);
        }
    }

    /// Executes a load. Returns whether it read unwritten memory.
    pub fn load(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) -> bool {
        let sanitizer = &self.observers.sanitizer;
        let inspected = sanitizer.inspects(access);
        let every = inspected && !sanitizer.defers(sg, access)
            || access.atomic
            || access.kind.bytes() != 4
            || self.observers.samples(access.site, sg.index as usize);
        let pattern = self.addresses(sg, access, every);
        let mask = self.within(sg, access, self.context.limit(access.mem), pattern);
        self.observe(sg, access, AccessKind::Reads, pattern);
        let touch = if access.atomic { Touch::AtomicRead } else { Touch::Read };
        if inspected || access.atomic {
            self.budget.reads();
        }
        if inspected {
            self.inspect(sg, access, (mask, pattern), touch);
        }
        let request = Request { access, subgroup: sg.index as usize, mask, addresses: &self.addresses, pattern };
        if access.atomic && self.context.orders {
            self.observers.sanitizer.atomic(sg, &request, mask, AtomicResult { value: true, change: None });
        }
        let w = self.width;
        let planes = u32::from(access.size) * access.kind.planes();
        sg.forms.forget(dst, planes);
        if mask != sg.mask {
            sg.file[dst as usize..][..planes as usize * w].fill(0);
        }
        let request = Request {
            pattern: match mask == sg.mask {
                true => pattern,
                false => Pattern::Other,
            },
            ..request
        };
        if access.kind.bytes() == 4 {
            sg.loaded(dst, planes, request.pattern);
        }
        let (file, dst) = (&mut sg.file[..], dst as usize);
        match access.mem {
            Mem::Workgroup => transfer::load(&self.shared[..], &request, file, dst, w),
            Mem::Immediate => transfer::load(&self.context.immediates[..], &request, file, dst, w),
            Mem::Buffer(buffer) => match &self.context.buffers[buffer as usize].words {
                Words::Frozen(words) => transfer::load(&words[..], &request, file, dst, w),
                Words::Shared(words) => transfer::load(&words[..], &request, file, dst, w),
                Words::Paged(paged) => transfer::load(&**paged, &request, file, dst, w),
            },
        }
        let unwritten = inspected && self.observers.sanitizer.has_unwritten();
        if unwritten {
            self.observers.sanitizer.load_unwritten(sg, dst as Reg, access.kind.planes());
        }
        unwritten
    }

    /// A load or a store that moves nothing.
    pub fn request(&mut self, sg: &Subgroup, access: &Access, writes: bool) {
        let pattern = self.addresses(sg, access, writes || access.kind.bytes() != 4);
        self.within(sg, access, self.context.limit(access.mem), pattern);
        self.observe(sg, access, if writes { AccessKind::Writes } else { AccessKind::Reads }, pattern);
    }

    pub fn store(&mut self, sg: &mut Subgroup, access: &Access, src: [Reg; 4]) {
        let pattern = self.addresses(sg, access, true);
        let mask = self.within(sg, access, self.context.limit(access.mem), pattern);
        self.observe(sg, access, AccessKind::Writes, pattern);
        let touch = if access.atomic { Touch::AtomicWrite } else { Touch::Write };
        self.budget.writes();
        if self.observers.sanitizer.inspects(access) {
            self.inspect(sg, access, (mask, pattern), touch);
        }
        let request = Request { access, subgroup: sg.index as usize, mask, addresses: &self.addresses, pattern };
        if access.atomic && self.context.orders {
            for lane in Lanes(mask) {
                let put = Change::Put(value_of(&sg.file, src[0], lane, self.width, access.kind.is_wide()));
                self.observers.sanitizer.atomic(
                    sg,
                    &request,
                    1 << lane,
                    AtomicResult { value: false, change: Some(put) },
                );
            }
        }
        let (file, w) = (&sg.file[..], self.width);
        match access.mem {
            Mem::Workgroup => transfer::store(&mut self.shared[..], &request, file, src, w),
            Mem::Immediate => {}
            Mem::Buffer(buffer) => match &self.context.buffers[buffer as usize].words {
                Words::Shared(words) => transfer::store(&words[..], &request, file, src, w),
                Words::Paged(paged) => transfer::store(&**paged, &request, file, src, w),
                Words::Frozen(_) => {}
            },
        }
    }
}
