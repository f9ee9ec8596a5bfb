//! Baselines: a run that is kept under a name, and a later run held against it.
//!
//! A baseline is the plain report JSON, in `.lockstep/baselines/NAME.json` under the working directory.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::STATE;
use crate::compare::{CounterRow, TimeChange, TimeRatio, counter_rows};
use crate::files::Shown;
use crate::files::{FileError, read_small, write_under};
use crate::harness::{Checks, Report, SCHEMA, Status, VariantReport};
use crate::measure::Summary;

/// A larger file is no report.
const LARGEST: u64 = 256 << 20;

/// Why a baseline cannot be kept or used.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// A name that could be no file's everywhere.
    #[error(
        "`{0}` is no name of a baseline: letters, digits, `.`, `-` and `_`, beginning with a letter or a digit, 64 at most"
    )]
    Name(String),
    /// There is none of this name.
    #[error("there is no baseline `{name}` in {folder}; {there}", folder = folder.shown())]
    Missing {
        /// What was asked for.
        name: String,
        /// Where it was looked for.
        folder: PathBuf,
        /// Those that there are, or how to make one.
        there: String,
    },
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It holds something else.
    #[error("{path}: this is no report of `lockstep run --json`: {reason}; make it anew with --save-baseline", path = path.shown())]
    Foreign {
        /// Which.
        path: PathBuf,
        /// What it is, or lacks.
        reason: String,
    },
    /// It is a run of something else.
    #[error("the run cannot be compared with the baseline `{name}`: {reason}")]
    Other {
        /// The baseline.
        name: String,
        /// What differs, and what to do.
        reason: String,
    },
}

/// The baselines of a working directory.
pub struct Baselines {
    folder: PathBuf,
}

impl Baselines {
    /// Those under `directory`.
    pub fn under(directory: &Path) -> Self {
        Self { folder: directory.join(STATE).join("baselines") }
    }

    /// Keeps `reports` as `name`, in place of what was kept so before; the file's path.
    ///
    /// # Errors
    /// [`BaselineError::Name`], [`BaselineError::File`].
    pub fn save(&self, name: &str, reports: &[Report]) -> Result<PathBuf, BaselineError> {
        let path = self.path(name)?;
        let text = match reports {
            [only] => serde_json::to_string_pretty(only),
            several => serde_json::to_string_pretty(several),
        };
        let text = text.map_err(|error| FileError::at(&path)(error.into()))?;
        write_under(&path, text + "\n")?;
        Ok(path)
    }

    /// The reports kept as `name`.
    ///
    /// # Errors
    /// [`BaselineError`]; where there is none, it names those that there are.
    pub fn load(&self, name: &str) -> Result<Vec<Report>, BaselineError> {
        let path = self.path(name)?;
        let Some(text) = read_small(&path, LARGEST).map_err(FileError::at(&path))? else {
            return Err(BaselineError::Missing {
                name: name.to_owned(),
                folder: self.folder.clone(),
                there: self.there(),
            });
        };
        let foreign = |reason: String| BaselineError::Foreign { path: path.clone(), reason };
        let json: serde_json::Value = serde_json::from_str(&text).map_err(|error| foreign(error.to_string()))?;
        let all = match json {
            serde_json::Value::Array(all) => all,
            one => vec![one],
        };
        let reports = all.into_iter().map(serde_json::from_value::<Report>);
        let reports: Vec<Report> = reports.collect::<Result<_, _>>().map_err(|error| foreign(error.to_string()))?;
        match reports.iter().find(|report| report.schema != SCHEMA) {
            Some(report) => Err(foreign(format!("its schema is `{}`", report.schema))),
            None if reports.is_empty() => Err(foreign("it holds no run".to_owned())),
            None => Ok(reports),
        }
    }

    /// That `name` may be a baseline's.
    ///
    /// # Errors
    /// [`BaselineError::Name`].
    pub fn path(&self, name: &str) -> Result<PathBuf, BaselineError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        if !begins || !name.chars().all(allowed) || name.len() > 64 {
            return Err(BaselineError::Name(name.escape_default().to_string()));
        }
        Ok(self.folder.join(format!("{name}.json")))
    }

    fn there(&self) -> String {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                Some(name.strip_suffix(".json")?.to_owned())
            })
            .collect();
        names.sort();
        if names.is_empty() {
            "there is none at all yet: make one with --save-baseline NAME".to_owned()
        } else {
            format!("there are: {}", names.join(", "))
        }
    }
}

/// A lab's run beside its baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The lab.
    pub lab: String,
    /// The baseline's name.
    pub baseline: String,
    /// Each variant of either run.
    pub variants: Vec<Compared>,
    /// What differs beside the kernels: the driver.
    pub notes: Vec<String>,
}

/// One variant in both runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The variant.
    pub name: String,
    /// How it stands.
    pub standing: Standing,
    /// This run's time over the baseline's; `None` where one of the two has none.
    pub ratio: Option<TimeRatio>,
    /// The baseline's time.
    pub before: Option<Summary>,
    /// This run's time.
    pub now: Option<Summary>,
    /// Counters that are not what they were, exactly; none where one of the two was not counted.
    pub counters: Vec<CounterRow>,
}

