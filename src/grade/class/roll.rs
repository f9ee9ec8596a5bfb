//! Who handed in: one entry for each student, whatever the folder, the service or the archive they came from.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::item::{Item, download, left_behind, replaced};
use super::late::Dates;
use super::layout::Service;
use super::names::{decoded, file_name, shown, stem};
use super::overrides::Override;
use super::student::Student;
use crate::files::FileError;
use crate::files::Shown;
use crate::grade::intake::HandedIn;
use crate::text::escaped_name;

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
    pub parts: Vec<HandedIn>,
    /// What to know about it.
    pub notes: Vec<String>,
    /// Who that is, as far as it is known.
    pub student: Student,
    /// When it was handed in, and until when it might be.
    pub dates: Dates,
    /// What the instructor decided about it.
    pub overrides: Vec<Override>,
    /// What must not be seen of whose it is, where marking is anonymous.
    pub hides: Vec<String>,
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
        let (items, others) = download(&whole).unwrap_or_else(|| (vec![Item::of_path(&whole)], Vec::new()));
        roll.left_out = others.iter().map(|name| unnamed(name)).collect();
        items
    } else {
        let listed: io::Result<Vec<PathBuf>> =
            fs::read_dir(&whole).map_err(&read)?.map(|entry| Ok(entry?.path())).collect();
        let (left, kept): (Vec<PathBuf>, Vec<PathBuf>) =
            listed.map_err(&read)?.into_iter().partition(|path| left_behind(file_name(path)));
        roll.left_out = left.iter().map(|path| left_out(&shown(file_name(path)))).collect();
        roll.of_folder(kept.iter().map(|path| Item::of_path(path)).collect())
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

fn unnamed(name: &str) -> String {
    format!("`{}` was left out: its name does not say whose it is", escaped_name(name))
}

impl Roll {
    /// What in a folder is handed in: beside what a service named, no file that is neither a kernel nor an archive.
    fn of_folder(&mut self, items: Vec<Item>) -> Vec<Item> {
        let services = items.iter().any(|item| item.named.is_some());
        let stray = |item: &Item| services && item.named.is_none() && item.is_no_kernel();
        let (strays, kept): (Vec<Item>, Vec<Item>) = items.into_iter().partition(stray);
        self.left_out.extend(strays.iter().map(|item| unnamed(&shown(&item.name))));
        kept
    }

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
            entry.dates.handed_in = items.iter().filter_map(|item| item.modified).max();
            let late = |item: &Item| item.named.as_ref().is_some_and(|named| named.late);
            entry.dates.late_days = u32::from(items.iter().any(late));
            entry.parts = items.into_iter().map(|item| item.part).collect();
            self.entries.push(entry);
        }
        self.tell_apart();
        self.entries.sort_by(|a, b| (&a.name, &a.stem).cmp(&(&b.name, &b.stem)));
    }

    /// Names that look alike, or differ in letter case alone, are distinguished or pointed out.
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

    /// Joins the submissions to `roster`; names those that are on none, and the students who handed in nothing. Of what one
    /// student handed in under several names, the latest counts.
    pub fn join(&mut self, roster: &[Student]) {
        let mut found: Vec<&Student> = Vec::new();
        let mut joined: Vec<(&Student, Entry)> = Vec::new();
        let mut others: Vec<Entry> = Vec::new();
        for mut entry in std::mem::take(&mut self.entries) {
            match entry.student.among(roster) {
                Some(student) => {
                    entry.student = student.clone().with(&entry.student);
                    found.push(student);
                    joined.push((student, entry));
                }
                None => {
                    // Moodle would give a participant of that number the grade of a group, or of somebody else.
                    if roster.iter().any(|student| !student.moodle.is_empty()) {
                        entry.student.moodle.clear();
                    }
                    let note = format!("`{}` is not on the roster", entry.name);
                    entry.notes.push(note.clone());
                    self.left_out.push(note);
                    others.push(entry);
                }
            }
        }
        self.entries = others;
        for student in roster {
            let of = joined.extract_if(.., |(whose, _)| std::ptr::eq(*whose, student));
            let own = of.map(|(_, entry)| entry).collect();
            self.entries.extend(latest(own, &mut self.left_out));
        }
        self.entries.sort_by(|a, b| (&a.name, &a.stem).cmp(&(&b.name, &b.stem)));
        self.absent = roster.iter().filter(|student| !found.contains(student)).cloned().collect();
    }
}

