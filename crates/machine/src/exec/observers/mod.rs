//! Observers of a workgroup that runs. An [`Observer`] receives each event and knows nothing of the runner.
//!
//! [`Observers`] holds those of one runner: the [`counts`] of a profiler, the [`critical_path`], the [`l1_cache`], the
//! [`sanitizer`] and the [`access_sampler`]. [`measure`] determines the cost of each request to memory once, for all that
//! need it. The [`trace_recorder`] observes a workgroup that is run step by step.

mod access_sampler;
mod counts;
mod critical_path;
mod l1_cache;
mod measure;
mod measured;
mod observer;
pub mod sanitizer;
mod trace_recorder;

pub use access_sampler::AccessSampler;
pub use observer::{Barrier, LocalRequest, Observer, Workgroup};
pub use sanitizer::Sanitizer;
pub use trace_recorder::TraceRecorder;

use super::context::Context;
use super::lanes::{Batch, Mask, Request};
use super::subgroup::Subgroup;
use crate::cache::{AccessKind, AddressTrace};
use crate::count::Tally;
use counts::Counts;
use critical_path::CriticalPath;
use l1_cache::L1Cache;
use measure::Measure;
use sanitizer::Faults;

/// The observers of one runner.
#[derive(Debug)]
pub struct Observers<'a> {
    batch: Batch,
    counts: Counts<'a>,
    critical_path: CriticalPath<'a>,
    l1_cache: L1Cache<'a>,
    access_sampler: AccessSampler,
    measure: Measure<'a>,
    pub sanitizer: Sanitizer<'a>,
}

impl<'a> Observers<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let (program, caches) = (context.program, context.caches.as_ref());
        Self {
            batch: program.batch(),
            counts: Counts::new(context),
            critical_path: CriticalPath::new(program, context.tables),
            l1_cache: L1Cache::new(context.tables, caches),
            access_sampler: match context.options.access_samples {
                true => AccessSampler::new(program.sites.len()),
                false => AccessSampler::default(),
            },
            measure: Measure::new((program, context.tables), context.target, caches),
            sanitizer: Sanitizer::new(context),
        }
    }

    /// The counts of each stratum, the findings and the access samples.
    pub fn finish(self) -> (Vec<Tally>, Faults, AccessSampler) {
        (self.counts.finish(), self.sanitizer.faults, self.access_sampler)
    }

    /// Counts for another stratum from now on.
    pub fn enter_stratum(&mut self, stratum: usize) {
        self.counts.enter_stratum(stratum);
    }

    /// A workgroup ends. Returns what its L1 cache passed on, where caches are modelled.
    pub fn end(&mut self) -> AddressTrace {
        self.critical_path.end(self.counts.lengths());
        self.l1_cache.end()
    }

    /// Whether the access sampler wants each address of a request.
    #[inline]
    pub fn samples(&self, site: u32, subgroup: usize) -> bool {
        self.access_sampler.wants(site, subgroup)
    }
}

impl Observer for Observers<'_> {
    fn begin(&mut self, workgroup: &Workgroup) {
        self.sanitizer.begin(workgroup);
        self.counts.begin(workgroup);
        self.critical_path.begin(workgroup);
        self.l1_cache.begin(workgroup);
        self.access_sampler.begin(workgroup);
    }

    #[inline(always)]
    fn segment(&mut self, segment: u32, mask: Mask) {
        self.counts.segment(segment, mask);
        self.critical_path.segment(segment, mask);
    }

    #[inline(always)]
    fn branch(&mut self, site: u32, ways: [Mask; 2]) {
        self.counts.branch(site, ways);
    }

    fn switch(&mut self, site: u32, targets: usize) {
        self.counts.switch(site, targets);
    }

    #[inline]
    fn barrier(&mut self, sg: &Subgroup, barrier: &Barrier) {
        self.counts.barrier(sg, barrier);
        self.sanitizer.barrier(sg, barrier);
    }

    #[inline]
    fn request(&mut self, request: &Request<'_>, kind: AccessKind) {
        self.access_sampler.request(request, kind);
    }

    fn local(&mut self, local: &LocalRequest, kind: AccessKind) {
        self.counts.local(local, kind);
        self.critical_path.local(local, kind);
    }

    fn stop(&mut self) {
        self.critical_path.stop();
    }

    fn meet(&mut self, subgroups: &[Subgroup]) {
        self.sanitizer.meet(subgroups);
        self.counts.meet(subgroups);
        self.critical_path.meet(subgroups);
        self.l1_cache.meet(subgroups);
        self.access_sampler.meet(subgroups);
    }
}
