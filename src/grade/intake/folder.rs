//! A submission that is a folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::files::regular;
use super::submission::{FileKind, Intake, MOST_DEPTH, MOST_ENTRIES, Refusal, hidden, text};

/// A folder still to be listed, its path within the submission, and how deep it lies.
struct Waiting(PathBuf, String, usize);

/// Takes what is of use from the folder at `root` and from those within it. Links are never followed, and hidden
/// folders (`.git`) are not looked into.
///
/// # Errors
/// [`Refusal`] where the folder cannot be listed, or holds too much.
pub fn walk(root: &Path, intake: &mut Intake) -> Result<(), Refusal> {
    let mut waiting = vec![Waiting(root.to_owned(), String::new(), 0)];
    let mut seen = 0;
    while let Some(Waiting(folder, within, depth)) = waiting.pop() {
        let mut entries = match list(&folder, &mut seen) {
            Ok(entries) => entries,
            Err(Listed::TooMany) => {
                return Err(Refusal(format!(
                    "it holds more than {MOST_ENTRIES} files and folders: hand in the kernels only"
                )));
            }
            Err(Listed::Unreadable(why)) if within.is_empty() => {
                return Err(Refusal(format!("it cannot be read: {why}")));
            }
            Err(Listed::Unreadable(why)) => {
                intake.leave_out(&within, &format!("it cannot be read: {why}"));
                continue;
            }
        };
        // The same order on every file system.
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            visit(&entry, &within, depth, intake, &mut waiting);
        }
    }
    Ok(())
}

enum Listed {
    TooMany,
    Unreadable(std::io::Error),
}

fn list(folder: &Path, seen: &mut usize) -> Result<Vec<fs::DirEntry>, Listed> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(Listed::Unreadable)? {
        *seen += 1;
        if *seen > MOST_ENTRIES {
            return Err(Listed::TooMany);
        }
        entries.push(entry.map_err(Listed::Unreadable)?);
    }
    Ok(entries)
}

fn visit(entry: &fs::DirEntry, within: &str, depth: usize, intake: &mut Intake, waiting: &mut Vec<Waiting>) {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    let path = if within.is_empty() { name.clone().into_owned() } else { format!("{within}/{name}") };
    let kind = FileKind::of(&name);
    match entry.file_type() {
        Err(error) => intake.leave_out(&path, &error.to_string()),
        Ok(found) if found.is_symlink() => {
            intake.leave_out(&path, "it is a symbolic link, and links are never followed");
        }
        Ok(found) if found.is_dir() => {
            if hidden(&name) {
                return;
            }
            if depth + 1 >= MOST_DEPTH {
                return intake.leave_out(&path, "it lies too deep");
            }
            waiting.push(Waiting(entry.path(), path, depth + 1));
        }
        Ok(found) if found.is_file() => file(entry, &name, path, kind, intake),
        Ok(_) => intake.leave_out(&path, "it is a pipe, a socket or a device"),
    }
}

fn file(entry: &fs::DirEntry, name: &str, path: String, kind: FileKind, intake: &mut Intake) {
    if hidden(name) {
        return;
    }
    if kind == FileKind::Other {
        return intake.other(&path);
    }
    if kind == FileKind::Archive {
        return match regular(&entry.path()) {
            Ok(mut file) => intake.open(&path, &mut file),
            Err(error) => intake.leave_out(&path, &format!("it cannot be read: {error}")),
        };
    }
    let found = regular(&entry.path())
        .map_err(|error| format!("it cannot be read: {error}"))
        .and_then(|mut file| text(&mut file, kind));
    intake.add(kind, path, found);
}
