//! Files written whole or not at all: whoever reads one, or is interrupted while writing it, never sees a part.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A path as a person or a program reads it.
pub trait Shown {
    /// The path with `/` between folders, whatever the system writes: messages and reports are the same everywhere.
    fn shown(&self) -> String;
}

impl Shown for Path {
    fn shown(&self) -> String {
        let text = self.display().to_string();
        if cfg!(windows) {
            text.replace('\\', "/")
        } else {
            text
        }
    }
}

/// Replaces what `path` holds with `bytes`, or leaves it as it was. A pipe or a terminal is written to as it is.
///
/// # Errors
/// The system's; nothing is left behind then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if is_stream(&path) {
        return fs::OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(bytes);
    }
    let beside = beside(&path);
    let written = fill(&beside, bytes).and_then(|()| fs::rename(&beside, &path));
    written.inspect_err(|_| discard(&beside))
}

/// Makes `path` with `bytes` where there is none; whether it was made. Of several that try at once, one does.
///
/// # Errors
/// The system's; nothing is left behind then.
pub fn create_whole(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if path.exists() {
        return Ok(false);
    }
    let beside = beside(path);
    let linked = fill(&beside, bytes).and_then(|()| fs::hard_link(&beside, path));
    discard(&beside);
    match linked {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        // A file system without links.
        Err(_) => match File::create_new(path) {
            Ok(mut file) => file.write_all(bytes).map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        },
    }
}

/// That `path` can be written, found out without touching what it holds.
///
/// # Errors
/// The system's.
pub fn writable(path: &Path) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "this is a folder",
        ));
    }
    if path.exists() {
        fs::OpenOptions::new().append(true).open(&path)?;
        if is_stream(&path) {
            return Ok(());
        }
    }
    let beside = beside(&path);
    let made = File::create_new(&beside);
    discard(&beside);
    made.map(|_| ())
}

/// Something that is there and is no regular file: a pipe, a terminal.
fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn discard(path: &Path) {
    // Not there is as good.
    let _ = fs::remove_file(path);
}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    path.with_file_name(format!(".{name}.{}.{number}.part", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let name = format!("lockstep-files-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the folder can be made");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it can be listed");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = folder("replaced");
        let path = folder.join("a.json");
        write_whole(&path, b"a long first text").expect("written");
        write_whole(&path, b"second").expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"second");
        assert_eq!(names(&folder), ["a.json"]);
    }

    #[test]
    fn asking_whether_a_file_can_be_written_makes_none() {
        let folder = folder("asked");
        writable(&folder.join("new.json")).expect("writable");
        assert_eq!(names(&folder), [""; 0]);
        assert!(writable(&folder.join("no/such/folder.json")).is_err());
        assert!(writable(&folder).is_err());
    }

    #[test]
    fn of_several_that_make_a_file_at_once_one_does() {
        let folder = folder("made");
        let path = folder.join("log.md");
        let made: Vec<bool> = std::thread::scope(|scope| {
            let one = |number: u32| {
                let path = &path;
                scope.spawn(move || create_whole(path, &number.to_le_bytes()).expect("no error"))
            };
            let all: Vec<_> = (0..8).map(one).collect();
            all.into_iter()
                .map(|one| one.join().expect("no panic"))
                .collect()
        });
        assert_eq!(made.iter().filter(|made| **made).count(), 1);
        assert_eq!(names(&folder), ["log.md"]);
    }
}
