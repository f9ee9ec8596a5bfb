//! The work log: `lockstep-log.md`, a Markdown file that a person can read, and a run can only add to.
//!
//! [`WorkLog::append`] adds one [`LogEntry`]: what changed in the kernels since they were logged last (a unified diff),
//! times, shares of the peak, counters, and the prediction beside the result. What the kernels looked like is kept in
//! `.lockstep/logged/` beside the log: a convenience, of which a copy that is missing or is no text costs a comparison and
//! nothing else. [`sources`] collects the kernels of a lab as an entry holds them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use similar::TextDiff;
use thiserror::Error;

use super::log_entry::{self, Edit};
use super::{Review, STATE};
use crate::date;
use crate::files::{FileError, create_whole, read_small, write_under};
use crate::harness::Report;
use crate::host::Native;
use crate::lab::{Lab, ShaderFileError, Shaders};

/// The log's name, in the working directory.
pub const LOG_FILE: &str = "lockstep-log.md";

const TITLE: &str = "# Lockstep work log\n\n\
    Written by `lockstep`, an entry a run: what changed in the kernels since they were logged last, what was predicted,\n\
    and what the run found. It is yours to edit; runs only add to its end.\n";

/// Why a run could not be logged. The run itself is none the worse.
#[derive(Debug, Error)]
pub enum LogError {
    /// The log cannot be written.
    #[error("the work log {0}")]
    Write(FileError),
    /// The log was written, but what the kernels looked like was not kept: the next entry compares with an older state.
    #[error("the work log: the kernels could not be kept beside it: {0}")]
    Keep(FileError),
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
        Self { previous: Previous::beside(&path), path }
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
    pub fn changed<'a>(&self, sources: &'a [KernelText]) -> Vec<&'a KernelText> {
        let same = |source: &&KernelText| self.change(source).is_none();
        sources.iter().filter(|source| !same(source)).collect()
    }

    /// Adds `entry`, as of `now`, and remembers its kernels. Each entry is one write at the end of the file: of runs that
    /// end at the same time, each adds its own.
    ///
    /// # Errors
    /// [`LogError`].
    pub fn append(&self, entry: &LogEntry<'_>, now: SystemTime) -> Result<(), LogError> {
        let changes: Vec<Edit<'_>> = entry.kernels.iter().filter_map(|s| self.change(s)).collect();
        let logged = entry.kernels.iter().filter(|kernel| self.previous.read(kernel).is_some()).count();
        let text = log_entry::entry(entry, &changes, logged, &date::utc(now));
        let written = self.write(&text).map_err(FileError::at(&self.path));
        written.map_err(LogError::Write)?;
        self.previous.write(entry.kernels).map_err(LogError::Keep)
    }

    /// What changed in one kernel; `None` where nothing did.
    fn change<'a>(&self, source: &'a KernelText) -> Option<Edit<'a>> {
        let (before, since) = match (self.previous.read(source), &source.original) {
            (Some((text, when)), _) => (text, format!("since it was logged, {}", date::utc(when))),
            (None, Some(original)) => (original.clone(), "against the original".to_owned()),
            (None, None) => (String::new(), "logged for the first time".to_owned()),
        };
        (before != source.text).then(|| Edit { source, since, diff: unified(&before, &source.text) })
    }

    fn write(&self, entry: &str) -> io::Result<()> {
        if create_whole(&self.path, format!("{TITLE}\n{entry}").as_bytes())? {
            return Ok(());
        }
        let mut file = OpenOptions::new().append(true).read(true).open(&self.path)?;
        let separation = if ends_in_newline(&mut file)? { "\n" } else { "\n\n" };
        file.write_all(format!("{separation}{entry}").as_bytes())
    }
}

