//! Where a run's time went.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::stage::Stage;

/// What a process of a run does for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    /// Reading shaders, until the roofs are measured.
    Start,
    /// Measuring the device's roofs.
    Roofs,
    /// Kernels are compiled.
    Compile,
    /// Kernels run on the simulator, beside a device.
    Audit,
    /// Data, references, and what outputs may be.
    Prepare,
    /// Outputs are verified.
    Verify,
    /// Kernels are timed.
    Time,
}

impl fmt::Display for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Roofs => "roofs",
            Self::Compile => "compiling",
            Self::Audit => "audits on the simulator",
            Self::Prepare => "data and references",
            Self::Verify => "verifying",
            Self::Time => "timing",
        })
    }
}

impl From<&Stage> for Activity {
    fn from(stage: &Stage) -> Self {
        match stage {
            Stage::Compile => Self::Compile,
            Stage::Audit(_) => Self::Audit,
            Stage::Time(_) => Self::Time,
            Stage::Simulate | Stage::Run | Stage::Verify(_) | Stage::VerifyTimed(_) => Self::Verify,
            Stage::Interleaved(stage) | Stage::Crowded(stage) => stage.as_ref().into(),
        }
    }
}

/// Seconds by activity.
pub type Spent = BTreeMap<Activity, f64>;

/// What is done now, since when, and how long all before took.
pub struct Stopwatch {
    now: (Activity, Duration),
    spent: Spent,
}

impl Stopwatch {
    /// A run that starts at this moment.
    pub fn new(at: Duration) -> Self {
        Self { now: (Activity::Start, at), spent: Spent::new() }
    }

    /// From this moment on something is done.
    pub fn enter(&mut self, activity: Activity, at: Duration) {
        let (before, since) = std::mem::replace(&mut self.now, (activity, at));
        *self.spent.entry(before).or_default() += at.saturating_sub(since).as_secs_f64();
    }

    /// How long each took, up to this moment.
    pub fn spent(&mut self, at: Duration) -> Spent {
        self.enter(self.now.0, at);
        self.spent.clone()
    }
}

/// An activity of a run, all its processes together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageReport {
    pub stage: Activity,
    /// How long it took.
    pub seconds: f64,
}

/// What processes spent together.
pub fn together<'a>(processes: impl Iterator<Item = &'a Spent>) -> Vec<StageReport> {
    let mut all = Spent::new();
    for (stage, seconds) in processes.flatten() {
        *all.entry(*stage).or_default() += seconds;
    }
    all.into_iter().map(|(stage, seconds)| StageReport { stage, seconds }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_moment_belongs_to_one_activity_and_processes_add_up() {
        let at = Duration::from_secs;
        let mut watch = Stopwatch::new(at(10));
        watch.enter(Activity::Verify, at(11));
        watch.enter(Activity::Time, at(14));
        watch.enter(Activity::Verify, at(20));
        let spent = watch.spent(at(22));
        assert_eq!(spent, Spent::from([(Activity::Start, 1.0), (Activity::Verify, 5.0), (Activity::Time, 6.0)]));
        let other = Spent::from([(Activity::Time, 0.5)]);
        let all: Vec<f64> = together([spent, other].iter()).iter().map(|stage| stage.seconds).collect();
        assert_eq!(all, [1.0, 5.0, 6.5]);
    }
}
