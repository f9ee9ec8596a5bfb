//! Entrants that run by turns, each judged by its fastest batch.
//!
//! The minimum is the right statistic for a ceiling: whatever disturbs a run makes it slower, never faster. Turns are
//! taken one batch each, so that a disturbance or a rising clock does not favour whoever runs at that time.

use std::fmt;
use std::time::{Duration, Instant};

use super::{Ceiling, CeilingError};
use crate::device::{Device, DeviceError, Launch, Timing};

/// Batches of this share of the budget leave room for two of every shape and a good many of the best. A budget of
/// one second has batches of 4 ms: long against a submission's 0.2 ms, short against a machine's other work.
const BATCH: f64 = 1.0 / 250.0;
/// The share of the budget after which the race is decided; the rest is for verifying the winner.
const DECIDED: f64 = 0.9;
/// How many of the best take part in the last rounds.
const FINALISTS: usize = 4;
/// A batch that comes this close to the fastest confirms it.
const CLOSE: f64 = 0.01;
/// Batches that must confirm the fastest. On a machine that does not hold still they never come, and the race goes
/// on until its time is up.
const CONFIRMED: usize = 8;
/// The least share of wall-clock time that the device's timestamps must account for to be believed.
const COVERED: f64 = 0.8;

/// One shape in a race.
pub struct Entrant<S> {
    /// The shape.
    pub shape: S,
    /// What a batch runs.
    pub launches: Vec<Launch>,
    /// How often.
    pub repeats: u32,
    /// FLOPs or bytes of one batch.
    pub work: f64,
    batches: Vec<Timing>,
}

/// The clock that a race is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    /// The device's own timestamps.
    Gpu,
    /// The host's clock.
    Wall,
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gpu => "GPU timestamps",
            Self::Wall => "wall clock",
        })
    }
}

impl<S> Entrant<S> {
    /// A shape whose batches run `launches` so many times, which is so much `work`.
    pub fn new(shape: S, launches: Vec<Launch>, repeats: u32, work: f64) -> Self {
        Self {
            shape,
            launches,
            repeats,
            work,
            batches: Vec::new(),
        }
    }

    fn run(&mut self, device: &mut dyn Device) -> Result<(), DeviceError> {
        let timing = device.run(&self.launches, self.repeats)?;
        self.batches.push(timing);
        Ok(())
    }

    fn seconds(&self, clock: Clock) -> impl Iterator<Item = f64> {
        self.batches.iter().filter_map(move |timing| match clock {
            Clock::Gpu => timing.gpu.map(|gpu| gpu.0),
            Clock::Wall => Some(timing.wall.0),
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
        self.batches.iter().all(ordered)
            && self.fastest(Clock::Gpu) >= COVERED * self.fastest(Clock::Wall)
    }
}

/// A race between shapes on one device.
pub struct Race<S> {
    entrants: Vec<Entrant<S>>,
    started: Instant,
    budget: Duration,
}

impl<S: fmt::Display> Race<S> {
    /// A race that starts now and should be over when `budget` has passed.
    pub fn new(budget: Duration) -> Self {
        Self {
            entrants: Vec::new(),
            started: Instant::now(),
            budget,
        }
    }

    /// Whether `share` of the budget has passed.
    pub fn spent(&self, share: f64) -> bool {
        self.started.elapsed() > self.budget.mul_f64(share)
    }

    /// How many times longer than `timing` a batch should be.
    pub fn stretch(&self, timing: Timing) -> f64 {
        let seconds = timing.gpu.unwrap_or(timing.wall).0;
        self.budget.as_secs_f64() * BATCH / seconds.max(1e-7)
    }

    /// Whether nobody takes part yet.
    pub fn is_empty(&self) -> bool {
        self.entrants.is_empty()
    }

    /// Lets `entrant` take part.
    pub fn enter(&mut self, entrant: Entrant<S>) {
        self.entrants.push(entrant);
    }

    /// One batch of each who has had none.
    ///
    /// # Errors
    /// [`DeviceError`] where the device fails.
    pub fn qualify(&mut self, device: &mut dyn Device) -> Result<(), DeviceError> {
        self.entrants
            .iter_mut()
            .filter(|entrant| entrant.batches.is_empty())
            .try_for_each(|entrant| entrant.run(device))
    }

    /// All entrants, the fastest first.
    pub fn ranked(&mut self) -> &[Entrant<S>] {
        let clock = self.clock();
        self.entrants
            .sort_by(|a, b| b.rate(clock).total_cmp(&a.rate(clock)));
        &self.entrants
    }

    /// Rounds of the best few, until the fastest is confirmed or time is up.
    ///
    /// # Errors
    /// [`DeviceError`] where the device fails.
    pub fn decide(&mut self, device: &mut dyn Device) -> Result<(), DeviceError> {
        loop {
            let clock = self.clock();
            let confirmed = self
                .ranked()
                .first()
                .is_none_or(|entrant| entrant.confirmed(clock));
            if confirmed || self.spent(DECIDED) {
                return Ok(());
            }
            self.entrants
                .iter_mut()
                .take(FINALISTS)
                .try_for_each(|entrant| entrant.run(device))?;
        }
    }

    /// The fastest in which `fault` finds nothing wrong.
    ///
    /// # Errors
    /// [`CeilingError::Wrong`] where there is none, or whatever `fault` meets with.
    pub fn winner(
        &mut self,
        device: &mut dyn Device,
        mut fault: impl FnMut(&mut dyn Device, &Entrant<S>) -> Result<Option<String>, DeviceError>,
    ) -> Result<Ceiling, CeilingError> {
        let clock = self.clock();
        let shapes = self.entrants.len();
        let mut last = "none ran".to_owned();
        for entrant in self.ranked() {
            match fault(device, entrant)? {
                Some(found) => last = found,
                None => {
                    return Ok(Ceiling {
                        rate: entrant.rate(clock),
                        detail: format!(
                            "{}; the best of {shapes} shapes, fastest of {} batches by {clock}",
                            entrant.shape,
                            entrant.batches.len()
                        ),
                    });
                }
            }
        }
        Err(CeilingError::Wrong(last))
    }

    /// The device's timestamps where they agree with the host's clock for whoever is fastest by that.
    fn clock(&self) -> Clock {
        let wall = |entrant: &&Entrant<S>| entrant.rate(Clock::Wall);
        let fastest = self
            .entrants
            .iter()
            .filter(|entrant| !entrant.batches.is_empty())
            .max_by(|a, b| wall(a).total_cmp(&wall(b)));
        if fastest.is_some_and(Entrant::agrees) {
            Clock::Gpu
        } else {
            Clock::Wall
        }
    }
}
