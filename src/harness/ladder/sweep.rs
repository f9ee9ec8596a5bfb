//! A swept part: each of its variants verified and timed at each point of its axis.

use super::context::{Bench, Ladder, problem_report};
use super::place::roofline;
use super::prepare::device_problem::Stand;
use super::prepare::size::too_large;
use super::prepare::subject::{self, Subject};
use super::time::interleaved;
use super::verify::outputs::{Pipelines, verify};
use crate::device::Device;
use crate::harness::protocol::{Event, Job, Refused, Roofs, Status, SweepReport, VariantReport};
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Ceilings, Curve, CurvePoint, Ordinate, Part, Sweep};
use crate::measure::knee;

/// Points of a first look.
const QUICK: usize = 5;

impl Bench<'_> {
    /// The points at which `part` is run in this run, and those that do not fit the device, each with the reason; none where it has
    /// no axis, or where it is not a ladder that runs.
    pub fn points(&mut self, part: &Part, size: u32, roofs: &Roofs) -> (Vec<u32>, Vec<String>) {
        let (Some(sweep), Job::Ladder { .. }) = (part.sweep, &self.request.job) else {
            return (Vec::new(), Vec::new());
        };
        let ceilings = self.ceilings(roofs);
        let all = match self.request.points.as_slice() {
            [] => (sweep.points)(&self.facts, &ceilings, size),
            asked => asked.to_vec(),
        };
        if all.is_empty() {
            return (all, vec![no_points(sweep, size)]);
        }
        let (mut fitting, mut left_out) = (Vec::new(), Vec::new());
        for point in all {
            match too_large(&(sweep.problem)(size, point), &self.facts) {
                None => fitting.push(point),
                Some(why) => left_out.push(format!("left out at {point}: {why}")),
            }
        }
        let quick = self.request.quick && self.request.points.is_empty();
        (if quick { spread(&fitting, QUICK) } else { fitting }, left_out)
    }

    /// Verifies and times the live variants of `ladder` at each point of its part's axis.
    ///
    /// # Errors
    /// [`Refused`] where the device was lost.
    pub async fn sweep(&mut self, ladder: &mut Ladder, size: u32, roofs: &Roofs) -> Result<(), Refused> {
        let Some(sweep) = ladder.part.sweep else {
            return Ok(());
        };
        let mut stands: Vec<Stand> = Vec::new();
        for point in self.points(ladder.part, size, roofs).0 {
            let problem = (sweep.problem)(size, point);
            let mut at = Ladder {
                part: ladder.part,
                at: Some(point),
                problem: problem_report(&problem),
                times: ladder.subjects[..ladder.today()].iter().map(|_| None).collect(),
                small: None,
                points: Vec::new(),
                subjects: Vec::new(),
            };
            for subject in &ladder.subjects[..ladder.today()] {
                let subject = self.at_point(subject, ladder.part, point, &at.key(subject)).await;
                at.subjects.push(subject);
            }
            let mut stand = match stands.first() {
                Some(first) => {
                    let seed = self.request.seed;
                    Stand::beside(&mut self.device, problem, seed, first, self.verifies)
                        .await
                        .map_err(Refused::unserved)?
                }
                None => self.main_stand(ladder.part, problem).await?,
            };
            stand.bounded = size > (self.lab.default_size)(&self.facts);
            if self.verifies {
                self.verify_point(&mut at, &mut stand).await?;
            }
            if self.simulated() {
                interleaved::estimate_part(&mut at);
                stand.clear(&mut self.device);
            } else {
                stands.push(stand);
            }
            ladder.points.push(at);
            settle_all(ladder);
        }
        if !self.simulated() {
            let plan = self.plan.clone().for_points();
            interleaved::time_ladders(self, &mut ladder.points, &mut stands, &plan, roofs).await?;
            settle_all(ladder);
            // The first owns what the others share.
            for stand in stands.into_iter().rev() {
                stand.clear(&mut self.device);
            }
        }
        Ok(())
    }

    async fn verify_point(&mut self, at: &mut Ladder, stand: &mut Stand) -> Result<(), Refused> {
        let stage = format!("verifying {}", at.place());
        for index in 0..at.subjects.len() {
            if !at.subjects[index].live() {
                continue;
            }
            verify(self, &mut at.subjects[index], stand, Pipelines::Checked, 1, &stage).await?;
            let subject = &at.subjects[index];
            if subject.live() {
                (self.emit)(Event::Checked(at.key(subject), Box::new(subject.check.clone())));
            }
        }
        Ok(())
    }

    /// `subject` as it runs at a point: compiled anew where the point is a constant of its kernels.
    async fn at_point(&mut self, subject: &Subject, part: &Part, point: u32, key: &str) -> Subject {
        let mut at = Subject {
            variant: subject.variant,
            kernels: subject.kernels.clone(),
            checked: subject.checked.clone(),
            timed: subject.timed.clone(),
            compiled: subject.compiled,
            settled: subject.settled.clone(),
            check: self.request.known.checked.get(key).cloned().unwrap_or_default(),
            counted: None,
            steps: Vec::new(),
            past: subject.past,
            rests: subject.rests,
        };
        let Some(constant) = part.sweep.and_then(|sweep| sweep.constant).filter(|_| at.live()) else {
            return at;
        };
        let overrides = Overrides::from([(constant.to_owned(), f64::from(point))]);
        let parsed: Result<Vec<Kernel>, _> = subject
            .kernels
            .iter()
            .map(|kernel| Kernel::parse(&kernel.path, &kernel.source, Some(&kernel.entry), &overrides))
            .collect();
        match parsed {
            Ok(kernels) => {
                at.kernels = kernels;
                (at.checked, at.timed) = (Vec::new(), Vec::new());
                let timed = self.timed(part);
                subject::compile(&mut self.device, &mut at, timed, self.verifies).await;
            }
            Err(error) => at.settled = Some((Status::Failed, error.to_string())),
        }
        at
    }

    /// What a sweep's points say; `None` for a part that was not swept.
    pub fn swept(&mut self, ladder: &Ladder, roofs: &Roofs) -> Option<SweepReport> {
        let sweep = ladder.part.sweep.filter(|_| !ladder.points.is_empty())?;
        let points: Vec<(u32, Vec<VariantReport>)> =
            ladder.points.iter().filter_map(|at| Some((at.at?, roofline::variants(self.lab, at, roofs)))).collect();
        let curves = (0..ladder.today()).filter_map(|index| {
            let live = ladder.subjects[index].live();
            let points: Vec<CurvePoint> =
                points.iter().filter_map(|(at, variants)| curve_point(sweep, *at, &variants[index])).collect();
            let steady: Vec<(f64, f64)> = points
                .iter()
                .filter(|point| point.unsteady.is_none())
                .map(|point| (f64::from(point.at), upwards(sweep, point)))
                .collect();
            (live && !points.is_empty()).then(|| Curve {
                part: ladder.part.name.to_owned(),
                name: ladder.subjects[index].variant.name.to_owned(),
                knees: if sweep.knees { knee::knees(&steady) } else { Vec::new() },
                points,
            })
        });
        let ceilings = self.ceilings(roofs);
        let unit =
            points.iter().flat_map(|(_, variants)| variants).find_map(|v| Some(v.throughput.as_ref()?.unit.clone()));
        Some(SweepReport {
            part: ladder.part.name.to_owned(),
            axis: sweep.axis.to_owned(),
            unit: sweep.unit.to_owned(),
            ordinate: sweep.ordinate,
            ordinate_unit: match sweep.ordinate {
                Ordinate::Time => "s".to_owned(),
                Ordinate::PerItem => unit.map_or("s".to_owned(), |unit| format!("s/{}", unit.trim_end_matches("/s"))),
                Ordinate::Throughput => unit.unwrap_or_default(),
            },
            curves: curves.collect(),
            marks: (sweep.marks)(&self.facts, &ceilings),
            rule: if sweep.knees { knee::RULE.to_owned() } else { String::new() },
            notes: self.points(ladder.part, ladder.problem.size, roofs).1,
        })
    }

    /// Of parts that were not swept because no point fits the device: which points those are, and why they do not.
    pub fn none_fits(&mut self, ladders: &[Ladder], roofs: &Roofs) -> Vec<String> {
        let unswept = ladders.iter().filter(|ladder| ladder.points.is_empty());
        unswept.flat_map(|ladder| self.points(ladder.part, ladder.problem.size, roofs).1).collect()
    }

    fn ceilings(&mut self, roofs: &Roofs) -> Ceilings {
        let machine = self.device.simulated().map(|simulator| simulator.machine().clone());
        Ceilings {
            flop_per_s: roofs.best_known_compute(),
            byte_per_s: roofs.best_known_memory(),
            last_level_cache: roofs.last_level_cache,
            machine,
        }
    }
}

