//! The roofs of one part: the table's facts, and what the system says instead of them.
use super::architecture::Architecture;
use super::derive::{DISAGREEMENT, Theory};
use super::table::Gpu;
use crate::device::{Queried, Reading};
use crate::roof::provenance::{Figure, Source};
use crate::units::si;

/// The inputs of a compute peak.
pub(super) struct Inputs<'a> {
    /// Units, where from.
    pub(super) units: Option<(f64, Source, String)>,
    /// Clock in Hz, where from.
    pub(super) clock: Option<(f64, Source, String)>,
    /// For FLOP per clock.
    pub(super) architecture: Option<&'a Architecture>,
    /// The driver's own rate, which wins.
    pub(super) flop_per_clock: Option<&'a Reading>,
}

impl Inputs<'_> {
    /// units x FLOP/clock x clock.
    pub(super) fn peak(&self, rate: impl Fn(&Architecture) -> Option<f64>) -> Figure {
        let (Some((units, us, ud)), Some((clock, cs, cd))) = (&self.units, &self.clock) else {
            return Figure::unknown("the number of units or their clock is not known");
        };
        let Some(architecture) = self.architecture else {
            return Figure::unknown("the architecture, and so the FLOP per clock, is not known");
        };
        let Some(per_clock) = rate(architecture) else {
            return Figure::unknown(format!("no rate is known for {}", architecture.name));
        };
        let detail = format!(
            "{units:.0} {} ({ud}) x {per_clock} FLOP/clock ({}) x {:.0} MHz ({cd})",
            architecture.unit,
            architecture.name,
            clock / 1e6
        );
        let source = if *us == Source::Table && *cs == Source::Table {
            Source::Table
        } else {
            Source::weakest([*us, *cs])
        };
        Figure::new(units * per_clock * clock, source, detail)
    }

    /// The clock that the peak counts, in Hz.
    pub(super) fn counted_clock(&self) -> Figure {
        match &self.clock {
            Some((hz, source, from)) => Figure::new(*hz, *source, from.clone()),
            None => Figure::unknown("not in the table, and the system does not say"),
        }
    }

    pub(super) fn f32(&self) -> Figure {
        let Some(reading) = self.flop_per_clock else {
            return self.peak(|a| Some(a.f32));
        };
        let (Some((units, us, ud)), Some((clock, cs, cd))) = (&self.units, &self.clock) else {
            return Figure::unknown("the number of units or their clock is not known");
        };
        let detail = format!(
            "{units:.0} units ({ud}) x {} FLOP/clock ({}) x {:.0} MHz ({cd})",
            reading.value,
            reading.from,
            clock / 1e6
        );
        Figure::new(
            units * reading.value * clock,
            Source::weakest([*us, *cs, Source::Queried]),
            detail,
        )
    }
}

/// The roofs of one part of the table, with queried inputs in place of tabled ones.
pub(super) fn of_part(gpu: &Gpu, by: &str, queried: &Queried) -> Theory {
    let mut notes = Vec::new();
    let inputs = Inputs {
        units: Some(units_of(gpu, queried, &mut notes)),
        clock: Some(clock_of(gpu, queried, &mut notes)),
        architecture: Some(gpu.architecture),
        flop_per_clock: queried.flop_per_clock.as_ref(),
    };
    let ranged = |figure: Figure| match (gpu.clock_low, figure.value) {
        (Some(low), Some(value)) => figure.with_range(value * low / gpu.clock, value),
        _ => figure,
    };
    if let Some(low) = gpu.clock_low {
        notes.push(format!(
            "boost clock {:.0} to {:.0} MHz, by product and power limit; the roof counts the highest",
            low / 1e6,
            gpu.clock / 1e6
        ));
    }
    if !gpu.architecture.counts.is_empty() {
        notes.push(format!(
            "{}: {}",
            gpu.architecture.name, gpu.architecture.counts
        ));
    }
    let about = |mut figure: Figure| {
        if figure.is_known() {
            figure.detail += &format!("; {}, by {by}; {}", gpu.title(), gpu.source);
        }
        figure
    };
    Theory {
        part: Some(gpu.title()),
        f32: about(ranged(inputs.f32())),
        f16: ranged(inputs.peak(|a| a.f16)),
        int8_dot: ranged(inputs.peak(|a| a.int8_dot)),
        matrix_f16: ranged(inputs.peak(|a| a.matrix_f16)),
        memory: memory_of(gpu, queried, &mut notes),
        cache: cache_of(gpu),
        clock: inputs.counted_clock(),
        notes,
    }
}

