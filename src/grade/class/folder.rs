//! The output folder: one file a submission, each there as a whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use crate::grade::feedback;
use crate::grade::mark::{Gradebook, Mark};

/// The folders within: marks as JSON, and feedback for the students.
const MARKS: &str = "marks";
const FEEDBACK: &str = "feedback";

/// The gradebook's file.
const BOOK: &str = "gradebook.json";

/// The ending of files that are being written.
const UNFINISHED: &str = ".unfinished";

/// A file that cannot be written or read.
#[derive(Debug, Error)]
#[error("{path}: {error}")]
pub struct FolderError {
    /// The file.
    pub path: PathBuf,
    /// The system's answer.
    pub error: io::Error,
}

impl FolderError {
    /// Whether there is no room left: then no other file can be written either.
    pub fn is_full(&self) -> bool {
        matches!(
            self.error.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
        )
    }
}

/// An output folder.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Opens the folder at `root`, and makes it where it is not there.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn open(root: &Path) -> Result<Self, FolderError> {
        for folder in [root.to_owned(), root.join(MARKS), root.join(FEEDBACK)] {
            fs::create_dir_all(&folder).map_err(|error| FolderError {
                path: folder.clone(),
                error,
            })?;
        }
        Ok(Self {
            root: root.to_owned(),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The mark of the submission with this stem; `None` where there is none that can be read.
    pub fn mark(&self, stem: &str) -> Option<Mark> {
        let text = fs::read_to_string(self.mark_path(stem)).ok()?;
        serde_json::from_str(&text).ok()
    }

    fn mark_path(&self, stem: &str) -> PathBuf {
        self.root.join(MARKS).join(format!("{stem}.json"))
    }

    /// Writes a mark and its feedback; the mark last, so that where there is one, all is there.
    ///
    /// # Errors
    /// [`FolderError`]: then there is no mark of this submission, or the one from before.
    pub fn write_mark(&self, mark: &Mark) -> Result<(), FolderError> {
        self.write_feedback(mark)?;
        write(&self.mark_path(&mark.stem), &json(mark))
    }

    /// Writes a mark's feedback.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn write_feedback(&self, mark: &Mark) -> Result<(), FolderError> {
        let folder = self.root.join(FEEDBACK);
        let file = |ending: &str| folder.join(format!("{}.{ending}", mark.stem));
        update(&file("md"), &feedback::markdown(mark))?;
        update(&file("html"), &feedback::html(mark))
    }

    /// Writes the gradebook.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn write_book(&self, book: &Gradebook) -> Result<PathBuf, FolderError> {
        let path = self.root.join(BOOK);
        write(&path, &json(book))?;
        Ok(path)
    }

    /// Removes what a killed run left unfinished of the submissions with these stems.
    pub fn clear_unfinished(&self, stems: &BTreeSet<&str>) {
        for folder in [MARKS, FEEDBACK] {
            let Ok(entries) = fs::read_dir(self.root.join(folder)) else {
                continue;
            };
            for entry in entries.flatten() {
                let name = entry.file_name();
                if of_stem(&name.to_string_lossy()).is_some_and(|stem| stems.contains(stem)) {
                    // Not there any more is as well.
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
    }
}

/// The stem of an unfinished file, `.STEM.ENDING.PROCESS.unfinished`.
fn of_stem(name: &str) -> Option<&str> {
    let (rest, _process) = name
        .strip_prefix('.')?
        .strip_suffix(UNFINISHED)?
        .rsplit_once('.')?;
    rest.rsplit_once('.').map(|(stem, _ending)| stem)
}

fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("plain values can be written");
    text.push('\n');
    text
}

/// As [`write`], where the file does not say so already.
fn update(path: &Path, text: &str) -> Result<(), FolderError> {
    match fs::read(path) {
        Ok(held) if held == text.as_bytes() => Ok(()),
        _ => write(path, text),
    }
}

/// Writes `text` to a file beside `path`, and then puts that in its place: a reader finds the old file or the new one.
///
/// # Errors
/// [`FolderError`]; then `path` is as it was.
pub fn write(path: &Path, text: &str) -> Result<(), FolderError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = path.with_file_name(format!(".{name}.{}{UNFINISHED}", std::process::id()));
    let put = || -> io::Result<()> {
        let mut file = File::create(&unfinished)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    put().map_err(|error| {
        // A half-written file is of no use, and takes room.
        let _ = fs::remove_file(&unfinished);
        FolderError {
            path: path.to_owned(),
            error,
        }
    })
}
