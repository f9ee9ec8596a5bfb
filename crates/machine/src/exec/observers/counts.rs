//! Counts what a profiler would count: by segment, and by the site of each access and branch.

use super::measured::{AtomicRequest, ConstantRequest, GlobalBlocks, GlobalRequest, SharedRequest};
use super::observer::{Barrier, LocalRequest, Observer, Workgroup};
use crate::cache::{AccessKind, Caches};
use crate::count::{AtomicContention, Lengths, SiteTally, Tally, Visits, most_at_one, request_checksum};
use crate::exec::context::Context;
use crate::exec::lanes::{Batch, Mask, first_lanes, members};
use crate::exec::subgroup::Subgroup;
use crate::ir::Program;
use crate::machine::Target;

/// The counts of one runner.
#[derive(Debug)]
pub struct Counts<'a> {
    target: &'a Target,
    program: &'a Program,
    caches: Option<&'a Caches>,
    batch: Batch,
    /// Since the last barrier, memory was touched that several invocations write.
    touched: bool,
    /// The site of the barrier at which the workgroup meets, and how many subgroups have reached it.
    met: (u32, u64),
    /// Of the current stratum.
    tally: Tally,
    /// Of every stratum; that of the current one is in `tally`.
    strata: Vec<Tally>,
    stratum: usize,
    /// Where the atomics of the workgroup have been.
    visits: Visits,
}

impl<'a> Counts<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let program = context.program;
        let mut all = vec![Tally::new(program.sites.len(), program.segments.len()); context.strata];
        Self {
            target: context.target,
            program,
            caches: context.caches.as_ref(),
            batch: program.batch(),
            touched: false,
            met: (0, 0),
            tally: std::mem::take(&mut all[0]),
            strata: all,
            stratum: 0,
            visits: Visits::default(),
        }
    }

    /// Counts for another stratum from now on.
    pub fn enter_stratum(&mut self, stratum: usize) {
        if stratum != self.stratum {
            std::mem::swap(&mut self.tally, &mut self.strata[self.stratum]);
            std::mem::swap(&mut self.tally, &mut self.strata[stratum]);
            self.stratum = stratum;
        }
    }

    /// The counts of each stratum.
    pub fn finish(mut self) -> Vec<Tally> {
        self.strata[self.stratum] = self.tally;
        self.strata
    }

    /// The lengths of the workgroups of the current stratum.
    pub fn lengths(&mut self) -> &mut Lengths {
        &mut self.tally.lengths
    }

    #[inline(always)]
    fn site(&mut self, site: usize) -> &mut SiteTally {
        &mut self.tally.sites[site]
    }

    /// Counts where in the L2 cache the lanes of an atomic operation on these ascending addresses meet.
    fn contend(&mut self, base: u64, addresses: &[u32]) {
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
            self.tally.contention.count(place(together[0]), AtomicContention { turns, words }, &mut self.visits);
        }
    }
}

