//! Puts everything that is known of a device together into its theoretical roofs.
use serde::Serialize;

use super::architecture::{Architecture, architecture};
use super::cpu::{compute_peak, is_software};
use super::cpu_host::Host;
use super::identity::{Identity, Queried, Reading};
use super::lookup::{Lookup, lookup};
use super::table::Gpu;
use super::user::UserPeaks;
use crate::roof::provenance::{Figure, Source};

/// Sources that differ by more than this are both shown.
const DISAGREEMENT: f64 = 0.05;

/// A device's theoretical roofs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Theory {
    /// The part in the table, where one was recognised.
    pub part: Option<String>,
    /// f32, FLOP/s.
    pub f32: Figure,
    /// f16 outside matrix units, FLOP/s.
    pub f16: Figure,
    /// Packed 8-bit dot products, operations/s.
    pub int8_dot: Figure,
    /// Dense f16 in matrix units, FLOP/s: context, not the roof of ordinary kernels.
    pub matrix_f16: Figure,
    /// Memory, B/s.
    pub memory: Figure,
    /// Last-level cache, bytes.
    pub cache: Figure,
    /// The compute clock that the roofs count, Hz.
    pub clock: Figure,
    /// What the reader should know: ambiguous matches, sources that disagree.
    pub notes: Vec<String>,
}

impl Theory {
    /// The intensity, in FLOP a byte, above which f32 work is bound by compute.
    pub fn ridge(&self) -> Option<f64> {
        Some(self.f32.value? / self.memory.value?)
    }
}

/// The theoretical roofs of a device.
pub fn theory(identity: &Identity, queried: &Queried, user: &UserPeaks) -> Theory {
    let mut theory = if is_software(identity) {
        of_cpu(identity, &Host::detect())
    } else {
        of_gpu(identity, queried)
    };
    let given = [
        (&mut theory.f32, user.f32(identity), "f32", 1e12, "TFLOP/s"),
        (&mut theory.f16, user.f16(identity), "f16", 1e12, "TFLOP/s"),
        (
            &mut theory.int8_dot,
            user.int8_dot(identity),
            "int8 dot",
            1e12,
            "TOP/s",
        ),
        (
            &mut theory.memory,
            user.memory(identity),
            "memory",
            1e9,
            "GB/s",
        ),
    ];
    let mut notes = Vec::new();
    for (figure, given, what, scale, unit) in given {
        let Some(given) = given else { continue };
        if given.disagreement(figure).is_some_and(|d| d > DISAGREEMENT) {
            let (yours, mine) = (
                given.value.unwrap_or(0.0) / scale,
                figure.value.unwrap_or(0.0) / scale,
            );
            notes.push(format!(
                "{what}: you say {yours:.4} {unit}, {}: {mine:.4} {unit}",
                figure.source
            ));
        }
        *figure = given;
    }
    theory.notes.extend(notes);
    theory
}

/// The roofs of a software device: compute from the host's cores; memory is measured elsewhere.
pub fn of_cpu(identity: &Identity, host: &Host) -> Theory {
    let none = |what: &str| Figure::unknown(format!("a software device: {what}"));
    Theory {
        f32: compute_peak(&identity.name, host),
        f16: none("f16 may be emulated in f32"),
        int8_dot: none("no rate is known"),
        matrix_f16: none("no matrix units"),
        memory: none("the system does not tell the memory's clock; see the measured roof"),
        cache: none("not asked"),
        clock: match &host.clock {
            Some(clock) => Figure::new(clock.value, Source::Derived, clock.from.clone()),
            None => Figure::unknown("the host's clock could not be found out"),
        },
        ..Theory::default()
    }
}

/// The roofs of a GPU from the table and what the system says.
pub fn of_gpu(identity: &Identity, queried: &Queried) -> Theory {
    let found = narrow(lookup(&identity.name, identity.pci()), queried);
    match found {
        Lookup::Found { gpu, by } => of_part(gpu, &by, queried),
        Lookup::Ambiguous { candidates, by } => of_candidates(&candidates, &by, queried),
        Lookup::NotFound { near } => of_unlisted(&near, queried),
    }
}

/// Keeps the candidates that agree with the queried number of units and size of memory.
fn narrow(found: Lookup, queried: &Queried) -> Lookup {
    let Lookup::Ambiguous { candidates, mut by } = found else {
        return found;
    };
    let units = queried.units.as_ref().map(|r| r.value);
    // A board's "10 GB" is 10 GiB, of which the driver keeps some.
    let gib = queried
        .memory_bytes
        .as_ref()
        .map(|r| r.value / f64::from(1 << 30));
    let unit_fits = |g: &&Gpu| units.is_none_or(|u| u == f64::from(g.units));
    let memory_fits = |g: &&Gpu| match (gib, g.memory_gb) {
        (Some(have), Some(listed)) if !g.shared_memory => {
            (0.9 * listed..1.03 * listed).contains(&have)
        }
        _ => true,
    };
    let fits: Vec<&Gpu> = candidates
        .iter()
        .copied()
        .filter(|g| unit_fits(g) && memory_fits(g))
        .collect();
    if fits.is_empty() {
        return Lookup::Ambiguous { candidates, by };
    }
    if fits.len() < candidates.len() {
        by += ", narrowed by what the driver reports";
    }
    Lookup::from_candidates(fits, by)
}

