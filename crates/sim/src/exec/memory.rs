//! Loads and stores: addresses, counts, faults, movement.

use super::buffers::Words;
use super::lanes::Lanes;
use super::movement;
use super::request::{Pattern, Request};
use super::subgroup::Subgroup;
use super::worker::Worker;
use crate::cache::Does;
use crate::code::{Access, Mem, Reg};
use crate::fault::{Took, Touch};

impl Worker<'_> {
    /// Counts a load or a store of the active lanes by where it goes; the constant cache counts none.
    fn count(&mut self, sg: &Subgroup, access: &Access, does: Does, pattern: Pattern) {
        let request =
            Request { access, subgroup: sg.index as usize, mask: sg.mask, addresses: &self.addresses, pattern };
        self.first.keep(&request, does);
        match access.mem {
            Mem::Workgroup => self.counts.shared(&request),
            Mem::Buffer(buffer) => {
                let memory = &self.context.buffers[buffer as usize];
                if !memory.uniform {
                    self.counts.global(&request, does, memory.address);
                }
            }
            Mem::Immediate => {}
        }
    }

    pub fn load(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) {
        let watched = self.sanitizer.watches(access);
        let every =
            watched || access.atomic || access.kind.bytes() != 4 || self.first.wants(access.site, sg.index as usize);
        let pattern = self.addresses(sg, access, every);
        let mask = self.within(sg, access, self.limit(access.mem), pattern);
        self.count(sg, access, Does::Reads, pattern);
        let touch = if access.atomic { Touch::AtomicRead } else { Touch::Read };
        let request = Request { access, subgroup: sg.index as usize, mask, addresses: &self.addresses, pattern };
        if watched {
            self.sanitizer.watch(sg, &request, touch);
        }
        if access.atomic && self.context.orders {
            for lane in Lanes(mask) {
                self.sanitizer.take_turn(&request, lane, Took::Value);
            }
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
            Mem::Workgroup => movement::load(&self.shared[..], &request, file, dst, w),
            Mem::Immediate => movement::load(&self.context.immediates[..], &request, file, dst, w),
            Mem::Buffer(buffer) => match &self.context.buffers[buffer as usize].words {
                Words::Frozen(words) => movement::load(&words[..], &request, file, dst, w),
                Words::Shared(words) => movement::load(&words[..], &request, file, dst, w),
            },
        }
    }

    pub fn store(&mut self, sg: &mut Subgroup, access: &Access, src: [Reg; 4]) {
        let pattern = self.addresses(sg, access, true);
        let mask = self.within(sg, access, self.limit(access.mem), pattern);
        self.count(sg, access, Does::Writes, pattern);
        let touch = if access.atomic { Touch::AtomicWrite } else { Touch::Write };
        let request = Request { access, subgroup: sg.index as usize, mask, addresses: &self.addresses, pattern };
        if self.sanitizer.watches(access) {
            self.sanitizer.watch(sg, &request, touch);
        }
        if access.atomic && self.context.orders {
            let plane = src[0] as usize;
            for lane in Lanes(mask) {
                let value = sg.file[plane + lane];
                self.sanitizer.take_turn(&request, lane, Took::Put(value));
            }
        }
        let (file, w) = (&sg.file[..], self.width);
        match access.mem {
            Mem::Workgroup => movement::store(&mut self.shared[..], &request, file, src, w),
            Mem::Immediate => {}
            Mem::Buffer(buffer) => {
                if let Words::Shared(words) = &self.context.buffers[buffer as usize].words {
                    movement::store(&words[..], &request, file, src, w);
                }
            }
        }
    }
}
