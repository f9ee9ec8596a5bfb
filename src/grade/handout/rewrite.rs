//! A handout after a change of the instructor's `assignment.toml`.

use std::fs;
use std::path::Path;

use super::files::{HandoutError, instructors_readme, pages, students_readme};
use crate::files::{FileError, write_under};
use crate::grade::assignment::{ASSIGNMENT_FILE, Assignment};

/// What stands around the words of how to install, in the students' README.
const INSTALL: [&str; 2] = ["## Install\n\n", "\n\n## Work"];

/// Writes what follows from `assignment`, which stands in the instructor's folder, there and in the students'. Yields the students'
/// files that are others now.
///
/// # Errors
/// [`HandoutError`].
pub fn rewrite(assignment: &Assignment, students: &Path, instructors: &Path) -> Result<Vec<String>, HandoutError> {
    let read = |path: &Path| fs::read_to_string(path).map_err(FileError::at(path));
    let mut old = Vec::new();
    let mut put = |name: &str, text: &str| -> Result<(), HandoutError> {
        let path = students.join(name);
        if fs::read(&path).is_ok_and(|held| held == text.as_bytes()) {
            return Ok(());
        }
        old.push(name.to_owned());
        Ok(write_under(&path, text)?)
    };
    let readme = read(&students.join("README.md"))?;
    put(ASSIGNMENT_FILE, &read(&instructors.join(ASSIGNMENT_FILE))?)?;
    put("README.md", &students_readme(assignment, install(&readme)))?;
    for (lab, exercise) in assignment.exercises.iter().filter_map(|assigned| assigned.find()) {
        let shader = format!("shaders/{}/{}", lab.name, exercise.file());
        // One that is new: a start that is there may have been worked on.
        if !students.join(&shader).exists() {
            put(&shader, exercise.start)?;
        }
    }
    for (page, text) in pages(assignment) {
        put(&page, &text)?;
    }
    let name = students.file_name().unwrap_or(students.as_os_str());
    write_under(&instructors.join("README.md"), instructors_readme(assignment, &name.to_string_lossy()))?;
    Ok(old)
}

/// How to install, as the README says it.
fn install(readme: &str) -> &str {
    let [before, after] = INSTALL;
    let rest = readme.split_once(before).map_or("", |(_, rest)| rest);
    rest.split_once(after).map_or("", |(install, _)| install)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::handout::plan;

    #[test]
    fn how_to_install_is_kept_as_it_was_written() {
        let assignment = plan("t", &["coalescing".to_owned()], false).expect("it is there");
        let readme = students_readme(&assignment, "In room 7,\n\nby **nine**.");
        assert_eq!(install(&readme), "In room 7,\n\nby **nine**.");
    }
}
