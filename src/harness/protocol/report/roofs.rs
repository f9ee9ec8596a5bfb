//! The ceilings in a report: arithmetic and memory, from data sheets and measured, with their provenance.

use serde::{Deserialize, Serialize};

use crate::measure::another_run;
use crate::roof::floor::Precision;
use crate::roof::pair::{Bound, RoofKind, RoofPair};
use crate::roof::provenance::{Figure, Source};
use crate::sim::machine::Machine;
use crate::units::si;

/// Ceilings of the device.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Roofs {
    /// f32 arithmetic.
    pub compute: ComputeRoof,
    /// Arithmetic of other kinds, as far as something is known of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<ComputeRoof>,
    pub memory: MemoryRoof,
    /// Bytes of the last-level cache, where known.
    pub last_level_cache: Option<f64>,
    /// The clock that the theoretical roofs count, in Hz, where known.
    pub clock_hz: Option<f64>,
    /// What to know about them.
    pub notes: Vec<String>,
}

/// The ceiling of arithmetic.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ComputeRoof {
    /// What multiplies and adds: [`Precision::name`].
    pub precision: String,
    /// From data sheets and queries.
    pub theoretical: Roof<FlopRate>,
    /// From micro-kernels; `None` where nothing was measured.
    pub measured: Option<Roof<FlopRate>>,
}

/// The ceiling of memory traffic.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MemoryRoof {
    /// From data sheets and queries.
    pub theoretical: Roof<ByteRate>,
    /// From micro-kernels; `None` where nothing was measured.
    pub measured: Option<Roof<ByteRate>>,
    /// A CPU device's host, by a copy of its own; `None` elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Roof<ByteRate>>,
}

/// A ceiling with its provenance.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Roof<R> {
    /// The value.
    #[serde(flatten)]
    pub rate: R,
    /// queried, derived, table, user, measured or unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Where it comes from, with its inputs.
    pub detail: String,
    /// Where kernels were tuned: the fastest one, by the name under which it can be measured again.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub shape: String,
    /// Where another run's value is expected; `None` where fewer than three processes measured it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub another_run: Option<Interval>,
}

/// Between which values another run's lies, in the unit of what they bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower one.
    pub low: f64,
    /// The upper one.
    pub high: f64,
    /// Processes by which they were found.
    pub processes: usize,
}

impl<R> Roof<R> {
    /// With these bounds, which so many processes led to, here and in its detail.
    fn bounded(&mut self, bounds: Option<[f64; 2]>, processes: usize, unit: &str) {
        if let Some([low, high]) = bounds {
            self.another_run = Some(Interval { low, high, processes });
            let [low, high] = [low, high].map(|rate| si(rate, unit));
            self.detail += &format!("; measured in {processes} processes: another run's lies between {low} and {high}");
        }
    }
}

/// What the tuned kernels of the measured roofs reached in one process, in FLOP/s and in B/s; `None` where none was tuned.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct TunedRates {
    /// Of arithmetic.
    pub flop_per_s: Option<f64>,
    /// Of memory.
    pub byte_per_s: Option<f64>,
}

/// FLOP/s, or unknown.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct FlopRate {
    /// The value in FLOP/s; `None` is unknown.
    pub flop_per_s: Option<f64>,
}

/// B/s, or unknown.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ByteRate {
    /// The value in B/s; `None` is unknown.
    pub byte_per_s: Option<f64>,
}

/// One of the four ceilings, as it is shown.
pub struct ShownRoof<'a> {
    /// What it bounds.
    pub of: Bound,
    /// How it came about.
    pub kind: RoofKind,
    /// In FLOP/s or B/s; `None` is unknown, or not measured.
    pub value: Option<f64>,
    /// The same with its unit.
    pub text: Option<String>,
    /// What kind of evidence it is; empty where nothing was measured.
    pub source: &'a str,
    /// Where it comes from; `None` where nothing was measured.
    pub detail: Option<&'a str>,
}

impl<R> Roof<R> {
    /// A figure of a data sheet or a query.
    pub fn of(figure: &Figure, rate: impl Fn(Option<f64>) -> R) -> Self {
        Self {
            rate: rate(figure.value),
            source: figure.source.to_string(),
            detail: figure.detail.clone(),
            shape: String::new(),
            another_run: None,
        }
    }
}

