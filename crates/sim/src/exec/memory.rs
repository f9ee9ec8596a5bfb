//! Loads and stores: addresses, counts, faults, movement.

use super::buffers::Words;
use super::movement::{self, Request};
use super::order::Took;
use super::pattern::Pattern;
use super::subgroup::{Lanes, Subgroup};
use super::worker::Worker;
use crate::cache::Access as Touched;
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

    pub fn load(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) {
        let watched = self.is_watched(access);
        let every =
            watched || access.atomic || access.kind.bytes() != 4 || self.wants_first(sg, access);
        let pattern = self.addresses(sg, access, every);
        let bytes = access.kind.bytes() * u32::from(access.size);
        let mask = self.within(sg, access, bytes, self.limit(access.mem), pattern);
        self.count(sg, access, bytes, Touched::Read, pattern);
        let touch = if access.atomic {
            Touch::AtomicRead
        } else {
            Touch::Read
        };
        if watched {
            self.watch(sg, access, bytes, mask, touch, pattern);
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
            mask,
            addresses: &self.addresses,
            kind: access.kind,
            size: u32::from(access.size),
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
        let bytes = access.kind.bytes() * u32::from(access.size);
        let mask = self.within(sg, access, bytes, self.limit(access.mem), pattern);
        self.count(sg, access, bytes, Touched::Write, pattern);
        let touch = if access.atomic {
            Touch::AtomicWrite
        } else {
            Touch::Write
        };
        if self.is_watched(access) {
            self.watch(sg, access, bytes, mask, touch, pattern);
        }
        if access.atomic && self.context.orders {
            let plane = src[0] as usize;
            for lane in Lanes(mask) {
                let value = sg.file[plane + lane];
                self.take_turn(sg, access, lane, Took::Put(value));
            }
        }
        let request = Request {
            mask,
            addresses: &self.addresses,
            kind: access.kind,
            size: u32::from(access.size),
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
