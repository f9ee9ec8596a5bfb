//! The same launch in the opposite order.
//!
//! Whether two accesses race is told without regard to which came first. But what an invocation finds in an atomic decides
//! which accesses it makes: it reads what another one has put down only where that one's word was there already. Of any two
//! subgroups, and of any two workgroups, each comes first in one of two opposite orders.

use super::dispatch::{Dispatch, Part, launch_shadows, run_one};
use super::sample::{Sample, all_of};
use crate::code::{NONE, Op};
use crate::exec::options::{Launch, LaunchError, Options, Schedule};
use crate::exec::runner::Runner;
use crate::fault::Faults;
use crate::program::Program;

/// Subgroup instructions that may be run again: a tenth of a second of one core.
const MOST_INSTRUCTIONS: f64 = (1 << 22) as f64;

/// Workgroups that may be run again: of a larger launch the first and the last ones.
const MOST_WORKGROUPS: u64 = 1 << 10;

/// Bytes of bindings that may be copied for it.
const MOST_BYTES: usize = 1 << 26;

/// Passes through loops of one workgroup: one that waits for those that come later here waits in vain.
const STEPS: u64 = 1 << 18;

/// Workgroups that may wait in vain.
const MOST_WAITING: u32 = 4;

impl Dispatch<'_> {
    /// What is found in the opposite order, if it may be more than `part` has: faults that it has for certain are enough.
    pub fn backwards(&self, launch: &Launch<'_>, sample: &Sample, part: &Part) -> Result<Faults, LaunchError> {
        let total = all_of(launch.workgroups);
        let one_by_one = total * u64::from(self.program.invocations().div_ceil(self.program.width)) > 1;
        let bytes: usize = launch.bindings.values().map(Vec::len).sum();
        let may_differ = self.options.races
            && self.options.schedule == Schedule::InOrder
            && decides(self.program)
            && !part.faults.has_errors();
        if !may_differ || !one_by_one || bytes > MOST_BYTES {
            return Ok(Faults::default());
        }
        let instructions: f64 = part.tallies.iter().map(|tally| self.instructions(tally)).sum();
        let most = MOST_INSTRUCTIONS / (instructions / sample.len.max(1) as f64).max(1.0);
        let ends = Sample::ends(total, (most as u64).clamp(1, MOST_WORKGROUPS));
        let step_budget = self.options.step_budget.min(STEPS);
        let options = Options { step_budget, launch_budget: u64::MAX, first_requests: false, ..self.options.clone() };
        let again = Dispatch { options: &options, caches: None, ..*self };
        let mut context = again.prepare(self.program, launch, 1, false)?;
        context.backwards = true;
        let mut runner = Runner::new(&context);
        runner.sanitizer.launch_shadows = launch_shadows(&context);
        let mut waiting = 0;
        for at in (0..ends.len).rev() {
            waiting += u32::from(run_one(&mut runner, ends.get(at)).is_none());
            if waiting == MOST_WAITING {
                break;
            }
        }
        Ok(runner.finish().1)
    }
}

/// Whether what an invocation does may depend on what another one has said.
fn decides(program: &Program) -> bool {
    program.ops.iter().any(|op| match op {
        Op::Load { access, .. } => access.atomic,
        Op::Atomic { dst, .. } => *dst != NONE,
        _ => false,
    })
}
