//! Candidates that are timed in rotation, each judged by its fastest batch.
//!
//! The minimum is the right statistic for a ceiling: whatever disturbs a run makes it slower, never faster. Each candidate
//! runs one batch at a time, so that a disturbance or a rising clock favours none of them.

use std::fmt;
use std::time::Duration;

use super::{Ceiling, CeilingError};
use crate::device::{Device, DeviceError, Launch, Timing};
use crate::host::Host;
use crate::measure::Clock;

/// Batches of this share of the budget leave room for two of every shape and a good many of the best. A budget of
/// one second has batches of 4 ms: long against a submission's 0.2 ms, short against a machine's other work.
const BATCH: f64 = 1.0 / 250.0;
/// The share of the budget within which the fastest is confirmed; the rest is for verifying it.
const CONFIRM_UNTIL: f64 = 0.9;
/// How many of the best are timed in the last rounds.
const CLOSEST: usize = 4;
/// How many of those there are at least, even where time is up: one batch says little.
const ROUNDS: u32 = 3;
/// A batch that comes this close to the fastest confirms it.
const CLOSE: f64 = 0.01;
/// Batches that must confirm the fastest. On a machine that does not hold still they never come, and the tuning
/// goes on until its time is up.
const CONFIRMED: usize = 8;
/// The least share of wall-clock time that the device's timestamps must account for to be believed.
const COVERED: f64 = 0.8;

/// A shape that is tried.
pub struct Candidate<S> {
    pub shape: S,
    /// What batches run, in rotation where one batch does not run all of them.
    pub launches: Vec<Launch>,
    /// How many of them a batch runs.
    pub each: usize,
    /// How often a batch runs them: once where it does not run all.
    pub repeats: u32,
    /// FLOPs or bytes of one batch.
    pub work: f64,
    batches: Vec<Timing>,
}

impl<S> Candidate<S> {
    /// A shape whose batches run `launches` so many times, which is so much `work`.
    pub fn new(shape: S, launches: Vec<Launch>, repeats: u32, work: f64) -> Self {
        Self { shape, each: launches.len(), launches, repeats, work, batches: Vec::new() }
    }

    /// A shape whose batches run so many of `launches`, each of which is so much `work`: some of them, or all a whole number of times.
    pub fn rotating(shape: S, launches: Vec<Launch>, wanted: usize, work: f64) -> Self {
        let each = wanted.clamp(1, launches.len());
        let repeats = (wanted / launches.len()).max(1);
        let work = work * (each * repeats) as f64;
        Self { each, ..Self::new(shape, launches, repeats as u32, work) }
    }

    fn seconds(&self, clock: Clock) -> impl Iterator<Item = f64> {
        self.batches.iter().filter_map(move |timing| match clock {
            Clock::GpuTimestamps => timing.gpu.map(|gpu| gpu.0),
            _ => Some(timing.wall.0),
        })
    }

    fn fastest(&self, clock: Clock) -> f64 {
        self.seconds(clock).fold(f64::INFINITY, f64::min)
    }

    /// Work a second.
    fn rate(&self, clock: Clock) -> f64 {
        self.work / self.fastest(clock)
    }

    fn confirmed(&self, clock: Clock) -> bool {
        let close = self.fastest(clock) * (1.0 + CLOSE);
        self.seconds(clock).filter(|time| *time <= close).count() > CONFIRMED
    }

    /// Whether the device's timestamps agree with the host's clock. That one starts before the submission and ends
    /// after the host woke up, so it can only be longer, and by little.
    fn agrees(&self) -> bool {
        let ordered = |timing: &Timing| timing.gpu.is_some_and(|gpu| gpu <= timing.wall);
        self.batches.iter().all(ordered) && self.fastest(Clock::GpuTimestamps) >= COVERED * self.fastest(Clock::Wall)
    }
}

/// The search for the fastest shape on one device.
pub struct Autotuner<'a, S> {
    candidates: Vec<Candidate<S>>,
    /// Launches that ran in rotation so far.
    rotated: usize,
    refused: Option<String>,
    host: &'a dyn Host,
    started: Duration,
    budget: Duration,
}

