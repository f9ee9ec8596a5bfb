//! Loads and stores: addresses, counts, faults, movement.

use super::buffers::Words;
use super::movement::{self, Request};
use super::subgroup::{Lanes, Mask, Subgroup};
use super::worker::Worker;
use crate::sim::code::{Access, Mem, NONE, Reg};
use crate::sim::config::MAX_WIDTH;
use crate::sim::count::{Footprint, footprint, run_footprint, wavefronts};
use crate::sim::fault::{Now, Severity, Touch};

/// The shape of a request's addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// All lanes access the same address.
    Uniform,
    /// The first lanes access addresses with no gap between them.
    Contiguous,
    Other,
}

impl Worker<'_> {
    /// Computes the byte address of every lane; returns their pattern among the active ones.
    pub fn addresses(&mut self, sg: &Subgroup, access: &Access) -> Pattern {
        let w = self.width;
        if access.dynamic == NONE {
            self.addresses[..w].fill(access.offset);
            return Pattern::Uniform;
        }
        let distances = &sg.file[access.dynamic as usize..][..w];
        for (address, &distance) in self.addresses.iter_mut().zip(distances) {
            *address = distance.saturating_add(access.offset);
        }
        let n = sg.mask.trailing_ones() as usize;
        if n == 0 || sg.mask.checked_shr(n as u32).unwrap_or(0) != 0 {
            return Pattern::Other;
        }
        let addresses = &self.addresses[..n];
        let first = addresses[0];
        let bytes = access.kind.bytes() * u32::from(access.size);
        let step = if n > 1 { addresses[1].wrapping_sub(first) } else { bytes };
        if step != 0 && step != bytes {
            return Pattern::Other;
        }
        let mut wrong = 0;
        for (lane, &address) in addresses.iter().enumerate() {
            wrong |= address.wrapping_sub(first.wrapping_add(step.wrapping_mul(lane as u32)));
        }
        match (wrong, step) {
            (0, 0) => Pattern::Uniform,
            (0, _) => Pattern::Contiguous,
            _ => Pattern::Other,
        }
    }

    /// The active lanes whose access lies within the memory.
    fn within(&self, sg: &Subgroup, bytes: u32, limit: u32, pattern: Pattern) -> Mask {
        let fits = |address: u32| address.checked_add(bytes).is_some_and(|end| end <= limit);
        let last = match pattern {
            Pattern::Uniform => sg.mask.trailing_zeros(),
            Pattern::Contiguous => sg.mask.trailing_ones() - 1,
            Pattern::Other => {
                return sg.lanes().filter(|&lane| fits(self.addresses[lane])).fold(0, |mask, lane| mask | 1 << lane);
            }
        };
        if fits(self.addresses[last as usize]) {
            return sg.mask;
        }
        sg.lanes().filter(|&lane| fits(self.addresses[lane])).fold(0, |mask, lane| mask | 1 << lane)
    }

    /// The bytes of a memory.
    fn limit(&self, mem: Mem) -> u32 {
        match mem {
            Mem::Buffer(buffer) => self.context.buffers[buffer as usize].bytes,
            Mem::Workgroup => self.context.program.workgroup_bytes,
            Mem::Immediate => self.context.immediates.len() as u32 * 4,
        }
    }

    pub fn load(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) {
        let pattern = self.addresses(sg, access);
        let bytes = access.kind.bytes() * u32::from(access.size);
        let mask = self.within(sg, bytes, self.limit(access.mem), pattern);
        self.count(sg, access, bytes, pattern);
        let touch = if access.atomic { Touch::AtomicRead } else { Touch::Read };
        self.watch(sg, access, bytes, mask, touch);
        let w = self.width;
        if mask != sg.mask {
            let planes = u32::from(access.size) * access.kind.planes();
            sg.file[dst as usize..][..planes as usize * w].fill(0);
        }
        let n = sg.mask.count_ones() as usize;
        let run = (pattern == Pattern::Contiguous && access.size == 1 && mask == sg.mask).then_some(n);
        let request = Request {
            mask,
            addresses: &self.addresses,
            kind: access.kind,
            size: u32::from(access.size),
            run,
        };
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
        let pattern = self.addresses(sg, access);
        let bytes = access.kind.bytes() * u32::from(access.size);
        let mask = self.within(sg, bytes, self.limit(access.mem), pattern);
        self.count(sg, access, bytes, pattern);
        let touch = if access.atomic { Touch::AtomicWrite } else { Touch::Write };
        self.watch(sg, access, bytes, mask, touch);
        let request = Request {
            mask,
            addresses: &self.addresses,
            kind: access.kind,
            size: u32::from(access.size),
            run: None,
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

    /// Counts a request by where it goes.
    fn count(&mut self, sg: &Subgroup, access: &Access, bytes: u32, pattern: Pattern) {
        match access.mem {
            Mem::Workgroup => self.count_shared(sg, access, bytes, pattern),
            Mem::Buffer(buffer) if !self.context.buffers[buffer as usize].uniform => {
                let footprint = self.footprint(sg, bytes, pattern);
                let active = u64::from(sg.mask.count_ones());
                let tally = &mut self.tally.sites[access.site as usize];
                tally.global_requests += 1;
                tally.global_sectors += footprint.sectors;
                tally.global_sectors_ideal += footprint.ideal;
                tally.global_bytes += active * u64::from(bytes);
            }
            _ => {}
        }
    }

    /// The sectors of the current request.
    pub fn footprint(&self, sg: &Subgroup, bytes: u32, pattern: Pattern) -> Footprint {
        let sector = self.context.config.sector_bytes;
        let first = self.addresses[sg.mask.trailing_zeros() as usize % MAX_WIDTH];
        match pattern {
            Pattern::Uniform => run_footprint(first, bytes, sector),
            Pattern::Contiguous => run_footprint(first, bytes * sg.mask.count_ones(), sector),
            Pattern::Other => {
                let mut active = [0; MAX_WIDTH];
                let mut n = 0;
                for lane in sg.lanes() {
                    active[n] = self.addresses[lane];
                    n += 1;
                }
                footprint(&mut active[..n], bytes, sector)
            }
        }
    }

    fn count_shared(&mut self, sg: &Subgroup, access: &Access, bytes: u32, pattern: Pattern) {
        let config = self.context.config;
        let n = sg.mask.count_ones();
        let simple = bytes == config.bank_bytes && access.offset % config.bank_bytes == 0;
        let (total, ideal) = match pattern {
            Pattern::Uniform if simple => (1, 1),
            Pattern::Contiguous if simple => {
                let passes = u64::from(n.div_ceil(config.banks));
                (passes, passes)
            }
            _ => {
                let mut lanes = [(0, 0); MAX_WIDTH];
                let mut len = 0;
                for lane in sg.lanes() {
                    lanes[len] = (lane as u32, self.addresses[lane]);
                    len += 1;
                }
                wavefronts(&lanes[..len], bytes, config)
            }
        };
        let tally = &mut self.tally.sites[access.site as usize];
        tally.shared_requests += 1;
        tally.shared_wavefronts += total;
        tally.shared_wavefronts_ideal += ideal;
    }

    /// Looks for races and reads of what was never written.
    pub fn watch(&mut self, sg: &Subgroup, access: &Access, bytes: u32, mask: Mask, touch: Touch) {
        match access.mem {
            Mem::Workgroup => {
                self.watch_initialised(sg, access, bytes, mask, touch);
                if self.context.options.races {
                    self.watch_shared(sg, access, bytes, mask, touch);
                }
            }
            Mem::Buffer(buffer) if self.context.program.buffers[buffer as usize].writable => {
                self.watch_buffer(sg, access, buffer as usize, bytes, mask, touch);
            }
            _ => {}
        }
    }

    /// The units of one lane's access.
    fn units(&self, lane: usize, bytes: u32) -> std::ops::Range<usize> {
        let granule = self.context.program.granule;
        let start = self.addresses[lane];
        (start / granule) as usize..(start + bytes).div_ceil(granule) as usize
    }

    fn watch_initialised(&mut self, sg: &Subgroup, access: &Access, bytes: u32, mask: Mask, touch: Touch) {
        if self.written.is_empty() {
            return;
        }
        for lane in Lanes(mask) {
            for unit in self.units(lane, bytes) {
                if touch.is_write() {
                    self.written[unit] = self.start_epoch;
                } else if self.written[unit] != self.start_epoch {
                    self.uninitialised(sg, access, lane, "workgroup memory is zero at first, but a read before a write is rarely meant");
                    break;
                }
            }
        }
    }

    fn uninitialised(&mut self, sg: &Subgroup, access: &Access, lane: usize, why: &str) {
        let invocation = self.invocation(sg, lane);
        let site = &self.context.program.sites[access.site as usize];
        let address = self.addresses[lane];
        self.faults.add("uninitialized-read", Severity::Warning, (site.line, 0), &site.name, || {
            format!("`{}` is read at byte {address} before anything wrote there: {why} ({invocation})", site.name)
        });
    }

    fn now(&self, sg: &Subgroup, access: &Access, lane: usize, epoch: u32, touch: Touch) -> Now {
        Now {
            epoch,
            subgroup_epoch: sg.epoch,
            subgroup: sg.index as u16,
            invocation: (sg.index as usize * self.width + lane) as u16,
            site: access.site,
            atomic: touch.is_atomic(),
        }
    }

    fn watch_shared(&mut self, sg: &Subgroup, access: &Access, bytes: u32, mask: Mask, touch: Touch) {
        for lane in Lanes(mask) {
            let now = self.now(sg, access, lane, self.workgroup_epoch, touch);
            for unit in self.units(lane, bytes) {
                let Some(record) = self.shared_shadow.record(unit) else { continue };
                if let Some((other, wrote)) = record.touch(touch, now) {
                    self.race(&other, wrote, &now, touch, self.workgroup, unit);
                }
            }
        }
    }

    fn watch_buffer(&mut self, sg: &Subgroup, access: &Access, buffer: usize, bytes: u32, mask: Mask, touch: Touch) {
        let (context, workgroup) = (self.context, self.workgroup);
        let memory = &context.buffers[buffer];
        let watched = context.options.races || memory.output;
        for lane in Lanes(mask) {
            let now = self.now(sg, access, lane, self.storage_epoch, touch);
            for unit in self.units(lane, bytes) {
                if let Some(owners) = &memory.owners {
                    owners.touch(unit, workgroup, touch, &context.conflict);
                }
                if let Some(shadow) = self.launch_shadows.0.get_mut(buffer) {
                    let invocation = u32::from(now.invocation);
                    if let Some(other) = shadow.touch(unit, workgroup, access.site, invocation, touch) {
                        let earlier = Now { site: other.site, invocation: other.invocation as u16, ..now };
                        self.race(&earlier, other.wrote, &now, touch, other.workgroup, unit);
                    }
                }
                if !watched {
                    continue;
                }
                let start = self.start_epoch;
                let Some(record) = self.buffer_shadows[buffer].record(unit) else { continue };
                let unwritten = memory.output && !touch.is_write() && record.written_in() < start;
                let race = record.touch(touch, now).filter(|_| context.options.races);
                if unwritten {
                    self.uninitialised(sg, access, lane, "it is an output, whose first contents mean nothing");
                }
                if let Some((other, wrote)) = race {
                    self.race(&other, wrote, &now, touch, workgroup, unit);
                }
            }
        }
    }

    /// Reports two accesses that nothing orders.
    fn race(&mut self, earlier: &Now, wrote: bool, now: &Now, touch: Touch, workgroup: u64, unit: usize) {
        let program = self.context.program;
        let (a, b) = (&program.sites[earlier.site as usize % program.sites.len()], &program.sites[now.site as usize]);
        let verb = |write: bool, atomic: bool| match (write, atomic) {
            (true, false) => "writes",
            (false, false) => "reads",
            (true, true) => "atomically writes",
            (false, true) => "atomically reads",
        };
        let (first, second) = (
            self.invocation_of(workgroup, u32::from(earlier.invocation)),
            self.invocation_of(self.workgroup, u32::from(now.invocation)),
        );
        let does = (verb(wrote, earlier.atomic && workgroup == self.workgroup), verb(touch.is_write(), now.atomic));
        let byte = unit * program.granule as usize;
        let missing = if workgroup == self.workgroup {
            "no barrier orders them"
        } else {
            "nothing orders two workgroups of one dispatch"
        };
        self.faults.add("race", Severity::Error, (b.line, a.line), &b.name, || {
            format!(
                "data race on `{}` at byte {byte}: {first} {} it on line {}, {second} {} it on line {}, and {missing}",
                b.name, does.0, a.line, does.1, b.line
            )
        });
    }
}