impl Observer for Counts<'_> {
    fn begin(&mut self, _workgroup: &Workgroup) {
        self.visits.begin();
        (self.touched, self.met) = (false, (0, 0));
    }

    #[inline(always)]
    fn segment(&mut self, segment: u32, mask: Mask) {
        let subgroups = self.batch.active(mask);
        let tally = &mut self.tally.segments[segment as usize];
        tally.runs += subgroups;
        tally.lanes += u64::from(mask.count_ones());
    }

    fn branch(&mut self, site: u32, [one, other]: [Mask; 2]) {
        let subgroups = self.batch.active(one | other);
        let diverges = one != 0 && other != 0;
        let width = self.batch.width;
        if !diverges || self.batch.subgroups == 1 {
            let tally = self.site(site as usize);
            tally.branches += subgroups;
            tally.divergent_branches += u64::from(diverges);
            return;
        }
        let tally = self.site(site as usize);
        for (at, _) in members(one | other, width) {
            let of = |mask: Mask| mask >> (at * width) & first_lanes(width) != 0;
            tally.branches += 1;
            tally.divergent_branches += u64::from(of(one) && of(other));
        }
    }

    fn switch(&mut self, site: u32, targets: usize) {
        let tally = self.site(site as usize);
        tally.branches += 1;
        tally.divergent_branches += u64::from(targets > 1);
    }

    fn barrier(&mut self, sg: &Subgroup, barrier: &Barrier) {
        let subgroups = self.batch.active(sg.mask);
        self.site(barrier.site as usize).barriers += subgroups;
        if !barrier.scope.subgroup {
            self.met = (barrier.site, self.met.1 + subgroups);
        }
    }

    #[inline(always)]
    fn global(&mut self, measured: &GlobalRequest<'_>) {
        let (request, cost) = (measured.request, &measured.cost);
        self.touched |= request.is_to_writable(self.program);
        let tally = self.site(measured.site());
        tally.global_requests += 1;
        tally.global_sectors += cost.footprint.sectors;
        tally.global_sectors_ideal += cost.footprint.ideal;
        tally.global_bytes += u64::from(request.mask.count_ones()) * u64::from(request.bytes());
        tally.global_wavefronts += cost.wavefronts;
        tally.global_partial += measured.partial;
        tally.global_checksum += request_checksum(request.subgroup, cost.checksum);
    }

    #[inline(always)]
    fn global_blocks(&mut self, GlobalBlocks { request, requests, cost }: &GlobalBlocks<'_>) {
        let tally = self.site(request.access.site as usize);
        tally.global_requests += requests;
        tally.global_sectors += cost.footprint.sectors;
        tally.global_sectors_ideal += cost.footprint.ideal;
        tally.global_wavefronts += cost.wavefronts;
        tally.global_checksum += cost.checksum;
        tally.global_bytes += u64::from(request.mask.count_ones()) * u64::from(request.bytes());
    }

    fn shared(&mut self, measured: &SharedRequest<'_>) {
        self.touched = true;
        let tally = self.site(measured.site());
        tally.shared_requests += 1;
        tally.shared_repeated += measured.held - measured.wavefronts;
        tally.shared_wavefronts += measured.wavefronts;
        tally.shared_wavefronts_ideal += measured.ideal;
        if let Some(saved) = measured.saved {
            tally.shared_joined += saved;
            tally.shared_joined_requests += 3;
        }
    }

    fn constant(&mut self, measured: &ConstantRequest<'_>) {
        let request = measured.request;
        let tally = self.site(measured.site());
        tally.constant_words += measured.words;
        tally.constant_lines += measured.lines;
        tally.constant_bytes += u64::from(request.mask.count_ones() * request.bytes());
    }

    fn atomic(&mut self, measured: &AtomicRequest<'_>) {
        self.touched = true;
        if let Some(base) = measured.base {
            self.contend(base, measured.addresses);
        }
        let tally = self.site(measured.site());
        tally.atomic_requests += 1;
        tally.atomic_serializations += measured.asked.serialized;
        tally.atomic_wavefronts += measured.asked.wavefronts;
        tally.atomic_serializations_left += measured.left.serialized;
        tally.atomic_wavefronts_left += measured.left.wavefronts;
        tally.atomics_unknown += u64::from(measured.unknown);
    }

    fn local(&mut self, local: &LocalRequest, kind: AccessKind) {
        let tally = self.site(local.site as usize);
        tally.local_requests += 1;
        tally.local_bytes += 4 * u64::from(local.lanes);
        tally.local_lines += local.lines;
        if kind == AccessKind::Writes {
            tally.local_written += local.sectors;
            tally.local_partial += local.partial;
        }
    }

    fn meet(&mut self, _subgroups: &[Subgroup]) {
        let (site, subgroups) = std::mem::take(&mut self.met);
        if subgroups > 0 && !std::mem::take(&mut self.touched) {
            self.site(site as usize).idle_barriers += subgroups;
        }
    }
}