/// How a variant stands to its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Its interval lies below the baseline's.
    Faster,
    /// Its interval lies above the baseline's.
    Slower,
    /// The intervals have a time in common.
    NoDifference,
    /// It was right then and is not now.
    Broken,
    /// The machine was not steady in one of the two runs, or there is no time.
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
            Self::Broken => "broken",
            Self::Inconclusive => "inconclusive",
            Self::New => "new",
            Self::NotRun => "not run",
        }
    }
}

impl Comparison {
    /// Whether a variant is slower than it was, or broken: what CI fails on.
    pub fn regressed(&self) -> bool {
        let bad = |variant: &Compared| matches!(variant.standing, Standing::Slower | Standing::Broken);
        self.variants.iter().any(bad)
    }
}

/// What `baseline` says of a run of `lab` with this seed and these checks, before it has begun.
///
/// # Errors
/// [`BaselineError::Other`], which names what differs.
pub fn comparable<'a>(
    name: &str,
    baseline: &'a [Report],
    lab: &str,
    seed: u64,
    checks: Checks,
    size: Option<u32>,
) -> Result<&'a Report, BaselineError> {
    let other = |reason: String| BaselineError::Other { name: name.to_owned(), reason };
    let report = baseline.iter().find(|report| report.lab == lab).ok_or_else(|| {
        let labs: Vec<&str> = baseline.iter().map(|report| report.lab.as_str()).collect();
        other(format!("it is a run of lab {}, not of lab {lab}", labs.join(", ")))
    })?;
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
        None => Ok(report),
    }
}

fn sizes(before: u32, now: u32) -> String {
    format!("it ran at size {before}, this run at size {now}: add --size {before}, or save a baseline of this size")
}

/// Holds `now` against `before`, the baseline called `name`.
///
/// # Errors
/// [`BaselineError::Other`] where they ran on other devices, at other sizes, by other clocks, or share no variant.
pub fn compare(name: &str, before: &Report, now: &Report) -> Result<Comparison, BaselineError> {
    if let Some(reason) = differ(before, now) {
        return Err(BaselineError::Other { name: name.to_owned(), reason });
    }
    let mut variants: Vec<Compared> =
        now.variants.iter().map(|variant| one(of(before, &variant.name), variant)).collect();
    let gone = before.variants.iter().filter(|variant| of(now, &variant.name).is_none());
    variants.extend(gone.map(|variant| Compared {
        name: variant.name.clone(),
        standing: Standing::NotRun,
        ratio: None,
        before: variant.time,
        now: None,
        counters: Vec::new(),
    }));
    let mut notes = Vec::new();
    if before.device.driver != now.device.driver {
        notes.push(format!("the driver was `{}` and is `{}`", before.device.driver, now.device.driver));
    }
    Ok(Comparison { lab: now.lab.clone(), baseline: name.to_owned(), variants, notes })
}

fn of<'a>(report: &'a Report, name: &str) -> Option<&'a VariantReport> {
    report.variants.iter().find(|variant| variant.name == name)
}

/// Why two runs are not of the same thing.
fn differ(before: &Report, now: &Report) -> Option<String> {
    let device = |report: &Report| {
        let device = &report.device;
        format!("{} ({})", device.name, format!("{:?}", device.backend).to_lowercase())
    };
    if device(before) != device(now) {
        return Some(format!(
            "it ran on {}, this run on {}: choose the same with --device, or save a baseline of this device",
            device(before),
            device(now)
        ));
    }
    if before.problem.size != now.problem.size {
        return Some(sizes(before.problem.size, now.problem.size));
    }
    if before.clock.source != now.clock.source {
        return Some(format!(
            "its times are by {}, this run's by {}: run again, or save it anew",
            before.clock.source.name(),
            now.clock.source.name()
        ));
    }
    let common = now.variants.iter().any(|variant| of(before, &variant.name).is_some());
    (!common).then(|| "the two have no variant in common".to_owned())
}

fn one(before: Option<&VariantReport>, now: &VariantReport) -> Compared {
    let right = |variant: &VariantReport| matches!(variant.status, Status::Ok | Status::Inconclusive);
    let times = before.and_then(|before| before.time.zip(now.time));
    let ratio = times.map(|(before, now)| TimeRatio::of(&before, &now));
    let standing = match before {
        Some(before) if right(before) && !right(now) && now.status != Status::Skipped => Standing::Broken,
        _ if !right(now) => Standing::NotRun,
        Some(before) if right(before) => match (&ratio, before.status, now.status) {
            (Some(ratio), Status::Ok, Status::Ok) => standing(ratio),
            _ => Standing::Inconclusive,
        },
        _ => Standing::New,
    };
    let counted = before.and_then(|before| before.counters.as_ref().zip(now.counters.as_ref()));
    let mut counters = counted.map_or_else(Vec::new, |(before, now)| counter_rows(before, now));
    counters.retain(CounterRow::differs);
    Compared {
        name: now.name.clone(),
        standing,
        ratio,
        before: before.and_then(|before| before.time),
        now: now.time,
        counters,
    }
}

fn standing(ratio: &TimeRatio) -> Standing {
    match ratio.verdict {
        TimeChange::Same => Standing::NoDifference,
        TimeChange::Faster => Standing::Faster,
        TimeChange::Slower => Standing::Slower,
    }
}

#[cfg(test)]
#[path = "tests/baseline.rs"]
mod tests;
