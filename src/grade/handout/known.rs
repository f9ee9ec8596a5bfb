//! Solutions that stand in every checkout, kept in the instructor's copy: what is handed in is compared with them, wherever it is marked.

use std::fs;
use std::path::Path;

use crate::files::{FileError, write_under};
use crate::grade::assignment::Assignment;
use crate::lab::Altered;

/// The folder in the instructor's copy, with `LAB/EXERCISE/FILE.wgsl`.
pub const KNOWN: &str = "known";

/// How the files of solutions begin.
const SOLUTION: &str = "solution";

/// Keeps the solutions of `folder`, `LAB/EXERCISE/solution*`, in `instructors/known`; how many there are. Those that are patches are
/// of files under `root`.
///
/// # Errors
/// [`FileError`].
pub fn keep_known(assignment: &Assignment, folder: &Path, root: &Path, instructors: &Path) -> Result<usize, FileError> {
    let mut kept = 0;
    for assigned in &assignment.exercises {
        let place = Path::new(&assigned.lab).join(&assigned.name);
        let mut files: Vec<_> = fs::read_dir(folder.join(&place)).into_iter().flatten().flatten().collect();
        files.sort_by_key(fs::DirEntry::file_name);
        for file in files {
            let name = file.file_name().to_string_lossy().into_owned();
            let Some(text) = name.starts_with(SOLUTION).then(|| solution(&file.path(), root)).flatten() else {
                continue;
            };
            let stem = Path::new(&name).with_extension("wgsl");
            write_under(&instructors.join(KNOWN).join(&place).join(stem), text)?;
            kept += 1;
        }
    }
    Ok(kept)
}

fn solution(path: &Path, root: &Path) -> Option<String> {
    match path.extension()?.to_str()? {
        "wgsl" => fs::read_to_string(path).ok(),
        "patch" => Altered::read(root, path).ok().map(|altered| altered.text),
        _ => None,
    }
}
