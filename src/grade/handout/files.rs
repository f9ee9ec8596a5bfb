//! Writing the folders.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{readme, toml};
use crate::files::{FileError, write_under};
use crate::grade::assignment::{ASSIGNMENT_FILE, Assignment, HIDDEN_FILE, Hidden};
use crate::lab::handout;

/// Why a handout cannot be written.
#[derive(Debug, Error)]
pub enum HandoutError {
    /// The folder holds something already.
    #[error("{0} is not empty: choose another folder, or remove what is in it")]
    Taken(PathBuf),
    /// It cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
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
    write_under(&students.join("README.md"), &readme::students(assignment))?;
    common(assignment, instructors)?;
    let name = students.file_name().unwrap_or(students.as_os_str());
    let text = readme::instructors(assignment, &name.to_string_lossy());
    write_under(&instructors.join("README.md"), &text)?;
    write_under(&instructors.join(HIDDEN_FILE), toml::hidden(hidden))?;
    Ok(())
}

/// What both have: the assignment, the starts of the exercises and the labs' handouts.
fn common(assignment: &Assignment, folder: &Path) -> Result<(), HandoutError> {
    write_under(&folder.join(ASSIGNMENT_FILE), &toml::assignment(assignment))?;
    for assigned in &assignment.exercises {
        let Some((lab, exercise)) = assigned.find() else {
            continue;
        };
        let shader = folder.join("shaders").join(lab.name).join(exercise.file());
        write_under(&shader, exercise.start)?;
        let readme = format!("{}/README.md", lab.name);
        if let Some(handout) = handout(lab.name) {
            write_under(&folder.join("labs").join(readme), handout)?;
        }
    }
    Ok(())
}
