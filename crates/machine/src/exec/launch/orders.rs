//! The same launch in other orders.
//!
//! Whether two accesses race is decided without regard to which came first. But the value that an invocation finds in an
//! atomic decides which accesses it makes: it reads another one's data only if that one's flag was set already. Of any two
//! subgroups, and of any two workgroups, each comes first in one of two opposite orders. The lanes of a subgroup reach each
//! line together; where each runs by itself, up to its next barrier or collective operation, each of them comes first, too.
//! A value that is published and taken back is seen only in between: so workgroups are also interleaved, several times,
//! atomic by atomic.

use super::dispatch::Dispatch;
use super::interleave::{Round, interleaved};
use super::portion::{Portion, launch_shadows, run_one};
use super::sample::{Sample, all_of};
use crate::exec::context::{Context, Order};
use crate::exec::interpreter::Runner;
use crate::exec::observers::sanitizer::Faults;
use crate::exec::options::{Launch, LaunchError, Options, Schedule};
use crate::finding::FindingKind;
use crate::ir::Program;
use crate::ir::{NONE, Op};
use crate::threads::side_by_side;

/// The most subgroup instructions that are run again: a tenth of a second of one core.
const MOST_INSTRUCTIONS: f64 = (1 << 22) as f64;

/// The same lane by lane, in each of two orders.
const MOST_OF_LANES: f64 = (1 << 19) as f64;

/// Workgroups that may be run again: of a larger launch the first and the last ones.
const MOST_WORKGROUPS: u64 = 1 << 13;

/// The most bytes of bindings that are copied for it, and of registers.
const MOST_BYTES: usize = 1 << 26;

/// The most steps of one workgroup: one that waits for those that come later in this order waits in vain.
const STEPS: u64 = 1 << 18;

/// Workgroups that may wait in vain.
const MOST_WAITING: u32 = 4;

/// The share of interleaved runs in what is run again: one in so many instructions, since they take longer.
const SHARE_OF_TURNS: f64 = 8.0;

/// The most interleaved runs: by subgroups, and then lane by lane.
const ROUNDS: u64 = 32;

/// The most interleaved workgroups, and the most bytes of bindings, for which each has records of its own.
const MOST_IN_TURNS: u64 = 1 << 6;
const MOST_BYTES_IN_TURNS: usize = 1 << 20;

