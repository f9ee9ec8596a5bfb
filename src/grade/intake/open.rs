//! Opening a stranger's file: no link is followed, no pipe waited for.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens the regular file at `path` for reading.
///
/// # Errors
/// Where it is a link, a pipe, a device, or cannot be read.
#[cfg(unix)]
pub fn regular(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    // NONBLOCK: opening a pipe must not wait for a writer.
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    only_regular(file)
}

/// Opens the regular file at `path` for reading.
///
/// # Errors
/// Where it is a link, or cannot be read.
#[cfg(not(unix))]
pub fn regular(path: &Path) -> io::Result<File> {
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    only_regular(File::open(path)?)
}

fn only_regular(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::other("it is no regular file"))
    }
}
