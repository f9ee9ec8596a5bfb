//! Reports of workgroups and launches that exceed their budget.

use super::Sanitizer;
use crate::finding::{FindingKind, Severity};

/// What is known of a loop that had not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endless {
    /// The budget was spent.
    Unknown,
    /// Its iterations repeat and change nothing.
    Repeats,
    /// Its iterations repeat, and it reads memory that others may change.
    Waits,
}

impl Sanitizer<'_> {
    /// The loop on this line had not ended when the workgroup's budget was spent, or never ends.
    pub fn out_of_steps(&mut self, line: u32, endless: Endless) {
        let (budget, workgroup) = (self.context.options.step_budget, self.workgroup);
        self.faults.cut_off |= endless == Endless::Unknown;
        self.faults.add(FindingKind::StepLimit, Severity::Error, (line, 0), "", || match endless {
            Endless::Unknown => format!(
                "the loop on line {line} did not end within {budget} steps of workgroup {workgroup}, and the run stopped there: a \
                 step is an iteration of a loop, and long iterations and memory accesses count for more; if the loop is only long, \
                 allow more (`--steps`)"
            ),
            Endless::Repeats => format!(
                "the loop on line {line} does not end: in workgroup {workgroup} its iterations repeat without changing anything"
            ),
            Endless::Waits => format!(
                "the loop on line {line} does not end: in workgroup {workgroup} it waits for a value that no other invocation will \
                 store; those that ran before have stored theirs, and nothing guarantees that later ones run meanwhile"
            ),
        });
    }

    /// The workgroups before this one have spent the budget of the launch.
    pub fn out_of_launch(&mut self) {
        let budget = self.context.options.launch_budget;
        self.faults.cut_off = true;
        self.faults.add(FindingKind::StepLimit, Severity::Error, (0, 0), "", || {
            format!(
                "the launch exceeds the loop budget: its workgroups made more than {budget} loop iterations together"
            )
        });
    }

    /// Interleaved workgroups have taken too many time slices.
    pub fn out_of_time_slices(&mut self) {
        self.faults.cut_off = true;
        self.faults.add(FindingKind::StepLimit, Severity::Error, (0, 0), "", || {
            "interleaved workgroups do not end: they wait for each other, or the launch exceeds the loop budget"
                .to_owned()
        });
    }
}
