//! One file or folder that was handed in, or an entry of a service's zip, and whose it is.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::time::UNIX_EPOCH;

use zip::ZipArchive;

use super::layout::{Named, named};
use super::names::{bare, file_name, once};
use crate::grade::intake::{FileKind, HandedIn, names};

/// Folders within folders in which the newest file is looked for.
const DEEP: usize = 8;

/// What file managers leave behind, beside names that begin with a point.
const LEFT_BEHIND: &[&str] = &["__MACOSX", "Thumbs.db", "desktop.ini"];

/// Whether a file manager or version control leaves such a file behind.
pub fn left_behind(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || LEFT_BEHIND.iter().any(|known| name == *known)
}

/// A file or folder that was handed in, or an entry of a service's zip.
pub struct Item {
    /// Its name, in any encoding.
    pub name: OsString,
    /// What a service's name says.
    pub named: Option<Named>,
    pub part: HandedIn,
    /// When it was written, in seconds since 1970; `None` in a service's download, whose files are as old as the download.
    pub modified: Option<i64>,
}

impl Item {
    pub fn of_path(path: &Path) -> Self {
        let name = file_name(path).to_owned();
        let named = named(&name.to_string_lossy(), path.is_dir());
        let part = HandedIn { name: named.as_ref().and_then(Named::file), ..HandedIn::whole(path) };
        let modified = if named.is_some() { None } else { newest(path, DEEP) };
        Self { part, modified, name, named }
    }

    /// Whether it is a file, and neither a kernel nor an archive.
    pub fn is_no_kernel(&self) -> bool {
        Path::new(&self.part.path).is_file() && FileKind::of(&self.name.to_string_lossy()) == FileKind::Other
    }

    /// What all hand-ins of one student have in common.
    pub fn key(&self) -> OsString {
        match &self.named {
            Some(Named { service, who, user, .. }) if user.is_empty() => format!("{service:?} {who}").into(),
            Some(Named { service, user, .. }) => format!("{service:?} {user}").into(),
            None => once(bare(&self.name)).0,
        }
    }

    /// Later hand-ins of a student have a larger one.
    pub fn order(&self) -> (Option<i64>, u64, &OsStr) {
        let (_, number) = once(bare(&self.name));
        (self.modified, self.named.as_ref().map_or(number, |named| named.order), &self.name)
    }
}

/// When the newest file at or under `path` was written, in seconds since 1970. Links are not followed.
fn newest(path: &Path, deep: usize) -> Option<i64> {
    let about = fs::symlink_metadata(path).ok()?;
    if !about.is_dir() {
        let since = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        return i64::try_from(since.as_secs()).ok();
    }
    let deeper = deep.checked_sub(1)?;
    fs::read_dir(path).ok()?.flatten().filter_map(|entry| newest(&entry.path(), deeper)).max()
}

/// The items in a zip that a service made of a class, and the names at its top that belong to no student; `None` where at
/// least half belong to none: no service made such a zip.
pub fn download(path: &Path) -> Option<(Vec<Item>, Vec<String>)> {
    if FileKind::of(&file_name(path).to_string_lossy()) != FileKind::Archive {
        return None;
    }
    let archive = ZipArchive::new(BufReader::new(File::open(path).ok()?)).ok()?;
    let mut all: BTreeMap<String, Item> = BTreeMap::new();
    let mut others: BTreeSet<String> = BTreeSet::new();
    for (index, name) in names(&archive).into_iter().enumerate() {
        let (top, within) = name.split_once('/').unwrap_or((&name, ""));
        if name.ends_with('/') || left_behind(OsStr::new(top)) {
            continue;
        }
        let Some(named) = named(top, !within.is_empty()) else {
            others.insert(top.to_owned());
            continue;
        };
        let file = if within.is_empty() { named.file.clone() } else { within.to_owned() };
        let item = all.entry(top.to_owned()).or_insert_with(|| Item {
            name: top.into(),
            part: HandedIn { entries: Some(Vec::new()), name: named.file(), ..HandedIn::whole(path) },
            named: Some(named),
            modified: None,
        });
        item.part.entries.get_or_insert_default().push((index, file));
    }
    (all.len() > others.len()).then(|| (all.into_values().collect(), others.into_iter().collect()))
}

/// Takes out what a student of a service handed in again under the same name: of each name the last counts.
pub fn replaced(items: &mut Vec<Item>) -> Vec<Item> {
    let mut kept: Vec<Item> = Vec::new();
    let mut earlier = Vec::new();
    for item in items.drain(..) {
        let file = |item: &Item| item.part.name.as_ref().map(|name| once(OsStr::new(name)).0);
        match kept.iter().position(|other| file(other).is_some() && file(other) == file(&item)) {
            Some(at) => earlier.push(std::mem::replace(&mut kept[at], item)),
            None => kept.push(item),
        }
    }
    *items = kept;
    earlier
}
