//! The figures of one part: the database's facts, and what the system says instead of them.
use super::derive::{DISAGREEMENT, Theory};
use crate::device::{Queried, Reading};
use crate::gpus::{Architecture, Gpu};
use crate::roof::provenance::{Figure, Source};
use crate::units::si;

/// What a compute peak is the product of.
struct Inputs<'a> {
    /// Execution units.
    units: Figure,
    /// Their clock, Hz.
    clock: Figure,
    /// For FLOP per clock.
    architecture: Option<&'a Architecture>,
}

impl Inputs<'_> {
    /// units x FLOP/clock x clock, for the rate of the architecture that `rate` picks.
    fn peak(&self, rate: fn(&Architecture) -> Option<f64>) -> Figure {
        let Some(architecture) = self.architecture else {
            return self.product(Err("the architecture, and so the FLOP per clock, is not known".to_owned()));
        };
        self.product(match rate(architecture) {
            Some(rate) => Ok((rate, &architecture.unit, &architecture.name)),
            None => Err(format!("no rate is known for {}", architecture.name)),
        })
    }

    /// The product for a rate, what the units are called, and where the rate is from; or why there is no rate.
    fn product(&self, rate: Result<(f64, &str, &str), String>) -> Figure {
        let (Some(units), Some(clock)) = (self.units.value, self.clock.value) else {
            return Figure::unknown("the number of units or their clock is not known");
        };
        let (rate, unit, from) = match rate {
            Ok(rate) => rate,
            Err(why) => return Figure::unknown(why),
        };
        let detail = format!(
            "{units:.0} {unit} ({}) x {rate} FLOP/clock ({from}) x {:.0} MHz ({})",
            self.units.detail,
            clock / 1e6,
            self.clock.detail
        );
        let source = Source::weakest([self.units.source, self.clock.source]);
        Figure::new(units * rate * clock, source, detail)
    }

    /// The compute peaks. The driver's own f32 rate wins over the architecture's.
    fn theory(self, own_rate: Option<&Reading>) -> Theory {
        Theory {
            f32: match own_rate {
                Some(rate) => self.product(Ok((rate.value, "units", &rate.from))),
                None => self.peak(|a| a.f32),
            },
            f16: self.peak(|a| a.f16),
            int8_dot: self.peak(|a| a.int8_dot),
            matrix_f16: self.peak(|a| a.matrix_f16),
            matrix_f16_f32: Figure::unknown(
                "the table has the rate with sums in f16, and on some GPUs sums in f32 are slower",
            ),
            clock: self.clock,
            ..Theory::default()
        }
    }
}

/// The roofs of one part of the database, with queried inputs in place of tabled ones.
pub(super) fn of_part(gpu: &Gpu, by: &str, queried: &Queried) -> Theory {
    let mut notes = Vec::new();
    let inputs = Inputs {
        units: units_of(gpu, queried, &mut notes),
        clock: clock_of(gpu, queried, &mut notes),
        architecture: Some(gpu.architecture),
    };
    let mut theory = inputs.theory(queried.flop_per_clock.as_ref());
    if let Some(stated) = gpu.matrix {
        let detail = format!("the vendor's figure, dense; {}; {}", gpu.title(), gpu.source);
        theory.matrix_f16 = Figure::new(stated, Source::Table, detail);
    }
    if let (false, Some(stated)) = (theory.f32.is_known(), gpu.stated) {
        theory.f32 = Figure::new(stated, Source::Table, "the vendor's figure");
    }
    if let Some((low, high)) = gpu.clock_low.zip(gpu.clock) {
        notes.push(format!(
            "boost clock {:.0} to {:.0} MHz, by product and power limit; the roof counts the highest",
            low / 1e6,
            high / 1e6
        ));
        let peaks = [&mut theory.f32, &mut theory.f16, &mut theory.int8_dot, &mut theory.matrix_f16];
        for peak in peaks {
            peak.range = peak.value.map(|value| [value * low / high, value]);
        }
    }
    if let (Some(single_issue), Some(value)) = (gpu.f32_low, theory.f32.value) {
        theory.f32.range = Some([single_issue.min(value), value]);
    }
    if !gpu.architecture.counts.is_empty() {
        notes.push(format!("{}: {}", gpu.architecture.name, gpu.architecture.counts));
    }
    if theory.f32.is_known() {
        theory.f32.detail += &format!("; {}, by {by}; {}", gpu.title(), gpu.source);
    }
    Theory {
        part: Some(gpu.title()),
        memory: memory_of(gpu, queried, &mut notes),
        cache: cache_of(gpu),
        notes,
        ..theory
    }
}

