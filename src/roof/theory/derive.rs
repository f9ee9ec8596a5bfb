//! Puts everything that is known of a device together into its theoretical roofs.
use serde::Serialize;

use super::cpu::{compute_peak, is_software};
use super::cpu_host::Processor;
use super::given::GivenPeaks;
use super::peak::{of_part, of_unlisted};
use crate::device::{Identity, Queried};
use crate::gpus::{Gpu, Lookup, lookup};
use crate::roof::provenance::{Figure, Source};
use crate::units::si;

/// Sources that differ by more than this are both shown.
pub(super) const DISAGREEMENT: f64 = 0.05;

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
    /// The same with sums in f32: of that data sheets say nothing where it is slower.
    pub matrix_f16_f32: Figure,
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
pub fn theory(identity: &Identity, queried: &Queried, given: &GivenPeaks) -> Theory {
    let mut theory =
        if is_software(identity) { of_cpu(identity, &Processor::detect()) } else { of_gpu(identity, queried) };
    let given = [
        (&mut theory.f32, given.f32(identity), "f32", 1e12, "TFLOP/s"),
        (&mut theory.f16, given.f16(identity), "f16", 1e12, "TFLOP/s"),
        (&mut theory.int8_dot, given.int8_dot(identity), "int8 dot", 1e12, "TOP/s"),
        (&mut theory.memory, given.memory(identity), "memory", 1e9, "GB/s"),
    ];
    let mut notes = Vec::new();
    for (figure, given, what, scale, unit) in given {
        let Some(given) = given else { continue };
        if given.disagreement(figure).is_some_and(|d| d > DISAGREEMENT) {
            let (yours, mine) = (given.value.unwrap_or(0.0) / scale, figure.value.unwrap_or(0.0) / scale);
            notes.push(format!("{what}: you say {yours:.4} {unit}, {}: {mine:.4} {unit}", figure.source));
        }
        *figure = given;
    }
    theory.notes.extend(notes);
    theory
}

/// The roofs of a software device: compute from the host's cores; memory is measured elsewhere.
pub fn of_cpu(identity: &Identity, host: &Processor) -> Theory {
    let none = |what: &str| Figure::unknown(format!("a software device: {what}"));
    Theory {
        f32: compute_peak(&identity.name, host),
        f16: none("f16 may be emulated in f32"),
        int8_dot: none("no rate is known"),
        matrix_f16: none("no matrix units"),
        matrix_f16_f32: none("no matrix units"),
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
    let gib = queried.memory_bytes.as_ref().map(|r| r.value / f64::from(1 << 30));
    let unit_fits = |g: &&Gpu| units.zip(g.units).is_none_or(|(have, listed)| have == f64::from(listed));
    let memory_fits = |g: &&Gpu| {
        let near = |have: f64| g.sizes().iter().any(|listed| (0.9 * listed..1.03 * listed).contains(&have));
        g.shared_memory || g.sizes().is_empty() || gib.is_none_or(near)
    };
    let fits: Vec<&Gpu> = candidates.iter().copied().filter(|g| unit_fits(g) && memory_fits(g)).collect();
    if fits.is_empty() {
        return Lookup::Ambiguous { candidates, by };
    }
    if fits.len() < candidates.len() {
        by += ", narrowed by what the driver reports";
    }
    Lookup::from_candidates(fits, by)
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
        matrix_f16_f32: merged(|t| &t.matrix_f16_f32),
        memory: merged(|t| &t.memory),
        cache: merged(|t| &t.cache),
        clock: merged(|t| &t.clock),
        notes: vec![format!("ambiguous: it may be any of {}, by {by}", names.join(", "))],
    }
}

fn merge(candidates: &[&Gpu], figures: Vec<&Figure>) -> Figure {
    let known: Vec<(f64, [f64; 2])> =
        figures.iter().filter_map(|f| f.value.map(|v| (v, f.range.unwrap_or([v, v])))).collect();
    if known.len() < figures.len() || known.is_empty() {
        return Figure::unknown("not known for every part that fits");
    }
    let low = known.iter().map(|(_, r)| r[0]).fold(f64::INFINITY, f64::min);
    let high = known.iter().map(|(_, r)| r[1]).fold(0.0, f64::max);
    let (least, most) = known.iter().fold((f64::INFINITY, 0.0f64), |(a, b), (v, _)| (a.min(*v), b.max(*v)));
    if most - least <= 1e-3 * most {
        return figures[0].clone();
    }
    let each: Vec<String> =
        candidates.iter().zip(&known).map(|(g, (v, _))| format!("{}: {}", g.title(), si(*v, ""))).collect();
    Figure::unknown(format!("ambiguous: {}", each.join("; "))).with_range(low, high)
}

#[cfg(test)]
#[path = "derive_tests.rs"]
mod tests;
