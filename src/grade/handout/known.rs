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

/// Keeps the solutions of `folder`, `LAB/EXERCISE/solution*`, in `instructors/known`; how many there are. Those that are patches name
/// their kernels from two folders above it.
///
/// # Errors
/// [`FileError`].
pub fn keep_known(assignment: &Assignment, folder: &Path, instructors: &Path) -> Result<usize, FileError> {
    let (mut kept, root) = (0, folder.join("../.."));
    for assigned in &assignment.exercises {
        let place = Path::new(&assigned.lab).join(&assigned.name);
        let mut files: Vec<_> = fs::read_dir(folder.join(&place)).into_iter().flatten().flatten().collect();
        files.sort_by_key(fs::DirEntry::file_name);
        for file in files {
            let name = file.file_name().to_string_lossy().into_owned();
            let Some(text) = name.starts_with(SOLUTION).then(|| solution(&file.path(), &root)).flatten() else {
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
    path.extension().filter(|end| *end == "wgsl" || *end == "patch")?;
    // Absolute, since it lies where it lies: only the kernel of a patch is looked for under `root`.
    let path = std::path::absolute(path).ok()?;
    Altered::read(root, &path).ok().map(|altered| altered.text)
}
