//! What runs `lockstep grade` where a class hands in: the files under `classroom/`, put into an instructor's copy.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::files::Shown;
use crate::files::{FileError, write_under};
use crate::grade::assignment::{ASSIGNMENT_FILE, HIDDEN_FILE};

/// The folder in an instructor's copy.
const FOLDER: &str = "services";

/// Gradescope's autograder there.
const GRADESCOPE_ZIP: &str = "gradescope.zip";

/// Gradescope's two scripts, by their names in its zip.
const GRADESCOPE: [(&str, &str); 2] = [
    ("setup.sh", include_str!("../../classroom/gradescope/setup.sh")),
    ("run_autograder", include_str!("../../classroom/gradescope/run_autograder")),
];

/// Every other file, by its path in [`FOLDER`], and whether it is run.
const FILES: [(&str, &str, bool); 5] = [
    ("README.md", include_str!("../../classroom/README.md"), false),
    ("classroom50/autograder.py", include_str!("../../classroom/classroom50/autograder.py"), true),
    ("github/lockstep.yml", include_str!("../../classroom/github/lockstep.yml"), false),
    ("github/mark-class.yml", include_str!("../../classroom/github/mark-class.yml"), false),
    ("slurm/grade.sbatch", include_str!("../../classroom/slurm/grade.sbatch"), true),
];

/// Why a service's files cannot be written.
#[derive(Debug, Error)]
pub enum ServiceError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The zip cannot be made.
    #[error("{}: {error}", path.shown())]
    Zip {
        /// Which.
        path: PathBuf,
        /// What its writer says.
        error: zip::result::ZipError,
    },
}

/// Makes the students' folder a repository that marks each push: its workflow, and what git is to leave out.
///
/// # Errors
/// [`ServiceError`].
pub fn github(students: &Path) -> Result<(), ServiceError> {
    let workflow = include_str!("../../classroom/github/lockstep.yml");
    write_under(&students.join(".github/workflows/lockstep.yml"), workflow)?;
    Ok(write_under(&students.join(".gitignore"), "/.lockstep/\n/seen/\n/lockstep-log.md\n")?)
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

fn put(path: &Path, text: &str, run: bool) -> Result<(), FileError> {
    write_under(path, text)?;
    if run { runnable(path).map_err(FileError::at(path)) } else { Ok(()) }
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

/// Whether the instructor's copy has Gradescope's zip.
pub fn has_gradescope(instructors: &Path) -> bool {
    instructors.join(FOLDER).join(GRADESCOPE_ZIP).is_file()
}

/// Gradescope's autograder, a zip with its two scripts at the root and what they need beside
/// them: makes `instructors/services/gradescope.zip` of the scripts, the assignment with what is hidden, and `program`.
///
/// # Errors
/// [`ServiceError`].
pub fn gradescope(instructors: &Path, program: &Path) -> Result<PathBuf, ServiceError> {
    let path = instructors.join(FOLDER).join(GRADESCOPE_ZIP);
    let mut files: Vec<(&str, Vec<u8>, u32)> = Vec::new();
    for (name, text) in GRADESCOPE {
        files.push((name, text.as_bytes().to_vec(), 0o755));
    }
    for name in [ASSIGNMENT_FILE, HIDDEN_FILE] {
        files.push((name, read(&instructors.join(name))?, 0o644));
    }
    files.push(("lockstep", read(program)?, 0o755));
    pack(&path, &files).map_err(|error| ServiceError::Zip { path: path.clone(), error })?;
    Ok(path)
}

fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(FileError::at(path))
}

fn pack(path: &Path, files: &[(&str, Vec<u8>, u32)]) -> zip::result::ZipResult<()> {
    let mut zip = ZipWriter::new(File::create(path)?);
    for (name, bytes, mode) in files {
        let options = SimpleFileOptions::default().unix_permissions(*mode);
        zip.start_file(*name, options)?;
        zip.write_all(bytes)?;
    }
    zip.finish()?.sync_all()?;
    Ok(())
}
