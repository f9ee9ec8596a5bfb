//! A student's work as one file, out and in.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use lockstep::grade::intake::{Intake, Refusal, unpack};
use lockstep::lab::{Exercise, Lab};
use lockstep::labs;
use serde::Serialize;
use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;

/// What a zip held.
#[derive(Debug, Default, Serialize)]
pub struct Unpacked {
    /// The attempts, by `LAB/EXERCISE`.
    attempts: BTreeMap<String, String>,
    /// What was left out and why, a sentence each.
    notes: Vec<String>,
}

/// The attempts, by `LAB/EXERCISE`, as a zip with a file `LAB/EXERCISE.wgsl` for each. The same attempts make the same bytes.
///
/// # Errors
/// The writer's.
pub fn pack(attempts: &BTreeMap<String, String>) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in attempts {
        zip.start_file(format!("{name}.wgsl"), SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The attempts in a zip that this page, or a person, packed, within the bounds that hold for hand-ins.
///
/// # Errors
/// [`Refusal`]: it is no archive, or holds too much.
pub fn taken(bytes: &[u8]) -> Result<Unpacked, Refusal> {
    let Intake { sources, notes, .. } = unpack(bytes)?;
    let mut work = Unpacked { notes, ..Unpacked::default() };
    for taken in sources {
        match (of(&taken.path), taken.text) {
            (Some((lab, exercise)), Ok(text)) => {
                work.attempts.insert(format!("{}/{}", lab.name, exercise.name), text);
            }
            (Some(_), Err(why)) => work.notes.push(format!("`{}` was left out: {why}", taken.path)),
            (None, _) => work.notes.push(format!("`{}` was left out: it has the name of no exercise", taken.path)),
        }
    }
    Ok(work)
}

/// The exercise that a path names: `LAB/EXERCISE.wgsl`, wherever it lies.
fn of(path: &str) -> Option<(&'static Lab, &'static Exercise)> {
    let mut parts = path.rsplit('/');
    let (file, folder) = (parts.next()?, parts.next()?);
    let lab = labs::find(folder)?;
    lab.exercise(file.strip_suffix(".wgsl")?).map(|exercise| (lab, exercise))
}
