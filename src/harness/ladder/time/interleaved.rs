//! Timing a part's variants, interleaved with the canaries.

use super::canary::{self, Canaries};
use super::session::{Sitting, that_timed};
use crate::device::{DeviceError, Timing};
use crate::harness::ladder::context::{Bench, Ladder, Timed};
use crate::harness::ladder::prepare::device_problem::Stand;
use crate::harness::ladder::prepare::host_schedule::Runnable;
use crate::harness::ladder::prepare::subject::Subject;
use crate::harness::ladder::verify::outputs::{Pipelines, runs, verify};
use crate::harness::protocol::{ClockReport, Event, Refused, Roofs, Status};
use crate::measure::{Clock, Plan, Sampled, Summary, choose_clock, sample};
use crate::units::Seconds;

/// How far a canary may move while the machine "holds still".
const STILL: f64 = 0.25;

/// Where one moved: how far the middle half of a variant's samples may spread for its time to stand. What
/// changed before the first sample or after the last does not touch them.
const UNREST_MOVED: f64 = 0.05;

/// How often a part is timed anew where the machine did not hold still.
const ATTEMPTS: usize = 2;

/// Where the middle half of the samples spreads by more than this share of the median to each side, there is no verdict.
const UNREST: f64 = 0.35;

/// Times the live variants of `ladders`, each on its stand, in turns as `plan` says, and, in a process that verifies, verifies
/// them once more; the batches are this process's sitting.
///
/// # Errors
/// [`Refused`] where the device was lost.
pub async fn time_ladders(
    bench: &mut Bench<'_>,
    ladders: &mut [Ladder],
    stands: &mut [Stand],
    plan: &Plan,
    roofs: &Roofs,
) -> Result<(), Refused> {
    let (sampled, allowed) = steady_samples(bench, ladders, stands, plan).await?;
    let all = sampled.iter().flatten().flatten();
    let (clock, _) = choose_clock(&all.flat_map(|sampled| sampled.batches.iter().copied()).collect::<Vec<Timing>>());
    for ((ladder, stand), sampled) in ladders.iter_mut().zip(stands).zip(sampled) {
        for (index, sampled) in sampled.into_iter().enumerate() {
            let Some((time, sampled)) = sampled.and_then(|sampled| Some((sampled.summary(clock)?, sampled))) else {
                continue;
            };
            finish(bench, ladder, index, stand, sampled.repeats, roofs, time).await?;
            time_steps(bench, &mut ladder.subjects[index], stand).await?;
            if ladder.subjects[index].live() {
                let key = ladder.key(&ladder.subjects[index]);
                if time.unrest > allowed {
                    bench.sitting.unsteady.push(key.clone());
                }
                bench.sitting.main.insert(key, sampled);
            }
        }
    }
    Ok(())
}

/// What was sampled of each ladder's subjects; `None` for one that is settled.
type SampledRungs = Vec<Vec<Option<Sampled>>>;

/// Samples the variants together with the canaries, anew where the machine did not hold still; and how
/// far a variant's samples may spread for its time to stand.
async fn steady_samples(
    bench: &mut Bench<'_>,
    ladders: &mut [Ladder],
    stands: &[Stand],
    plan: &Plan,
) -> Result<(SampledRungs, f64), Refused> {
    let mut attempt = 1;
    loop {
        let (sampled, canaries) = sample_ladders(bench, ladders, stands, plan).await?;
        let moved = canaries.iter().any(|canary| canary.drift(canary.clock()) > STILL);
        let allowed = if moved { UNREST_MOVED } else { UNREST };
        let restless = |sampled: &Sampled| sampled.summary(sampled.clock()).is_some_and(|time| time.unrest > allowed);
        if attempt == ATTEMPTS || !sampled.iter().flatten().flatten().any(restless) {
            bench.sitting.watched(canaries);
            return Ok((sampled, allowed));
        }
        attempt += 1;
    }
}

/// Takes the estimates of the live variants of `ladder` where others take times.
pub fn estimate_part(ladder: &mut Ladder) {
    for (subject, timed) in ladder.subjects.iter().zip(&mut ladder.times) {
        let estimate = subject.counted.as_ref().and_then(|counted| counted.estimate);
        *timed = estimate.filter(|_| subject.live()).map(|seconds| Timed {
            time: Summary::estimated(seconds),
            unsteady: None,
            over_first: None,
            over_then: None,
            small: None,
        });
    }
}

/// Times the steps of a live subject that has some, apart from each other.
async fn time_steps(bench: &mut Bench<'_>, subject: &mut Subject, stand: &Stand) -> Result<(), Refused> {
    if !subject.live() {
        return Ok(());
    }
    let work = runs(subject, stand, Pipelines::Timed, bench.facts.limits.max_workgroups);
    if let Ok(Runnable::Trip(mut trip)) = work {
        subject.steps = trip.times(&mut bench.device).await.map_err(|error| ended(bench, subject, error))?;
    }
    Ok(())
}

/// Verifies what the timed kernel leaves behind, and refuses a time that the device cannot reach.
async fn finish(
    bench: &mut Bench<'_>,
    ladder: &mut Ladder,
    index: usize,
    stand: &mut Stand,
    repeats: u32,
    roofs: &Roofs,
    time: Summary,
) -> Result<(), Refused> {
    let stage = format!("verifying after timing, {}", ladder.place());
    let subject = &mut ladder.subjects[index];
    if bench.verifies {
        verify(bench, subject, stand, Pipelines::Timed, repeats, &stage).await?;
    }
    if !subject.live() {
        return Ok(());
    }
    if subject.on_matrix_units() || subject.kernels.is_empty() {
        return Ok(()); // faster than the f32 roof by design, or not run by the device
    }
    if let Some(reason) = crate::harness::ladder::place::roofline::not_credible(time, &ladder.problem, roofs) {
        bench.settle(subject, Status::Failed, reason);
    }
    Ok(())
}

