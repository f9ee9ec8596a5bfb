//! The file itself.

use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use thiserror::Error;

use super::previous::Previous;
use super::render::{self, Change};
use super::{Entry, Source, date};
use crate::files::Shown;
use crate::files::create_whole;

/// The log's name, in the working directory.
pub const LOG_FILE: &str = "lockstep-log.md";

const TITLE: &str = "# Lockstep work log\n\n\
    Written by `lockstep`, an entry a run: what changed in the kernels since they were logged last, what was predicted,\n\
    and what the run found. It is yours to edit; runs only add to its end.\n";

/// Why a run could not be logged. The run itself is none the worse.
#[derive(Debug, Error)]
pub enum LogError {
    /// The log cannot be written.
    #[error("the work log {}: {error}", path.shown())]
    Write {
        /// The log.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The log was written, but what the kernels looked like was not kept: the next entry compares with an older state.
    #[error("the work log {}: the kernels could not be kept in .lockstep beside it: {error}", path.shown())]
    Keep {
        /// The log.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
}

/// A work log: a Markdown file that runs add to, and the kernels as they were logged last.
pub struct WorkLog {
    path: PathBuf,
    previous: Previous,
}

impl WorkLog {
    /// The log at `path`, such as [`LOG_FILE`]; it need not be there yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self {
            previous: Previous::beside(&path),
            path,
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a run was logged here before.
    pub fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Those of `sources` that differ from what was logged last, or from their originals where nothing was.
    pub fn changed<'a>(&self, sources: &'a [Source]) -> Vec<&'a Source> {
        let same = |source: &&Source| self.change(source).is_none();
        sources.iter().filter(|source| !same(source)).collect()
    }

    /// Adds `entry`, as of `now`, and remembers its kernels. Each entry is one write at the end of the file: of runs that
    /// end at the same time, each adds its own.
    ///
    /// # Errors
    /// [`LogError`].
    pub fn append(&self, entry: &Entry<'_>, now: SystemTime) -> Result<(), LogError> {
        let changes: Vec<Change<'_>> = entry
            .kernels
            .iter()
            .filter_map(|s| self.change(s))
            .collect();
        let text = render::entry(entry, &changes, &date::utc(now));
        self.write(&text).map_err(|error| LogError::Write {
            path: self.path.clone(),
            error,
        })?;
        let kept = self.previous.write(entry.kernels);
        kept.map_err(|error| LogError::Keep {
            path: self.path.clone(),
            error,
        })
    }

    /// What changed in one kernel; `None` where nothing did.
    fn change<'a>(&self, source: &'a Source) -> Option<Change<'a>> {
        let (before, since) = match (self.previous.read(source), &source.original) {
            (Some((text, when)), _) => (text, format!("since it was logged, {}", date::utc(when))),
            (None, Some(original)) => (original.clone(), "against the original".to_owned()),
            (None, None) => (String::new(), "logged for the first time".to_owned()),
        };
        (before != source.text).then(|| Change {
            source,
            since,
            diff: super::diff::unified(&before, &source.text),
        })
    }

    fn write(&self, entry: &str) -> io::Result<()> {
        if create_whole(&self.path, format!("{TITLE}\n{entry}").as_bytes())? {
            return Ok(());
        }
        let mut file = OpenOptions::new()
            .append(true)
            .read(true)
            .open(&self.path)?;
        let separation = if ends_in_newline(&mut file)? {
            "\n"
        } else {
            "\n\n"
        };
        file.write_all(format!("{separation}{entry}").as_bytes())
    }
}

/// Whether the last byte ends a line: a person may have edited the file, or a full disk cut it off.
fn ends_in_newline(file: &mut std::fs::File) -> io::Result<bool> {
    let length = file.metadata()?.len();
    if length == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
