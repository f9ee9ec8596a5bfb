//! Formats and the class report, written beside the marks.

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::{Context, File, Format, FormatError};
use crate::files::{FileError, write_under};
use crate::grade::mark::Gradebook;
use crate::grade::overview::{self, ClassReport};

/// Why something was not written.
#[derive(Debug, Error)]
pub enum PublishError {
    /// The marks do not fit the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The class report does not fit a spreadsheet.
    #[error("the class report: {0}")]
    Overview(String),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Writes the report `class` to `out/class.html` and `out/class.csv`, and each of `formats` to `out/FORMAT/`. Yields the formats
/// that failed, and why: one costs no other its files.
///
/// # Errors
/// [`PublishError`], where the class report cannot be written.
pub fn publish(
    book: &Gradebook,
    class: &ClassReport,
    formats: &[Format],
    context: &Context,
    out: &Path,
) -> Result<Vec<(&'static str, PublishError)>, PublishError> {
    let sheet = overview::csv(class).map_err(PublishError::Overview)?;
    write_under(&out.join("class.csv"), sheet)?;
    write_under(&out.join("class.html"), overview::html(class))?;
    let failed = formats.iter().filter_map(|format| Some((format.name, write(book, *format, context, out).err()?)));
    Ok(failed.collect())
}

fn write(book: &Gradebook, format: Format, context: &Context, out: &Path) -> Result<(), PublishError> {
    let folder = out.join(format.name);
    let files = format.files(book, context)?;
    clear(&folder, &files).map_err(FileError::at(&folder))?;
    for file in &files {
        write_under(&folder.join(&file.path), &file.text)?;
    }
    Ok(())
}

/// Makes the folder, and drops results of submissions that are gone.
fn clear(folder: &Path, files: &[File]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let kept = files.iter().any(|file| name == file.path.as_str());
        if !kept && name.to_string_lossy().ends_with(".json") {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
