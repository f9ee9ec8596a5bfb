//! Figures held against what the problem needs: work that nobody needs makes none of them better.

use super::figure::figure;
use crate::harness::VariantReport;
use crate::lab::{Cap, Figure};
use crate::units::digits3;

/// A figure of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// As it was counted.
    pub figure: f64,
    /// What of it counts.
    pub counts: f64,
    /// Why the two differ; `None` where they do not.
    pub why: Option<String>,
}

/// The figure `which` of `tried`, within those of `caps` that are about it; `None` where the machine does not model it.
pub fn held(which: Figure, caps: &[Cap], tried: &VariantReport) -> Option<Held> {
    let figure = figure(which, tried)?;
    let mut held = Held { figure, counts: figure, why: None };
    for cap in caps.iter().filter(|cap| cap.of == which) {
        let counts = within(cap, held.counts, tried);
        if counts != held.counts && held.why.is_none() {
            let found = self::figure(cap.figure, tried).unwrap_or_default();
            held.why = Some(format!("this takes {} {}. {}", digits3(found), cap.figure.unit(), cap.rule()));
        }
        held.counts = counts;
    }
    Some(held)
}

/// What of `counted`, a figure of `cap.of`, counts.
fn within(cap: &Cap, counted: f64, tried: &VariantReport) -> f64 {
    let of = |which| figure(which, tried).unwrap_or_default();
    let found = of(cap.figure);
    // The share of `base`, in units of the cap's figure, that counts.
    let share = |base: f64| if base > cap.most { cap.most / base } else { 1.0 };
    match (cap.of, cap.figure) {
        (Figure::LaneEfficiency, Figure::OutputsPerInvocation | Figure::ElementsPerInvocation) => {
            counted * share(found)
        }
        (Figure::LaneEfficiency, _) => (1.0 - (1.0 - counted) / share(found)).max(0.0),
        (Figure::SectorsOverIdeal, _) => {
            let scattered = 1.0 + (counted - 1.0) / share(found / counted);
            // The sectors of a request of one lane are the fewest for it, and hold little of use.
            let of_bytes = if found > cap.most { found / of(Figure::RequestedOverFewest) } else { 0.0 };
            scattered.max(of_bytes)
        }
        (Figure::WavefrontsOverIdeal, _) => 1.0 + (counted - 1.0) / share(found / counted),
        (Figure::WavefrontsPerMultiplyAdd, _) if found > cap.most => counted + of(Figure::RequestsPerMultiplyAdd),
        (Figure::LoadsPerWait, _) => counted * share(found),
        (Figure::TurnsPerWorkgroup, _) => counted / share(found),
        _ => counted,
    }
}