/// Why nothing is drawn over an axis that has no points at this size, and what to do.
fn no_points(sweep: &Sweep, size: u32) -> String {
    format!(
        "no curves over {}: at size {size} the axis has no points; a larger --size has some, and --points names others, as --points \
         64,256",
        sweep.axis
    )
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

/// What is wrong at one point is wrong.
fn settle_all(ladder: &mut Ladder) {
    for index in 0..ladder.today() {
        let wrong = ladder.points.iter().find_map(|at| at.subjects[index].settled.clone());
        let Some(wrong) = wrong.filter(|_| ladder.subjects[index].live()) else {
            continue;
        };
        for at in &mut ladder.points {
            at.subjects[index].settled.get_or_insert_with(|| wrong.clone());
        }
        ladder.subjects[index].settled = Some(wrong);
    }
}

/// At most `count` of them, from the first to the last.
fn spread(points: &[u32], count: usize) -> Vec<u32> {
    if points.len() <= count {
        return points.to_vec();
    }
    (0..count).map(|step| points[step * (points.len() - 1) / (count - 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_look_has_five_points_with_the_first_and_the_last() {
        let all: Vec<u32> = (0..11).collect();
        assert_eq!(spread(&all, QUICK), [0, 2, 5, 7, 10]);
        assert_eq!(spread(&all[..3], QUICK), [0, 1, 2]);
    }
}
