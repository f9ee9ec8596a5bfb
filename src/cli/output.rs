//! Files that commands write.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

use crate::files;
use crate::files::Shown;
use crate::report::Render;

/// Where a result goes; tried before the run, so that a run is not lost to a folder that cannot be written.
#[must_use = "the file that a flag names must be written"]
pub struct Output {
    /// `None` is stdout.
    file: Option<PathBuf>,
}

impl Output {
    /// Tries what `--json` names; `-` is stdout. Nothing is written yet: an interrupted run leaves what was there.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self { file: None });
        }
        Self::file("--json", path)
    }

    /// Tries the file that `flag` names.
    pub fn file(flag: &str, path: &Path) -> anyhow::Result<Self> {
        files::writable(path).with_context(|| format!("{flag} {}: cannot be written", path.shown()))?;
        Ok(Self { file: Some(path.to_owned()) })
    }

    /// Whether it is stdout: then nothing else may be printed there.
    pub fn is_stdout(&self) -> bool {
        self.file.is_none()
    }

    /// Replaces what the file holds with `result` as JSON.
    pub fn write(&mut self, result: &(impl Render + ?Sized)) -> anyhow::Result<()> {
        self.write_text(&result.json()?)
    }

    /// Replaces what the file holds with `text`.
    pub fn write_text(&mut self, text: &str) -> anyhow::Result<()> {
        match &self.file {
            None => std::io::stdout().write_all(text.as_bytes()),
            Some(path) => files::write_whole(path, text.as_bytes())
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

/// Shows `text`, and writes `value` as JSON to `json` where that was asked for: instead of the text, where that is stdout.
///
/// # Errors
/// Where stdout or the file cannot be written.
pub fn both(json: Option<&Path>, quiet: bool, text: &str, value: &Value) -> anyhow::Result<()> {
    let mut output = json.map(Output::open).transpose()?;
    if !quiet && !output.as_ref().is_some_and(Output::is_stdout) {
        show(text)?;
    }
    match &mut output {
        Some(output) => output.write_text(&format!("{}\n", serde_json::to_string_pretty(value)?)),
        None => Ok(()),
    }
}
