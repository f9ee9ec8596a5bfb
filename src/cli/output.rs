//! Files that commands write.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Where a result goes; opened before the run, so that a run is not lost to a folder that cannot be written.
pub enum Output {
    Stdout,
    File(File, PathBuf),
}

impl Output {
    /// Opens what `--json` names; `-` is stdout.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stdout);
        }
        Self::file("--json", path)
    }

    /// Opens the file that `flag` names.
    pub fn file(flag: &str, path: &Path) -> anyhow::Result<Self> {
        // Not truncated yet: an interrupted run must not cost the last one's result.
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let file = file.with_context(|| format!("{flag} {}: cannot be written", path.display()))?;
        Ok(Self::File(file, path.to_owned()))
    }

    /// Whether it is stdout: then nothing else may be printed there.
    pub fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// Replaces what the file holds with `text`.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        match self {
            Self::Stdout => std::io::stdout().write_all(text.as_bytes()),
            Self::File(file, path) => truncate(file)
                .and_then(|()| file.write_all(text.as_bytes()))
                .map_err(|error| {
                    std::io::Error::new(error.kind(), format!("{}: {error}", path.display()))
                }),
        }
        .context("the result could not be written")
    }
}

/// Empties a file; a pipe or a terminal holds nothing to remove.
fn truncate(file: &File) -> std::io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(())
}

/// Writes `text` to stdout, coloured where that is wanted. Whoever stops reading has seen enough.
///
/// # Errors
/// Where stdout cannot be written: a full disk.
pub fn show(text: &str) -> anyhow::Result<()> {
    let mut stdout = anstream::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(error).context("stdout cannot be written")
        }
        _ => Ok(()),
    }
}
