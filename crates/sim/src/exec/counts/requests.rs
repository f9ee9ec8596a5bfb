//! Requests to memory: of storage and uniform buffers, of workgroup memory, of private arrays, and atomic operations.

use super::Counts;
use crate::cache::{AccessKind, Asks, Caches, Requester};
use crate::code::Mem;
use crate::count::{
    AtomicContention, Measured, checksum, footprint, joined, level1_wavefronts, most_at_one, request_checksum,
    whole_sectors,
};
use crate::exec::lanes::{Pattern, Request, first_lanes, members};
use crate::exec::uneven::uneven;
use crate::machine::MAX_WIDTH;

/// What a request to a private array in memory touches.
#[derive(Debug, Clone, Copy)]
pub struct Local {
    pub lanes: u32,
    pub lines: u64,
    pub sectors: u64,
    /// Sectors of which not all words are touched.
    pub partial: u64,
}

impl Counts<'_> {
    /// A load or a store of a storage buffer that begins at `base`.
    pub fn global(&mut self, request: &Request<'_>, does: AccessKind, base: u64) {
        if let Mem::Buffer(buffer) = request.access.mem {
            self.touched |= self.program.buffers[buffer as usize].writable;
        }
        if self.find_ranges(request) {
            return self.global_bytes(request, does, base, None);
        }
        let (mut addresses, n) = request.active();
        self.global_bytes(request, does, base, Some(&mut addresses[..n]));
    }

    /// A load of blocks of `len` bytes that begin at `starts` and may overlap, from a storage buffer: so many for each of the
    /// subgroups that run abreast.
    #[inline(always)]
    pub fn global_blocks(&mut self, request: &Request<'_>, (starts, blocks): (&[u32], usize), len: u32, base: u64) {
        let site = request.access.site as usize;
        let (sector, banks) = (self.target.sector_bytes, self.caches.and_then(Caches::banks));
        let program = self.program;
        let whole = request.mask == self.whole;
        if whole {
            self.path.all.request(&program.sites[site], true);
        }
        // Sums of the request, since those of its site are in memory.
        let (mut asked, mut sum, mut before) = (Measured::default(), Measured::default(), None);
        let mut requests = 0;
        for (at, starts) in starts.chunks_exact(blocks).enumerate() {
            if !whole {
                if request.mask >> (at * self.width) & first_lanes(self.width) == 0 {
                    continue;
                }
                self.path.each[at].request(&program.sites[site], true);
            }
            // Neighbours often ask for the same.
            if before.is_none_or(|before: &[u32]| before.iter().zip(starts).any(|(a, b)| a != b)) {
                asked = self.ranges.measure_blocks(starts, len, (sector, banks), self.level1.is_some());
                before = Some(starts);
            }
            let subgroup = request.subgroup + at;
            requests += 1;
            sum.footprint.sectors += asked.footprint.sectors;
            sum.footprint.ideal += asked.footprint.ideal;
            sum.wavefronts += asked.wavefronts;
            sum.checksum += request_checksum(subgroup, asked.checksum);
            if let Some(level1) = &mut self.level1 {
                let from = Requester { subgroup, waits: program.sites[site].waits };
                level1.request(from, Asks::Reads, base, self.ranges.iter());
            }
        }
        let tally = &mut self.tally.sites[site];
        tally.global_requests += requests;
        tally.global_sectors += sum.footprint.sectors;
        tally.global_sectors_ideal += sum.footprint.ideal;
        tally.global_wavefronts += sum.wavefronts;
        tally.global_checksum += sum.checksum;
        tally.global_bytes += u64::from(request.mask.count_ones()) * u64::from(request.bytes());
    }

    /// A load from a uniform buffer: where all lanes ask for one address, it costs nothing but its instruction.
    pub fn constant(&mut self, request: &Request<'_>) {
        if let Some([words, lines]) = uneven(request, self.caches.map_or(u32::MAX, Caches::line_bytes)) {
            let tally = self.site(request.access.site);
            tally.constant_words += words;
            tally.constant_lines += lines;
            tally.constant_bytes += u64::from(request.mask.count_ones() * request.bytes());
        }
    }

    /// Counts a request to a storage buffer: of the bytes at these addresses, or of those in `ranges`.
    #[inline(always)]
    fn global_bytes(&mut self, request: &Request<'_>, does: AccessKind, base: u64, mut addresses: Option<&mut [u32]>) {
        let (sector, bytes) = (self.target.sector_bytes, request.bytes());
        let footprint = match &mut addresses {
            None => self.ranges.footprint(sector),
            Some(addresses) => footprint(addresses, bytes, sector),
        };
        let wavefronts = match (self.caches.and_then(Caches::banks), &addresses) {
            (None, _) => 0,
            (Some(banks), None) => self.ranges.wavefronts(banks).0,
            (Some(banks), Some(addresses)) => level1_wavefronts(addresses, bytes, banks),
        };
        let tally = &mut self.tally.sites[request.access.site as usize];
        tally.global_requests += 1;
        tally.global_sectors += footprint.sectors;
        tally.global_sectors_ideal += footprint.ideal;
        tally.global_bytes += u64::from(request.mask.count_ones()) * u64::from(bytes);
        tally.global_wavefronts += wavefronts;
        if does == AccessKind::Writes && footprint.sectors > footprint.ideal {
            let whole = match &addresses {
                None => whole_sectors(self.ranges.iter(), sector),
                Some(addresses) => whole_sectors(joined(addresses, bytes), sector),
            };
            tally.global_partial += footprint.sectors.saturating_sub(whole);
        }
        let checksum = match &addresses {
            None => checksum(self.ranges.iter()),
            Some(addresses) => checksum(addresses.iter().map(|&start| (start, start))),
        };
        tally.global_checksum += request_checksum(request.subgroup, checksum);
        let site = &self.program.sites[request.access.site as usize];
        self.path(request.subgroup).request(site, does == AccessKind::Reads);
        let Some(level1) = &mut self.level1 else {
            return;
        };
        let asks = does.asks(request.access.atomic);
        let from = Requester { subgroup: request.subgroup, waits: site.waits };
        match addresses {
            None => level1.request(from, asks, base, self.ranges.iter()),
            Some(addresses) => {
                let end = |start: u32| (start, start.saturating_add(bytes));
                let ranges = addresses.iter().map(|&start| end(start));
                level1.request(from, asks, base, ranges);
            }
        }
    }

    /// A load or a store of workgroup memory.
    pub fn shared(&mut self, request: &Request<'_>, does: AccessKind) {
        self.touched = true;
        let (target, bytes) = (self.target, request.bytes());
        let [total, ideal, held] = match bytes == target.bank_bytes && self.find_ranges(request) {
            true => {
                let (total, ideal) = self.ranges.wavefronts(target);
                [total, ideal, total]
            }
            false => self.banks.wavefronts(request, does),
        };
        let taken = held.max(self.parts(request));
        let tally = self.site(request.access.site);
        tally.shared_requests += 1;
        tally.shared_repeated += taken - total;
        tally.shared_wavefronts += total;
        tally.shared_wavefronts_ideal += ideal;
        let waits = self.program.sites[request.access.site as usize].waits;
        let path = self.path(request.subgroup);
        path.shared_waits += u64::from(waits);
        path.turns += u64::from(waits) * total.saturating_sub(1);
        if self.program.sites[request.access.site as usize].unrolled
            && bytes == target.bank_bytes
            && let Some(saved) = self.banks.joined(request, taken)
        {
            let tally = self.site(request.access.site);
            tally.shared_joined += saved;
            tally.shared_joined_requests += 3;
        }
    }

    /// In how many parts the lanes of a subgroup that is wider than the banks come to them: RDNA runs a wave of 64 as two halves of 32,
    /// and leaves out one that has no active lane (RDNA instruction set architecture).
    fn parts(&self, request: &Request<'_>) -> u64 {
        let banks = self.target.banks as usize;
        if self.width <= banks || request.bytes() > self.target.bank_bytes {
            return 1;
        }
        members(request.mask, banks).count() as u64
    }

    /// A load or a store of an element of a private array that lives in memory.
    pub fn local(&mut self, site: u32, local: Local, does: AccessKind) {
        let tally = self.site(site);
        tally.local_requests += 1;
        tally.local_bytes += 4 * u64::from(local.lanes);
        tally.local_lines += local.lines;
        match does {
            AccessKind::Writes => {
                tally.local_written += local.sectors;
                tally.local_partial += local.partial;
            }
            _ => self.path.all.local_waits += 1,
        }
    }

    /// An atomic operation: as many serial steps as there are lanes at the most popular address, and in workgroup memory as many passes as
    /// in the most popular bank. `base` is where its storage buffer begins, if it is in one.
    pub fn atomic(&mut self, request: &Request<'_>, base: Option<u64>) {
        self.touched = true;
        let (mut addresses, n) = request.active();
        let addresses = &mut addresses[..n];
        addresses.sort_unstable();
        let (target, site) = (self.target, &self.program.sites[request.access.site as usize]);
        let one_address = addresses.first() == addresses.last();
        let combined = target.combines_atomics && site.combines && one_address;
        let addresses = if combined { &mut addresses[..1] } else { addresses };
        let at_once = target.counts_at_once && site.counts && site.shared;
        let most = if at_once { 1 } else { most_at_one(addresses) };
        let passes = match site.shared {
            true if at_once => self.banks.wavefronts(request, AccessKind::Writes)[0],
            true => self.banks.turns(addresses),
            false => 0,
        };
        if let Some(base) = base {
            self.meet_in_level2(base, addresses);
        }
        if let (Some(level1), Some(base)) = (&mut self.level1, base) {
            let end = |start: u32| (start, start.saturating_add(request.bytes()));
            let ranges = addresses.iter().map(|&start| end(start));
            let from = Requester { subgroup: request.subgroup, waits: site.waits };
            level1.request(from, Asks::Updates, base, ranges);
        }
        let tally = self.site(request.access.site);
        tally.atomic_requests += 1;
        tally.atomic_serializations += most;
        tally.atomic_wavefronts += passes;
        let waits = u64::from(site.waits);
        let path = self.path(request.subgroup);
        path.turns += most.max(passes).saturating_sub(1);
        match site.shared {
            true => path.shared_waits += waits,
            false => path.global_waits += waits,
        }
    }

    /// Where in level 2 the lanes of an atomic operation on these ascending addresses meet.
    fn meet_in_level2(&mut self, base: u64, addresses: &[u32]) {
        let within = |bytes: u32| move |address: u32| (base + u64::from(address)) / u64::from(bytes);
        let sector = within(self.target.sector_bytes);
        let slices = self.target.atomic_slice_bytes;
        let place = within(slices.unwrap_or(self.caches.map_or(self.target.sector_bytes, Caches::line_bytes)));
        for together in addresses.chunk_by(|&a, &b| place(a) == place(b)) {
            let words = together.chunk_by(|a, b| a == b).count() as u64;
            let turns = match slices {
                Some(_) => together.chunk_by(|&a, &b| sector(a) == sector(b)).map(most_at_one).sum(),
                None => most_at_one(together),
            };
            self.tally.spread.count(place(together[0]), AtomicContention { turns, words }, &mut self.visits);
        }
    }

    /// Puts the bytes of a patterned request into `ranges`; `false` where each lane stands for itself.
    fn find_ranges(&mut self, request: &Request<'_>) -> bool {
        let (ranges, bytes) = (&mut self.ranges, request.bytes());
        ranges.clear();
        match request.pattern {
            Pattern::Uniform => {
                let lane = request.mask.trailing_zeros() as usize % MAX_WIDTH;
                ranges.push(request.addresses[lane], bytes);
            }
            Pattern::Blocks { lanes, step } => {
                let n = request.mask.trailing_ones() as usize;
                for block in request.addresses[..n].chunks(lanes) {
                    let len = if step == 0 { 1 } else { block.len() as u32 };
                    ranges.push(block[0], bytes * len);
                }
                ranges.unite();
            }
            Pattern::Other => return false,
        }
        true
    }
}
