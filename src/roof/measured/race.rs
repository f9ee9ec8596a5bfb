//! Entrants that run by turns, each judged by its fastest batch.
//!
//! The minimum is the right statistic for a ceiling: whatever disturbs a run makes it slower, never faster. Turns are
//! taken one batch each, so that a disturbance or a rising clock does not favour whoever runs at that time.

use std::fmt;
use std::time::{Duration, Instant};

use super::{Ceiling, CeilingError};
use crate::device::{Device, DeviceError, Launch, Timing};

/// How long a batch should take: long against the cost of a submission, short against whatever else the machine does.
const BATCH: f64 = 5e-3;
/// The share of a batch's wall-clock time that the device's timestamps must cover to be believed.
const COVERED: f64 = 0.5;
/// The share of batches that must be believable.
const BELIEVED: f64 = 0.9;
/// A batch that is faster by less than this is no news.
const NEWS: f64 = 0.003;
/// How many of the best take part in the last rounds.
const FINALISTS: usize = 4;
/// Rounds without news after which a race is decided.
const PATIENCE: u32 = 8;

/// One shape in a race.
pub struct Entrant<S> {
    /// The shape.
    pub shape: S,
    /// What it runs, over and over.
    pub launches: Vec<Launch>,
    /// Repeats in a batch.
    pub repeats: u32,
    /// FLOPs or bytes of one repeat.
    pub work: f64,
    fastest: Fastest,
}

/// The best of an entrant's batches, in work a second.
#[derive(Clone, Copy, Debug, Default)]
struct Fastest {
    wall: f64,
    gpu: f64,
    batches: u32,
    believed: u32,
}

impl Fastest {
    fn record(&mut self, work: f64, timing: Timing) {
        let wall = timing.wall.0;
        self.batches += 1;
        self.wall = self.wall.max(work / wall);
        // Wall clock starts before the submission and ends after the host woke up: it can only be longer.
        if let Some(gpu) = timing
            .gpu
            .filter(|gpu| (wall * COVERED..=wall).contains(&gpu.0))
        {
            self.believed += 1;
            self.gpu = self.gpu.max(work / gpu.0);
        }
    }
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
    /// A shape that is ready to run `launches`, each time doing `work`.
    pub fn new(shape: S, launches: Vec<Launch>, work: f64) -> Self {
        Self {
            shape,
            launches,
            repeats: 1,
            work,
            fastest: Fastest::default(),
        }
    }

    /// Its best rate by `clock`.
    fn rate(&self, clock: Clock) -> f64 {
        match clock {
            Clock::Gpu => self.fastest.gpu,
            Clock::Wall => self.fastest.wall,
        }
    }
}

/// A race between shapes on one device.
pub struct Race<S> {
    entrants: Vec<Entrant<S>>,
    started: Instant,
    budget: Duration,
}

impl<S: fmt::Display> Race<S> {
    /// A race that should be over when `budget` has passed.
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

    /// Whether nobody takes part yet.
    pub fn is_empty(&self) -> bool {
        self.entrants.is_empty()
    }

    /// Lets `entrant` take part.
    pub fn enter(&mut self, entrant: Entrant<S>) {
        self.entrants.push(entrant);
    }

    /// One batch of each of the first `count`.
    ///
    /// # Errors
    /// [`DeviceError`] where the device fails.
    pub fn round(&mut self, device: &mut dyn Device, count: usize) -> Result<(), DeviceError> {
        for entrant in self.entrants.iter_mut().take(count) {
            let timing = device.run(&entrant.launches, entrant.repeats)?;
            let work = entrant.work * f64::from(entrant.repeats);
            entrant.fastest.record(work, timing);
        }
        Ok(())
    }

    /// All entrants, the fastest first.
    pub fn ranked(&mut self) -> &[Entrant<S>] {
        let clock = self.clock();
        self.entrants
            .sort_by(|a, b| b.rate(clock).total_cmp(&a.rate(clock)));
        &self.entrants
    }

    /// Rounds of the best few, until none has improved on the best for a while or the budget is spent.
    ///
    /// # Errors
    /// [`DeviceError`] where the device fails.
    pub fn decide(&mut self, device: &mut dyn Device) -> Result<(), DeviceError> {
        let (mut best, mut stale) = (0.0, 0);
        self.ranked();
        while stale < PATIENCE && !self.spent(1.0) {
            self.round(device, FINALISTS)?;
            let clock = self.clock();
            let rates = self.entrants.iter().map(|entrant| entrant.rate(clock));
            let fastest = rates.fold(0.0, f64::max);
            let news = fastest > best * (1.0 + NEWS);
            stale = if news { 0 } else { stale + 1 };
            best = fastest.max(best);
        }
        Ok(())
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
                            entrant.shape, entrant.fastest.batches
                        ),
                    });
                }
            }
        }
        Err(CeilingError::Wrong(last))
    }

    /// The device's timestamps, where nearly all of them agree with the host's clock.
    fn clock(&self) -> Clock {
        let batches: u32 = self.entrants.iter().map(|e| e.fastest.batches).sum();
        let believed: u32 = self.entrants.iter().map(|e| e.fastest.believed).sum();
        if f64::from(believed) >= BELIEVED * f64::from(batches.max(1)) {
            Clock::Gpu
        } else {
            Clock::Wall
        }
    }
}

/// How many times longer than `timing` a batch should be.
pub fn stretch(timing: Timing) -> f64 {
    let seconds = timing.gpu.map_or(timing.wall, |gpu| gpu).0;
    BATCH / seconds.max(1e-7)
}
