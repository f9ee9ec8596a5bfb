//! What a student has done so far: where they left off, what is solved, which hints were shown.
//!
//! It is one small file, `.lockstep/progress.json` under the working directory, which git ignores: [`ProgressFile`] reads
//! and replaces it whole, [`Progress`] is what it holds.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::STATE;
use crate::date;
use crate::files::Shown;
use crate::files::{FileError, read_small, write_whole};

/// The schema's name, with its version.
pub const SCHEMA: &str = "lockstep/progress/1";

/// Everything that is remembered. Exercises are named `LAB/NAME`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// [`SCHEMA`], or that of a newer Lockstep which wrote the file.
    pub schema: String,
    /// The exercise at which the student left off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    current: Option<String>,
    /// What was done at each exercise.
    #[serde(default)]
    exercises: BTreeMap<String, Done>,
    /// What a newer Lockstep wrote and this one does not know: it is kept.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// What was done at one exercise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// When it was first solved, and with which text; `None` while it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<Solved>,
    /// How many of its hints were shown, from the first on.
    #[serde(default)]
    pub hints: usize,
    /// How many different texts were judged.
    #[serde(default)]
    pub attempts: u32,
    /// See [`Progress`]'s.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// [`fingerprint`] of its text.
    pub hash: String,
    /// When, in seconds since 1970.
    pub unix_s: u64,
}

impl Default for Progress {
    fn default() -> Self {
        Self { schema: SCHEMA.to_owned(), current: None, exercises: BTreeMap::new(), rest: Map::new() }
    }
}

impl Progress {
    /// The lab and the exercise at which the student left off.
    pub fn current(&self) -> Option<(&str, &str)> {
        self.current.as_deref()?.split_once('/')
    }

    /// Remembers where the student is.
    pub fn set_current(&mut self, lab: &str, exercise: &str) {
        self.current = Some(key(lab, exercise));
    }

    /// What was done at an exercise; nothing at one that was never opened.
    pub fn done(&self, lab: &str, exercise: &str) -> Done {
        let found = self.exercises.get(&key(lab, exercise));
        found.cloned().unwrap_or_default()
    }

    /// Whether an exercise was solved, now or once.
    pub fn solved(&self, lab: &str, exercise: &str) -> bool {
        self.done(lab, exercise).solved.is_some()
    }

    /// How many of an exercise's hints were shown.
    pub fn hints(&self, lab: &str, exercise: &str) -> usize {
        self.done(lab, exercise).hints
    }

    /// Remembers that the first `hints` hints were shown; it never becomes fewer.
    pub fn show_hints(&mut self, lab: &str, exercise: &str, hints: usize) {
        let done = self.at(lab, exercise);
        done.hints = done.hints.max(hints);
    }

    /// Remembers that one more text was judged, and, where it solved the exercise, that it did so at `now`; the first
    /// solution's time stays.
    pub fn attempted(&mut self, lab: &str, exercise: &str, text: &str, solved: bool, now: SystemTime) {
        let done = self.at(lab, exercise);
        done.attempts = done.attempts.saturating_add(1);
        if solved {
            let earlier = done.solved.as_ref().map(|earlier| earlier.unix_s);
            done.solved =
                Some(Solved { hash: fingerprint(text), unix_s: earlier.unwrap_or_else(|| date::unix_seconds(now)) });
        }
    }

    fn at(&mut self, lab: &str, exercise: &str) -> &mut Done {
        self.exercises.entry(key(lab, exercise)).or_default()
    }
}

fn key(lab: &str, exercise: &str) -> String {
    format!("{lab}/{exercise}")
}

/// A text's identity, the same in every version: FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo), in hexadecimal.
/// It tells texts apart; it is no proof against forgery.
pub fn fingerprint(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    format!("{hash:016x}")
}

const FILE: &str = "progress.json";

/// The state before the last change.
const BACKUP: &str = "progress.json.bak";

/// A larger file is not one that this program wrote.
const LARGEST: u64 = 4 << 20;

/// Names under which a file that could not be read is kept.
const KEPT: usize = 100;

/// Why progress could not be written. What is being done is none the worse.
#[derive(Debug, Error)]
#[error("progress is not remembered: {0}")]
pub struct ProgressError(FileError);

