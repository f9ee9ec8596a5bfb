//! The kernels as they were logged last: plain copies in `.lockstep/logged/`, beside the log.
//!
//! They are a convenience: one that is missing, or is no text, costs a comparison and nothing else.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Source;
use crate::files::write_whole;

/// Where a tool keeps what it remembers of a working directory.
const STATE: &str = ".lockstep";

/// A copy over this size is none of ours.
const LARGEST: u64 = 4 << 20;

/// The copies beside one log.
pub(super) struct Previous {
    folder: PathBuf,
}

impl Previous {
    /// Those beside `log`.
    pub(super) fn beside(log: &Path) -> Self {
        Self {
            folder: log.with_file_name(STATE).join("logged"),
        }
    }

    /// The text as it was logged last, and when.
    pub(super) fn read(&self, source: &Source) -> Option<(String, SystemTime)> {
        let path = self.path(&source.key);
        let data = fs::metadata(&path).ok()?;
        if !data.is_file() || data.len() > LARGEST {
            return None;
        }
        let text = fs::read_to_string(&path).ok()?;
        Some((text, data.modified().ok()?))
    }

    /// Remembers `sources`.
    pub(super) fn write(&self, sources: &[Source]) -> io::Result<()> {
        for source in sources {
            let path = self.path(&source.key);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            // Also where nothing changed: the copy's time is that of the run.
            write_whole(&path, source.text.as_bytes())?;
        }
        Ok(())
    }

    /// A key's own file, inside the folder whatever the key is.
    fn path(&self, key: &str) -> PathBuf {
        let plain = |c: char| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) {
                c
            } else {
                '_'
            }
        };
        let parts = key.split(['/', '\\']).filter(|part| !part.is_empty());
        parts.fold(self.folder.clone(), |path, part| {
            let name: String = part.chars().map(plain).collect();
            path.join(if name.trim_matches('.').is_empty() {
                "_".to_owned()
            } else {
                name
            })
        })
    }
}
