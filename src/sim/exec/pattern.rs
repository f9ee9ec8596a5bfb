//! The addresses of a request: their pattern, and what they count for.

use super::subgroup::{Mask, Subgroup};
use super::worker::Worker;
use crate::sim::code::{Access, Mem, NONE};
use crate::sim::config::MAX_WIDTH;
use crate::sim::count::{Footprint, Ranges, footprint, wavefronts};

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
        let bytes = access.kind.bytes() * u32::from(access.size);
        let step = if n > 1 {
            addresses[1].wrapping_sub(addresses[0])
        } else {
            bytes
        };
        if step != 0 && step != bytes {
            return Pattern::Other;
        }
        for lanes in [n, 16, 8, 4] {
            if lanes <= n && in_blocks(addresses, lanes, step) {
                return match step {
                    0 if lanes == n => Pattern::Uniform,
                    _ => Pattern::Blocks { lanes, step },
                };
            }
        }
        Pattern::Other
    }

    /// The active lanes whose access lies within the first `limit` bytes.
    pub fn within(&self, sg: &Subgroup, bytes: u32, limit: u32, pattern: Pattern) -> Mask {
        let fits = |address: u32| address.checked_add(bytes).is_some_and(|end| end <= limit);
        let all = match pattern {
            Pattern::Uniform => fits(self.addresses[sg.mask.trailing_zeros() as usize % MAX_WIDTH]),
            Pattern::Blocks { .. } => {
                let n = sg.mask.trailing_ones() as usize;
                fits(
                    self.addresses[..n]
                        .iter()
                        .fold(0, |most, &address| most.max(address)),
                )
            }
            // Most often the other lanes have sensible addresses too.
            Pattern::Other => fits(
                self.addresses[..self.width]
                    .iter()
                    .fold(0, |most, &address| most.max(address)),
            ),
        };
        if all {
            return sg.mask;
        }
        sg.lanes()
            .filter(|&lane| fits(self.addresses[lane]))
            .fold(0, |mask, lane| mask | 1 << lane)
    }

    /// Counts a request by where it goes.
    pub fn count(&mut self, sg: &Subgroup, access: &Access, bytes: u32, pattern: Pattern) {
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

    /// The bytes of a patterned request, as ranges; `None` where each lane stands for itself.
    fn ranges(&self, sg: &Subgroup, bytes: u32, pattern: Pattern) -> Option<Ranges> {
        let mut ranges = Ranges::default();
        match pattern {
            Pattern::Uniform => {
                ranges.push(
                    self.addresses[sg.mask.trailing_zeros() as usize % MAX_WIDTH],
                    bytes,
                );
            }
            Pattern::Blocks { lanes, step } => {
                let n = sg.mask.trailing_ones() as usize;
                for block in self.addresses[..n].chunks(lanes) {
                    ranges.push(
                        block[0],
                        if step == 0 {
                            bytes
                        } else {
                            bytes * block.len() as u32
                        },
                    );
                }
            }
            Pattern::Other => return None,
        }
        ranges.unite();
        Some(ranges)
    }

    /// The sectors of the current request.
    fn footprint(&self, sg: &Subgroup, bytes: u32, pattern: Pattern) -> Footprint {
        let sector = self.context.config.sector_bytes;
        if let Some(ranges) = self.ranges(sg, bytes, pattern) {
            return ranges.footprint(sector);
        }
        let mut active = [0; MAX_WIDTH];
        let mut n = 0;
        for lane in sg.lanes() {
            active[n] = self.addresses[lane];
            n += 1;
        }
        footprint(&mut active[..n], bytes, sector)
    }

    fn count_shared(&mut self, sg: &Subgroup, access: &Access, bytes: u32, pattern: Pattern) {
        let config = self.context.config;
        let simple = bytes == config.bank_bytes;
        let patterned = if simple {
            self.ranges(sg, bytes, pattern)
        } else {
            None
        };
        let (total, ideal) = match patterned {
            Some(ranges) => ranges.wavefronts(config),
            None => {
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

/// Whether addresses are `step` apart in each block.
fn in_blocks(addresses: &[u32], lanes: usize, step: u32) -> bool {
    let mut wrong = 0;
    for block in addresses.chunks(lanes) {
        let first = block[0];
        for (lane, &address) in block.iter().enumerate() {
            wrong |= address ^ first.wrapping_add(step.wrapping_mul(lane as u32));
        }
    }
    wrong == 0
}
