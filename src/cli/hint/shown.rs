//! How many hints of each exercise a student has seen: a small file, `.lockstep/hints.json`.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

const FOLDER: &str = ".lockstep";
const FILE: &str = ".lockstep/hints.json";

/// Hints seen, by `LAB/EXERCISE`.
#[derive(Default)]
pub struct Shown(BTreeMap<String, usize>);

impl Shown {
    /// What the working directory remembers; nothing where there is no such file, or where it cannot be understood: then
    /// the hints begin again.
    pub fn read() -> Self {
        let text = std::fs::read_to_string(FILE).unwrap_or_default();
        Self(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Hints seen.
    pub fn count(&self, place: &str) -> usize {
        self.0.get(place).copied().unwrap_or(0)
    }

    /// Remembers that so many were seen. The file is replaced whole, so that a crash leaves the old one.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub fn record(&mut self, place: &str, count: usize) -> io::Result<()> {
        self.0.insert(place.to_owned(), count);
        std::fs::create_dir_all(FOLDER)?;
        let temporary = Path::new(FOLDER).join(format!("hints.{}.tmp", std::process::id()));
        std::fs::write(&temporary, serde_json::to_string_pretty(&self.0)? + "\n")?;
        std::fs::rename(&temporary, FILE)
    }
}
