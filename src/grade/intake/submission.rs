//! The forms of a submission, what is taken from each, and how much of it is read.

use std::io::Read;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::archive;
use crate::text::{escaped_name, hex};

/// Bytes of one WGSL file: a kernel of a lab has a few thousand.
pub const LARGEST_SOURCE: u64 = 1 << 20;

/// Bytes of one report: a ladder's has about 100,000.
pub const LARGEST_EVIDENCE: u64 = 4 << 20;

/// Bytes of a zip or a tar.
pub const LARGEST_ARCHIVE: u64 = 16 << 20;

/// Bytes that a tar may unpack to: it has no list of what is in it, and must be read through.
pub const LARGEST_UNPACKED: u64 = 64 << 20;

/// Archives that are opened within a submission.
pub const MOST_ARCHIVES: usize = 8;

/// Files and folders, of any kind, that a submission may hold.
pub const MOST_ENTRIES: usize = 10_000;

/// WGSL files and reports that are read.
pub const MOST_FILES: usize = 64;

/// Folders within folders.
pub const MOST_DEPTH: usize = 32;

/// Unpacked over packed bytes: text packs to a quarter or a tenth, and what packs better than this is no text that a
/// person wrote.
pub const MOST_RATIO: u64 = 200;

/// Bytes below which no ratio is asked for: a short file of blanks packs well too.
pub const RATIO_FROM: u64 = 64 << 10;

/// Notes about what was left out that are kept.
pub const MOST_NOTES: usize = 20;

/// Names of what was left out for what it is.
const MOST_OTHERS: usize = 5;

/// What a handout holds beside its kernels and the pages in `labs/`: it comes back with them.
const HANDED_OUT: [&str; 3] = ["README.md", "assignment.toml", "lockstep-log.md"];

/// What was taken from a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intake {
    /// WGSL files, by path.
    pub sources: Vec<SubmittedFile>,
    /// Reports (`*.json`), by path.
    pub evidence: Vec<SubmittedFile>,
    /// What was left out and why, a sentence each, fit to be shown.
    pub notes: Vec<String>,
    /// Names of files that are neither kernels nor reports, fit to be shown.
    pub others: Vec<String>,
    /// Archives that were opened within it.
    pub archives: usize,
}

/// One file of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmittedFile {
    /// Its path within the submission, with `/` between the parts; not yet fit to be shown.
    pub path: String,
    /// Its text, or why it cannot be used.
    pub text: Result<String, String>,
}

/// Why nothing can be taken from a submission.
#[derive(Clone, Debug, Error, PartialEq, Eq, Serialize, Deserialize)]
#[error("{0}")]
pub struct Refusal(pub String);

/// Endings of archives.
pub const ARCHIVES: [&str; 4] = [".zip", ".tar.gz", ".tgz", ".tar"];

/// What a file is to the intake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A kernel.
    Source,
    /// A report.
    Evidence,
    /// A zip or a tar, which is opened where it is the submission, or lies in its folder.
    Archive,
    /// Anything else.
    Other,
}

impl FileKind {
    /// By the name's ending, in any case.
    pub fn of(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let ends = |ending: &str| name.ends_with(ending);
        match () {
            () if ends(".wgsl") => Self::Source,
            () if ends(".json") => Self::Evidence,
            () if ARCHIVES.iter().any(|ending| ends(ending)) => Self::Archive,
            () => Self::Other,
        }
    }

    /// The most bytes that are read of such a file; `None` where none are.
    pub fn bound(self) -> Option<u64> {
        match self {
            Self::Source => Some(LARGEST_SOURCE),
            Self::Evidence => Some(LARGEST_EVIDENCE),
            Self::Archive | Self::Other => None,
        }
    }
}

/// Takes what is of use from an archive's bytes.
///
/// # Errors
/// [`Refusal`].
pub fn unpack(mut bytes: &[u8]) -> Result<Intake, Refusal> {
    let mut intake = Intake::default();
    archive::unpack(&mut bytes, "", &mut intake)?;
    intake.finish();
    Ok(intake)
}

