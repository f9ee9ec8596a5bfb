//! The files as they are.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The folder in an instructor's copy.
pub const FOLDER: &str = "services";

/// Gradescope's two scripts, by their names in its zip.
pub const GRADESCOPE: [(&str, &str); 2] = [
    (
        "setup.sh",
        include_str!("../../../classroom/gradescope/setup.sh"),
    ),
    (
        "run_autograder",
        include_str!("../../../classroom/gradescope/run_autograder"),
    ),
];

/// Every other file, by its path in [`FOLDER`], and whether it is run.
const FILES: [(&str, &str, bool); 4] = [
    (
        "README.md",
        include_str!("../../../classroom/README.md"),
        false,
    ),
    (
        "classroom50/autograder.py",
        include_str!("../../../classroom/classroom50/autograder.py"),
        true,
    ),
    (
        "github/lockstep.yml",
        include_str!("../../../classroom/github/lockstep.yml"),
        false,
    ),
    (
        "slurm/grade.sbatch",
        include_str!("../../../classroom/slurm/grade.sbatch"),
        true,
    ),
];

/// Why a service's files cannot be written.
#[derive(Debug, Error)]
pub enum ServiceError {
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// The zip cannot be made.
    #[error("{path}: {error}")]
    Zip {
        /// The zip.
        path: PathBuf,
        /// What its writer says.
        error: zip::result::ZipError,
    },
}

/// Writes the files to `instructors/services/`.
///
/// # Errors
/// [`ServiceError`].
pub fn write(instructors: &Path) -> Result<(), ServiceError> {
    let folder = instructors.join(FOLDER);
    for (name, text, run) in FILES {
        put(&folder.join(name), text, run)?;
    }
    for (name, text) in GRADESCOPE {
        put(&folder.join("gradescope").join(name), text, true)?;
    }
    Ok(())
}

fn put(path: &Path, text: &str, run: bool) -> Result<(), ServiceError> {
    let failed = |error| ServiceError::File {
        path: path.to_owned(),
        error,
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)?;
    if run {
        runnable(path).map_err(failed)
    } else {
        Ok(())
    }
}

/// Marks a file as a program, where the system tells programs by that.
#[cfg(unix)]
fn runnable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn runnable(_path: &Path) -> io::Result<()> {
    Ok(())
}
