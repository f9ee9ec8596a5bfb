//! What a run asks of where it runs: the time, and files. A process asks its system; in a browser, the page answers.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where a run runs.
pub trait Host: Sync {
    /// The time since a moment that stays the same.
    fn now(&self) -> Duration;

    /// The smallest step of that time. Processes count nanoseconds on every system that Rust's standard library serves.
    fn step(&self) -> Duration {
        Duration::from_nanos(1)
    }

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

    /// What lies in a folder, by name.
    ///
    /// # Errors
    /// Where there is no such folder, or it cannot be asked.
    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Makes a file of these bytes, in place of what was there.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Makes a folder, and those that it lies in; one that is there is left alone.
    ///
    /// # Errors
    /// Where it cannot be made: where a host has no folders.
    fn make_folder(&self, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// What tells this build of the program from every other one; `None` where nothing does.
    fn program(&self) -> Option<String> {
        None
    }
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

    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
        let mut paths: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
        paths.sort();
        Ok(paths)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        std::fs::write(path, bytes)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        std::fs::create_dir_all(path)
    }

    /// The version, and the file that runs: a build in between changes its time.
    fn program(&self) -> Option<String> {
        let file = std::fs::metadata(std::env::current_exe().ok()?).ok()?;
        let built = file.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some(format!("{} {} {}", env!("CARGO_PKG_VERSION"), file.len(), built.as_nanos()))
    }
}

/// The system that this process runs on, but for its files, which are those under a folder: a copy of another machine's.
#[cfg(not(target_family = "wasm"))]
pub struct Rooted(PathBuf);

#[cfg(not(target_family = "wasm"))]
impl Rooted {
    /// Files under `root`; "/proc/stat" is `root/proc/stat`.
    pub fn at(root: &Path) -> Self {
        Self(root.to_owned())
    }

    fn under(&self, path: &Path) -> PathBuf {
        self.0.join(path.strip_prefix("/").unwrap_or(path))
    }
}

#[cfg(not(target_family = "wasm"))]
impl Host for Rooted {
    fn now(&self) -> Duration {
        Native.now()
    }

    fn length(&self, path: &Path) -> io::Result<Option<u64>> {
        Native.length(&self.under(path))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        Native.read(&self.under(path))
    }

    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let found = Native.entries(&self.under(folder))?;
        let shown = |path: PathBuf| Path::new("/").join(path.strip_prefix(&self.0).unwrap_or(&path));
        Ok(found.into_iter().map(shown).collect())
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        Native.write(&self.under(path), bytes)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        Native.make_folder(&self.under(path))
    }

    fn program(&self) -> Option<String> {
        Native.program()
    }
}