impl<'a, S: fmt::Display> Autotuner<'a, S> {
    /// A search that starts now, by `host`'s clock, and should be over when `budget` has passed.
    pub fn new(budget: Duration, host: &'a dyn Host) -> Self {
        Self { candidates: Vec::new(), rotated: 0, refused: None, host, started: host.now(), budget }
    }

    /// Whether `share` of the budget has passed.
    pub fn spent(&self, share: f64) -> bool {
        self.host.now() - self.started > self.budget.mul_f64(share)
    }

    /// How many times longer than `timing` a batch should be.
    pub fn stretch(&self, timing: Timing) -> f64 {
        let seconds = timing.gpu.unwrap_or(timing.wall).0;
        self.budget.as_secs_f64() * BATCH / seconds.max(1e-7)
    }

    /// Whether there is no candidate yet.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Adds `candidate`, or goes on without it where only this one shape does not suit the device.
    ///
    /// # Errors
    /// `candidate`'s own, where the device failed.
    pub fn add(&mut self, candidate: Result<Candidate<S>, CeilingError>) -> Result<(), CeilingError> {
        match candidate {
            Ok(candidate) => self.candidates.push(candidate),
            Err(CeilingError::Device(error @ (DeviceError::Refused(_) | DeviceError::Limit { .. }))) => {
                self.refused = Some(error.to_string())
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// One batch of each that has had none.
    ///
    /// # Errors
    /// [`DeviceError`] where the device fails.
    pub async fn time_new(&mut self, device: &mut impl Device) -> Result<(), DeviceError> {
        for which in 0..self.candidates.len() {
            if self.candidates[which].batches.is_empty() {
                self.batch(which, device).await?;
            }
        }
        Ok(())
    }

    async fn batch(&mut self, which: usize, device: &mut impl Device) -> Result<(), DeviceError> {
        let Candidate { launches, each, repeats, .. } = &self.candidates[which];
        let launches = next(launches, *each, &mut self.rotated);
        let timing = device.run(&launches, *repeats).await?;
        self.candidates[which].batches.push(timing);
        Ok(())
    }

    /// Runs the next of `launches`.
    ///
    /// # Errors
    /// [`DeviceError`] where the device fails.
    pub async fn run_next(&mut self, launches: &[Launch], device: &mut impl Device) -> Result<Timing, DeviceError> {
        device.run(&next(launches, 1, &mut self.rotated), 1).await
    }

    /// All candidates, the fastest first.
    pub fn ranked(&mut self) -> &[Candidate<S>] {
        let clock = self.clock();
        self.candidates.sort_by(|a, b| b.rate(clock).total_cmp(&a.rate(clock)));
        &self.candidates
    }

    /// Rounds of the best few, until the fastest is confirmed or time is up.
    ///
    /// # Errors
    /// [`DeviceError`] where the device fails.
    pub async fn confirm(&mut self, device: &mut impl Device) -> Result<(), DeviceError> {
        for round in 0_u32.. {
            let clock = self.clock();
            let confirmed = self.ranked().first().is_none_or(|candidate| candidate.confirmed(clock));
            if confirmed || (round >= ROUNDS && self.spent(CONFIRM_UNTIL)) {
                break;
            }
            for which in 0..self.candidates.len().min(CLOSEST) {
                self.batch(which, device).await?;
            }
        }
        Ok(())
    }

    /// The fastest in which `fault` finds nothing wrong.
    ///
    /// # Errors
    /// [`CeilingError::Wrong`] where there is none, or whatever `fault` meets with.
    pub async fn fastest_right<D: Device>(
        &mut self,
        device: &mut D,
        mut fault: impl AsyncFnMut(&mut D, &Candidate<S>) -> Result<Option<String>, DeviceError>,
    ) -> Result<Ceiling, CeilingError> {
        let clock = self.clock();
        let shapes = self.candidates.len();
        let mut last = self.refused.clone().unwrap_or_default();
        for candidate in self.ranked() {
            match fault(device, candidate).await? {
                Some(found) => last = found,
                None => {
                    return Ok(Ceiling {
                        rate: candidate.rate(clock),
                        shape: candidate.shape.to_string(),
                        detail: format!(
                            "{}; the best of {shapes} shape{}, fastest of {} batches by {}",
                            candidate.shape,
                            if shapes == 1 { "" } else { "s" },
                            candidate.batches.len(),
                            clock.name()
                        ),
                    });
                }
            }
        }
        Err(CeilingError::Wrong(last))
    }

    /// The device's timestamps where they agree with the host's clock for whoever is fastest by that.
    fn clock(&self) -> Clock {
        let wall = |candidate: &&Candidate<S>| candidate.rate(Clock::Wall);
        let fastest = self
            .candidates
            .iter()
            .filter(|candidate| !candidate.batches.is_empty())
            .max_by(|a, b| wall(a).total_cmp(&wall(b)));
        if fastest.is_some_and(Candidate::agrees) { Clock::GpuTimestamps } else { Clock::Wall }
    }
}

/// The next `each` of `launches`, of which so many ran in rotation.
fn next(launches: &[Launch], each: usize, rotated: &mut usize) -> Vec<Launch> {
    let first = if each < launches.len() { *rotated } else { 0 };
    *rotated += each;
    launches.iter().cycle().skip(first % launches.len()).take(each).cloned().collect()
}

#[cfg(test)]
mod tests {
    use pollster::block_on;

    use super::*;
    use crate::device::{Action, ActionTimes, BufferId, Facts, HostMemory, PipelineId, RuntimeChecks};
    use crate::host::Native;
    use crate::kernel::Kernel;
    use crate::units::Seconds;

    /// A device that answers each pipeline with timings of its own, over and over.
    struct Scripted(Vec<Vec<Timing>>, Vec<usize>);

    impl Scripted {
        fn new(script: Vec<Vec<Timing>>) -> Self {
            let runs = vec![0; script.len()];
            Self(script, runs)
        }
    }

    impl Device for Scripted {
        fn facts(&self) -> &Facts {
            unreachable!()
        }
        async fn compile(&mut self, _: &Kernel, _: RuntimeChecks) -> Result<PipelineId, DeviceError> {
            unreachable!()
        }
        fn allocate(&mut self, _: &str, _: u64) -> Result<BufferId, DeviceError> {
            unreachable!()
        }
        fn bind_exactly(&mut self, _: BufferId, _: u64) {}

        async fn write_at(&mut self, _: BufferId, _: u64, _: &[u8]) -> Result<(), DeviceError> {
            unreachable!()
        }
        async fn read_at(&mut self, _: BufferId, _: u64, _: u64) -> Result<Vec<u8>, DeviceError> {
            unreachable!()
        }
        fn free(&mut self, _: BufferId) {
            unreachable!()
        }
        async fn run(&mut self, launches: &[Launch], _: u32) -> Result<Timing, DeviceError> {
            let which = launches[0].pipeline.0;
            let timings = &self.0[which];
            let timing = timings[self.1[which] % timings.len()];
            self.1[which] += 1;
            Ok(timing)
        }
        async fn perform(&mut self, _: &[Action], _: &mut HostMemory, _: u32) -> Result<ActionTimes, DeviceError> {
            unreachable!()
        }
    }

    fn timing(wall: f64, gpu: Option<f64>) -> Timing {
        Timing { wall: Seconds(wall), gpu: gpu.map(Seconds) }
    }

    fn launch(which: usize) -> Launch {
        Launch { pipeline: PipelineId(which), clears: Vec::new(), buffers: Vec::new(), workgroups: [1; 3] }
    }

    #[test]
    fn a_batch_that_does_not_run_all_goes_on_where_the_one_before_it_ended() {
        let launches = [0, 1, 2].map(launch);
        let mut rotated = 0;
        let mut batch =
            |each| next(&launches, each, &mut rotated).iter().map(|launch| launch.pipeline.0).collect::<Vec<usize>>();
        assert_eq!([2, 2, 2, 3].map(&mut batch), [vec![0, 1], vec![2, 0], vec![1, 2], vec![0, 1, 2]]);
    }

    #[test]
    fn a_batch_runs_some_launches_once_or_all_of_them_a_whole_number_of_times() {
        let sized = |wanted| {
            let candidate = Candidate::rotating((), [0, 1, 2].map(launch).to_vec(), wanted, 10.0);
            (candidate.each, candidate.repeats, candidate.work)
        };
        assert_eq!([0, 2, 3, 8].map(sized), [(1, 1, 10.0), (2, 1, 20.0), (3, 1, 30.0), (3, 2, 60.0)]);
    }

    /// Tunes among one candidate a script, each doing 1 unit of work a batch.
    fn tuned(script: Vec<Vec<Timing>>) -> (Autotuner<'static, String>, Scripted) {
        let mut tuner = Autotuner::new(Duration::from_millis(200), &Native);
        for which in 0..script.len() {
            let candidate = Candidate::new(format!("shape {which}"), vec![launch(which)], 1, 1.0);
            tuner.add(Ok(candidate)).unwrap();
        }
        let mut device = Scripted::new(script);
        block_on(tuner.time_new(&mut device)).unwrap();
        block_on(tuner.confirm(&mut device)).unwrap();
        (tuner, device)
    }

    /// The fastest among those whose names do not hold `wrong`.
    fn fastest_right(
        tuner: &mut Autotuner<'_, String>,
        device: &mut Scripted,
        wrong: &str,
    ) -> Result<Ceiling, CeilingError> {
        let wrong = async |_: &mut Scripted, candidate: &Candidate<String>| {
            Ok(candidate.shape.contains(wrong).then(|| "nonsense".to_owned()))
        };
        block_on(tuner.fastest_right(device, wrong))
    }

    #[test]
    fn the_fastest_batch_counts_and_not_the_disturbed_ones() {
        let steady = vec![timing(0.5, Some(0.48))];
        let disturbed = vec![timing(0.9, Some(0.88)), timing(0.42, Some(0.4))];
        let (mut tuner, mut device) = tuned(vec![steady, disturbed]);
        let ceiling = fastest_right(&mut tuner, &mut device, "none").unwrap();
        assert_eq!(ceiling.rate, 1.0 / 0.4);
        assert!(ceiling.detail.starts_with("shape 1; the best of 2 shapes"));
        assert!(ceiling.detail.ends_with("by GPU timestamps"));
    }

    #[test]
    fn timestamps_that_disagree_with_the_wall_clock_are_not_used() {
        for gpu in [None, Some(0.3), Some(0.6)] {
            let (mut tuner, mut device) = tuned(vec![vec![timing(0.5, gpu)]]);
            let ceiling = fastest_right(&mut tuner, &mut device, "none").unwrap();
            assert_eq!(ceiling.rate, 2.0, "{gpu:?}");
            assert!(ceiling.detail.ends_with("by wall clock"));
        }
    }

    #[test]
    fn a_shape_that_computes_nonsense_does_not_win() {
        let fast = vec![timing(0.1, None)];
        let slow = vec![timing(0.5, None)];
        let (mut tuner, mut device) = tuned(vec![fast, slow]);
        let ceiling = fastest_right(&mut tuner, &mut device, "shape 0").unwrap();
        assert_eq!(ceiling.rate, 2.0);
        let error = fastest_right(&mut tuner, &mut device, "shape").unwrap_err();
        assert!(error.to_string().contains("nonsense"), "{error}");
    }

    #[test]
    fn a_steady_search_ends_when_the_fastest_is_confirmed() {
        let (tuner, device) = tuned(vec![vec![timing(0.5, None)]]);
        assert_eq!(device.1[0], CONFIRMED + 1);
        assert!(!tuner.spent(CONFIRM_UNTIL));
    }
}
