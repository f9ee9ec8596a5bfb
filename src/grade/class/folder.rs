//! The output folder: one file a submission, each there as a whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::files::{FileError, UNFINISHED, write_under};
use crate::grade::assignment::Level;
use crate::grade::feedback;
use crate::grade::mark::{Gradebook, Mark};

/// The folders within: marks as JSON, and feedback for the students.
const MARKS: &str = "marks";
const FEEDBACK: &str = "feedback";

/// The gradebook's file.
const BOOK: &str = "gradebook.json";

/// The folder of earlier gradebooks.
const EARLIER: &str = "earlier";

/// An output folder.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Opens the folder at `root`, and makes it where it is not there.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn open(root: &Path) -> Result<Self, FileError> {
        for folder in [root.to_owned(), root.join(MARKS), root.join(FEEDBACK)] {
            fs::create_dir_all(&folder).map_err(FileError::at(&folder))?;
        }
        Ok(Self { root: root.to_owned() })
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
    /// [`FileError`]: then there is no mark of this submission, or the one from before.
    pub fn write_mark(&self, mark: &Mark, level: Level) -> Result<(), FileError> {
        self.write_feedback(mark, level)?;
        write_under(&self.mark_path(&mark.stem), json(mark))
    }

    /// Writes a mark's feedback, as far as `level`.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn write_feedback(&self, mark: &Mark, level: Level) -> Result<(), FileError> {
        let mark = &mark.for_student(level);
        let folder = self.root.join(FEEDBACK);
        let file = |ending: &str| folder.join(format!("{}.{ending}", mark.stem));
        update(&file("md"), &feedback::markdown(mark))?;
        update(&file("html"), &feedback::html(mark))
    }

    /// The gradebook that is there; `None` where there is none that can be read.
    pub fn book(&self) -> Option<Gradebook> {
        serde_json::from_str(&fs::read_to_string(self.root.join(BOOK)).ok()?).ok()
    }

    /// Keeps `book`, the one from before, beside those that were kept earlier; where.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn keep_book(&self, book: &Gradebook) -> Result<PathBuf, FileError> {
        let place = |number: usize| self.root.join(EARLIER).join(format!("gradebook-{number}.json"));
        let free = (1..).map(place).find(|path| !path.exists()).unwrap_or_else(|| place(0));
        write_under(&free, json(book))?;
        Ok(free)
    }

    /// Writes the gradebook.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn write_book(&self, book: &Gradebook) -> Result<PathBuf, FileError> {
        let path = self.root.join(BOOK);
        write_under(&path, json(book))?;
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
                    // It may be gone by now: all the better.
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
    }
}

/// The stem of an unfinished file, `.STEM.ENDING.RANDOM.part`.
fn of_stem(name: &str) -> Option<&str> {
    let (rest, _random) = name.strip_prefix('.')?.strip_suffix(UNFINISHED)?.rsplit_once('.')?;
    rest.rsplit_once('.').map(|(stem, _ending)| stem)
}

fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("plain values can be written");
    text.push('\n');
    text
}

/// Writes `text`, where the file does not say so already.
fn update(path: &Path, text: &str) -> Result<(), FileError> {
    match fs::read(path) {
        Ok(held) if held == text.as_bytes() => Ok(()),
        _ => write_under(path, text),
    }
}
