//! A run beside its baseline: kernel by kernel in one run, or by the times that were recorded.

use serde::{Deserialize, Serialize};

use super::baseline::{BaselineError, StoredRun};
use super::changed::{changes, one_process};
use crate::compare::{CounterRow, TimeChange, TimeRatio, counter_rows};
use crate::harness::{BaselineKernelReport, Checks, Report, Status, VariantReport};
use crate::measure::Summary;
use crate::sim::Counters;

/// A run that would have missed a change larger than this share is inconclusive.
const COARSE: f64 = 0.2;

/// What a run is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// The kernels that the baseline kept, which ran in turns with today's.
    Kernels,
    /// The times that the baseline recorded.
    Recorded,
}

/// A lab's run beside its baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    pub lab: String,
    /// The baseline's name.
    pub baseline: String,
    /// What it is held against.
    pub against: Against,
    /// Each variant of either run.
    pub variants: Vec<Compared>,
    /// What differs beside the kernels, and what to do about it.
    pub notes: Vec<String>,
}

/// One variant in both runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The variant.
    pub name: String,
    /// How it stands.
    pub standing: Standing,
    /// Why it stands so, where the figures do not say it.
    pub reason: Option<String>,
    /// Today's time over the baseline's; `None` where one of the two has none.
    pub ratio: Option<TimeRatio>,
    /// The smallest change that this run could have seen, as a share; `None` of an estimate, and where nothing was timed.
    pub smallest: Option<f64>,
    /// The baseline's time: of the baseline's kernel in this run, or as it was recorded.
    pub before: Option<Summary>,
    /// Today's time.
    pub now: Option<Summary>,
    /// Counters that are not what they were, exactly; none where one of the two was not counted.
    pub counters: Vec<CounterRow>,
}

/// How a variant stands to its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It takes less time.
    Faster,
    /// It takes more time.
    Slower,
    /// A change as large as the smallest that could have been seen is excluded.
    NoDifference,
    /// Its text and grid are the baseline's.
    SameKernel,
    /// It was right then and is not now.
    Broken,
    /// The machine was not steady, or too little was timed.
    Inconclusive,
    /// The baseline has no such variant, or did not time it.
    New,
    /// This run did not ask for it, or could not run it.
    NotRun,
}

impl Standing {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::NoDifference => "no difference",
            Self::SameKernel => "same kernel",
            Self::Broken => "broken",
            Self::Inconclusive => "could not tell",
            Self::New => "new",
            Self::NotRun => "not run",
        }
    }
}

/// What a comparison says as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overall {
    /// Nothing is slower or broken.
    Well,
    /// A variant is slower than it was, or broken.
    Regressed,
    /// Nothing is known to be slower or broken, and of at least one variant it is not known.
    CouldNotTell,
}

impl Comparison {
    /// What CI acts on.
    pub fn outcome(&self) -> Overall {
        let any = |standings: &[Standing]| self.variants.iter().any(|variant| standings.contains(&variant.standing));
        if any(&[Standing::Slower, Standing::Broken]) {
            Overall::Regressed
        } else if any(&[Standing::Inconclusive]) {
            Overall::CouldNotTell
        } else {
            Overall::Well
        }
    }
}

/// What `baseline` says of a run of `lab` with this seed and these checks, before it has begun.
///
/// # Errors
/// [`BaselineError::Other`], which names what differs.
pub fn comparable<'a>(
    name: &str,
    baseline: &'a [StoredRun],
    lab: &str,
    seed: u64,
    checks: Checks,
    size: Option<u32>,
) -> Result<&'a StoredRun, BaselineError> {
    let other = |reason: String| BaselineError::Other { name: name.to_owned(), reason };
    let kept = baseline.iter().find(|kept| kept.report.lab == lab).ok_or_else(|| {
        let labs: Vec<&str> = baseline.iter().map(|kept| kept.report.lab.as_str()).collect();
        other(format!("it is a run of lab {}, not of lab {lab}", labs.join(", ")))
    })?;
    let report = &kept.report;
    if report.seed != seed {
        return Err(other(format!(
            "it ran with --seed {}, this run with --seed {seed}: other inputs are another problem",
            report.seed
        )));
    }
    if report.clock.checks != checks {
        let word = |checks| format!("{checks:?}").to_lowercase();
        return Err(other(format!(
            "it was timed with --checks {}, this run with --checks {}",
            word(report.clock.checks),
            word(checks)
        )));
    }
    match size.filter(|size| *size != report.problem.size) {
        Some(size) => Err(other(sizes(report.problem.size, size))),
        None => Ok(kept),
    }
}