/// The inputs of a compute peak.
struct Inputs<'a> {
    units: Option<(f64, Source, String)>,
    clock: Option<(f64, Source, String)>,
    architecture: Option<&'a Architecture>,
    flop_per_clock: Option<&'a Reading>,
}

impl Inputs<'_> {
    /// units x FLOP/clock x clock.
    fn peak(&self, rate: impl Fn(&Architecture) -> Option<f64>) -> Figure {
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
    fn counted_clock(&self) -> Figure {
        match &self.clock {
            Some((hz, source, from)) => Figure::new(*hz, *source, from.clone()),
            None => Figure::unknown("not in the table, and the system does not say"),
        }
    }

    fn f32(&self) -> Figure {
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

fn of_part(gpu: &Gpu, by: &str, queried: &Queried) -> Theory {
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
        Some(flop) => format!("implied by the vendor's {} FLOP/s", engineering(flop)),
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

fn queried_memory(queried: &Queried) -> Option<Figure> {
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

/// Several parts fit: what they agree on is known, the rest is a range.
fn of_candidates(candidates: &[&Gpu], by: &str, queried: &Queried) -> Theory {
    let theories: Vec<Theory> = candidates.iter().map(|g| of_part(g, by, queried)).collect();
    let merged = |of: fn(&Theory) -> &Figure| merge(candidates, theories.iter().map(of).collect());
    let names: Vec<String> = candidates.iter().map(|g| g.title()).collect();
    Theory {
        part: None,
        f32: merged(|t| &t.f32),
        f16: merged(|t| &t.f16),
        int8_dot: merged(|t| &t.int8_dot),
        matrix_f16: merged(|t| &t.matrix_f16),
        memory: merged(|t| &t.memory),
        cache: merged(|t| &t.cache),
        clock: merged(|t| &t.clock),
        notes: vec![format!(
            "ambiguous: it may be any of {}, by {by}",
            names.join(", ")
        )],
    }
}

fn merge(candidates: &[&Gpu], figures: Vec<&Figure>) -> Figure {
    let known: Vec<(f64, [f64; 2])> = figures
        .iter()
        .filter_map(|f| f.value.map(|v| (v, f.range.unwrap_or([v, v]))))
        .collect();
    if known.len() < figures.len() || known.is_empty() {
        return Figure::unknown("not known for every part that fits");
    }
    let low = known
        .iter()
        .map(|(_, r)| r[0])
        .fold(f64::INFINITY, f64::min);
    let high = known.iter().map(|(_, r)| r[1]).fold(0.0, f64::max);
    let (least, most) = known
        .iter()
        .fold((f64::INFINITY, 0.0f64), |(a, b), (v, _)| {
            (a.min(*v), b.max(*v))
        });
    if most - least <= 1e-3 * most {
        return figures[0].clone();
    }
    let each: Vec<String> = candidates
        .iter()
        .zip(&known)
        .map(|(g, (v, _))| format!("{}: {}", g.title(), engineering(*v)))
        .collect();
    Figure::unknown(format!("ambiguous: {}", each.join("; "))).with_range(low, high)
}

/// `12.7e12` as `12.7 T`.
pub fn engineering(value: f64) -> String {
    let steps = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match steps.iter().find(|(step, _)| value >= *step) {
        Some((step, prefix)) => format!("{:.4} {prefix}", value / step),
        None => format!("{value:.4} "),
    }
}

/// Not in the table: what the system says must do.
fn of_unlisted(near: &[&Gpu], queried: &Queried) -> Theory {
    let input = |r: &Option<Reading>| {
        r.as_ref()
            .map(|r| (r.value, Source::Queried, r.from.clone()))
    };
    let inputs = Inputs {
        units: input(&queried.units),
        clock: input(&queried.clock),
        architecture: queried.architecture.as_deref().and_then(architecture),
        flop_per_clock: queried.flop_per_clock.as_ref(),
    };
    let mut notes = vec!["this GPU is not in the table".to_owned()];
    if !near.is_empty() {
        let names: Vec<String> = near.iter().map(|g| g.title()).collect();
        notes.push(format!("names that come near: {}", names.join(", ")));
    }
    Theory {
        part: None,
        f32: inputs.f32(),
        f16: inputs.peak(|a| a.f16),
        int8_dot: inputs.peak(|a| a.int8_dot),
        matrix_f16: inputs.peak(|a| a.matrix_f16),
        memory: queried_memory(queried)
            .unwrap_or_else(|| Figure::unknown("not in the table, and the system does not say")),
        cache: Figure::unknown("not in the table"),
        clock: inputs.counted_clock(),
        notes,
    }
}

fn differ(a: f64, b: f64) -> bool {
    (a - b).abs() > DISAGREEMENT * a.max(b)
}

#[cfg(test)]
#[path = "derive_tests.rs"]
mod tests;
