//! Who handed in: one entry for each student, whatever the folder, the service or the archive they came from.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};
use thiserror::Error;
use zip::ZipArchive;

use super::layout::{Named, Service, named};
use super::student::Student;
use crate::files::FileError;
use crate::files::Shown;
use crate::grade::format::{cell, sheet};
use crate::grade::intake::{ARCHIVES, Kind, Part, names};
use crate::text::{escaped_line, hex};

/// Characters of a name that are shown.
const SHOWN: usize = 120;

/// Characters of a name that stands in a file's name as it is.
const PLAIN: usize = 64;

/// Folders within folders in which the newest file is looked for.
const DEEP: usize = 8;

/// Names that Windows keeps for devices.
const RESERVED: &[&str] = &["con", "prn", "aux", "nul", "com", "lpt"];

/// What file managers leave behind, beside names that begin with a point.
const LEFT_BEHIND: &[&str] = &["__MACOSX", "Thumbs.db", "desktop.ini"];

/// A class's submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roll {
    /// By name.
    pub entries: Vec<Entry>,
    /// What was left out and why, a sentence each, fit to be shown.
    pub left_out: Vec<String>,
    /// Students of the roster who handed in nothing.
    pub absent: Vec<Student>,
}

/// One submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Whose: the name without `.zip` or `.wgsl`, fit to be shown.
    pub name: String,
    /// The stem of its files' names: plain ASCII, and no other entry's in any case.
    pub stem: String,
    /// As `stem`, also where that is a code: what a student's own seeds are drawn from.
    pub key: String,
    /// What was handed in.
    pub parts: Vec<Part>,
    /// What to know about it.
    pub notes: Vec<String>,
    /// Who that is, as far as it is known.
    pub student: Student,
    /// When the newest of it was written, in seconds since 1970.
    pub handed_in: Option<i64>,
    /// Whether a service says that it came late.
    pub late: bool,
}

/// Why there is no roll.
#[derive(Debug, Error)]
pub enum RollError {
    /// The folder cannot be listed.
    #[error(transparent)]
    Read(#[from] FileError),
    /// There is nothing in it.
    #[error("{}: there is no submission in it: each is a folder, a .zip, a .tar.gz or a .wgsl file", .0.shown())]
    Empty(PathBuf),
}

/// The submissions in `folder`: each a file or folder in it, or all that a service put under one student's prefix. Where
/// `folder` is a zip that a service made of a class, those in it. Where `single` is set, or `folder` is any other file, that
/// one itself.
///
/// # Errors
/// [`RollError`].
pub fn roll(folder: &Path, single: bool) -> Result<Roll, RollError> {
    let read = FileError::at(folder);
    let whole = fs::canonicalize(folder).map_err(&read)?;
    let mut roll = Roll::default();
    let items = if single {
        vec![Item::of_path(&whole)]
    } else if whole.is_file() {
        download(&whole).unwrap_or_else(|| vec![Item::of_path(&whole)])
    } else {
        let listed: io::Result<Vec<PathBuf>> =
            fs::read_dir(&whole).map_err(&read)?.map(|entry| Ok(entry?.path())).collect();
        let (left, kept): (Vec<PathBuf>, Vec<PathBuf>) =
            listed.map_err(&read)?.into_iter().partition(|path| left_behind(file_name(path)));
        roll.left_out = left.iter().map(|path| left_out(&shown(file_name(path)))).collect();
        kept.iter().map(|path| Item::of_path(path)).collect()
    };
    if items.is_empty() {
        return Err(RollError::Empty(folder.to_owned()));
    }
    roll.left_out.sort();
    roll.add(items);
    Ok(roll)
}

fn left_out(name: &str) -> String {
    format!("`{name}` was left out: it is what a file manager or version control leaves behind")
}

fn left_behind(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || LEFT_BEHIND.iter().any(|known| name == *known)
}

/// A file or folder that was handed in, or an entry of a service's zip.
struct Item {
    /// Its name, in any encoding.
    name: OsString,
    /// What a service's name says.
    named: Option<Named>,
    part: Part,
    modified: Option<i64>,
}

impl Item {
    fn of_path(path: &Path) -> Self {
        let name = file_name(path).to_owned();
        let folder = path.is_dir();
        let named = named(&name.to_string_lossy(), folder);
        let file = named.as_ref().map(|named| named.file.clone()).filter(|file| !file.is_empty());
        Self { part: Part { name: file, ..Part::whole(path) }, modified: newest(path, DEEP), name, named }
    }