impl Roofs {
    /// The roofs of a simulated machine are those of its description: estimates are made from the same figures.
    /// Peaks that are given come first.
    pub fn of_machine(machine: &Machine, flop_per_s: Option<f64>, byte_per_s: Option<f64>) -> Self {
        let figure = |value: Option<f64>, given: Option<f64>, detail: &str| match (given, value) {
            (Some(value), _) => Figure::new(value, Source::User, "given on the command line"),
            (None, Some(value)) => Figure::new(value, Source::Table, detail),
            (None, None) => Figure::unknown("not in the machine's description"),
        };
        let compute = figure(
            machine.f32_flop_per_s(),
            flop_per_s,
            &format!("units x clock x FLOP/clock of the machine `{}`", machine.name),
        );
        let memory = figure(machine.dram.byte_per_s, byte_per_s, machine.source("dram.byte_per_s").unwrap_or_default());
        Self {
            compute: ComputeRoof {
                precision: "f32".to_owned(),
                theoretical: Roof::of(&compute, |flop_per_s| FlopRate { flop_per_s }),
                measured: None,
            },
            beside: Precision::BESIDE.into_iter().filter_map(|precision| beside_of(machine, precision)).collect(),
            memory: MemoryRoof {
                theoretical: Roof::of(&memory, |byte_per_s| ByteRate { byte_per_s }),
                measured: None,
                host: None,
            },
            clock_hz: None,
            // The estimate knows what came from a cache: no row needs the warning.
            last_level_cache: None,
            notes: Vec::new(),
        }
    }

    /// The ceiling of arithmetic in `precision`; `None` where nothing is known of it.
    pub fn of_precision(&self, precision: Precision) -> Option<&ComputeRoof> {
        match precision {
            Precision::F32 => Some(&self.compute),
            other => self.beside.iter().find(|roof| roof.precision == other.name()),
        }
    }

    /// What their tuned kernels reached.
    pub fn tuned(&self) -> TunedRates {
        TunedRates { flop_per_s: self.measured_compute(), byte_per_s: self.measured_memory() }
    }

    /// With the bounds of the measured ones, to which the rates of all processes lead.
    pub fn bounded(mut self, tuned: &[TunedRates], drift: f64) -> Self {
        let rates = [
            tuned.iter().filter_map(|tuned| tuned.flop_per_s).collect(),
            tuned.iter().filter_map(|tuned| tuned.byte_per_s).collect::<Vec<f64>>(),
        ];
        if let [flop, byte] = another_run(&rates, drift)[..] {
            let [compute, memory] = rates.each_ref().map(Vec::len);
            self.compute.measured.iter_mut().for_each(|roof| roof.bounded(flop, compute, "FLOP/s"));
            self.memory.measured.iter_mut().for_each(|roof| roof.bounded(byte, memory, "B/s"));
        }
        self
    }

    /// Arithmetic's ceilings and memory's, of each the theoretical one first.
    pub fn shown(&self) -> [ShownRoof<'_>; 4] {
        let flop = |rate: &FlopRate| rate.flop_per_s;
        let byte = |rate: &ByteRate| rate.byte_per_s;
        let [theory, measured] =
            shown(Bound::Compute, "FLOP/s", &self.compute.theoretical, self.compute.measured.as_ref(), flop);
        let [above, copied] =
            shown(Bound::Memory, "B/s", &self.memory.theoretical, self.memory.measured.as_ref(), byte);
        [theory, measured, above, copied]
    }

    /// The highest known rate of arithmetic, of both roofs, in FLOP/s.
    pub fn highest_compute(&self) -> Option<f64> {
        highest(self.theoretical_compute(), self.measured_compute())
    }

    /// The highest known rate of memory traffic, of both roofs, in B/s.
    pub fn highest_memory(&self) -> Option<f64> {
        highest(self.theoretical_memory(), self.measured_memory())
    }

    /// The theoretical f32 peak in FLOP/s.
    pub fn theoretical_compute(&self) -> Option<f64> {
        self.compute.theoretical.rate.flop_per_s
    }

    /// The measured f32 ceiling in FLOP/s.
    pub fn measured_compute(&self) -> Option<f64> {
        self.compute.measured.as_ref()?.rate.flop_per_s
    }

    /// The theoretical memory bandwidth in B/s.
    pub fn theoretical_memory(&self) -> Option<f64> {
        self.memory.theoretical.rate.byte_per_s
    }

