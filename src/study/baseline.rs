//! Baselines: runs that are kept under a name, each with the kernels that it ran.
//!
//! A baseline is the plain report JSON with a few fields more, in `.lockstep/baselines/NAME.json` under the working
//! directory.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::STATE;
use crate::files::Shown;
use crate::files::{FileError, read_small, write_under};
use crate::harness::{BaselineKernels, Report, SCHEMA, baseline_kernels};
use crate::labs;

/// A larger file is no report.
const LARGEST: u64 = 256 << 20;

/// Why a baseline cannot be kept or used.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// A name that could be no file's everywhere.
    #[error(
        "`{0}` is not a name for a baseline: letters, digits, `.`, `-` and `_`, beginning with a letter or a digit, 64 at most"
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
    #[error("{path}: this is not a report of `lockstep run --json`: {reason}; make it anew with --save-baseline", path = path.shown())]
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

/// A lab's run as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredRun {
    /// What it found.
    #[serde(flatten)]
    pub report: Report,
    /// The version of this program that ran it; empty where it does not say.
    #[serde(default)]
    pub version: String,
    /// The kernels that it ran; empty in files of versions that kept none.
    #[serde(default)]
    pub kernels: BaselineKernels,
}

impl StoredRun {
    /// `report` with its kernels, which are in its sources.
    pub fn of(report: &Report) -> Self {
        let lab = labs::named(&report.lab);
        Self {
            report: report.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            kernels: lab.map_or_else(|_| BaselineKernels::new(), |lab| baseline_kernels(lab, &report.sources)),
        }
    }
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

    /// Keeps `reports` and their kernels as `name`, in place of what was kept so before; the file's path.
    ///
    /// # Errors
    /// [`BaselineError::Name`], [`BaselineError::File`].
    pub fn save(&self, name: &str, reports: &[Report]) -> Result<PathBuf, BaselineError> {
        let path = self.path(name)?;
        let kept: Vec<StoredRun> = reports.iter().map(StoredRun::of).collect();
        let text = match kept.as_slice() {
            [only] => serde_json::to_string_pretty(only),
            several => serde_json::to_string_pretty(several),
        };
        let text = text.map_err(|error| FileError::at(&path)(error.into()))?;
        write_under(&path, text + "\n")?;
        Ok(path)
    }

    /// The runs kept as `name`.
    ///
    /// # Errors
    /// [`BaselineError`]; where there is none, it names those that there are.
    pub fn load(&self, name: &str) -> Result<Vec<StoredRun>, BaselineError> {
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
        let runs = all.into_iter().map(serde_json::from_value::<StoredRun>);
        let runs: Vec<StoredRun> = runs.collect::<Result<_, _>>().map_err(|error| foreign(error.to_string()))?;
        match runs.iter().find(|kept| kept.report.schema != SCHEMA) {
            Some(kept) => Err(foreign(format!("its schema is `{}`", kept.report.schema))),
            None if runs.is_empty() => Err(foreign("it holds no run".to_owned())),
            None => Ok(runs),
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

#[cfg(test)]
#[path = "tests/baseline.rs"]
pub(super) mod tests;