fn sizes(before: u32, now: u32) -> String {
    format!("it ran at size {before}, this run at size {now}: add --size {before}, or save a baseline of this size")
}

/// Holds `now` against `before`, the baseline called `name`.
///
/// # Errors
/// [`BaselineError::Other`] where they ran at other sizes or share no variant, or where recorded times are by another clock.
pub fn compare(name: &str, before: &StoredRun, now: &Report, against: Against) -> Result<Comparison, BaselineError> {
    if let Some(reason) = differ(&before.report, now, against) {
        return Err(BaselineError::Other { name: name.to_owned(), reason });
    }
    let then = |variant: &VariantReport| of(&before.report, &variant.name);
    let mut variants: Vec<Compared> = match against {
        Against::Kernels => now.variants.iter().map(|variant| in_turns(then(variant), variant)).collect(),
        Against::Recorded => {
            let alone = one_process(&before.report, now);
            now.variants.iter().map(|variant| recorded(then(variant), variant, alone.as_deref())).collect()
        }
    };
    let gone = before.report.variants.iter().filter(|variant| of(now, &variant.name).is_none());
    variants.extend(gone.map(|variant| Compared {
        now: None,
        before: variant.time,
        ..Compared::of(&variant.name, Standing::NotRun)
    }));
    let notes = changes(before, now, against);
    Ok(Comparison { lab: now.lab.clone(), baseline: name.to_owned(), against, variants, notes })
}

fn of<'a>(report: &'a Report, name: &str) -> Option<&'a VariantReport> {
    report.variants.iter().find(|variant| variant.name == name)
}

/// Why two runs are not of the same thing.
fn differ(before: &Report, now: &Report, against: Against) -> Option<String> {
    if before.problem.size != now.problem.size {
        return Some(sizes(before.problem.size, now.problem.size));
    }
    if against == Against::Recorded && before.clock.source != now.clock.source {
        return Some(format!(
            "its times are by {}, this run's by {}: run again, or save it anew",
            before.clock.source.name(),
            now.clock.source.name()
        ));
    }
    let common = now.variants.iter().any(|variant| of(before, &variant.name).is_some());
    (!common).then(|| "the two have no variant in common".to_owned())
}

fn right(status: Status) -> bool {
    matches!(status, Status::Ok | Status::Inconclusive)
}

impl Compared {
    fn of(name: &str, standing: Standing) -> Self {
        Self {
            name: name.to_owned(),
            standing,
            reason: None,
            ratio: None,
            smallest: None,
            before: None,
            now: None,
            counters: Vec::new(),
        }
    }

    /// Why two times, where there are two, have no ratio.
    fn untold(&self) -> &'static str {
        match (self.before, self.now) {
            (Some(_), Some(_)) => "one process timed both, which shows nothing of what differs between processes",
            _ => "there is no time of both",
        }
    }

    /// Judged by `ratio`, or inconclusive for a reason.
    fn judged(self, ratio: Option<TimeRatio>, unsteady: Option<String>) -> Self {
        let smallest = ratio.and_then(|ratio| ratio.smallest());
        let coarse = smallest.filter(|smallest| *smallest > COARSE);
        let coarse = coarse.map(|smallest| format!("a change of {:.0} % would not have shown", 100.0 * smallest));
        let (standing, reason) = match (ratio.map(|ratio| ratio.verdict), unsteady) {
            (None, None) => (Standing::Inconclusive, Some(self.untold().to_owned())),
            (_, Some(reason)) => (Standing::Inconclusive, Some(reason)),
            (Some(TimeChange::Faster), None) => (Standing::Faster, None),
            (Some(TimeChange::Slower), None) => (Standing::Slower, None),
            (Some(TimeChange::Same), None) if coarse.is_some() => (Standing::Inconclusive, coarse),
            (Some(TimeChange::Same), None) => (Standing::NoDifference, None),
        };
        Self { standing, reason, ratio, smallest, ..self }
    }
}