    /// The measured memory ceiling in B/s.
    pub fn measured_memory(&self) -> Option<f64> {
        self.memory.measured.as_ref()?.rate.byte_per_s
    }

    /// The f32 ceiling in FLOP/s: measured where it was, else theoretical.
    pub fn best_known_compute(&self) -> Option<f64> {
        self.measured_compute().or(self.theoretical_compute())
    }

    /// The memory ceiling in B/s: measured where it was, else theoretical.
    pub fn best_known_memory(&self) -> Option<f64> {
        self.measured_memory().or(self.theoretical_memory())
    }

    /// The theoretical roofs and the measured ones.
    pub fn pairs(&self) -> [RoofPair; 2] {
        let of = |kind, compute, memory| RoofPair { kind, compute, memory };
        [
            of(RoofKind::Theoretical, self.theoretical_compute(), self.theoretical_memory()),
            of(RoofKind::Measured, self.measured_compute(), self.measured_memory()),
        ]
    }

    /// The pair that decides which roof bounds the work: the measured roofs where both are known, else the theoretical ones.
    pub fn telling(&self) -> RoofPair {
        let [theoretical, measured] = self.pairs();
        if measured.ridge().is_some() { measured } else { theoretical }
    }
}

/// A machine's peak of arithmetic other than f32, where its description has the rate.
fn beside_of(machine: &Machine, precision: Precision) -> Option<ComputeRoof> {
    let (rate, field) = match precision {
        Precision::F32 | Precision::Int8Dot => return None,
        Precision::F16 => (machine.unit.f16_flop_per_clock, "unit.f16_flop_per_clock"),
        Precision::MatrixF16 => (machine.matrix.f16_flop_per_clock, "matrix.f16_flop_per_clock"),
        Precision::MatrixF16F32 => (machine.matrix.f16_f32_flop_per_clock, "matrix.f16_f32_flop_per_clock"),
    };
    let peak = f64::from(machine.unit.count?) * machine.unit.clock_hz? * rate?;
    let detail = format!("units x clock x {field} of the machine `{}`", machine.name);
    let theoretical = Roof::of(&Figure::new(peak, Source::Table, detail), |flop_per_s| FlopRate { flop_per_s });
    Some(ComputeRoof { precision: precision.name().to_owned(), theoretical, measured: None })
}

fn shown<'a, R>(
    of: Bound,
    unit: &str,
    theoretical: &'a Roof<R>,
    measured: Option<&'a Roof<R>>,
    value: fn(&R) -> Option<f64>,
) -> [ShownRoof<'a>; 2] {
    [(RoofKind::Theoretical, Some(theoretical)), (RoofKind::Measured, measured)].map(|(kind, roof)| {
        let value = roof.and_then(|roof| value(&roof.rate));
        ShownRoof {
            of,
            kind,
            value,
            text: value.map(|value| si(value, unit)),
            source: roof.map_or("", |roof| &roof.source),
            detail: roof.map(|roof| roof.detail.as_str()),
        }
    })
}

fn highest(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Summary;

    fn memory(byte_per_s: f64) -> Roofs {
        let rate = ByteRate { byte_per_s: Some(byte_per_s) };
        let mut roofs = Roofs::default();
        roofs.memory.measured = Some(Roof { rate, ..Roof::default() });
        roofs
    }

    #[test]
    fn a_roof_that_several_processes_measured_says_where_another_run_s_lies() {
        let tuned: Vec<TunedRates> = [10e9, 11e9, 10.5e9].map(|rate| memory(rate).tuned()).into();
        let roof = memory(10e9).bounded(&tuned, Summary::DRIFT).memory.measured.expect("measured");
        let bounds = roof.another_run.expect("three processes");
        assert!(bounds.low < 10e9 && bounds.high > 11e9 && bounds.processes == 3, "{bounds:?}");
        assert!(roof.detail.contains("another run's lies between"), "{}", roof.detail);
        assert_eq!(roof.rate.byte_per_s, Some(10e9));
    }

    #[test]
    fn one_process_or_two_bound_nothing() {
        for rates in [vec![10e9], vec![10e9, 11e9]] {
            let tuned: Vec<TunedRates> = rates.into_iter().map(|rate| memory(rate).tuned()).collect();
            let roof = memory(10e9).bounded(&tuned, Summary::DRIFT).memory.measured.expect("measured");
            assert_eq!((roof.another_run, roof.detail.as_str()), (None, ""));
        }
    }
}