    /// What all hand-ins of one student have in common.
    fn key(&self) -> OsString {
        match &self.named {
            Some(named) => format!("{:?} {}", named.service, named.user).into(),
            None => once(bare(&self.name)).0,
        }
    }

    /// Later hand-ins of a student have a larger one.
    fn order(&self) -> (Option<i64>, u64, &OsStr) {
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

/// The items in a zip that a service made of a class; `None` where it is none.
fn download(path: &Path) -> Option<Vec<Item>> {
    if Kind::of(&file_name(path).to_string_lossy()) != Kind::Archive {
        return None;
    }
    let mut archive = ZipArchive::new(BufReader::new(File::open(path).ok()?)).ok()?;
    let mut all: BTreeMap<String, Item> = BTreeMap::new();
    for (index, name) in names(&archive).into_iter().enumerate() {
        let (top, within) = name.split_once('/').unwrap_or((&name, ""));
        if name.ends_with('/') || left_behind(OsStr::new(top)) {
            continue;
        }
        let named = named(top, !within.is_empty())?;
        let file = if within.is_empty() { named.file.clone() } else { within.to_owned() };
        let written = archive.by_index_raw(index).ok().and_then(|entry| entry.last_modified()).and_then(seconds);
        let own = Some(named.file.clone()).filter(|file| !file.is_empty());
        let item = all.entry(top.to_owned()).or_insert_with(|| Item {
            name: top.into(),
            named: Some(named),
            part: Part { entries: Some(Vec::new()), name: own, ..Part::whole(path) },
            modified: None,
        });
        item.modified = item.modified.max(written);
        item.part.entries.get_or_insert_default().push((index, file));
    }
    (!all.is_empty()).then(|| all.into_values().collect())
}

/// A zip's time, which knows no zone, taken as UTC.
fn seconds(time: zip::DateTime) -> Option<i64> {
    let date = jiff::civil::date(time.year() as i16, time.month() as i8, time.day() as i8);
    let clock = date.at(time.hour() as i8, time.minute() as i8, (time.second() as i8).min(59), 0);
    Some(clock.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second())
}

impl Roll {
    fn add(&mut self, items: Vec<Item>) {
        let mut by_key: BTreeMap<OsString, Vec<Item>> = BTreeMap::new();
        for item in items {
            by_key.entry(item.key()).or_default().push(item);
        }
        for (key, mut items) in by_key {
            items.sort_by(|a, b| a.order().cmp(&b.order()));
            let mut entry = entry(&key, &items);
            let earlier = match items[0].named {
                Some(_) => replaced(&mut items),
                None => items.drain(..items.len() - 1).collect(),
            };
            for item in earlier {
                let (name, later) = (shown(&item.name), shown(&items[items.len() - 1].name));
                let note = format!("`{name}` was left out: `{later}` was handed in later, and counts");
                entry.notes.push(note.clone());
                self.left_out.push(note);
            }
            entry.handed_in = items.iter().filter_map(|item| item.modified).max();
            entry.late = items.iter().any(|item| item.named.as_ref().is_some_and(|named| named.late));
            entry.parts = items.into_iter().map(|item| item.part).collect();
            self.entries.push(entry);
        }
        self.tell_apart();
        self.entries.sort_by(|a, b| (&a.name, &a.stem).cmp(&(&b.name, &b.stem)));
    }

    /// Names that are shown alike, or differ in letter case alone, are told apart or pointed out.
    fn tell_apart(&mut self) {
        let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, entry) in self.entries.iter().enumerate() {
            known.entry(entry.name.to_lowercase()).or_default().push(at);
        }
        for places in known.values().filter(|places| places.len() > 1) {
            let names: Vec<String> = places.iter().map(|at| self.entries[*at].name.clone()).collect();
            for at in places {
                let alike = names.iter().filter(|name| **name == self.entries[*at].name).count() > 1;
                let entry = &mut self.entries[*at];
                let Student { canvas, moodle, .. } = &entry.student;
                match [canvas, moodle].into_iter().find(|number| !number.is_empty()) {
                    Some(number) => entry.name = format!("{} ({number})", entry.name),
                    None if alike => entry.name = format!("{} [{}]", entry.name, entry.stem),
                    None => {
                        let others = names.iter().filter(|name| **name != entry.name);
                        let others: Vec<String> = others.map(|name| format!("`{name}`")).collect();
                        entry.notes.push(format!(
                            "there is also {}: whether that is the same student is for the instructor to say",
                            others.join(", ")
                        ));
                    }
                }
            }
        }
    }

    /// Joins the submissions to `roster`; names those that are on none, and the students who handed in nothing.
    pub fn join(&mut self, roster: &[Student]) {
        let mut found: Vec<&Student> = Vec::new();
        for entry in &mut self.entries {
            match entry.student.among(roster) {
                Some(student) => {
                    entry.student = student.clone().with(&entry.student);
                    found.push(student);
                }
                None => {
                    let note = format!("`{}` is not on the roster", entry.name);
                    entry.notes.push(note.clone());
                    self.left_out.push(note);
                }
            }
        }
        self.absent = roster.iter().filter(|student| !found.contains(student)).cloned().collect();
    }

    /// Replaces every name by a code that only `secret` leads back from; the codes, with whose they are.
    pub fn anonymise(&mut self, secret: &str) -> Vec<Code> {
        let mut key = Vec::new();
        for entry in &mut self.entries {
            let digest = hex(&Sha256::digest(format!("{secret}\0{}", entry.stem)));
            let code = format!("anon-{}", &digest[..10]);
            key.push(Code {
                code: code.clone(),
                name: std::mem::replace(&mut entry.name, code.clone()),
                stem: std::mem::replace(&mut entry.stem, code),
                student: std::mem::take(&mut entry.student),
            });
            entry.notes.clear();
        }
        self.left_out.clear();
        self.entries.sort_by(|a, b| a.name.cmp(&b.name));
        key
    }
}

/// Whose a code is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code.
    pub code: String,
    /// The submission's name.
    pub name: String,
    /// The stem of its files, where they are not named by the code.
    pub stem: String,
    /// The student.
    pub student: Student,
}

/// The codes as a spreadsheet.
///
/// # Errors
/// What the writer says.
pub fn key(codes: &[Code]) -> Result<String, String> {
    let header = ["code", "submission", "id", "name", "section"].map(str::to_owned).to_vec();
    let row = |code: &Code| {
        let Student { id, name, section, .. } = &code.student;
        [&code.code, &code.name, id, name, section].map(|text| cell(text)).to_vec()
    };
    sheet(std::iter::once(header).chain(codes.iter().map(row)).collect())
}

/// Takes out what a student of a service handed in again under the same name: of each name the last counts.
fn replaced(items: &mut Vec<Item>) -> Vec<Item> {
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

/// The entry of these hand-ins, without what they hold.
fn entry(key: &OsStr, items: &[Item]) -> Entry {
    let Some(named) = &items[0].named else {
        let name = shown(key);
        let student = Student { id: decoded(key), name: decoded(key), ..Student::default() };
        let stem = stem(key);
        return Entry { key: stem.clone(), stem, name, student, ..Entry::default() };
    };
    let mut student = Student { name: named.who.clone(), ..Student::default() };
    match named.service {
        Service::Canvas => student.canvas.clone_from(&named.user),
        Service::Moodle => student.moodle.clone_from(&named.user),
    }
    let stem = stem(OsStr::new(&format!("{}_{}", named.who, named.user)));
    Entry { name: escaped_line(&named.who, SHOWN), key: stem.clone(), stem, student, ..Entry::default() }
}

fn file_name(path: &Path) -> &OsStr {
    path.file_name().unwrap_or(path.as_os_str())
}

/// Without the ending of an archive or a kernel.
fn bare(name: &OsStr) -> &OsStr {
    let mut end = name;
    for _ in 0..2 {
        let path = Path::new(end);
        let ending = path.extension().map(OsStr::to_ascii_lowercase);
        let ending = format!(".{}", ending.as_deref().and_then(OsStr::to_str).unwrap_or_default());
        let known = ending == ".wgsl" || ending == ".gz" || ARCHIVES.contains(&ending.as_str());
        match path.file_stem().filter(|_| known) {
            Some(stem) => end = stem,
            None => break,
        }
    }
    end
}

/// Without the number that browsers add to a file of the same name, and the number: `jane (2)`.
fn once(name: &OsStr) -> (OsString, u64) {
    let numbered = name.to_str().and_then(|name| {
        let (stem, number) = name.strip_suffix(')')?.rsplit_once(" (")?;
        Some((stem.into(), number.parse().ok()?))
    });
    numbered.unwrap_or_else(|| (name.to_owned(), 0))
}

/// The name as text; bytes that are no UTF-8 as Latin-1, which old zips are full of.
fn decoded(name: &OsStr) -> String {
    let bytes = name.as_encoded_bytes();
    let latin = || bytes.iter().map(|byte| char::from(*byte)).collect();
    std::str::from_utf8(bytes).map_or_else(|_| latin(), str::to_owned)
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

    fn entries(names: &[&str]) -> Roll {
        let mut roll = Roll::default();
        roll.add(names.iter().map(|name| Item::of_path(Path::new(name))).collect());
        roll
    }

    fn names(roll: &Roll) -> Vec<&str> {
        roll.entries.iter().map(|entry| entry.name.as_str()).collect()
    }

    #[test]
    fn endings_are_no_part_of_a_name() {
        assert_eq!(names(&entries(&["b.zip", "a", "c.WGSL", "d.tar.gz", "e.tgz"])), ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn of_what_is_handed_in_again_the_latest_counts_and_the_report_says_so() {
        let roll = entries(&["alice.zip", "alice (1).zip", "alice (2).tar.gz", "Alice.wgsl", "bob"]);
        assert_eq!(names(&roll), ["Alice", "alice", "bob"]);
        assert_eq!(roll.entries[1].parts[0].path, "alice (2).tar.gz");
        assert_eq!(roll.left_out.len(), 2);
        assert!(roll.left_out[0].contains("`alice (2).tar.gz` was handed in later, and counts"), "{:?}", roll.left_out);
        assert!(roll.entries[0].notes[0].contains("there is also `alice`"), "{:?}", roll.entries[0].notes);
        assert!(roll.entries[2].notes.is_empty());
    }

    #[test]
    fn what_a_service_puts_under_one_prefix_is_one_submission_and_namesakes_stay_apart() {
        let roll = entries(&[
            "Jane Doe_1_assignsubmission_file_a.wgsl",
            "Jane Doe_1_assignsubmission_file_b.wgsl",
            "Jane Doe_2_assignsubmission_file_a.wgsl",
            "roejim_LATE_7_900_hw.zip",
            "roejim_7_800_hw.zip",
        ]);
        assert_eq!(names(&roll), ["Jane Doe (1)", "Jane Doe (2)", "roejim"]);
        assert_eq!(roll.entries[0].parts.len(), 2);
        assert_eq!(roll.entries[0].parts[1].name.as_deref(), Some("b.wgsl"));
        assert_eq!((roll.entries[2].parts.len(), roll.entries[2].late), (1, true));
        assert!(roll.left_out[0].starts_with("`roejim_7_800_hw.zip` was left out"), "{:?}", roll.left_out);
    }

    #[test]
    fn a_code_stands_for_a_name_and_only_the_secret_leads_back() {
        let mut one = entries(&["alice", "bob"]);
        let mut other = one.clone();
        let key = one.anonymise("secret");
        assert!(one.entries.iter().all(|entry| entry.name.starts_with("anon-") && entry.stem == entry.name));
        assert_eq!(key.iter().map(|code| code.name.as_str()).collect::<Vec<_>>(), ["alice", "bob"]);
        other.anonymise("another");
        assert_ne!(one, other);
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
