//! Runs samples of a launch: one workgroup after the other, or in parallel where that cannot change the result.

use super::interleave::{Round, crowded, interleaved};
#[cfg(feature = "threads")]
use super::parallel::in_parallel;
use super::portion::{AddressTraces, Portion, Sink, in_order, traces_of};
use super::sample::Sample;
use crate::cache::{Caches, Regions};
use crate::exec::context::Context;
use crate::exec::options::{Launch, LaunchError, Options, Schedule};
use crate::ir::{CompiledTables, Program};
use crate::machine::Target;

/// A launch with everything that it is run with.
pub(super) struct Dispatch<'a> {
    pub program: &'a Program,
    /// What is known of the compiled kernel.
    pub tables: &'a CompiledTables,
    /// The same program for batches of subgroups, where they may run so.
    pub batched: Option<&'a Program>,
    pub target: &'a Target,
    pub options: &'a Options,
    pub caches: Option<&'a Caches>,
    pub regions: &'a Regions,
}

impl<'a> Dispatch<'a> {
    /// Threads to run on: one, where the crate is built without `threads`.
    pub fn threads(&self) -> usize {
        #[cfg(feature = "threads")]
        return match self.options.threads {
            0 => rayon::current_num_threads(),
            threads => threads,
        };
        #[cfg(not(feature = "threads"))]
        1
    }

    /// Copies the bindings into memory; `parallel` where workgroups may run at the same time.
    pub fn prepare(
        &self,
        program: &'a Program,
        launch: &Launch<'_>,
        strata: usize,
        parallel: bool,
    ) -> Result<Context<'a>, LaunchError> {
        let mut context = Context::new((program, self.tables), launch, self.target, self.options, parallel)?;
        context.caches = self.caches.cloned();
        context.strata = strata;
        for (at, buffer) in context.buffers.iter_mut().enumerate() {
            buffer.address = self.regions.base(at);
        }
        Ok(context)
    }

    /// Runs a sample: in parallel, and if workgroups conflicted, again in order. Where subgroups run in batches and
    /// anything is found, they run again one by one.
    pub fn run(
        &self,
        launch: &Launch<'_>,
        sample: &Sample,
        sink: impl Fn() -> Option<Sink>,
    ) -> Result<(Context<'a>, Portion), LaunchError> {
        let strata = sample.factors.len();
        for (program, parallel) in self.fast_ways(sample.len) {
            let context = self.prepare(program, launch, strata, parallel)?;
            let part = self.part(&context, sample, parallel, sink());
            if !context.is_broken_off() && part.steps <= self.options.launch_budget {
                return Ok((context, part));
            }
        }
        let context = self.prepare(self.program, launch, strata, false)?;
        let part = match self.options.schedule {
            Schedule::Interleaved if self.program.ordered => interleaved(&context, sample, Round::FIRST),
            Schedule::Crowded if self.program.ordered => crowded(&context, sample),
            _ => self.part(&context, sample, false, sink()),
        };
        Ok((context, part))
    }
}

impl<'a> Dispatch<'a> {
    /// The fast ways to run so many workgroups, which may break off, the fastest first: the program, and whether on several
    /// threads.
    pub fn fast_ways(&self, workgroups: u64) -> impl Iterator<Item = (&'a Program, bool)> + use<'a> {
        let parallel = self.threads() > 1 && workgroups > 1 && !self.program.ordered;
        let batched = self.batched.map(|program| (program, parallel));
        batched.into_iter().chain(parallel.then_some((self.program, true)))
    }

    /// What these workgroups ask of the L2 cache; empty where one does not end.
    pub fn traces(&self, launch: &Launch<'_>, numbers: &[u64]) -> Result<AddressTraces, LaunchError> {
        for (program, parallel) in self.fast_ways(numbers.len() as u64).chain([(self.program, false)]) {
            let context = self.prepare(program, launch, 1, parallel)?;
            let traces = traces_of(&context, numbers, parallel);
            if let Some(traces) = traces.filter(|_| !context.is_broken_off()) {
                return Ok(traces);
            }
        }
        Ok(AddressTraces::new())
    }

    /// Runs a sample, on several threads where `parallel`.
    pub fn part(&self, context: &Context<'_>, sample: &Sample, parallel: bool, sink: Option<Sink>) -> Portion {
        #[cfg(feature = "threads")]
        if parallel {
            return in_parallel(context, sample, self.threads(), sink);
        }
        debug_assert!(!parallel || cfg!(feature = "threads"));
        in_order(context, sample, sink)
    }
}

/// A launch that is run only for its requests to memory: faults are not looked for and, where the requests do not depend on
/// the contents of memory, nothing else is computed.
pub(super) struct Asking {
    options: Options,
    slice: Option<Program>,
    batched: Option<Program>,
}

impl Asking {
    pub fn of(dispatch: &Dispatch<'_>) -> Self {
        let kept = dispatch.tables.slice.as_deref();
        let (options, slice) = (dispatch.unwatched(), kept.map(|kept| dispatch.program.sliced(kept)));
        let batched = slice.as_ref().and_then(|slice| slice.batched(dispatch.tables, &options));
        Self { options, slice, batched }
    }

    /// Whether all other computation is left out.
    pub fn is_slice(&self) -> bool {
        self.slice.is_some()
    }

    pub fn dispatch<'a>(&'a self, whole: &Dispatch<'a>) -> Dispatch<'a> {
        let quiet = Dispatch { options: &self.options, ..*whole };
        match &self.slice {
            Some(slice) => Dispatch { program: slice, batched: self.batched.as_ref(), ..quiet },
            None => quiet,
        }
    }
}
