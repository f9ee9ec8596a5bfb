//! Gradescope's autograder: a zip with its two scripts at the root, and what they need beside them.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::write::{FOLDER, GRADESCOPE, ServiceError};
use crate::grade::assignment::{ASSIGNMENT_FILE, HIDDEN_FILE};

/// Makes `instructors/services/gradescope.zip` of the scripts, the assignment with what is hidden, and `program`.
///
/// # Errors
/// [`ServiceError`].
pub fn gradescope(instructors: &Path, program: &Path) -> Result<PathBuf, ServiceError> {
    let path = instructors.join(FOLDER).join("gradescope.zip");
    let mut files: Vec<(&str, Vec<u8>, u32)> = Vec::new();
    for (name, text) in GRADESCOPE {
        files.push((name, text.as_bytes().to_vec(), 0o755));
    }
    for name in [ASSIGNMENT_FILE, HIDDEN_FILE] {
        files.push((name, read(&instructors.join(name))?, 0o644));
    }
    files.push(("lockstep", read(program)?, 0o755));
    pack(&path, &files).map_err(|error| ServiceError::Zip {
        path: path.clone(),
        error,
    })?;
    Ok(path)
}

fn read(path: &Path) -> Result<Vec<u8>, ServiceError> {
    fs::read(path).map_err(|error| ServiceError::File {
        path: path.to_owned(),
        error,
    })
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
