//! Timing a part's variants, interleaved with the canaries.

use super::canary::Canaries;
use super::credible::not_credible;
use super::steadiness::allowed_unrest;
use crate::device::{AnyDevice, Device, DeviceError, Timing};
use crate::harness::ladder::prepare::device_problem::DeviceProblem;
use crate::harness::ladder::prepare::ladder::Ladder;
use crate::harness::ladder::prepare::runnable::{Pipelines, Runnable};
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::ladder::progress::Progress;
use crate::harness::ladder::verify::variant::{Verification, verify};
use crate::harness::protocol::{Activity, Event, ProblemName, Roofs, RunError, Settled, Stage, TimingSession};
use crate::host::Host;
use crate::measure::{Plan, Samples, choose_clock, sample};
use crate::roof::floor::Precision;

/// How often a part is timed anew where the machine did not hold still.
const ATTEMPTS: usize = 2;

/// What this process times with, and what it has timed.
pub struct Timer<'a> {
    /// Whose clock says how long it timed.
    host: &'a dyn Host,
    /// Whether it verifies once more what it timed.
    verifies: bool,
    /// The kernels that tell whether the machine holds still, once they are made.
    canaries: Option<Canaries>,
    /// What it has timed.
    pub session: TimingSession,
}

/// Ladders, each with its problem on the device.
pub struct Rungs<'a> {
    pub ladders: &'a mut [Ladder],
    /// One a ladder.
    pub instances: &'a mut [DeviceProblem],
}

/// What was sampled of each ladder's variants; `None` for one that is settled.
type SampledRungs = Vec<Vec<Option<Samples>>>;

impl<'a> Timer<'a> {
    /// Nothing is timed yet.
    pub fn new(host: &'a dyn Host, verifies: bool) -> Self {
        Self { host, verifies, canaries: None, session: TimingSession::default() }
    }

    /// Times the live variants of `rungs`, interleaved as `plan` says, and, in a process that verifies, verifies them once more.
    ///
    /// # Errors
    /// [`RunError`] where the device was lost.
    pub async fn time(
        &mut self,
        device: &mut AnyDevice,
        rungs: Rungs<'_>,
        plan: &Plan,
        roofs: &Roofs,
        progress: &mut Progress<'_>,
    ) -> Result<(), RunError> {
        let Rungs { ladders, instances } = rungs;
        let (sampled, allowed) = self.steady_samples(device, ladders, instances, plan, progress).await?;
        let all = sampled.iter().flatten().flatten();
        let batches: Vec<Timing> = all.flat_map(|sampled| sampled.batches.iter().copied()).collect();
        let (clock, _) = choose_clock(&batches);
        for ((ladder, instance), sampled) in ladders.iter_mut().zip(instances).zip(sampled) {
            let stage = Stage::VerifyTimed(ladder.problem_name());
            for (index, sampled) in sampled.into_iter().enumerate() {
                let Some((time, sampled)) = sampled.and_then(|sampled| Some((sampled.summary(clock)?, sampled))) else {
                    continue;
                };
                let problem = ladder.problem_of(&ladder.subjects[index]);
                let subject = &mut ladder.subjects[index];
                self.verify_again(device, subject, instance, (sampled.repeats, &stage), progress).await?;
                if let Some(reason) = too_fast(subject, || not_credible(time, &problem, roofs)) {
                    subject.settle(Settled::failed(reason), progress);
                }
                time_steps(device, subject, instance, progress).await?;
                if !subject.live() {
                    continue;
                }
                let key = ladder.key(&ladder.subjects[index]);
                if time.unrest > allowed {
                    self.session.unsteady.push(key.clone());
                }
                self.session.main.insert(key, sampled);
            }
        }
        Ok(())
    }

    /// Times the live variants of `ladder` on `instance`, at the size where the launch costs more than the work.
    ///
    /// # Errors
    /// [`RunError`] where the device was lost.
    pub async fn time_small(
        &mut self,
        device: &mut AnyDevice,
        ladder: &mut Ladder,
        instance: &mut DeviceProblem,
        plan: &Plan,
        progress: &mut Progress<'_>,
    ) -> Result<(), RunError> {
        let (ladders, instances) = (std::slice::from_mut(ladder), std::slice::from_mut(instance));
        let (sampled, _) = self.sample_all(device, ladders, instances, plan, progress).await?;
        let size = instance.problem.size;
        ladder.small = Some(size);
        let stage = Stage::VerifyTimed(ProblemName::Size(size));
        for (index, sampled) in sampled.into_iter().flatten().enumerate() {
            let Some(sampled) = sampled else {
                continue;
            };
            let subject = &mut ladder.subjects[index];
            self.verify_again(device, subject, instance, (sampled.repeats, &stage), progress).await?;
            if subject.live() {
                self.session.small.insert(subject.variant.name.to_owned(), sampled);
            }
        }
        Ok(())
    }

    /// Verifies what the timed kernel leaves behind.
    async fn verify_again(
        &self,
        device: &mut AnyDevice,
        subject: &mut VariantUnderTest,
        instance: &mut DeviceProblem,
        (repeats, stage): (u32, &Stage),
        progress: &mut Progress<'_>,
    ) -> Result<(), RunError> {
        if !self.verifies {
            return Ok(());
        }
        let how = Verification { pipelines: Pipelines::Timed, repeats, stage };
        verify(device, subject, instance, how, progress).await
    }

