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
    /// How long the run did nothing else: the sum over all stages is the run's time.
    pub seconds: f64,
    /// How long it went on beside other stages, in addition.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub beside_s: f64,
}

fn is_zero(seconds: &f64) -> bool {
    *seconds == 0.0
}

/// What processes spent together: each what it did, and what went on beside that.
pub fn together<'a>(processes: impl Iterator<Item = (&'a Spent, &'a Spent)>) -> Vec<StageReport> {
    let mut all: BTreeMap<Activity, (f64, f64)> = BTreeMap::new();
    for (own, beside) in processes {
        own.iter().for_each(|(stage, seconds)| all.entry(*stage).or_default().0 += seconds);
        beside.iter().for_each(|(stage, seconds)| all.entry(*stage).or_default().1 += seconds);
    }
    all.into_iter().map(|(stage, (seconds, beside_s))| StageReport { stage, seconds, beside_s }).collect()
}

/// Where a run's time went, in words.
pub fn in_words(stages: &[StageReport]) -> String {
    let listed = |seconds: fn(&StageReport) -> f64, least: f64| {
        let reported = stages.iter().filter(|stage| seconds(stage) >= least);
        reported.map(|stage| format!("{} {:.1} s", stage.stage, seconds(stage))).collect::<Vec<_>>().join(", ")
    };
    let own = listed(|stage| stage.seconds, 0.0);
    // Less is not told to a tenth of a second.
    let beside = listed(|stage| stage.beside_s, 0.05);
    if beside.is_empty() { own } else { format!("{own}; and meanwhile, beside these: {beside}") }
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
        let all = together([(&spent, &Spent::new()), (&other, &Spent::new())].into_iter());
        assert_eq!(all.iter().map(|stage| stage.seconds).collect::<Vec<_>>(), [1.0, 5.0, 6.5]);
    }

    #[test]
    fn what_went_on_beside_is_told_apart_and_is_no_part_of_the_sum() {
        let own = Spent::from([(Activity::Compile, 2.0), (Activity::Audit, 0.5)]);
        let all = together([(&own, &Spent::from([(Activity::Audit, 1.75)]))].into_iter());
        assert_eq!(all.iter().map(|stage| stage.seconds).sum::<f64>(), 2.5);
        assert_eq!(
            in_words(&all),
            "compiling 2.0 s, audits on the simulator 0.5 s; and meanwhile, beside these: audits on the simulator 1.8 s"
        );
        let alone = together([(&own, &Spent::new())].into_iter());
        assert_eq!(in_words(&alone), "compiling 2.0 s, audits on the simulator 0.5 s");
    }
}
