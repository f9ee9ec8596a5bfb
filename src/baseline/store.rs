//! Where baselines are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::Shown;
use crate::files::write_whole;
use crate::harness::{Report, SCHEMA};

/// Under the working directory.
const FOLDER: &str = ".lockstep/baselines";

/// A file over this size is no report.
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
        /// The name.
        name: String,
        /// Where it was looked for.
        folder: PathBuf,
        /// Those that there are, or how to make one.
        there: String,
    },
    /// It cannot be read or written.
    #[error("{path}: {error}", path = path.shown())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// It holds something else.
    #[error("{path}: this is no report of `lockstep run --json`: {reason}; make it anew with --save-baseline", path = path.shown())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Why.
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
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Those under `directory`.
    pub fn under(directory: &Path) -> Self {
        Self {
            folder: directory.join(FOLDER),
        }
    }

    /// Keeps `reports` as `name`, in place of what was kept so before; the file's path.
    ///
    /// # Errors
    /// [`BaselineError::Name`], [`BaselineError::File`].
    pub fn save(&self, name: &str, reports: &[Report]) -> Result<PathBuf, BaselineError> {
        let path = self.path(name)?;
        let failed = |error: io::Error| BaselineError::File {
            path: path.clone(),
            error,
        };
        let mut text = match reports {
            [only] => serde_json::to_string_pretty(only),
            several => serde_json::to_string_pretty(several),
        }
        .map_err(|error| failed(error.into()))?;
        text.push('\n');
        fs::create_dir_all(&self.folder).map_err(failed)?;
        write_whole(&path, text.as_bytes()).map_err(failed)?;
        Ok(path)
    }

    /// The reports kept as `name`.
    ///
    /// # Errors
    /// [`BaselineError`]; where there is none, it names those that there are.
    pub fn load(&self, name: &str) -> Result<Vec<Report>, BaselineError> {
        let path = self.path(name)?;
        let failed = |error: io::Error| BaselineError::File {
            path: path.clone(),
            error,
        };
        let size = match fs::metadata(&path) {
            Ok(data) => data.len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(BaselineError::Missing {
                    name: name.to_owned(),
                    folder: self.folder.clone(),
                    there: self.there(),
                });
            }
            Err(error) => return Err(failed(error)),
        };
        let foreign = |reason: String| BaselineError::Foreign {
            path: path.clone(),
            reason,
        };
        if size > LARGEST {
            return Err(foreign(format!("{size} bytes are too many")));
        }
        let bytes = fs::read(&path).map_err(failed)?;
        let json: serde_json::Value =
            serde_json::from_slice(&bytes).map_err(|error| foreign(error.to_string()))?;
        let all = match json {
            serde_json::Value::Array(all) => all,
            one => vec![one],
        };
        let reports = all.into_iter().map(serde_json::from_value::<Report>);
        let reports: Vec<Report> = reports
            .collect::<Result<_, _>>()
            .map_err(|error| foreign(error.to_string()))?;
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