    /// Samples the variants together with the canaries, anew where the machine did not hold still; and how
    /// far a variant's samples may spread for its time to stand.
    async fn steady_samples(
        &mut self,
        device: &mut AnyDevice,
        ladders: &mut [Ladder],
        instances: &[DeviceProblem],
        plan: &Plan,
        progress: &mut Progress<'_>,
    ) -> Result<(SampledRungs, f64), RunError> {
        let mut attempt = 1;
        loop {
            let (sampled, canaries) = self.sample_all(device, ladders, instances, plan, progress).await?;
            let allowed = allowed_unrest(&canaries);
            let restless =
                |sampled: &Samples| sampled.summary(sampled.clock()).is_some_and(|time| time.unrest > allowed);
            if attempt == ATTEMPTS || !sampled.iter().flatten().flatten().any(restless) {
                self.session.watched(canaries);
                return Ok((sampled, allowed));
            }
            attempt += 1;
        }
    }

    /// Samples the live variants of all ladders, interleaved, and the canaries with them.
    async fn sample_all(
        &mut self,
        device: &mut AnyDevice,
        ladders: &mut [Ladder],
        instances: &[DeviceProblem],
        plan: &Plan,
        progress: &mut Progress<'_>,
    ) -> Result<(SampledRungs, Vec<Samples>), RunError> {
        let begun = self.host.now();
        let mut canaries = match self.canaries.take() {
            Some(canaries) => canaries,
            None => Canaries::new(device).await.map_err(RunError::unserved)?,
        };
        let mut live = runnables(ladders, instances, device.facts().limits.max_workgroups, progress);
        let many = live.len();
        let all = sample(many, &canaries.repeats, plan, async |which, repeats| {
            let Some((at, index, work)) = live.get_mut(which) else {
                progress.doing(Activity::Time, "looking whether the machine holds still");
                let timing = canaries.run(device, which - many, repeats).await;
                return timing.map_err(|error| (None, error));
            };
            let name = ladders[*at].subjects[*index].variant.name;
            progress.enter(name, &Stage::Time(ladders[*at].problem_name()));
            work.run(device, repeats).await.map_err(|error| (Some(name), error))
        })
        .await;
        let mut all = all.map_err(|(whose, error)| match whose {
            Some(name) => lost(name, error, progress),
            None => RunError::unserved(error),
        })?;
        let watched = all.split_off(many);
        for (known, sampled) in canaries.repeats.iter_mut().zip(&watched) {
            *known = Some(sampled.repeats);
        }
        self.session.timed.0 += (self.host.now() - begun).as_secs_f64();
        self.canaries = Some(canaries);
        let mut sampled: SampledRungs =
            ladders.iter().map(|ladder| ladder.subjects.iter().map(|_| None).collect()).collect();
        for ((at, index, _), one) in live.iter().zip(all) {
            sampled[*at][*index] = Some(one);
        }
        Ok((sampled, watched))
    }
}

/// What runs of each variant that is timed, by the indices of its ladder and of it.
fn runnables(
    ladders: &mut [Ladder],
    instances: &[DeviceProblem],
    allowed: u32,
    progress: &mut Progress<'_>,
) -> Vec<(usize, usize, Runnable)> {
    let mut live = Vec::new();
    for (at, (ladder, instance)) in ladders.iter_mut().zip(instances).enumerate() {
        for (index, subject) in ladder.subjects.iter_mut().enumerate().filter(|(_, subject)| subject.runs()) {
            match Runnable::of(subject, instance, Pipelines::Timed, allowed) {
                Ok(work) => live.push((at, index, work)),
                Err(error) => subject.settle(Settled::from(&error), progress),
            }
        }
    }
    live
}

/// Why a live variant's time is refused: the device cannot reach it.
fn too_fast(subject: &VariantUnderTest, not_credible: impl FnOnce() -> Option<String>) -> Option<String> {
    // Packed f16 and matrix units are faster than the f32 roof by design, and what has no kernels is not run by the device.
    let beyond_roofs = subject.precision() != Precision::F32 || subject.kernels.is_empty();
    (subject.live() && !beyond_roofs).then(not_credible).flatten()
}

/// Times the steps of a live variant that has some, apart from each other.
async fn time_steps(
    device: &mut AnyDevice,
    subject: &mut VariantUnderTest,
    instance: &DeviceProblem,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    if !subject.live() {
        return Ok(());
    }
    let work = Runnable::of(subject, instance, Pipelines::Timed, device.facts().limits.max_workgroups);
    if let Ok(Runnable::Host(mut schedule)) = work {
        let steps = schedule.times(device).await;
        subject.steps = steps.map_err(|error| lost(subject.variant.name, error, progress))?;
    }
    Ok(())
}

/// A verified kernel that fails while it is timed takes the device with it; the supervisor goes on without it.
fn lost(name: &str, error: DeviceError, progress: &mut Progress<'_>) -> RunError {
    progress.emit(Event::Lost(name.to_owned(), error.to_string()));
    RunError::unserved(error)
}