/// Both, where both were right.
fn both<'a>(before: Option<&'a VariantReport>, now: &VariantReport) -> Option<&'a VariantReport> {
    before.filter(|before| right(before.status) && right(now.status))
}

/// Where not both were right.
fn apart(before: Option<&VariantReport>, now: &VariantReport) -> Compared {
    let was_right = before.is_some_and(|before| right(before.status));
    let standing = match now.status {
        status if right(status) => Standing::New,
        Status::Wrong | Status::Failed if was_right => Standing::Broken,
        _ => Standing::NotRun,
    };
    Compared {
        reason: now.reason.clone().filter(|_| standing == Standing::Broken),
        before: before.and_then(|before| before.time),
        now: now.time,
        ..Compared::of(&now.name, standing)
    }
}

/// By the baseline's kernel, which ran in turns with today's.
fn in_turns(before: Option<&VariantReport>, now: &VariantReport) -> Compared {
    if both(before, now).is_none() {
        return apart(before, now);
    }
    let compared = |standing| Compared { now: now.time, ..Compared::of(&now.name, standing) };
    let Some(then) = &now.then else {
        let reason = "the baseline has no kernel of it that fits the lab: --recorded compares with its time";
        return Compared { reason: Some(reason.to_owned()), ..compared(Standing::Inconclusive) };
    };
    if then.same {
        return compared(Standing::SameKernel);
    }
    let rows = then.counters.as_ref().zip(now.counters.as_ref());
    let compared = Compared { before: then.time, counters: moved(rows), ..compared(Standing::Inconclusive) };
    compared.judged(turns(then, now), unsteady_in_turns(then, now))
}

fn turns(then: &BaselineKernelReport, now: &VariantReport) -> Option<TimeRatio> {
    let estimated = then.time.zip(now.time).map(|(then, now)| TimeRatio::of(&then, &now));
    then.ratio.as_ref().map(TimeRatio::paired).or(estimated.filter(|ratio| ratio.estimated))
}

fn unsteady(reason: Option<&str>) -> String {
    reason.unwrap_or("the machine was not steady").to_owned()
}

fn unsteady_in_turns(then: &BaselineKernelReport, now: &VariantReport) -> Option<String> {
    match (then.status, now.status) {
        (_, Status::Inconclusive) => Some(unsteady(now.reason.as_deref())),
        (Status::Ok, _) => None,
        _ => Some(format!("the baseline's kernel: {}", unsteady(then.reason.as_deref()))),
    }
}

/// By the recorded times; `alone` says why those say too little.
fn recorded(before: Option<&VariantReport>, now: &VariantReport, alone: Option<&str>) -> Compared {
    let Some(before) = both(before, now) else {
        return apart(before, now);
    };
    let ratio = before.time.zip(now.time).map(|(before, now)| TimeRatio::of(&before, &now));
    let unsteady = match (before.status, now.status) {
        (_, Status::Inconclusive) => Some(unsteady(now.reason.as_deref())),
        (Status::Inconclusive, _) => Some(format!("the baseline: {}", unsteady(before.reason.as_deref()))),
        _ => alone.map(str::to_owned),
    };
    let rows = before.counters.as_ref().zip(now.counters.as_ref());
    let compared = Compared::of(&now.name, Standing::Inconclusive);
    Compared { before: before.time, now: now.time, counters: moved(rows), ..compared }.judged(ratio, unsteady)
}

fn moved(counters: Option<(&Counters, &Counters)>) -> Vec<CounterRow> {
    let mut rows = counters.map_or_else(Vec::new, |(before, now)| counter_rows(before, now));
    rows.retain(CounterRow::differs);
    rows
}

#[cfg(test)]
#[path = "tests/comparison.rs"]
mod tests;
