//! What a run shows, in the sentences of its lab and in those that hold for any lab.

use crate::device::{self, Facts};
use crate::harness::protocol::{Roofs, Status, VariantReport};
use crate::lab::{Curve, Lab, Measured, Measurements};
use crate::roof::theory::above_roof;
use crate::sim::machine::Machine;

/// The lab's sentences about its variants, and what holds for any lab.
pub fn sentences(
    lab: &'static Lab,
    device: &Facts,
    variants: &[VariantReport],
    curves: Vec<Curve>,
    roofs: &Roofs,
    machine: Option<&Machine>,
) -> Vec<String> {
    let measured = lab.variants().filter_map(|(part, variant)| {
        let found = variants.iter().find(|v| v.name == variant.name)?;
        let time = found.time.filter(|_| found.status == Status::Ok)?;
        Some(Measured {
            part: part.name,
            name: variant.name,
            lower_bound: found.lower_bound,
            median_s: time.median.0,
            low_s: time.low.0,
            high_s: time.high.0,
            over_first: over_first(variants, found),
            throughput: found.throughput.as_ref()?.value,
            of_measured: found.of_measured,
            flop: found.problem.flop.0,
            byte: found.problem.byte.0,
            counted: found.counted_intensity(),
            occupancy: found.counters.as_ref().filter(|_| time.samples == 0).and_then(|counters| counters.occupancy),
            traffic: found.traffic_of_its_time(),
            error: found.check.as_ref().and_then(|check| check.together),
            accuracy: found.check.as_ref().and_then(|check| check.accuracy),
            cause: found.cause.clone(),
        })
    });
    let (ridge, byte_per_s) = (roofs.telling().ridge(), roofs.best_known_memory());
    let seen = Measurements { device, variants: measured.collect(), ridge, byte_per_s, curves, machine };
    let mut sentences = (lab.observe)(&seen);
    sentences.extend(above_a_roof(device, variants, roofs));
    sentences
}

/// A variant's time over that of its part's first, which is held against itself exactly.
fn over_first(variants: &[VariantReport], variant: &VariantReport) -> Option<[f64; 3]> {
    let ratio = variant.over_first?;
    let first = variants.iter().find(|other| other.part == variant.part && other.over_first.is_some())?;
    Some(if first.name == variant.name { [1.0; 3] } else { [ratio.value, ratio.low, ratio.high] })
}

/// Above 100 % is never clamped: it says that something is misunderstood.
fn above_a_roof(device: &Facts, variants: &[VariantReport], roofs: &Roofs) -> Option<String> {
    let over = |share: Option<f64>| share.is_some_and(|share| share > 1.0);
    let first = variants.iter().find(|v| over(v.of_theoretical) || over(v.of_measured))?;
    let achieved = first.throughput.as_ref()?;
    let cached = if first.from_cache {
        let whole = roofs.last_level_cache.is_some_and(|cache| first.problem.working_set.0 <= cache);
        let part = if whole { "" } else { "in part " };
        format!(" Its working set of {} may have come {part}from a cache.", first.problem.working_set)
    } else {
        String::new()
    };
    // A kernel on matrix units has no share of these roofs, and does not come here.
    let theoretical = achieved.peak().and_then(|unit| roofs.pairs()[0].of(unit));
    let observed = device::observed_clock(device);
    let above = above_roof(achieved.value, theoretical, &achieved.unit.shown(), roofs.clock_hz, observed.as_ref());
    let what = above.unwrap_or_else(|| {
        "more than the measured roof: the roof's own kernels did not reach what this one does".to_owned()
    });
    Some(format!("`{}` is at {what}.{cached}", first.name))
}
