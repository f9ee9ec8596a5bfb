//! Who handed in: one entry for each file and folder.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::files::FileError;
use crate::files::Shown;
use crate::text::{escaped_line, hex};

/// Characters of a name that are shown.
const SHOWN: usize = 120;

/// Characters of a name that stands in a file's name as it is.
const PLAIN: usize = 64;

/// Names that Windows keeps for devices.
const RESERVED: &[&str] = &["con", "prn", "aux", "nul", "com", "lpt"];

/// One submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose: the name without `.zip` or `.wgsl`, fit to be shown.
    pub name: String,
    /// The stem of its files' names: plain ASCII, and no other entry's in any case.
    pub stem: String,
    /// What was handed in.
    pub path: PathBuf,
    /// What to know about it.
    pub notes: Vec<String>,
}

/// Why there is no roll.
#[derive(Debug, Error)]
pub enum RollError {
    /// The folder cannot be listed.
    #[error(transparent)]
    Read(#[from] FileError),
    /// There is nothing in it.
    #[error("{}: there is no submission in it: each is a folder, a .zip or a .wgsl file", .0.shown())]
    Empty(PathBuf),
}

/// The submissions in `folder`, by name, each a file or folder in it; or, where `single` is set or `folder` is a file,
/// that one itself.
///
/// # Errors
/// [`RollError`].
pub fn roll(folder: &Path, single: bool) -> Result<Vec<Entry>, RollError> {
    let read = FileError::at(folder);
    let whole = fs::canonicalize(folder).map_err(&read)?;
    let paths = if single || whole.is_file() {
        vec![whole]
    } else {
        let listed: io::Result<Vec<PathBuf>> =
            fs::read_dir(&whole).map_err(&read)?.map(|entry| Ok(entry?.path())).collect();
        listed.map_err(&read)?.into_iter().filter(|path| !left_behind(path)).collect()
    };
    if paths.is_empty() {
        return Err(RollError::Empty(folder.to_owned()));
    }
    Ok(entries(paths))
}

/// What file managers and version control leave behind.
fn left_behind(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(b".") || name == b"__MACOSX"
}

fn entries(paths: Vec<PathBuf>) -> Vec<Entry> {
    let mut by_name: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        let folded = shown(bare(file_name(&path))).to_lowercase();
        by_name.entry(folded).or_default().push(path);
    }
    let mut all: Vec<Entry> = by_name.into_values().flat_map(same_name).collect();
    all.sort_by(|a, b| (&a.name, &a.stem).cmp(&(&b.name, &b.stem)));
    all
}

/// Submissions whose names differ in nothing but their endings and letter case: each is marked under its full name.
fn same_name(mut paths: Vec<PathBuf>) -> Vec<Entry> {
    if let [path] = paths.as_slice() {
        return vec![entry(path, bare(file_name(path)))];
    }
    paths.sort();
    let names: Vec<String> = paths.iter().map(|path| shown(file_name(path))).collect();
    let mut all: Vec<Entry> = paths.iter().map(|path| entry(path, file_name(path))).collect();
    for (at, entry) in all.iter_mut().enumerate() {
        let others = names.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<String> = others.map(|(_, name)| format!("`{name}`")).collect();
        entry.notes.push(format!(
            "there is also {} under this name: which of them counts is for the instructor to say",
            others.join(", ")
        ));
    }
    all
}

fn entry(path: &Path, name: &OsStr) -> Entry {
    Entry { name: shown(name), stem: stem(name), path: path.to_owned(), notes: Vec::new() }
}

fn file_name(path: &Path) -> &OsStr {
    path.file_name().unwrap_or(path.as_os_str())
}

/// Without `.zip` or `.wgsl`.
fn bare(name: &OsStr) -> &OsStr {
    let path = Path::new(name);
    let ending = path.extension().map(OsStr::to_ascii_lowercase);
    match (ending.as_deref().and_then(OsStr::to_str), path.file_stem()) {
        (Some("zip" | "wgsl"), Some(stem)) => stem,
        _ => name,
    }
}

/// The name in characters that show, whatever its bytes are.
fn shown(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text += &format!("\\x{byte:02x}");
        }
    }
    escaped_line(&text, SHOWN)
}

/// A name that every file system takes: the name itself where it is plain, else what is plain of it with a part of its
/// SHA-256. It does not depend on who else handed in.
fn stem(name: &OsStr) -> String {
    let bytes = name.as_encoded_bytes();
    if plain(bytes) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let kept: String = shown(name)
        .chars()
        .map(|c| c.to_ascii_lowercase())
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .take(PLAIN / 2)
        .collect();
    let digest = hex(&Sha256::digest(bytes));
    format!("{}~{}", kept.trim_matches('-'), &digest[..16])
}

fn plain(name: &[u8]) -> bool {
    let known = |c: &u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b"._-".contains(c);
    let first = name.first().is_some_and(u8::is_ascii_alphanumeric);
    let last = name.last() != Some(&b'.');
    let device = RESERVED.iter().any(|device| name.starts_with(device.as_bytes()));
    first && last && !device && name.len() <= PLAIN && name.iter().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<Entry> {
        entries(names.iter().map(PathBuf::from).collect())
    }

    #[test]
    fn endings_are_no_part_of_a_name() {
        let all = names(&["b.zip", "a", "c.WGSL", "d.tar.gz"]);
        let shown: Vec<&str> = all.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(shown, ["a", "b", "c", "d.tar.gz"]);
    }

    #[test]
    fn a_name_that_is_handed_in_twice_is_marked_twice_and_says_so() {
        let all = names(&["alice", "alice.zip", "Alice.wgsl", "bob"]);
        let shown: Vec<&str> = all.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(shown, ["Alice.wgsl", "alice", "alice.zip", "bob"]);
        assert!(all[1].notes[0].contains("there is also `Alice.wgsl`, `alice.zip`"));
        assert!(all[3].notes.is_empty());
    }

    #[test]
    fn the_stems_of_odd_names_are_plain_and_apart_in_any_case() {
        let odd = ["a", "A", "ä", "a b", "a\nb", "../a", "con", "a.", "-a", "=1+1", "\u{202e}a", "~", ""];
        let mut stems: Vec<String> = odd.iter().map(|name| stem(OsStr::new(name))).collect();
        stems.push(stem(OsStr::new(&"x".repeat(300))));
        for stem in &stems {
            assert!(stem.len() <= 64, "{stem}");
            assert!(
                stem.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || b"._-~".contains(&c)),
                "{stem}"
            );
        }
        let all = stems.len();
        stems.sort();
        stems.dedup();
        assert_eq!(stems.len(), all);
        assert_eq!(stem(OsStr::new("jane.doe_2")), "jane.doe_2");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_no_unicode_are_shown_by_their_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let name = OsStr::from_bytes(b"a\xff\x1b[2J");
        assert_eq!(shown(name), "a\\xff\\u{1b}[2J");
    }
}