fn units_of(gpu: &Gpu, queried: &Queried, notes: &mut Vec<String>) -> (f64, Source, String) {
    let listed = f64::from(gpu.units);
    let Some(reading) = &queried.units else {
        return (listed, Source::Table, "table".to_owned());
    };
    if differ(reading.value, listed) {
        let unit = &gpu.architecture.unit;
        notes.push(format!(
            "{} reports {:.0} {unit}, the table has {listed:.0}",
            reading.from, reading.value
        ));
    }
    (reading.value, Source::Queried, reading.from.clone())
}

/// The clock that counts: the data sheet's boost clock. A queried one replaces it where they agree within 5 %; where
/// they do not (a GeForce's highest clock state is far above its boost clock) both are shown.
fn clock_of(gpu: &Gpu, queried: &Queried, notes: &mut Vec<String>) -> (f64, Source, String) {
    match &queried.clock {
        Some(r) if !differ(r.value, gpu.clock) => (r.value, Source::Queried, r.from.clone()),
        Some(r) => {
            notes.push(format!(
                "{} reports a highest clock of {:.0} MHz, the data sheet's boost clock is {:.0} MHz: the roof counts the latter",
                r.from,
                r.value / 1e6,
                gpu.clock / 1e6
            ));
            (gpu.clock, Source::Table, table_clock(gpu))
        }
        None => (gpu.clock, Source::Table, table_clock(gpu)),
    }
}

fn table_clock(gpu: &Gpu) -> String {
    match gpu.stated {
        Some(flop) => format!("implied by the vendor's {}", si(flop, "FLOP/s")),
        None => "boost, table".to_owned(),
    }
}

fn memory_of(gpu: &Gpu, queried: &Queried, notes: &mut Vec<String>) -> Figure {
    let listed = listed_memory(gpu);
    let asked = queried_memory(queried);
    match (asked, listed) {
        (Some(asked), listed)
            if listed
                .disagreement(&asked)
                .is_none_or(|d| d <= DISAGREEMENT) =>
        {
            asked
        }
        (Some(asked), listed) => {
            let gbs = |f: &Figure| f.value.unwrap_or(0.0) / 1e9;
            notes.push(format!(
                "memory: {:.0} GB/s queried, {:.0} GB/s in the table",
                gbs(&asked),
                gbs(&listed)
            ));
            asked
        }
        (None, listed) => listed,
    }
}

fn listed_memory(gpu: &Gpu) -> Figure {
    let Some(bandwidth) = gpu.bandwidth else {
        return Figure::unknown(format!("the table has no bandwidth for {}", gpu.title()));
    };
    let mut detail = match (gpu.bus_bits, gpu.transfer_rate) {
        (Some(bits), Some(rate)) => format!("{bits:.0} bits x {:.2} GT/s / 8", rate / 1e9),
        _ => "the vendor's figure".to_owned(),
    };
    if gpu.shared_memory {
        detail +=
            ", the system's memory at the fastest that the platform supports: yours may be slower";
    }
    detail += &format!("; {}; {}", gpu.title(), gpu.source);
    let figure = Figure::new(bandwidth, Source::Table, detail);
    match gpu.bandwidth_low {
        Some(low) => figure.with_range(low, bandwidth),
        None => figure,
    }
}

/// Bus width x data rate as the system reports them.
pub(super) fn queried_memory(queried: &Queried) -> Option<Figure> {
    let (bits, rate) = (queried.bus_bits.as_ref()?, queried.transfer_rate.as_ref()?);
    let detail = format!(
        "{:.0} bits ({}) x {:.2} GT/s ({}) / 8",
        bits.value,
        bits.from,
        rate.value / 1e9,
        rate.from
    );
    Some(Figure::new(
        bits.value / 8.0 * rate.value,
        Source::Derived,
        detail,
    ))
}

fn cache_of(gpu: &Gpu) -> Figure {
    match gpu.cache {
        Some(bytes) => Figure::new(
            bytes,
            Source::Table,
            format!("last-level cache; {}", gpu.source),
        ),
        None => Figure::unknown("not in the table"),
    }
}

fn differ(a: f64, b: f64) -> bool {
    (a - b).abs() > DISAGREEMENT * a.max(b)
}
