//! Files written whole or not at all: whoever reads one, or is interrupted while writing it, never sees a part.

pub use lockstep_labs::Shown;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

/// The ending of a file that is being written; its name is `.NAME.RANDOM` and this.
pub const UNFINISHED: &str = ".part";

/// A file or folder, and why the system refuses it.
#[derive(Debug, Error)]
#[error("{}: {error}", path.shown())]
pub struct FileError {
    /// Which.
    pub path: PathBuf,
    /// The system's reason.
    pub error: io::Error,
}

impl FileError {
    /// Names the file of an error: `fs::read(path).map_err(FileError::at(path))`.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self { path: path.to_owned(), error }
    }

    /// Whether there is no room left: then no other file can be written either.
    pub fn is_full(&self) -> bool {
        matches!(self.error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
    }
}

/// Replaces what `path` holds with `bytes`, or leaves it as it was. A pipe or a terminal is written to as it is.
///
/// # Errors
/// The system's; nothing is left behind then.
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if is_stream(&path) {
        let mut stream = fs::OpenOptions::new().write(true).open(path)?;
        return stream.write_all(bytes.as_ref());
    }
    filled(&path, bytes.as_ref())?.persist(&path)?;
    Ok(())
}

/// As [`write_whole`], with the folders above `path` made where they are not there, and an error that names the file.
///
/// # Errors
/// [`FileError`].
pub fn write_under(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| write_whole(path, bytes)).map_err(FileError::at(path))
}

/// Makes `path` with `bytes` where there is none; whether it was made. Of several that try at once, one does.
///
/// # Errors
/// The system's; nothing is left behind then.
pub fn create_whole(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if path.exists() {
        return Ok(false);
    }
    let made = match filled(path, bytes)?.persist_noclobber(path) {
        Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => {
            // A file system that can neither link nor rename without replacing.
            File::create_new(path).and_then(|mut file| file.write_all(bytes))
        }
        made => made.map(drop).map_err(|error| error.error),
    };
    match made {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        made => made.map(|()| true),
    }
}

/// That `path` can be written, found out without touching what it holds.
///
/// # Errors
/// The system's.
pub fn writable(path: &Path) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.is_dir() {
        let folder = io::ErrorKind::IsADirectory;
        return Err(io::Error::new(folder, "this is a folder"));
    }
    if path.exists() {
        fs::OpenOptions::new().append(true).open(&path)?;
        if is_stream(&path) {
            return Ok(());
        }
    }
    beside(&path).map(drop)
}

/// The text of a file of at most `most` bytes; `None` where there is none.
///
/// # Errors
/// The system's; also for what is larger, or no file.
pub fn read_small(path: &Path, most: u64) -> io::Result<Option<String>> {
    let data = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        data => data?,
    };
    if !data.is_file() || data.len() > most {
        return Err(io::Error::other("it is not a small file"));
    }
    fs::read_to_string(path).map(Some)
}

/// Something that is there and is no regular file: a pipe, a terminal.
fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn filled(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = beside(path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// A new file in the same folder, with the permissions that any new file has; it goes when it is not put in place.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let prefix = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") => builder.tempfile_in(folder),
        _ => builder.tempfile_in("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it can be listed");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        names.map(|name| name.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        write_whole(&path, "a long first text").expect("written");
        write_whole(&path, "second").expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"second");
        assert_eq!(names(folder.path()), ["a.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_whole_can_be_read_by_whoever_may_read_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let [whole, plain] = ["whole", "plain"].map(|name| folder.path().join(name));
        write_whole(&whole, "text").expect("written");
        fs::write(&plain, "text").expect("written");
        let mode = |path| fs::metadata(path).expect("it is there").permissions().mode();
        assert_eq!(mode(whole), mode(plain));
    }

    #[test]
    fn asking_whether_a_file_can_be_written_makes_none() {
        let folder = tempfile::tempdir().expect("a folder");
        writable(&folder.path().join("new.json")).expect("writable");
        assert_eq!(names(folder.path()), [""; 0]);
        assert!(writable(&folder.path().join("no/such/folder.json")).is_err());
        assert!(writable(folder.path()).is_err());
    }

    #[test]
    fn of_several_that_make_a_file_at_once_one_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.md");
        let made: Vec<bool> = std::thread::scope(|scope| {
            let one = |number: u32| {
                let path = &path;
                scope.spawn(move || create_whole(path, &number.to_le_bytes()).expect("no error"))
            };
            let all: Vec<_> = (0..8).map(one).collect();
            all.into_iter().map(|one| one.join().expect("no panic")).collect()
        });
        assert_eq!(made.iter().filter(|made| **made).count(), 1);
        assert_eq!(names(folder.path()), ["log.md"]);
    }
}