/// Samples the live variants of all ladders in turns, and the canaries with them.
async fn sample_ladders(
    bench: &mut Bench<'_>,
    ladders: &mut [Ladder],
    stands: &[Stand],
    plan: &Plan,
) -> Result<(SampledRungs, Vec<Sampled>), Refused> {
    let begun = bench.host.now();
    let mut canaries = match bench.canaries.take() {
        Some(canaries) => canaries,
        None => Canaries::new(&mut bench.device).await.map_err(Refused::unserved)?,
    };
    let mut live: Vec<(usize, usize, Runnable)> = Vec::new();
    for (at, (ladder, stand)) in ladders.iter_mut().zip(stands).enumerate() {
        for (index, subject) in ladder.subjects.iter_mut().enumerate().filter(|(_, subject)| subject.runs()) {
            match runs(subject, stand, Pipelines::Timed, bench.facts.limits.max_workgroups) {
                Ok(work) => live.push((at, index, work)),
                Err(error) => bench.settle(subject, Status::Failed, error.to_string()),
            }
        }
    }
    let many = live.len();
    let all = sample(many, &canaries.repeats, plan, async |which, repeats| {
        let Some((at, index, work)) = live.get_mut(which) else {
            bench.doing("looking whether the machine holds still");
            let timing = canaries.run(&mut bench.device, which - many, repeats).await;
            return timing.map_err(|error| (None, error));
        };
        let stage = format!("timing {}", ladders[*at].place());
        bench.enter(&ladders[*at].subjects[*index], &stage);
        work.run(&mut bench.device, repeats).await.map_err(|error| (Some((*at, *index)), error))
    })
    .await;
    let mut all = all.map_err(|(whose, error)| match whose {
        Some((at, index)) => ended(bench, &ladders[at].subjects[index], error),
        None => Refused::unserved(error),
    })?;
    let watched = all.split_off(many);
    for (known, sampled) in canaries.repeats.iter_mut().zip(&watched) {
        *known = Some(sampled.repeats);
    }
    bench.sitting.timed.0 += (bench.host.now() - begun).as_secs_f64();
    bench.canaries = Some(canaries);
    let mut sampled: SampledRungs =
        ladders.iter().map(|ladder| ladder.subjects.iter().map(|_| None).collect()).collect();
    for ((at, index, _), one) in live.iter().zip(all) {
        sampled[*at][*index] = Some(one);
    }
    Ok((sampled, watched))
}

/// A verified kernel that fails while it is timed takes the device with it; the conductor goes on without it.
fn ended(bench: &mut Bench<'_>, subject: &Subject, error: DeviceError) -> Refused {
    let name = subject.variant.name.to_owned();
    (bench.emit)(Event::Lost(name, error.to_string()));
    Refused::unserved(error)
}

/// Times the live variants of `ladder` at the size where the launch costs more than the work.
///
/// # Errors
/// [`Refused`] where the device was lost.
pub async fn time_small(bench: &mut Bench<'_>, ladder: &mut Ladder, size: u32) -> Result<(), Refused> {
    let stand = bench.stand((ladder.part.problem)(size)).await?;
    let plan = Plan { budget: Seconds(bench.plan.budget.0 / 4.0), ..bench.plan.clone() };
    let (ladders, mut stands) = (std::slice::from_mut(ladder), [stand]);
    let (sampled, _) = sample_ladders(bench, ladders, &stands, &plan).await?;
    let ([ladder], [stand]) = (ladders, &mut stands) else {
        return Ok(());
    };
    ladder.small = Some(size);
    for (index, sampled) in sampled.into_iter().flatten().enumerate() {
        let Some(sampled) = sampled else {
            continue;
        };
        let subject = &mut ladder.subjects[index];
        let stage = format!("verifying after timing, at size {size}");
        if bench.verifies {
            verify(bench, subject, stand, Pipelines::Timed, sampled.repeats, &stage).await?;
        }
        if subject.live() {
            bench.sitting.small.insert(subject.variant.name.to_owned(), sampled);
        }
    }
    for stand in stands {
        stand.clear(&mut bench.device);
    }
    Ok(())
}

/// The clock's block of the report.
pub fn clock_report(bench: &Bench<'_>, sittings: &[Sitting]) -> ClockReport {
    if bench.simulated() {
        return ClockReport {
            source: Clock::Estimate,
            resolution_s: None,
            detail: "times are estimated from counters by a model of the machine; nothing was measured".to_owned(),
            sampling: "none: a simulated run does not vary".to_owned(),
            checks: bench.request.checks,
            processes: 0,
            canaries: Vec::new(),
        };
    }
    let batches = sittings.iter().flat_map(Sitting::batches);
    let (source, detail) = choose_clock(&batches.collect::<Vec<_>>());
    ClockReport {
        source,
        resolution_s: match source {
            Clock::GpuTimestamps => bench.facts.timestamp_period_s,
            Clock::Wall => Some(bench.host.step().as_secs_f64()),
            Clock::Estimate => None,
        },
        detail,
        sampling: bench.plan.describe(),
        checks: bench.request.checks,
        processes: that_timed(sittings),
        canaries: canary::reports(sittings),
    }
}
