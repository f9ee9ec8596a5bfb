//! Runs samples of a launch: in parallel where that cannot change the result.

use super::context::Context;
use super::options::{Launch, LaunchError, Options};
#[cfg(feature = "threads")]
use super::parallel::in_parallel;
use super::part::{Part, Sink, in_order};
use super::sample::Sample;
use crate::cache::{Caches, Regions};
use crate::config::Config;
use crate::program::Program;

/// What a launch is run with.
pub(super) struct Dispatch<'a> {
    pub program: &'a Program,
    pub config: &'a Config,
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
    pub fn prepare(&self, launch: &Launch<'_>, strata: usize, parallel: bool) -> Result<Context<'a>, LaunchError> {
        let mut context = Context::new(self.program, launch, self.config, self.options, parallel)?;
        context.caches = self.caches.cloned();
        context.strata = strata;
        for (at, buffer) in context.buffers.iter_mut().enumerate() {
            buffer.address = self.regions.base(at);
        }
        Ok(context)
    }

    /// Runs a sample: in parallel, and if workgroups were in each other's way, again in order.
    pub fn run(
        &self,
        launch: &Launch<'_>,
        sample: &Sample,
        sink: impl Fn() -> Option<Sink>,
    ) -> Result<(Context<'a>, Part), LaunchError> {
        let strata = sample.factors.len();
        if self.threads() > 1 && sample.len > 1 && !self.program.ordered {
            let context = self.prepare(launch, strata, true)?;
            let part = self.part(&context, sample, true, sink());
            if !context.is_broken_off() && part.steps <= self.options.launch_budget {
                return Ok((context, part));
            }
        }
        let context = self.prepare(launch, strata, false)?;
        let part = self.part(&context, sample, false, sink());
        Ok((context, part))
    }
}

impl Dispatch<'_> {
    /// Runs a sample, on several threads where `parallel`.
    pub fn part(&self, context: &Context<'_>, sample: &Sample, parallel: bool, sink: Option<Sink>) -> Part {
        #[cfg(feature = "threads")]
        if parallel {
            return in_parallel(context, sample, self.threads(), sink);
        }
        debug_assert!(!parallel || cfg!(feature = "threads"));
        in_order(context, sample, sink)
    }
}