/// What file managers and version control leave behind.
pub fn hidden(name: &str) -> bool {
    name.starts_with('.') || name == "__MACOSX"
}

impl Intake {
    /// Keeps a file of kind `kind`.
    ///
    /// A file beyond [`MOST_FILES`] is left out, with a note.
    pub(super) fn add(&mut self, kind: FileKind, path: String, text: Result<String, String>) {
        if self.sources.len() + self.evidence.len() >= MOST_FILES {
            let name = escaped_name(&path);
            return self.note(format!("`{name}` was left out: a submission has at most {MOST_FILES} files to mark"));
        }
        let taken = SubmittedFile { path, text };
        match kind {
            FileKind::Source => self.sources.push(taken),
            FileKind::Evidence => self.evidence.push(taken),
            FileKind::Archive | FileKind::Other => {}
        }
    }

    /// Opens the archive called `path` that lies within the submission.
    pub(super) fn open(&mut self, path: &str, from: &mut impl Read) {
        self.archives += 1;
        let opened = match self.archives {
            few if few <= MOST_ARCHIVES => archive::unpack(from, &format!("{path}/"), self),
            _ => Err(Refusal(format!("a submission has at most {MOST_ARCHIVES} archives in it"))),
        };
        if let Err(Refusal(why)) = opened {
            self.leave_out(path, &why);
        }
    }

    /// Says that the file at `path` is neither a kernel nor a report.
    pub(super) fn other(&mut self, path: &str) {
        let name = path.rsplit('/').next().unwrap_or_default();
        let is_page = name.ends_with(".md") && path.split('/').any(|folder| folder == "labs");
        if !is_page && !HANDED_OUT.contains(&name) {
            self.others.push(escaped_name(path));
        }
    }

    /// Says that the file at `path` was left out.
    pub(super) fn leave_out(&mut self, path: &str, why: &str) {
        let name = escaped_name(path);
        self.note(format!("`{name}` was left out: {why}"));
    }

    fn note(&mut self, note: String) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(note);
        } else if self.notes.len() == MOST_NOTES {
            self.notes.push("more was left out".to_owned());
        }
    }

    pub(super) fn finish(&mut self) {
        self.sources.sort_by(|a, b| a.path.cmp(&b.path));
        self.evidence.sort_by(|a, b| a.path.cmp(&b.path));
        self.others.sort();
        if !self.others.is_empty() {
            let named: Vec<String> = self.others.iter().take(MOST_OTHERS).map(|name| format!("`{name}`")).collect();
            let more = self.others.len() - named.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            self.note(format!("left out, since only .wgsl files are marked: {}{more}", named.join(", ")));
        }
    }

    /// The SHA-256 of everything that was taken, in hexadecimal: two submissions with the same one get the same marks.
    pub fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hasher.update((bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        for taken in self.sources.iter().chain(&self.evidence) {
            part(taken.path.as_bytes());
            match &taken.text {
                Ok(text) => part(text.as_bytes()),
                Err(why) => part(why.as_bytes()),
            }
        }
        for note in &self.notes {
            part(note.as_bytes());
        }
        hex(&hasher.finalize())
    }
}

/// The text of a file of kind `kind`: as many bytes as are allowed, as UTF-8, without a byte order mark.
pub(super) fn text(from: &mut impl Read, kind: FileKind) -> Result<String, String> {
    let bound = kind.bound().unwrap_or(0);
    let mut bytes = Vec::new();
    from.take(bound + 1).read_to_end(&mut bytes).map_err(|error| format!("it cannot be read: {error}"))?;
    if bytes.len() as u64 > bound {
        return Err(format!("it has more than {bound} bytes, and a file of this kind may have at most that many"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }),
        Err(error) => Err(format!(
            "it is not UTF-8 text: the byte at {} belongs to no character; save it as UTF-8",
            error.utf8_error().valid_up_to()
        )),
    }
}
