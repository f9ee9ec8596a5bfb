//! A kernel with its grid and its buffers, and the estimate of a sample of it.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use lockstep_sim::kernel::{Kernel, Overrides, override_declarations};
use lockstep_sim::machine::Machine;
use lockstep_sim::{Compiled, Launch, Options, Sampling, Simulation, simulate};

use crate::data::{Run, evaluate};

/// Of a launch of more subgroup instructions than this, a few workgroups run, as in a lab at the size of a GPU.
const WHOLE: u64 = 1 << 24;

/// Subgroup instructions of those few.
const SOME: u64 = 1 << 21;

/// One dispatch of a kernel. Inputs are zeros: no kernel here does other work for other values.
pub struct Launched {
    pub kernel: Kernel,
    pub workgroups: [u32; 3],
    /// Bytes of each binding.
    pub buffers: BTreeMap<(u32, u32), usize>,
}

impl Launched {
    /// What `run` says, with these names for its expressions and overrides.
    pub fn new(root: &Path, run: &Run, names: &BTreeMap<String, f64>) -> Result<Self> {
        let mut workgroups = [1; 3];
        for (axis, length) in run.workgroups.iter().flatten().enumerate() {
            workgroups[axis] = evaluate(length, names)? as u32;
        }
        let lengths = run.buffers.iter().flatten().map(|length| Ok(evaluate(length, names)? as usize));
        Self::of(kernel(root, run, names)?, workgroups, &lengths.collect::<Result<Vec<_>>>()?)
    }

    /// A kernel whose binding of each number has so many bytes.
    pub fn of(kernel: Kernel, workgroups: [u32; 3], lengths: &[usize]) -> Result<Self> {
        let mut buffers = BTreeMap::new();
        for binding in &kernel.bindings {
            let bytes = lengths.get(binding.binding as usize);
            let bytes = bytes.with_context(|| format!("no length for binding {}", binding.binding))?;
            buffers.insert((binding.group, binding.binding), *bytes);
        }
        Ok(Self { kernel, workgroups, buffers })
    }

    /// The kernel, lowered for a machine.
    pub fn program(&self, machine: &Machine) -> Result<Compiled> {
        let kernel = &self.kernel;
        Ok(Compiled::new(kernel, &machine.target())?)
    }

    /// Simulates it on the machine that `program` was lowered for.
    pub fn simulate(&self, program: &Compiled, machine: &Machine) -> Result<Simulation> {
        let mut bindings = self.buffers.iter().map(|(place, bytes)| (*place, vec![0; *bytes])).collect();
        let options = Options {
            threads: 1,
            races: false,
            uninitialized: false,
            sampling: Sampling::Few { whole: WHOLE, some: SOME },
            ..Options::default()
        };
        let launch = Launch { workgroups: self.workgroups, bindings: &mut bindings, immediates: &[] };
        Ok(simulate(program, launch, machine, &options)?)
    }
}

fn kernel(root: &Path, run: &Run, names: &BTreeMap<String, f64>) -> Result<Kernel> {
    let name = run.kernel.as_deref().context("no `kernel`")?;
    let path = root.join("benches/published/kernels").join(name);
    let source = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let declared = override_declarations(&source);
    let overrides: Overrides = names
        .iter()
        .filter(|(name, _)| declared.iter().any(|declared| declared.name == **name))
        .map(|(name, value)| (name.clone(), *value))
        .collect();
    Ok(Kernel::parse(name, &source, run.entry.as_deref(), &overrides)?)
}
