//! The starting kernel, put back; the student's own is kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::Shown;
use crate::files::write_whole;

/// Copies that are kept of one exercise.
const KEPT: usize = 1000;

/// Writes `start` to `path`, and keeps what was there in the folder `kept` under `name` and a number; what was done,
/// in a sentence.
///
/// # Errors
/// The system's; then `path` is as it was, or its text is in `kept`.
pub(super) fn reset(path: &Path, start: &str, kept: &Path, name: &str) -> io::Result<String> {
    let shown = path.shown();
    let before = match fs::read(path) {
        Ok(before) => Some(before),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let Some(before) = before else {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        write_whole(path, start.as_bytes())?;
        return Ok(format!("{shown} is the starting kernel."));
    };
    if before == start.as_bytes() {
        return Ok(format!("{shown} is the starting kernel already."));
    }
    fs::create_dir_all(kept)?;
    let copy = free(kept, name)?;
    write_whole(&copy, &before)?;
    write_whole(path, start.as_bytes())?;
    Ok(format!("{shown} is the starting kernel again; yours is kept as {}.", copy.shown()))
}

fn free(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let mut names = (1..=KEPT).map(|number| folder.join(format!("{name}-{number}.wgsl")));
    names
        .find(|path| !path.exists())
        .ok_or_else(|| io::Error::other(format!("{KEPT} earlier kernels are kept in {}: remove some", folder.shown())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_comes_back_and_every_earlier_text_is_kept() {
        let folder = std::env::temp_dir().join(format!("lockstep-reset-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let (path, kept) = (folder.join("lab/exercise.wgsl"), folder.join("kept"));
        let reset = || reset(&path, "start", &kept, "lab-exercise").expect("reset");
        assert!(reset().contains("starting kernel"));
        assert!(reset().contains("already"));
        for text in ["mine", "mine too"] {
            fs::write(&path, text).expect("written");
            assert!(reset().contains("yours is kept"));
        }
        let read = |path: PathBuf| fs::read_to_string(path).expect("read");
        assert_eq!(read(path.clone()), "start");
        assert_eq!(read(kept.join("lab-exercise-1.wgsl")), "mine");
        assert_eq!(read(kept.join("lab-exercise-2.wgsl")), "mine too");
    }
}