/// The roofs of a GPU that is not in the database: what the system says must do.
pub(super) fn of_unlisted(near: &[&Gpu], queried: &Queried) -> Theory {
    let input = |reading: &Option<Reading>| match reading {
        Some(reading) => asked(reading),
        None => Figure::unknown("not in the table, and the system does not say"),
    };
    let inputs = Inputs {
        units: input(&queried.units),
        clock: input(&queried.clock),
        architecture: queried.architecture.as_deref().and_then(crate::gpus::architecture),
    };
    let mut notes = vec!["this GPU is not in the table".to_owned()];
    if !near.is_empty() {
        let names: Vec<String> = near.iter().map(|g| g.title()).collect();
        notes.push(format!("names that come near: {}", names.join(", ")));
    }
    Theory {
        memory: queried_memory(queried)
            .unwrap_or_else(|| Figure::unknown("not in the table, and the system does not say")),
        cache: Figure::unknown("not in the table"),
        notes,
        ..inputs.theory(queried.flop_per_clock.as_ref())
    }
}

fn asked(reading: &Reading) -> Figure {
    Figure::new(reading.value, Source::Queried, reading.from.clone())
}

fn units_of(gpu: &Gpu, queried: &Queried, notes: &mut Vec<String>) -> Figure {
    let listed = gpu.units.map(f64::from);
    let Some(reading) = &queried.units else {
        return listed.map_or_else(|| unlisted("units", gpu), |units| Figure::new(units, Source::Table, "table"));
    };
    if let Some(listed) = listed.filter(|listed| differ(reading.value, *listed)) {
        let unit = &gpu.architecture.unit;
        notes.push(format!("{} reports {:.0} {unit}, the table has {listed:.0}", reading.from, reading.value));
    }
    asked(reading)
}

/// The clock that counts: the data sheet's boost clock. A queried one replaces it where they agree within 5 %; where
/// they do not (a GeForce's highest clock state is far above its boost clock) both are shown.
fn clock_of(gpu: &Gpu, queried: &Queried, notes: &mut Vec<String>) -> Figure {
    let Some(boost) = gpu.clock else {
        return queried.clock.as_ref().map_or_else(|| unlisted("clock", gpu), asked);
    };
    if let Some(reading) = &queried.clock {
        if !differ(reading.value, boost) {
            return asked(reading);
        }
        notes.push(format!(
            "{} reports a highest clock of {:.0} MHz, the data sheet's boost clock is {:.0} MHz: the roof counts the latter",
            reading.from,
            reading.value / 1e6,
            boost / 1e6
        ));
    }
    let detail = match gpu.stated {
        Some(flop) => format!("implied by the vendor's {}", si(flop, "FLOP/s")),
        None => "boost, table".to_owned(),
    };
    Figure::new(boost, Source::Table, detail)
}

/// A figure of a part that the table has without it.
fn unlisted(what: &str, gpu: &Gpu) -> Figure {
    Figure::unknown(format!("the table has no {what} for {}", gpu.title()))
}

fn memory_of(gpu: &Gpu, queried: &Queried, notes: &mut Vec<String>) -> Figure {
    let listed = listed_memory(gpu);
    let Some(asked) = queried_memory(queried) else {
        return listed;
    };
    if listed.disagreement(&asked).is_some_and(|d| d > DISAGREEMENT) {
        let gbs = |f: &Figure| f.value.unwrap_or(0.0) / 1e9;
        notes.push(format!("memory: {:.0} GB/s queried, {:.0} GB/s in the table", gbs(&asked), gbs(&listed)));
    }
    asked
}

fn listed_memory(gpu: &Gpu) -> Figure {
    let Some(bandwidth) = gpu.bandwidth else {
        return unlisted("bandwidth", gpu);
    };
    let mut detail = match (gpu.bus_bits, gpu.transfer_rate) {
        (Some(bits), Some(rate)) => format!("{bits:.0} bits x {:.2} GT/s / 8", rate / 1e9),
        _ => "the vendor's figure".to_owned(),
    };
    if gpu.shared_memory {
        detail += ", the system's memory at the fastest that the platform supports: yours may be slower";
    }
    detail += &format!("; {}; {}", gpu.title(), gpu.source);
    let figure = Figure::new(bandwidth, Source::Table, detail);
    match gpu.bandwidth_low {
        Some(low) => figure.with_range(low, bandwidth),
        None => figure,
    }
}

/// Bus width x data rate as the system reports them.
fn queried_memory(queried: &Queried) -> Option<Figure> {
    let (bits, rate) = (queried.bus_bits.as_ref()?, queried.transfer_rate.as_ref()?);
    let detail = format!("{:.0} bits ({}) x {:.2} GT/s ({}) / 8", bits.value, bits.from, rate.value / 1e9, rate.from);
    Some(Figure::new(bits.value / 8.0 * rate.value, Source::Derived, detail))
}

fn cache_of(gpu: &Gpu) -> Figure {
    match gpu.cache {
        Some(bytes) => Figure::new(bytes, Source::Table, format!("last-level cache; {}", gpu.source)),
        None => Figure::unknown("not in the table"),
    }
}

fn differ(a: f64, b: f64) -> bool {
    (a - b).abs() > DISAGREEMENT * a.max(b)
}
