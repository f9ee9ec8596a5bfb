//! What a run asks of where it runs: the time, and files. A process asks its system; in a browser, the page answers.

use std::io;
use std::path::Path;
use std::time::Duration;

/// Where a run runs.
pub trait Host: Sync {
    /// The time since a moment that stays the same.
    fn now(&self) -> Duration;

    /// Bytes of a file; `None` for what is there and is none, such as a folder.
    ///
    /// # Errors
    /// Where nothing is there, or it cannot be asked.
    fn length(&self, path: &Path) -> io::Result<Option<u64>>;

    /// What a file holds.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The text of a file.
    ///
    /// # Errors
    /// Where it cannot be read, or is no text.
    fn read_text(&self, path: &Path) -> io::Result<String> {
        let text = String::from_utf8(self.read(path)?);
        text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this is not UTF-8 text"))
    }

    /// Makes a file of these bytes, in place of what was there.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
}

/// The system that this process runs on.
#[cfg(not(target_family = "wasm"))]
pub struct Native;

#[cfg(not(target_family = "wasm"))]
impl Host for Native {
    fn now(&self) -> Duration {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }

    fn length(&self, path: &Path) -> io::Result<Option<u64>> {
        std::fs::metadata(path).map(|data| data.is_file().then_some(data.len()))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        std::fs::write(path, bytes)
    }
}
