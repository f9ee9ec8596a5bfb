//! The curves of a sweep: one for each variant.

use super::roofline;
use crate::device::Facts;
use crate::harness::ladder::prepare::ladder::Ladder;
use crate::harness::protocol::{OrdinateUnit, Roofs, Status, SweepReport, VariantReport};
use crate::lab::{Ceilings, Curve, CurvePoint, Lab, Ordinate, Sweep};
use crate::measure::knee;

/// The curves of a part over its axis; `None` for one that was not swept. Its `notes` are empty.
pub fn curves(lab: &Lab, facts: &Facts, ladder: &Ladder, roofs: &Roofs, ceilings: &Ceilings) -> Option<SweepReport> {
    let sweep = ladder.part.sweep.filter(|_| !ladder.points.is_empty())?;
    let points: Vec<(u32, Vec<VariantReport>)> =
        ladder.points.iter().filter_map(|at| Some((at.at?, roofline::variants(lab, at, roofs)))).collect();
    let unit = points.iter().flat_map(|(_, variants)| variants).find_map(|v| Some(v.throughput.as_ref()?.unit.clone()));
    Some(SweepReport {
        part: ladder.part.name.to_owned(),
        axis: sweep.axis.to_owned(),
        unit: sweep.unit,
        ordinate: sweep.ordinate,
        ordinate_unit: match sweep.ordinate {
            Ordinate::Time => OrdinateUnit::Second,
            Ordinate::PerItem => {
                unit.map_or(OrdinateUnit::Second, |unit| OrdinateUnit::SecondPer(unit.item().to_owned()))
            }
            Ordinate::Throughput => OrdinateUnit::Rate(unit),
            Ordinate::Error => OrdinateUnit::Error,
            Ordinate::Lost => OrdinateUnit::Lost,
        },
        curves: (0..ladder.today()).filter_map(|index| curve(sweep, ladder, index, &points)).collect(),
        marks: (sweep.marks)(facts, ceilings),
        rule: if sweep.knees { knee::RULE.to_owned() } else { String::new() },
        notes: Vec::new(),
    })
}

/// The curve of one variant; `None` where it is settled or has no points.
fn curve(sweep: &Sweep, ladder: &Ladder, index: usize, points: &[(u32, Vec<VariantReport>)]) -> Option<Curve> {
    let points: Vec<CurvePoint> =
        points.iter().filter_map(|(at, variants)| curve_point(sweep, *at, &variants[index])).collect();
    let steady: Vec<(f64, f64)> = points
        .iter()
        .filter(|point| point.unsteady.is_none())
        .map(|point| (f64::from(point.at), upwards(sweep, point)))
        .collect();
    (ladder.subjects[index].live() && !points.is_empty()).then(|| Curve {
        part: ladder.part.name.to_owned(),
        name: ladder.subjects[index].variant.name.to_owned(),
        knees: if sweep.knees { knee::knees(&steady) } else { Vec::new() },
        points,
    })
}

/// What turns up at a knee: a time, or a time an item; of a rate its inverse.
fn upwards(sweep: &Sweep, point: &CurvePoint) -> f64 {
    if sweep.ordinate == Ordinate::Throughput { 1.0 / point.value } else { point.value }
}

fn curve_point(sweep: &Sweep, at: u32, variant: &VariantReport) -> Option<CurvePoint> {
    let (time, throughput) = (variant.time?, variant.throughput.as_ref()?);
    let value = match sweep.ordinate {
        Ordinate::Time => time.median.0,
        Ordinate::PerItem => time.median.0 / variant.problem.items,
        Ordinate::Throughput => throughput.value,
        // An axis of logarithms has no place for no error.
        Ordinate::Error => variant.check.as_ref()?.accuracy.map(|all| all.error_l2).filter(|error| *error > 0.0)?,
        // None lost is an answer: it lies on the axis' lower end.
        Ordinate::Lost => variant.check.as_ref()?.accuracy?.lost,
    };
    Some(CurvePoint {
        at,
        flop: variant.problem.flop.0,
        byte: variant.problem.byte.0,
        median_s: time.median.0,
        low_s: time.low.0,
        high_s: time.high.0,
        value,
        elements: variant.check.as_ref().map_or(0, |check| check.elements),
        unsteady: (variant.status == Status::Inconclusive).then(|| variant.reason.clone().unwrap_or_default()),
        counters: variant.counters.clone(),
        steps: variant.steps.clone(),
    })
}
