//! A kernel on a simulated machine, which can also be run with other subgroup widths.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::compare::width_assumptions;
use crate::exec::trace;
use crate::execution_trace::{ExecutionTrace, TraceOf};
use crate::kernel::{Kernel, on_deep_stack};
use crate::machine::Machine;
use crate::{Buffer, Compiled, Launch, LaunchError, Options, Simulation, Target, Unsupported, simulate};

/// A kernel, lowered for a machine.
#[derive(Debug, Clone)]
pub struct SimulatedKernel {
    kernel: Kernel,
    compiled: Compiled,
    /// The same for other subgroup widths, once they have been needed.
    widths: Arc<Mutex<BTreeMap<u32, Compiled>>>,
}

impl SimulatedKernel {
    /// Lowers `kernel` for `machine`.
    ///
    /// # Errors
    /// [`Unsupported`], with its line.
    pub fn new(kernel: &Kernel, machine: &Machine) -> Result<Self, Unsupported> {
        let compiled = compile(kernel, &machine.target())?;
        Ok(Self { kernel: kernel.clone(), compiled, widths: Arc::default() })
    }

    /// Its bindings.
    pub fn buffers(&self) -> &[Buffer] {
        self.compiled.buffers()
    }

    /// Whether what one workgroup reads from an atomic may depend on another.
    pub fn depends_on_order(&self) -> bool {
        self.compiled.depends_on_order()
    }

    /// Runs it on `machine`, which it was lowered for, and then with other subgroup widths where it uses subgroup
    /// operations: its assumptions about the width are among the findings. Also returns why other widths were not tried,
    /// where they were not. With [`Options::outputs_only`] or interleaved it is run once.
    ///
    /// # Errors
    /// [`LaunchError`].
    pub fn run(
        &self,
        machine: &Machine,
        launch: Launch<'_>,
        options: &Options,
    ) -> Result<(Simulation, Option<String>), LaunchError> {
        let (workgroups, immediates) = (launch.workgroups, launch.immediates);
        // Large buffers are kept only in places: the outputs of different widths are compared at smaller sizes.
        let once = !options.paged.is_empty() || options.wants_outputs_only();
        let subgroups = self.compiled.uses_subgroups() && !once;
        let tiles = subgroups && self.compiled.first_fragment_line != 0;
        let mut before: BTreeMap<_, _> = match subgroups && !tiles {
            true => launch.bindings.clone(),
            false => BTreeMap::new(),
        };
        let mut simulation = simulate(&self.compiled, launch, machine, options)?;
        if !subgroups {
            return Ok((simulation, None));
        }
        if tiles {
            let why = "assumptions about the subgroup width were not checked: the width decides how many subgroups share the tiles of \
                       cooperative matrices, so that a kernel with them is written for one";
            return Ok((simulation, Some(why.to_owned())));
        }
        let launch = Launch { workgroups, bindings: &mut before, immediates };
        let outcome = &mut simulation.outcome;
        let widths = width_assumptions(|target| self.lowered(target), &launch, &machine.target(), options, outcome)?;
        outcome.findings.extend(widths.findings);
        outcome.findings.sort_by_key(|finding| (finding.severity, finding.line));
        Ok((simulation, widths.skipped))
    }

    /// The program for the machine with the subgroup width of `target`.
    fn lowered(&self, target: &Target) -> Result<Compiled, Unsupported> {
        let width = target.subgroup_width;
        if width == self.compiled.width {
            return Ok(self.compiled.clone());
        }
        let known = || self.widths.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(program) = known().get(&width) {
            return Ok(program.clone());
        }
        let program = compile(&self.kernel, target)?;
        known().insert(width, program.clone());
        Ok(program)
    }
}

impl SimulatedKernel {
    /// Runs one workgroup of a launch step by step, on the buffers as they are, as if it were the first to run. The
    /// buffers stay as they are.
    ///
    /// # Errors
    /// [`LaunchError`].
    pub fn trace(
        &self,
        machine: &Machine,
        launch: &Launch<'_>,
        options: &Options,
        of: TraceOf,
    ) -> Result<ExecutionTrace, LaunchError> {
        let mut trace = trace((&self.compiled.program, &self.compiled.tables), launch, &machine.target(), options, of)?;
        if machine.shared.banks.is_none() || machine.shared.bank_bytes.is_none() {
            trace.forget_banks();
        }
        Ok(trace)
    }
}

fn compile(kernel: &Kernel, target: &Target) -> Result<Compiled, Unsupported> {
    on_deep_stack(|| Compiled::new(kernel, target))
}
