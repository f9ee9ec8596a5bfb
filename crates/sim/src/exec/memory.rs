//! Loads and stores: addresses, counts, faults, movement.

use super::buffers::Words;
use super::movement;
use super::order::Took;
use super::pattern::{Pattern, Request};
use super::subgroup::{Lanes, Subgroup};
use super::worker::Worker;
use crate::cache::Does;
use crate::code::{Access, Mem, Reg};
use crate::fault::Touch;

impl Worker<'_> {
    /// The bytes of a memory.
    pub fn limit(&self, mem: Mem) -> u32 {
        match mem {
            Mem::Buffer(buffer) => self.context.buffers[buffer as usize].bytes,
            Mem::Workgroup => self.context.program.workgroup_bytes,
            Mem::Immediate => self.context.immediates.len() as u32 * 4,
        }
    }

    /// Counts a load or a store of the active lanes by where it goes; the constant cache counts none.
    fn count(&mut self, sg: &Subgroup, access: &Access, does: Does, pattern: Pattern) {
        let request = Request {
            access,
            subgroup: sg.index as usize,
            mask: sg.mask,
            addresses: &self.addresses,
            pattern,
        };
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
        let watched = self.is_watched(access);
        let every = watched
            || access.atomic
            || access.kind.bytes() != 4
            || self.first.wants(access.site, sg.index as usize);
        let pattern = self.addresses(sg, access, every);
        let mask = self.within(sg, access, self.limit(access.mem), pattern);
        self.count(sg, access, Does::Reads, pattern);
        let touch = if access.atomic {
            Touch::AtomicRead
        } else {
            Touch::Read
        };
        if watched {
            self.watch(sg, access, mask, touch, pattern);
        }
        if access.atomic && self.context.orders {
            for lane in Lanes(mask) {
                self.take_turn(sg, access, lane, Took::Value);
            }
        }
        let w = self.width;
        let planes = u32::from(access.size) * access.kind.planes();
        sg.forms.forget(dst, planes);
        if mask != sg.mask {
            sg.file[dst as usize..][..planes as usize * w].fill(0);
        }
        let request = Request {
            access,
            subgroup: sg.index as usize,
            mask,
            addresses: &self.addresses,
            pattern: if mask == sg.mask {
                pattern
            } else {
                Pattern::Other
            },
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
        let touch = if access.atomic {
            Touch::AtomicWrite
        } else {
            Touch::Write
        };
        if self.is_watched(access) {
            self.watch(sg, access, mask, touch, pattern);
        }
        if access.atomic && self.context.orders {
            let plane = src[0] as usize;
            for lane in Lanes(mask) {
                let value = sg.file[plane + lane];
                self.take_turn(sg, access, lane, Took::Put(value));
            }
        }
        let request = Request {
            access,
            subgroup: sg.index as usize,
            mask,
            addresses: &self.addresses,
            pattern: Pattern::Other,
        };
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
