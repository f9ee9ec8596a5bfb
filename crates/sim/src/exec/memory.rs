//! Loads and stores: addresses, counts, faults, movement.

use super::atomic::value_of;
use super::context::Words;
use super::lanes::subgroup::Subgroup;
use super::lanes::{self, Lanes, Mask, Pattern, Request};
use super::movement;
use super::runner::Runner;
use crate::cache::AccessKind;
use crate::code::{Access, Mem, NONE, Reg};
use crate::fault::{AtomicResult, Change, Touch};
use crate::machine::MAX_WIDTH;

impl Runner<'_> {
    /// Counts a load or a store of the active lanes by where it goes.
    fn count(&mut self, sg: &Subgroup, access: &Access, does: AccessKind, pattern: Pattern) {
        if !self.context.counts {
            return;
        }
        let addresses = &self.addresses[..self.width];
        let all = Request { access, subgroup: sg.index as usize, mask: sg.mask, addresses, pattern };
        for request in all.by_subgroup(self.features, self.context.program.width as usize) {
            self.first.keep(&request, does);
            match access.mem {
                Mem::Workgroup => self.counts.shared(&request, does),
                Mem::Buffer(buffer) => {
                    let memory = &self.context.buffers[buffer as usize];
                    match memory.uniform {
                        true => self.counts.constant(&request),
                        false => self.counts.global(&request, does, memory.address),
                    }
                }
                Mem::Immediate => {}
            }
        }
    }

    /// Looks for faults in what the subgroups ask for.
    fn inspect(&mut self, sg: &Subgroup, access: &Access, (mask, pattern): (Mask, Pattern), touch: Touch) {
        let addresses = &self.addresses[..self.width];
        let all = Request { access, subgroup: sg.index as usize, mask, addresses, pattern };
        for request in all.by_subgroup(self.features, self.context.program.width as usize) {
            self.sanitizer.inspect(sg, &request, touch);
        }
    }

    /// Whether something was read that nothing had written.
    pub fn load(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) -> bool {
        let inspected = self.sanitizer.inspects(access);
        let looks_at_all = inspected && !self.sanitizer.defers(sg, access);
        let every = looks_at_all
            || access.atomic
            || access.kind.bytes() != 4
            || self.first.wants(access.site, sg.index as usize);
        let pattern = self.addresses(sg, access, every);
        let mask = self.within(sg, access, self.limit(access.mem), pattern);
        self.count(sg, access, AccessKind::Reads, pattern);
        let touch = if access.atomic { Touch::AtomicRead } else { Touch::Read };
        if inspected || access.atomic {
            self.budget.reads();
        }
        if inspected {
            self.inspect(sg, access, (mask, pattern), touch);
        }
        let request = Request { access, subgroup: sg.index as usize, mask, addresses: &self.addresses, pattern };
        if access.atomic && self.context.orders {
            self.sanitizer.take_turns(sg, &request, mask, AtomicResult { value: true, change: None });
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
                Words::Paged(paged) => movement::load(&**paged, &request, file, dst, w),
            },
        }
        inspected && self.sanitizer.has_unread() && self.follow_unread(sg, access, dst as Reg)
    }

    /// What a load or a store asks for, without what it moves.
    pub fn ask(&mut self, sg: &Subgroup, access: &Access, writes: bool) {
        let pattern = self.addresses(sg, access, writes || access.kind.bytes() != 4);
        self.within(sg, access, self.limit(access.mem), pattern);
        self.count(sg, access, if writes { AccessKind::Writes } else { AccessKind::Reads }, pattern);
    }

    #[cold]
    fn follow_unread(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) -> bool {
        for unread in self.sanitizer.take_unread() {
            sg.add_unread(dst, access.kind.planes(), &unread, self.context.program.width);
        }
        true
    }

    pub fn store(&mut self, sg: &mut Subgroup, access: &Access, src: [Reg; 4]) {
        let pattern = self.addresses(sg, access, true);
        let mask = self.within(sg, access, self.limit(access.mem), pattern);
        self.count(sg, access, AccessKind::Writes, pattern);
        let touch = if access.atomic { Touch::AtomicWrite } else { Touch::Write };
        self.budget.writes();
        if self.sanitizer.inspects(access) {
            self.inspect(sg, access, (mask, pattern), touch);
        }
        let request = Request { access, subgroup: sg.index as usize, mask, addresses: &self.addresses, pattern };
        if access.atomic && self.context.orders {
            for lane in Lanes(mask) {
                let put = Change::Put(value_of(&sg.file, src[0], lane, self.width, access.kind.is_wide()));
                self.sanitizer.take_turn(sg, &request, lane, AtomicResult { value: false, change: Some(put) });
            }
        }
        let (file, w) = (&sg.file[..], self.width);
        match access.mem {
            Mem::Workgroup => movement::store(&mut self.shared[..], &request, file, src, w),
            Mem::Immediate => {}
            Mem::Buffer(buffer) => match &self.context.buffers[buffer as usize].words {
                Words::Shared(words) => movement::store(&words[..], &request, file, src, w),
                Words::Paged(paged) => movement::store(&**paged, &request, file, src, w),
                Words::Frozen(_) => {}
            },
        }
    }
}

