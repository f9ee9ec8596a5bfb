//! Measures each request to memory once, for all observers that need its cost.

mod banks;
mod divergent_uniform_loads;

use super::Observers;
use super::measured::{
    AtomicRequest, AtomicTurns, ConstantRequest, GlobalBlocks, GlobalRequest, SharedRequest, Touched,
};
use super::observer::Observer;
use crate::cache::{AccessKind, Caches};
use crate::count::{
    Footprint, Measured, Ranges, checksum, footprint, joined, l1_wavefronts, most_at_one, request_checksum,
    whole_sectors,
};
use crate::exec::lanes::{Pattern, Request, first_lanes, members};
use crate::ir::Mem;
use crate::ir::{Combining, CompiledTables, Program};
use crate::machine::{MAX_WIDTH, Target};
use banks::Banks;
use divergent_uniform_loads::divergent_loads;

/// What requests are measured with.
#[derive(Debug)]
pub struct Measure<'a> {
    program: &'a Program,
    tables: &'a CompiledTables,
    target: &'a Target,
    caches: Option<&'a Caches>,
    /// The bytes of the current request.
    ranges: Ranges,
    banks: Banks<'a>,
}

impl<'a> Measure<'a> {
    pub fn new(
        (program, tables): (&'a Program, &'a CompiledTables),
        target: &'a Target,
        caches: Option<&'a Caches>,
    ) -> Self {
        let banks = Banks::new(target, program.sites.len(), program.subgroups_in_batch());
        Self { program, tables, target, caches, ranges: Ranges::default(), banks }
    }

    /// Puts the bytes of a request with a pattern into `ranges`. Returns `false` where there is no pattern.
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

    /// The cost of the ranges, or of accesses at these addresses, which are sorted.
    #[inline(always)]
    fn global(&self, request: &Request<'_>, addresses: Option<&mut [u32]>) -> Measured {
        let (sector, bytes, banks) = (self.target.sector_bytes, request.bytes(), self.caches.and_then(Caches::banks));
        let Some(addresses) = addresses else {
            return Measured {
                footprint: self.ranges.footprint(sector),
                wavefronts: banks.map_or(0, |banks| self.ranges.wavefronts(banks).0),
                checksum: checksum(self.ranges.iter()),
            };
        };
        Measured {
            footprint: footprint(addresses, bytes, sector),
            wavefronts: banks.map_or(0, |banks| l1_wavefronts(addresses, bytes, banks)),
            checksum: checksum(addresses.iter().map(|&start| (start, start))),
        }
    }

    /// Sectors that a store writes in part.
    fn partial(&self, request: &Request<'_>, touched: Touched<'_>, footprint: Footprint) -> u64 {
        if footprint.sectors <= footprint.ideal {
            return 0;
        }
        let sector = self.target.sector_bytes;
        let whole = match touched {
            Touched::Ranges(ranges) => whole_sectors(ranges.iter(), sector),
            Touched::Addresses(addresses) => whole_sectors(joined(addresses, request.bytes()), sector),
        };
        footprint.sectors.saturating_sub(whole)
    }

    /// The wavefronts of a request of workgroup memory, the fewest that it could take, and those for which it holds the way to
    /// the registers.
    fn shared(&mut self, request: &Request<'_>, kind: AccessKind) -> [u64; 3] {
        match request.bytes() == self.target.bank_bytes && self.find_ranges(request) {
            true => {
                let (total, ideal) = self.ranges.wavefronts(self.target);
                [total, ideal, total]
            }
            false => self.banks.wavefronts(request, kind),
        }
    }

    /// The parts in which the lanes of a subgroup that is wider than the banks are served: RDNA runs a wave of 64 as two halves
    /// of 32, and skips one that has no active lane (RDNA instruction set architecture).
    fn parts(&self, request: &Request<'_>) -> u64 {
        let banks = self.target.banks as usize;
        if self.program.width as usize <= banks || request.bytes() > self.target.bank_bytes {
            return 1;
        }
        members(request.mask, banks).count() as u64
    }
}

