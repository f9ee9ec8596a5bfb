//! Writing the folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{readme, toml};
use crate::grade::assignment::{ASSIGNMENT_FILE, Assignment, HIDDEN_FILE, Hidden};
use crate::grade::class::write_file;
use crate::lab::handout;

/// Why a handout cannot be written.
#[derive(Debug, Error)]
pub enum HandoutError {
    /// The folder holds something already.
    #[error("{0} is not empty: choose another folder, or remove what is in it")]
    Taken(PathBuf),
    /// It cannot be written.
    #[error("{path}: {error}")]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
}

/// Writes the students' folder and the instructor's.
///
/// # Errors
/// [`HandoutError`]; nothing is written where one of the folders holds something.
pub fn write(
    assignment: &Assignment,
    hidden: &Hidden,
    students: &Path,
    instructors: &Path,
) -> Result<(), HandoutError> {
    for folder in [students, instructors] {
        if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(HandoutError::Taken(folder.to_owned()));
        }
    }
    common(assignment, students)?;
    put(&students.join("README.md"), &readme::students(assignment))?;
    common(assignment, instructors)?;
    let name = students.file_name().unwrap_or(students.as_os_str());
    let text = readme::instructors(assignment, &name.to_string_lossy());
    put(&instructors.join("README.md"), &text)?;
    put(&instructors.join(HIDDEN_FILE), &toml::hidden(hidden))
}

/// What both have: the assignment, the starts of the exercises and the labs' handouts.
fn common(assignment: &Assignment, folder: &Path) -> Result<(), HandoutError> {
    put(&folder.join(ASSIGNMENT_FILE), &toml::assignment(assignment))?;
    for assigned in &assignment.exercises {
        let Some((lab, exercise)) = assigned.find() else {
            continue;
        };
        let shader = folder.join("shaders").join(lab.name).join(exercise.file());
        put(&shader, exercise.start)?;
        let readme = format!("{}/README.md", lab.name);
        if let Some(handout) = handout(lab.name) {
            put(&folder.join("labs").join(readme), handout)?;
        }
    }
    Ok(())
}

fn put(path: &Path, text: &str) -> Result<(), HandoutError> {
    let failed = |error| HandoutError::Write {
        path: path.to_owned(),
        error,
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    write_file(path, text).map_err(|error| HandoutError::Write {
        path: error.path,
        error: error.error,
    })
}
