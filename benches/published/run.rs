//! One figure: its kernel on the simulator's machine, and the estimate beside the measurement.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use lockstep_sim::kernel::{Kernel, Overrides, override_declarations};
use lockstep_sim::machine::Machine;
use lockstep_sim::{Launch, Options, Program, Sampling, Simulation, simulate};

use crate::data::{Figure, Ladder, Run, Unit, evaluate};
use crate::machine::machine;

/// Of a launch of more subgroup instructions than this, a few workgroups run, as in a lab at the size of a GPU.
const WHOLE: u64 = 1 << 24;

/// Subgroup instructions of those few.
const SOME: u64 = 1 << 21;

/// How far boards and drivers raise a clock above the data sheet's: the RX 6900 XT and the RTX 5060 of this table do so by
/// a tenth.
const RAISED_CLOCK: f64 = 1.25;

/// What was estimated for a figure.
pub struct Estimated {
    /// In the ladder's unit; none where no term of the estimate could be modelled.
    pub value: Option<f64>,
    /// The resource with the largest term.
    pub limiter: String,
    /// A term is missing: the estimated time is a lower bound.
    pub bound: bool,
    /// The measured time is less than the GPU can take for this kernel: something else was measured.
    pub beyond: bool,
}

/// A figure, ready to run.
pub struct Job {
    machine: Machine,
    kernel: Kernel,
    program: Program,
    workgroups: [u32; 3],
    buffers: Vec<usize>,
    work: f64,
    /// The work of the published size.
    published_work: f64,
}

impl Job {
    /// Reads the kernel and the machine; `full` for the published size.
    pub fn new(root: &Path, ladder: &Ladder, figure: &Figure, full: bool) -> Result<Self> {
        let run = figure.run.or(&ladder.run);
        let mut machine = machine(root, &ladder.machine)?;
        if let Some(width) = ladder.subgroup {
            machine = machine.with_subgroup_width(width)?;
        }
        if let Some(mhz) = figure.clock_mhz {
            machine.unit.clock_hz = Some(1e6 * mhz);
        }
        let mut names = run.set.clone();
        names.insert("units".to_owned(), f64::from(machine.unit.count.unwrap_or(1)));
        let work = run.work.as_deref().context("no `work`")?;
        let published_work = evaluate(work, &names)?;
        if !full {
            names.extend(run.short.clone());
        }
        let kernel = kernel(root, &run, &names)?;
        let program = Program::new(&kernel.module, &kernel.info, &kernel.source, &kernel.entry, &machine.config())?;
        let mut workgroups = [1; 3];
        for (axis, length) in run.workgroups.iter().flatten().enumerate() {
            workgroups[axis] = evaluate(length, &names)? as u32;
        }
        let buffers = run.buffers.iter().flatten();
        let buffers = buffers.map(|length| Ok(evaluate(length, &names)? as usize));
        Ok(Self {
            workgroups,
            buffers: buffers.collect::<Result<_>>()?,
            work: evaluate(work, &names)?,
            published_work,
            machine,
            kernel,
            program,
        })
    }

    /// Estimates its time. Inputs are zeros: no kernel here does other work for other values.
    pub fn estimate(&self, ladder: &Ladder, figure: &Figure) -> Result<Estimated> {
        let mut bindings = BTreeMap::new();
        for binding in &self.kernel.bindings {
            let place = (binding.group, binding.binding);
            let bytes = self.buffers.get(binding.binding as usize);
            let bytes = bytes.with_context(|| format!("no length for binding {}", binding.binding))?;
            bindings.insert(place, vec![0; *bytes]);
        }
        let options = Options {
            threads: 1,
            races: false,
            uninitialized: false,
            sampling: Sampling::Few { whole: WHOLE, some: SOME },
            ..Options::default()
        };
        let launch = Launch { workgroups: self.workgroups, bindings: &mut bindings, immediates: &[] };
        let simulation = simulate(&self.program, launch, &self.machine, &options)?;
        let estimate = &simulation.estimate;
        let clock = self.machine.unit.clock_hz.unwrap_or(f64::NAN);
        // A smaller run stands for the published one: all but the launch takes longer in proportion.
        let launch = estimate.launch_s.unwrap_or(0.0);
        let published = |time: f64| launch + (time - launch) * self.published_work / self.work;
        let value = |time| ladder.unit.of(self.published_work, published(time), clock);
        let least = self.least_s(ladder.unit, &simulation) * self.published_work / self.work;
        Ok(Estimated {
            value: estimate.time_s.map(value),
            beyond: ladder.unit.ratio(ladder.unit.of(self.published_work, least, clock), figure.measured) > 1.0,
            limiter: estimate.limiter.map_or_else(|| "-".to_owned(), |limit| limit.name().to_owned()),
            bound: estimate.not_modelled().next().is_some(),
        })
    }

    /// Seconds that nothing can take less than on this GPU: what moves the bytes that the source counts, as far as they come
    /// from DRAM, at the data sheet's bandwidth, or does the kernel's f32 arithmetic at a raised clock. 0 where neither is
    /// known.
    fn least_s(&self, unit: Unit, Simulation { outcome, demand, .. }: &Simulation) -> f64 {
        let counters = &outcome.counters;
        let bytes = counters.dram_bytes.filter(|_| unit == Unit::GigabytesPerSecond);
        let dram = bytes.zip(self.machine.dram.byte_per_s).map(|(bytes, rate)| self.work.min(bytes as f64) / rate);
        // Of packed f16, one instruction is two operations.
        let lanes = self.machine.f32_flop_per_s().filter(|_| demand.f16_flop == 0).map(|flop| flop / 2.0);
        let operations = counters.float_instructions * u64::from(self.machine.subgroup_width());
        let f32 = lanes.map(|lanes| operations as f64 / (RAISED_CLOCK * lanes));
        dram.unwrap_or(0.0).max(f32.unwrap_or(0.0))
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
