//! One figure: its kernel on the simulator's machine, and the estimate beside the measurement.

use std::path::Path;

use anyhow::{Context, Result};
use lockstep_sim::machine::Machine;
use lockstep_sim::{Compiled, Simulation};

use crate::data::{Figure, Ladder, Unit, evaluate};
use crate::launched::Launched;
use crate::machine::machine;

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
    launched: Launched,
    program: Compiled,
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
        let launched = Launched::new(root, &run, &names)?;
        let program = launched.program(&machine)?;
        Ok(Self { work: evaluate(work, &names)?, published_work, machine, launched, program })
    }

    /// Estimates its time.
    pub fn estimate(&self, ladder: &Ladder, figure: &Figure) -> Result<Estimated> {
        let simulation = self.launched.simulate(&self.program, &self.machine)?;
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