/// Whether the last byte ends a line: a person may have edited the file, or a full disk cut it off.
fn ends_in_newline(file: &mut File) -> io::Result<bool> {
    let length = file.metadata()?.len();
    if length == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// What one run adds to the log. Everything but the title may be empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogEntry<'a> {
    /// What was run: "lab tiling", "exercise tiling 1".
    pub title: &'a str,
    /// The kernels that ran, as they were when the run began: what changed is found by the log itself.
    pub kernels: &'a [KernelText],
    /// What the run found.
    pub report: Option<&'a Report>,
    /// What was predicted, beside the result.
    pub prediction: Option<&'a Review>,
    /// Further lines, as Markdown paragraphs or list items: goals with their ticks, hints that were given.
    pub remarks: &'a [String],
}

/// A kernel's text at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelText {
    /// Under what name it is remembered from run to run: `tiling/naive.wgsl`.
    pub key: String,
    /// What a reader calls it: `shaders/tiling/naive.wgsl`.
    pub path: String,
    /// The WGSL.
    pub text: String,
    /// What it is compared with where it was never logged: the lab's own kernel, an exercise as it was handed out.
    pub original: Option<String>,
}

/// The shaders of `lab`'s variants named `variants` (all, where none is named), as a run would read them now.
///
/// A shader that cannot be read is left out: the run itself says so.
///
/// # Errors
/// [`ShaderFileError`] where the folder that `shaders` asks first is none.
pub fn sources(lab: &Lab, variants: &[String], shaders: Option<&Path>) -> Result<Vec<KernelText>, ShaderFileError> {
    let shaders = Shaders::new(shaders, &Native)?;
    let mut sources: Vec<KernelText> = Vec::new();
    for (_, variant) in lab.variants() {
        let wanted = variants.is_empty() || variants.iter().any(|name| name == variant.name);
        if !wanted {
            continue;
        }
        for pass in variant.passes {
            let key = format!("{}/{}", lab.name, pass.shader);
            if sources.iter().any(|source| source.key == key) {
                continue;
            }
            if let Ok((path, text, _)) = shaders.read(lab.name, pass.shader) {
                sources.push(KernelText {
                    original: Shaders::embedded(lab.name, pass.shader).ok().map(|(_, text, _)| text),
                    key,
                    path,
                    text,
                });
            }
        }
    }
    Ok(sources)
}

/// A larger copy is not one that this program wrote.
const LARGEST: u64 = 4 << 20;

/// The kernels as they were logged last: plain copies beside one log.
struct Previous {
    folder: PathBuf,
}

impl Previous {
    fn beside(log: &Path) -> Self {
        Self { folder: log.with_file_name(STATE).join("logged") }
    }

    /// The text as it was logged last, and when.
    fn read(&self, source: &KernelText) -> Option<(String, SystemTime)> {
        let path = self.path(&source.key);
        let text = read_small(&path, LARGEST).ok()??;
        Some((text, fs::metadata(&path).ok()?.modified().ok()?))
    }

    /// Remembers `sources`, also where nothing changed: a copy's time is that of the run.
    fn write(&self, sources: &[KernelText]) -> Result<(), FileError> {
        let mut sources = sources.iter();
        sources.try_for_each(|source| write_under(&self.path(&source.key), &source.text))
    }

    /// A key's own file, inside the folder whatever the key is.
    fn path(&self, key: &str) -> PathBuf {
        let plain = |c: char| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }
        };
        let parts = key.split(['/', '\\']).filter(|part| !part.is_empty());
        parts.fold(self.folder.clone(), |path, part| {
            let name: String = part.chars().map(plain).collect();
            path.join(if name.trim_matches('.').is_empty() { "_".to_owned() } else { name })
        })
    }
}

/// Lines around a change.
const CONTEXT: usize = 2;

/// After this long a diff need not be the shortest one.
const PATIENCE: Duration = Duration::from_secs(2);

/// The unified diff between two texts, without its header; empty where they are the same.
fn unified(before: &str, after: &str) -> String {
    TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(before, after)
        .unified_diff()
        .context_radius(CONTEXT)
        .missing_newline_hint(false)
        .to_string()
}

#[cfg(test)]
#[path = "tests/log.rs"]
mod tests;
