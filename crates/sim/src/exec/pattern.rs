//! The addresses of a request: their pattern, and what they count for.

use super::lanes;
use super::subgroup::{Mask, Subgroup};
use super::worker::Worker;
use crate::cache::{Access as Touched, Caches};
use crate::code::{Access, Mem, NONE, Reg};
use crate::config::MAX_WIDTH;
use crate::count::{Footprint, footprint, level1_wavefronts, wavefronts};

/// How the addresses of the active lanes lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// All lanes access the same address.
    Uniform,
    /// Only the first lanes are active; in each block of `lanes` of them, addresses are `step` bytes apart, which is
    /// nothing or the size of the access. Rows of a two-dimensional workgroup look like this.
    Blocks {
        lanes: usize,
        step: u32,
    },
    Other,
}

impl Worker<'_> {
    /// Computes the byte addresses of a request and returns their pattern among the active lanes. Where there is one,
    /// and not `every` lane's address is wanted, only the ones that start a block are valid.
    pub fn addresses(&mut self, sg: &Subgroup, access: &Access, every: bool) -> Pattern {
        let w = self.width;
        if access.dynamic == NONE {
            self.addresses[..w].fill(access.offset);
            return Pattern::Uniform;
        }
        let bytes = access.kind.bytes() * u32::from(access.size);
        let known = Self::known_pattern(sg, access.dynamic, bytes);
        if every || known.is_none() {
            self.every_address(sg, access);
        }
        match known {
            Some(Pattern::Uniform) => {
                let first = sg.mask.trailing_zeros() as usize % MAX_WIDTH;
                let distance = sg.file[access.dynamic as usize];
                self.addresses[first] = distance.saturating_add(access.offset);
                Pattern::Uniform
            }
            Some(Pattern::Blocks { lanes, step }) => {
                let distances = &sg.file[access.dynamic as usize..][..w];
                for at in (0..sg.mask.trailing_ones() as usize).step_by(lanes) {
                    self.addresses[at] = distances[at].saturating_add(access.offset);
                }
                Pattern::Blocks { lanes, step }
            }
            _ => self.find_pattern(sg, bytes),
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
        let blocks = Pattern::Blocks {
            lanes: form.lanes as usize,
            step: form.step,
        };
        sg.first_lanes().is_some().then_some(blocks)
    }

    /// The address of each lane.
    fn every_address(&mut self, sg: &Subgroup, access: &Access) {
        let w = self.width;
        let distances = &sg.file[access.dynamic as usize..][..w];
        lanes::offset::<0>(
            self.features,
            &mut self.addresses[..w],
            distances,
            access.offset,
        );
    }

    /// Looks at the addresses of the active lanes.
    fn find_pattern(&mut self, sg: &Subgroup, bytes: u32) -> Pattern {
        let Some(n) = sg.first_lanes() else {
            return Pattern::Other;
        };
        let addresses = &self.addresses[..n];
        let step = if n > 1 {
            addresses[1].wrapping_sub(addresses[0])
        } else {
            bytes
        };
        if step != 0 && step != bytes {
            return Pattern::Other;
        }
        match lanes::blocks::<0>(self.features, addresses, step) {
            Some(lanes) if step == 0 && lanes == n => Pattern::Uniform,
            Some(lanes) => Pattern::Blocks { lanes, step },
            None => Pattern::Other,
        }
    }

    /// The active lanes whose access lies within the first `limit` bytes. Where some do not, every lane's address is
    /// valid from here on.
    pub fn within(
        &mut self,
        sg: &Subgroup,
        access: &Access,
        bytes: u32,
        limit: u32,
        pattern: Pattern,
    ) -> Mask {
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
            Pattern::Other => fits(lanes::largest::<0>(
                self.features,
                &self.addresses[..self.width],
            )),
        };
        if all {
            return sg.mask;
        }
        if access.dynamic != NONE {
            self.every_address(sg, access);
        }
        sg.lanes()
            .filter(|&lane| fits(self.addresses[lane]))
            .fold(0, |mask, lane| mask | 1 << lane)
    }

    /// Counts a request by where it goes.
    pub fn count(
        &mut self,
        sg: &Subgroup,
        access: &Access,
        bytes: u32,
        touched: Touched,
        pattern: Pattern,
    ) {
        self.keep_first(sg, access, bytes, touched);
        match access.mem {
            Mem::Workgroup => self.count_shared(sg, access, bytes, pattern),
            Mem::Buffer(buffer) if !self.context.buffers[buffer as usize].uniform => {
                let footprint = self.footprint(sg, access, bytes, touched, pattern);
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

    /// Puts the bytes of a patterned request into `ranges`; `false` where each lane stands for itself.
    fn find_ranges(&mut self, sg: &Subgroup, bytes: u32, pattern: Pattern) -> bool {
        let ranges = &mut self.ranges;
        ranges.clear();
        match pattern {
            Pattern::Uniform => {
                let lane = sg.mask.trailing_zeros() as usize % MAX_WIDTH;
                ranges.push(self.addresses[lane], bytes);
            }
            Pattern::Blocks { lanes, step } => {
                let n = sg.mask.trailing_ones() as usize;
                for block in self.addresses[..n].chunks(lanes) {
                    let len = if step == 0 { 1 } else { block.len() as u32 };
                    ranges.push(block[0], bytes * len);
                }
                ranges.unite();
            }
            Pattern::Other => return false,
        }
        true
    }

    /// Counts the wavefronts in the banks of level 1 of the request whose bytes are in `ranges`.
    #[inline]
    pub fn count_range_wavefronts(&mut self, site: u32) {
        if let Some(banks) = self.context.caches.as_ref().and_then(Caches::banks) {
            self.tally.sites[site as usize].global_wavefronts += self.ranges.wavefronts(banks).0;
        }
    }

    /// The sectors of the current request. Where caches are modelled, it goes to them.
    fn footprint(
        &mut self,
        sg: &Subgroup,
        access: &Access,
        bytes: u32,
        touched: Touched,
        pattern: Pattern,
    ) -> Footprint {
        let sector = self.context.config.sector_bytes;
        if self.find_ranges(sg, bytes, pattern) {
            let footprint = self.ranges.footprint(sector);
            self.count_range_wavefronts(access.site);
            if self.level1.is_some() {
                let ranges = std::mem::take(&mut self.ranges);
                self.pass_on(sg, access, touched, ranges.iter());
                self.ranges = ranges;
            }
            return footprint;
        }
        let mut active = [0; MAX_WIDTH];
        let mut n = 0;
        for lane in sg.lanes() {
            active[n] = self.addresses[lane];
            n += 1;
        }
        let active = &mut active[..n];
        let footprint = footprint(active, bytes, sector);
        if let Some(banks) = self.context.caches.as_ref().and_then(Caches::banks) {
            self.tally.sites[access.site as usize].global_wavefronts +=
                level1_wavefronts(active, bytes, banks);
        }
        self.pass_on(
            sg,
            access,
            touched,
            active
                .iter()
                .map(|&start| (start, start.saturating_add(bytes))),
        );
        footprint
    }

    /// Sends a request to the first level of the caches. Its ranges of bytes ascend by their starts.
    pub fn pass_on(
        &mut self,
        sg: &Subgroup,
        access: &Access,
        touched: Touched,
        ranges: impl Iterator<Item = (u32, u32)>,
    ) {
        let (Some(level1), Some(caches)) = (&mut self.level1, &self.context.caches) else {
            return;
        };
        let Mem::Buffer(buffer) = access.mem else {
            return;
        };
        let base = self.context.buffers[buffer as usize].address;
        let (shift, per_line) = (
            caches.sector_bytes().trailing_zeros(),
            caches.sectors_per_line(),
        );
        let (mut line, mut sectors) = (u64::MAX, 0u16);
        for (start, end) in ranges {
            let first = (base + u64::from(start)) >> shift;
            let last = (base + u64::from(end) - 1) >> shift;
            for sector in first..=last {
                let here = sector / per_line;
                if here != line {
                    if sectors != 0 {
                        level1.access(sg.index as usize, touched, line, sectors);
                    }
                    (line, sectors) = (here, 0);
                }
                sectors |= 1 << (sector % per_line);
            }
        }
        if sectors != 0 {
            level1.access(sg.index as usize, touched, line, sectors);
        }
    }

    fn count_shared(&mut self, sg: &Subgroup, access: &Access, bytes: u32, pattern: Pattern) {
        let config = self.context.config;
        let simple = bytes == config.bank_bytes;
        let patterned = simple && self.find_ranges(sg, bytes, pattern);
        let (total, ideal) = match patterned {
            true => self.ranges.wavefronts(config),
            false => {
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
}
