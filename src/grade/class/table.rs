//! A table that an instructor wrote, or that a service exported: CSV as spreadsheets write it.

use std::fs;
use std::path::Path;

use crate::files::FileError;

/// Cells under a header. Rows may be shorter or longer than it.
pub struct Table {
    /// As it is written.
    pub header: Vec<String>,
    pub rows: Vec<csv::StringRecord>,
}

impl Table {
    /// Reads the file at `path`; within, what is wrong with what it holds.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn read(path: &Path) -> Result<Result<Self, String>, FileError> {
        Ok(Self::of(&fs::read(path).map_err(FileError::at(path))?))
    }

    /// The table in `bytes`, whichever sign stands between its cells.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of(bytes: &[u8]) -> Result<Self, String> {
        let text = written(bytes);
        let text = text.trim_start_matches('\u{feff}');
        // By which Excel knows the sign between cells.
        let text = match text.split_once('\n') {
            Some((first, rest)) if first.starts_with("sep=") => rest,
            _ => text,
        };
        let first = text.lines().next().unwrap_or_default();
        let delimiter = [b',', b';', b'\t'].into_iter().max_by_key(|sign| first.bytes().filter(|c| c == sign).count());
        let mut reader =
            csv::ReaderBuilder::new().delimiter(delimiter.unwrap_or(b',')).flexible(true).from_reader(text.as_bytes());
        let header = reader.headers().map_err(|error| error.to_string())?.iter().map(str::to_owned).collect();
        let rows = reader.records().collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        Ok(Self { header, rows })
    }
}

/// The text in `bytes`: UTF-8, UTF-16 where a mark at its beginning says so, else Latin-1, as spreadsheets write it.
fn written(bytes: &[u8]) -> String {
    let wide = |of: fn([u8; 2]) -> u16| -> String {
        let units: Vec<u16> = bytes.as_chunks().0.iter().map(|pair| of(*pair)).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => std::str::from_utf8(bytes)
            .map_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect(), str::to_owned),
    }
}