impl Dispatch<'_> {
    /// The faults that other orders show, unless `part` has errors already.
    pub fn other_orders(&self, launch: &Launch<'_>, sample: &Sample, part: &Portion) -> Result<Faults, LaunchError> {
        let bytes: usize = launch.bindings.values().map(Vec::len).sum();
        let may_differ = self.options.races
            && self.options.schedule == Schedule::InOrder
            && decides(self.program)
            && !part.faults.has_errors();
        let mut found = Faults::default();
        if !may_differ || bytes > MOST_BYTES {
            return Ok(found);
        }
        let instructions: f64 = part.tallies.iter().map(|tally| self.instructions(tally)).sum();
        let each = (instructions / sample.len.max(1) as f64).max(1.0);
        let orders =
            [Order::Backwards, Order::LanesBackwards, Order::Lanes].map(|order| (order, self.most(order, each)));
        let orders = orders.into_iter().filter(|(order, most)| {
            // Where no atomic returns another value in another order, no invocation decides otherwise.
            let depends = !order.is_by_lane() || part.faults.has(FindingKind::OrderDependentAtomic);
            depends && *most >= 1.0 && self.may_run(*order, all_of(launch.workgroups))
        });
        let orders: Vec<_> = orders.collect();
        self.find(&mut found, &orders, |&(order, most)| self.once_more(launch, order, most as u64))?;
        if found.shows_in_order() {
            return Ok(found);
        }
        if bytes <= MOST_BYTES_IN_TURNS && part.faults.has(FindingKind::OrderDependentAtomic) {
            self.in_turns(launch, each, &mut found)?;
        }
        Ok(found)
    }

    /// Workgroups that may run again, of so many instructions each.
    fn most(&self, order: Order, each: f64) -> f64 {
        match order.is_by_lane() {
            true => MOST_OF_LANES / each / f64::from(self.program.width.min(self.program.invocations())),
            false => (MOST_INSTRUCTIONS / each).max(1.0),
        }
    }

    /// The faults that interleaved workgroups show, up to the first.
    fn in_turns(&self, launch: &Launch<'_>, each: f64, found: &mut Faults) -> Result<(), LaunchError> {
        let all = all_of(launch.workgroups);
        for order in [Order::Random, Order::Lanes].into_iter().filter(|order| self.may_run(*order, all)) {
            let most = (self.most(order, each) / SHARE_OF_TURNS) as u64;
            let workgroups = all.min(MOST_IN_TURNS).min(most).max(1);
            let ends = Sample::ends(all, workgroups);
            let rounds: Vec<_> = (1..=(most / workgroups).min(ROUNDS)).collect();
            self.find(found, &rounds, |&number| {
                let round = Round { number, most: STEPS };
                self.again(launch, order, |context| interleaved(context, &ends, round).faults)
            })?;
            if found.shows_in_order() {
                break;
            }
        }
        Ok(())
    }

    /// Adds the faults of runs, in their order, up to the first that shows one; as many runs at a time as there are threads.
    fn find<T: Sync>(
        &self,
        found: &mut Faults,
        runs: &[T],
        run: impl Fn(&T) -> Result<Faults, LaunchError> + Send + Sync,
    ) -> Result<(), LaunchError> {
        for several in runs.chunks(self.threads()) {
            for faults in side_by_side(several, &run) {
                found.merge(faults?);
                if found.shows_in_order() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Whether another order differs at all.
    fn may_run(&self, order: Order, workgroups: u64) -> bool {
        let (invocations, width) = (self.program.invocations(), self.program.width);
        match order.is_by_lane() {
            true => {
                let registers = u64::from(invocations) * u64::from(self.program.file) * 4;
                invocations > 1 && registers <= MOST_BYTES as u64
            }
            false => workgroups * u64::from(invocations.div_ceil(width)) > 1,
        }
    }

    fn once_more(&self, launch: &Launch<'_>, order: Order, most: u64) -> Result<Faults, LaunchError> {
        let ends = Sample::ends(all_of(launch.workgroups), most.min(MOST_WORKGROUPS));
        self.again(launch, order, |context| backwards(context, &ends))
    }

    /// The faults of one more run, from the same initial state.
    fn again(
        &self,
        launch: &Launch<'_>,
        order: Order,
        run: impl FnOnce(&Context<'_>) -> Faults,
    ) -> Result<Faults, LaunchError> {
        let step_budget = self.options.step_budget.min(STEPS);
        let options = Options { step_budget, launch_budget: u64::MAX, access_samples: false, ..self.options.clone() };
        let again = Dispatch { options: &options, caches: None, ..*self };
        let mut context = again.prepare(self.program, launch, 1, false)?;
        context.order = order;
        // Nobody reads the counts of this run, and whether atomics depend on their order is known; not which loads the opposite order
        // shows to come too early.
        (context.counts, context.orders) = (false, context.orders && order == Order::Backwards);
        Ok(run(&context))
    }
}

/// The faults of a run in which the last workgroups come first.
fn backwards(context: &Context<'_>, ends: &Sample) -> Faults {
    let mut runner = Runner::new(context);
    runner.observers.sanitizer.launch_shadows = launch_shadows(context);
    let (mut waiting, order) = (0, context.order);
    for at in (0..ends.len).rev() {
        waiting += u32::from(run_one(&mut runner, ends.get(at)).is_none());
        if waiting == MOST_WAITING {
            break;
        }
    }
    // One that waits in vain has loaded what it would not have found.
    if waiting == 0 && order == Order::Backwards {
        runner.observers.sanitizer.end_launch();
    }
    runner.observers.finish().1
}

/// Whether an invocation's behaviour may depend on a value that another has published.
fn decides(program: &Program) -> bool {
    program.ops.iter().any(|op| match op {
        Op::Load { access, .. } => access.atomic,
        Op::Atomic { dst, .. } => *dst != NONE,
        _ => false,
    })
}