/// The addresses of a request, and how they lie.
impl Runner<'_> {
    /// Computes the byte addresses of a request and returns their pattern among the active lanes. Where there is one,
    /// and not `every` lane's address is wanted, only the ones that start a block are valid.
    pub fn addresses(&mut self, sg: &Subgroup, access: &Access, every: bool) -> Pattern {
        let w = self.width;
        if access.dynamic == NONE {
            self.addresses[..w].fill(access.offset);
            return Pattern::Uniform;
        }
        let bytes = access.bytes();
        let known = Self::known_pattern(sg, access.dynamic, bytes);
        if every || known.is_none() {
            self.every_address(sg, access);
        }
        match known {
            Some(Pattern::Uniform) => {
                let address = sg.file[access.dynamic as usize].saturating_add(access.offset);
                match self.context.program.width as usize == w {
                    true => self.addresses[sg.mask.trailing_zeros() as usize % MAX_WIDTH] = address,
                    false => self.addresses[..w].fill(address),
                }
                Pattern::Uniform
            }
            Some(Pattern::Blocks { lanes, step }) => {
                let distances = &sg.file[access.dynamic as usize..][..w];
                let apart = lanes.min(self.context.program.width as usize);
                for at in (0..sg.mask.trailing_ones() as usize).step_by(apart) {
                    self.addresses[at] = distances[at].saturating_add(access.offset);
                }
                Pattern::Blocks { lanes, step }
            }
            _ => lanes::pattern(self.features, sg.mask, &self.addresses[..w], bytes),
        }
    }

    /// The pattern of addresses of which enough is known without a look at them.
    fn known_pattern(sg: &Subgroup, dynamic: Reg, bytes: u32) -> Option<Pattern> {
        let form = sg.forms.get(dynamic);
        if form.lanes < 4 || (form.step != 0 && form.step != bytes) {
            return None;
        }
        if sg.forms.is_uniform(dynamic) {
            return Some(Pattern::Uniform);
        }
        let blocks = Pattern::Blocks { lanes: form.lanes as usize, step: form.step };
        sg.first_lanes().is_some().then_some(blocks)
    }

    /// The address of each lane.
    fn every_address(&mut self, sg: &Subgroup, access: &Access) {
        let w = self.width;
        let distances = &sg.file[access.dynamic as usize..][..w];
        lanes::offset(self.features, &mut self.addresses[..w], distances, access.offset);
    }

    /// The active lanes whose access lies within the first `limit` bytes. Where some do not, every lane's address is
    /// valid from here on.
    pub fn within(&mut self, sg: &Subgroup, access: &Access, limit: u32, pattern: Pattern) -> Mask {
        let bytes = access.bytes();
        let fits = |address: u32| address.checked_add(bytes).is_some_and(|end| end <= limit);
        let all = match pattern {
            Pattern::Uniform => fits(self.addresses[sg.mask.trailing_zeros() as usize % MAX_WIDTH]),
            Pattern::Blocks { lanes, step } => {
                let n = sg.mask.trailing_ones() as usize;
                let blocks = self.addresses[..n].chunks(lanes);
                blocks.fold(true, |all, block| {
                    let reach = u64::from(step) * (block.len() as u64 - 1) + u64::from(bytes);
                    all & (u64::from(block[0]) + reach <= u64::from(limit))
                })
            }
            // Most often the other lanes have sensible addresses too.
            Pattern::Other => fits(lanes::largest(self.features, &self.addresses[..self.width])),
        };
        if all {
            return sg.mask;
        }
        if access.dynamic != NONE {
            self.every_address(sg, access);
        }
        sg.lanes().filter(|&lane| fits(self.addresses[lane])).fold(0, |mask, lane| mask | 1 << lane)
    }
}
