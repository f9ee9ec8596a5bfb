//! Exercises, put where a student works on them.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::files::create_whole;
use crate::lab::{Exercise, Lab};
use crate::labs::ALL;

/// The file that a student works on, under `root`.
pub fn path(root: &Path, lab: &Lab, exercise: &Exercise) -> PathBuf {
    root.join("shaders").join(lab.name).join(exercise.file())
}

/// Puts the start of an exercise where a student works on it, unless a file is there; whether it did.
///
/// # Errors
/// The system's.
pub fn one(root: &Path, lab: &Lab, exercise: &Exercise) -> io::Result<bool> {
    let path = path(root, lab, exercise);
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    create_whole(&path, exercise.start.as_bytes())
}

/// Puts the start of each exercise where a student works on it, `shaders/LAB/`, unless a file is there; only where `root`
/// is a checkout of Lockstep.
///
/// # Errors
/// The system's.
pub fn exercises(root: &Path) -> io::Result<()> {
    if !root.join("labs/mod.rs").exists() {
        return Ok(());
    }
    for lab in ALL {
        for exercise in lab.exercises {
            one(root, lab, exercise)?;
        }
    }
    Ok(())
}