impl Observers<'_> {
    /// A load or a store of a storage buffer that begins at `base`.
    pub fn measure_global(&mut self, request: &Request<'_>, kind: AccessKind, base: u64) {
        if self.measure.find_ranges(request) {
            return self.global_request(request, kind, base, None);
        }
        let (mut addresses, n) = request.active();
        self.global_request(request, kind, base, Some(&mut addresses[..n]));
    }

    #[inline(always)]
    fn global_request(
        &mut self,
        request: &Request<'_>,
        kind: AccessKind,
        base: u64,
        mut addresses: Option<&mut [u32]>,
    ) {
        let measure = &self.measure;
        let cost = measure.global(request, addresses.as_deref_mut());
        let touched = match &addresses {
            None => Touched::Ranges(&measure.ranges),
            Some(addresses) => Touched::Addresses(addresses),
        };
        let partial = match kind {
            AccessKind::Writes => measure.partial(request, touched, cost.footprint),
            _ => 0,
        };
        let measured = GlobalRequest { request, kind, base, touched, cost, partial };
        self.counts.global(&measured);
        self.critical_path.global(&measured);
        self.l1_cache.global(&measured);
    }

    /// A load of blocks of `len` bytes that begin at `starts` and may overlap, from a storage buffer: so many for each subgroup
    /// of a batch.
    #[inline(always)]
    pub fn measure_blocks(&mut self, request: &Request<'_>, (starts, blocks): (&[u32], usize), len: u32, base: u64) {
        let measure = &mut self.measure;
        let (sector, banks) = (measure.target.sector_bytes, measure.caches.and_then(Caches::banks));
        let (whole, width) = (request.mask == self.batch.whole, self.batch.width);
        let (mut asked, mut cost, mut before) = (Measured::default(), Measured::default(), None);
        let mut requests = 0;
        for (at, starts) in starts.chunks_exact(blocks).enumerate() {
            if !whole && request.mask >> (at * width) & first_lanes(width) == 0 {
                continue;
            }
            // Neighbours often ask for the same.
            if before.is_none_or(|before: &[u32]| before.iter().zip(starts).any(|(a, b)| a != b)) {
                asked = measure.ranges.measure_blocks(starts, len, (sector, banks), self.l1_cache.is_modelled());
                before = Some(starts);
            }
            let subgroup = request.subgroup + at;
            requests += 1;
            cost.footprint.sectors += asked.footprint.sectors;
            cost.footprint.ideal += asked.footprint.ideal;
            cost.wavefronts += asked.wavefronts;
            cost.checksum += request_checksum(subgroup, asked.checksum);
            self.l1_cache.load(request, subgroup, base, measure.ranges.iter());
        }
        let blocks = GlobalBlocks { request, requests, cost };
        self.counts.global_blocks(&blocks);
        self.critical_path.global_blocks(&blocks);
    }

    /// A load from a uniform buffer: where all lanes ask for one address, it costs nothing but its instruction.
    pub fn measure_constant(&mut self, request: &Request<'_>) {
        let line_bytes = self.measure.caches.map_or(u32::MAX, Caches::line_bytes);
        if let Some([words, lines]) = divergent_loads(request, line_bytes) {
            self.counts.constant(&ConstantRequest { request, words, lines });
        }
    }

    /// A load or a store of workgroup memory.
    pub fn measure_shared(&mut self, request: &Request<'_>, kind: AccessKind) {
        let measure = &mut self.measure;
        let [wavefronts, ideal, held] = measure.shared(request, kind);
        let held = held.max(measure.parts(request));
        let joins =
            measure.tables.sites[request.access.site as usize].unrolled && request.bytes() == measure.target.bank_bytes;
        let saved = if joins { measure.banks.joined(request, held) } else { None };
        let measured = SharedRequest { request, wavefronts, ideal, held, saved };
        self.counts.shared(&measured);
        self.critical_path.shared(&measured);
    }

    /// A load or a store of a tile of workgroup memory, whose lines `request` has as if each were of a lane: which lane asks for what is
    /// the device's choice, so that its words meet in the banks as a whole.
    pub fn measure_shared_tile(&mut self, request: &Request<'_>) {
        let measure = &mut self.measure;
        if measure.find_ranges(request) {
            let (wavefronts, ideal) = measure.ranges.wavefronts(measure.target);
            let measured = SharedRequest { request, wavefronts, ideal, held: wavefronts, saved: None };
            self.counts.shared(&measured);
            self.critical_path.shared(&measured);
        }
    }

    /// An atomic operation: as many serial steps as there are lanes at the most popular address, and in workgroup memory as many
    /// wavefronts as the most popular bank has lanes. `base` is where its storage buffer begins, if it is in one.
    pub fn measure_atomic(&mut self, request: &Request<'_>, base: Option<u64>) {
        let measure = &mut self.measure;
        let (mut addresses, n) = request.active();
        let addresses = &mut addresses[..n];
        addresses.sort_unstable();
        let (target, site) = (measure.target, &measure.program.sites[request.access.site as usize]);
        let at_once = target.counts_at_once && site.counts && site.shared;
        let mut turns = |addresses: &mut [u32]| AtomicTurns {
            serialized: if at_once { 1 } else { most_at_one(addresses) },
            wavefronts: match site.shared {
                true if at_once => measure.banks.wavefronts(request, AccessKind::Writes)[0],
                true => measure.banks.atomic_wavefronts(addresses),
                false => 0,
            },
        };
        let asked = turns(addresses);
        let combining = measure.tables.sites[request.access.site as usize].combining;
        let meet = n > 1 && addresses.first() == addresses.last();
        let (addresses, left) = match combining {
            Combining::Combined | Combining::Unknown(_) if meet => {
                let one = &mut addresses[..1];
                let left = turns(one);
                (one, left)
            }
            _ => (addresses, asked),
        };
        let unknown = meet && matches!(combining, Combining::Unknown(_));
        let measured = AtomicRequest { request, base, addresses, asked, left, unknown };
        self.counts.atomic(&measured);
        self.critical_path.atomic(&measured);
        self.l1_cache.atomic(&measured);
    }
}

impl Request<'_> {
    /// Whether it is to a buffer that the kernel writes.
    pub fn is_to_writable(&self, program: &Program) -> bool {
        matches!(self.access.mem, Mem::Buffer(buffer) if program.buffers[buffer as usize].writable)
    }
}
