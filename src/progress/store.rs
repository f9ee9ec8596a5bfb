//! The file: replaced whole, read with patience.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::record::{Progress, SCHEMA};
use crate::files::Shown;
use crate::files::write_whole;

/// The folder under the working directory in which a tool keeps what it remembers.
pub const FOLDER: &str = ".lockstep";

const FILE: &str = "progress.json";

/// The state before the last change.
const BACKUP: &str = "progress.json.bak";

/// A file over this size is none of ours.
const LARGEST: u64 = 4 << 20;

/// Names under which a file that could not be read is kept.
const KEPT: usize = 100;

/// Why progress could not be written. What is being done is none the worse.
#[derive(Debug, Error)]
#[error("progress is not remembered: {}: {error}", path.shown())]
pub struct ProgressError {
    /// The file, or its folder.
    pub path: PathBuf,
    /// The system's reason.
    pub error: io::Error,
}

/// Where progress is kept.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// That of a working directory: its `.lockstep/progress.json`, which need not be there yet.
    pub fn under(working: impl AsRef<Path>) -> Self {
        Self {
            folder: working.as_ref().join(FOLDER),
        }
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
                let note = format!(
                    "{path} cannot be read ({why}): progress is that of the backup beside it, one step older"
                );
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
            write_whole(&self.path(), text.as_bytes())
        });
        match written {
            Ok(()) => Ok(after),
            Err(error) => Err(ProgressError {
                path: self.path(),
                error,
            }),
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
            Ok(Some(_)) => write_whole(&self.folder.join(BACKUP), &fs::read(&path)?),
            Err(_) => {
                let names =
                    (1..=KEPT).map(|n| self.folder.join(format!("progress.broken-{n}.json")));
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
    let data = match fs::metadata(path) {
        Ok(data) => data,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    if !data.is_file() || data.len() > LARGEST {
        return Err("it is no small file".to_owned());
    }
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let progress: Progress = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    match progress.schema.strip_prefix("lockstep/progress/") {
        Some(version) if version.parse::<u32>().is_ok() => Ok(Some(progress)),
        _ => Err(format!("its schema is `{}`, not {SCHEMA}", progress.schema)),
    }
}