/// Where progress is kept.
#[derive(Clone, Debug)]
pub struct ProgressFile {
    folder: PathBuf,
}

impl ProgressFile {
    /// That of a working directory: its `.lockstep/progress.json`, which need not be there yet.
    pub fn under(working: impl AsRef<Path>) -> Self {
        Self { folder: working.as_ref().join(STATE) }
    }

    /// Where the file is.
    pub fn path(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// What is remembered (nothing, where there is no file), and what a person must know where it could not be read
    /// as it stands. Nothing on the disk changes.
    pub fn load(&self) -> (Progress, Option<String>) {
        let why = match read(&self.path()) {
            Ok(None) => return (Progress::default(), None),
            Ok(Some(progress)) => {
                let note = (progress.schema != SCHEMA).then(|| self.newer(&progress));
                return (progress, note);
            }
            Err(why) => why,
        };
        let path = self.path();
        let path = path.shown();
        match read(&self.folder.join(BACKUP)) {
            Ok(Some(progress)) => {
                let note =
                    format!("{path} cannot be read ({why}): progress is that of the backup beside it, one step older");
                (progress, Some(note))
            }
            _ => {
                let note = format!(
                    "{path} cannot be read ({why}), and there is no backup: progress starts anew; the file will be kept under another name"
                );
                (Progress::default(), Some(note))
            }
        }
    }

    /// Changes what is remembered, from what the file holds now: another command may have written it since.
    ///
    /// # Errors
    /// [`ProgressError`]; the file is as it was then.
    pub fn update(&self, change: impl FnOnce(&mut Progress)) -> Result<Progress, ProgressError> {
        let (before, _) = self.load();
        let mut after = before.clone();
        change(&mut after);
        if after == before && self.path().exists() {
            return Ok(after);
        }
        let written = self.folder().and_then(|_| {
            self.set_aside()?;
            let mut text = serde_json::to_string_pretty(&after).map_err(io::Error::other)?;
            text.push('\n');
            write_whole(&self.path(), text)
        });
        match written {
            Ok(()) => Ok(after),
            Err(error) => Err(ProgressError(FileError::at(&self.path())(error))),
        }
    }

    fn newer(&self, progress: &Progress) -> String {
        format!(
            "{} was written by a newer Lockstep ({}): what this one does not know of it is kept as it is",
            self.path().shown(),
            progress.schema
        )
    }

    /// The folder that holds the file, made where there is none. It ignores itself in any repository.
    ///
    /// # Errors
    /// The system's.
    pub fn folder(&self) -> io::Result<&Path> {
        fs::create_dir_all(&self.folder)?;
        let ignore = self.folder.join(".gitignore");
        if !ignore.exists() {
            fs::write(ignore, "*\n")?;
        }
        Ok(&self.folder)
    }

    /// Keeps what is about to be replaced: as the backup, or, where it is broken, under a name of its own.
    fn set_aside(&self) -> io::Result<()> {
        let path = self.path();
        match read(&path) {
            Ok(None) => Ok(()),
            Ok(Some(_)) => write_whole(&self.folder.join(BACKUP), fs::read(&path)?),
            Err(_) => {
                let names = (1..=KEPT).map(|n| self.folder.join(format!("progress.broken-{n}.json")));
                let free = names.into_iter().find(|name| !name.exists());
                // Copied: the file's own name is never without a file.
                fs::copy(&path, free.ok_or_else(too_many)?).map(drop)
            }
        }
    }
}

fn too_many() -> io::Error {
    io::Error::other(format!("{KEPT} broken files lie beside it: remove some"))
}

/// What a file holds; `None` where there is none.
fn read(path: &Path) -> Result<Option<Progress>, String> {
    let text = read_small(path, LARGEST).map_err(|error| error.to_string())?;
    let Some(text) = text else {
        return Ok(None);
    };
    let progress: Progress = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    match progress.schema.strip_prefix("lockstep/progress/") {
        Some(version) if version.parse::<u32>().is_ok() => Ok(Some(progress)),
        _ => Err(format!("its schema is `{}`, not {SCHEMA}", progress.schema)),
    }
}

#[cfg(test)]
#[path = "tests/progress.rs"]
mod tests;
