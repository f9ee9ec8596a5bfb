//! Files that commands write.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::files;
use crate::files::Shown;

/// Where a result goes; tried before the run, so that a run is not lost to a folder that cannot be written.
pub enum Output {
    Stdout,
    File(PathBuf),
}

impl Output {
    /// Tries what `--json` names; `-` is stdout. Nothing is written yet: an interrupted run leaves what was there.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stdout);
        }
        Self::file("--json", path)
    }

    /// Tries the file that `flag` names.
    pub fn file(flag: &str, path: &Path) -> anyhow::Result<Self> {
        files::writable(path).with_context(|| format!("{flag} {}: cannot be written", path.shown()))?;
        Ok(Self::File(path.to_owned()))
    }

    /// Whether it is stdout: then nothing else may be printed there.
    pub fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// Replaces what the file holds with `text`.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        match self {
            Self::Stdout => std::io::stdout().write_all(text.as_bytes()),
            Self::File(path) => files::write_whole(path, text.as_bytes())
                .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", path.shown()))),
        }
        .context("the result could not be written")
    }
}

/// Writes `text` to stdout, coloured where that is wanted. Whoever stops reading has seen enough.
///
/// # Errors
/// Where stdout cannot be written: a full disk.
pub fn show(text: &str) -> anyhow::Result<()> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error).context("stdout cannot be written"),
        _ => Ok(()),
    }
}