/// The latest of what one student handed in under several names, which says what was left out for it.
fn latest(mut own: Vec<Entry>, left_out: &mut Vec<String>) -> Option<Entry> {
    own.sort_by(|a, b| (a.dates.handed_in, &a.name).cmp(&(b.dates.handed_in, &b.name)));
    let mut latest = own.pop()?;
    for earlier in own {
        let (name, counts) = (&earlier.name, &latest.name);
        let why = match earlier.dates.handed_in < latest.dates.handed_in {
            true => format!("`{counts}` is the same student's, was handed in later, and counts"),
            false => format!("`{counts}` is the same student's, and counts: nothing tells which is the later one"),
        };
        let note = format!("`{name}` was left out: {why}");
        latest.notes.push(note.clone());
        left_out.push(note);
    }
    Some(latest)
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
    let stem = stem(OsStr::new(format!("{}_{}", named.who, named.user).trim_end_matches('_')));
    Entry { name: escaped_name(&named.who), key: stem.clone(), stem, student, ..Entry::default() }
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
        assert_eq!((roll.entries[2].parts.len(), roll.entries[2].dates.late_days), (1, 1));
        assert!(roll.left_out[0].starts_with("`roejim_7_800_hw.zip` was left out"), "{:?}", roll.left_out);
    }

    #[test]
    fn students_whose_names_canvas_hides_are_told_apart_by_its_codes() {
        let roll = entries(&["anon_k3Zq9_900_a.zip", "LATE_anon_k3Zq9_901_b.zip", "anon_Xy7aa_902_a.zip"]);
        assert_eq!(names(&roll), ["anon_Xy7aa", "anon_k3Zq9"]);
        assert_eq!((roll.entries[1].parts.len(), roll.entries[1].dates.late_days), (2, 1));
    }

    #[test]
    fn a_group_of_moodles_has_no_participants_number_where_a_roster_tells_these() {
        let mut roll = entries(&["Group B_12_assignsubmission_file_a.wgsl", "Roe_13_assignsubmission_file_a.wgsl"]);
        let student =
            |name: &str, moodle: &str| Student { name: name.into(), moodle: moodle.into(), ..Student::default() };
        roll.join(&[student("Jane Doe", "12"), student("Roe", "13")]);
        let numbers: Vec<&str> = roll.entries.iter().map(|entry| entry.student.moodle.as_str()).collect();
        assert_eq!((names(&roll), numbers), (vec!["Group B", "Roe"], vec!["", "13"]));
        assert_eq!(roll.absent, [student("Jane Doe", "12")]);
    }

    #[test]
    fn what_a_student_hands_in_under_two_names_is_one_submission_of_which_the_latest_counts() {
        let mut roll = entries(&["Doe, Jane.zip", "jane.zip", "s1.zip", "s2.zip"]);
        for (entry, moment) in roll.entries.iter_mut().zip([None, Some(7), Some(5), Some(1)]) {
            entry.dates.handed_in = moment;
        }
        let jane = Student { id: "s1".into(), name: "Jane Doe".into(), login: "jane".into(), ..Student::default() };
        roll.join(&[jane]);
        assert_eq!(names(&roll), ["jane", "s2"]);
        assert!(
            roll.left_out.contains(
                &"`s1` was left out: `jane` is the same student's, was handed in later, and counts".to_owned()
            )
        );
        assert_eq!(roll.entries[0].notes.len(), 2, "{:?}", roll.entries[0].notes);
        let mut roll = entries(&["jane", "s1"]);
        roll.join(&[Student { id: "s1".into(), login: "jane".into(), ..Student::default() }]);
        assert!(roll.left_out[0].ends_with("nothing tells which is the later one"), "{:?}", roll.left_out);
    }

    #[test]
    fn a_code_stands_for_a_name_and_only_the_secret_leads_back() {
        let mut one = entries(&["alice", "bob"]);
        let mut other = one.clone();
        let key = one.anonymise("secret");
        assert!(one.entries.iter().all(|entry| entry.name.starts_with("anon-") && entry.stem == entry.name));
        assert_eq!(key.iter().map(|code| code.name.as_str()).collect::<Vec<_>>(), ["alice", "bob"]);
        let student = |name: &str| Student { id: "s77".into(), name: name.into(), ..Student::default() };
        let mut class = Roll { absent: vec![student("Jane Doe")], ..Roll::default() };
        let key = class.anonymise("secret");
        assert!(class.absent[0].name.is_empty() && class.absent[0].id.starts_with("anon-"));
        assert_eq!(key[0].student.name, "Jane Doe");
        let reported = super::super::codes::hidden(
            "`Jane_Doe/a.wgsl`, s77, DOE",
            &["Jane Doe", "Jane", "Doe", "s77"].map(str::to_owned),
        );
        assert_eq!(reported, "`anon_anon/a.wgsl`, anon, anon");
        other.anonymise("another");
        assert_ne!(one, other);
    }
}
