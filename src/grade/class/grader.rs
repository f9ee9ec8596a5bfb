//! A class, marked on several cores, and from the marks on disk to the gradebook: the same whoever made them, and in
//! which order.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::folder::Folder;
use super::mark_one::{Marked, Rules, mark_one, open, settle};
use super::roll::{Entry, Roll};
use super::timed;
use crate::files::FileError;
use crate::grade::mark::{Gradebook, Mark};
use crate::harness::RunError;

/// What to mark, by what, and where to.
pub struct Grader<'a> {
    /// What it is marked by.
    pub rules: &'a Rules,
    /// The whole class.
    pub roll: &'a [Entry],
    /// Stems of submissions that are marked anew, whatever mark they have.
    pub regrade: &'a BTreeSet<String>,
    /// The part of it that is marked here.
    pub shard: Shard,
    /// Where marks and feedback are written.
    pub folder: &'a Folder,
    /// Submissions marked at the same time.
    pub jobs: usize,
}

/// Where a class's progress is reported. It is called from several threads, one at a time.
pub trait ClassProgress: Send {
    /// So many submissions are to be marked.
    fn start(&mut self, of: usize);
    /// One more is done: a new mark, or the one from before.
    fn marked(&mut self, entry: &Entry, mark: Option<&Mark>);
    /// Something to tell about one; it is no part of its mark.
    fn say(&mut self, entry: &Entry, what: &str);
}

/// How it went.
#[derive(Debug, Default)]
pub struct Summary {
    /// Submissions marked now.
    pub marked: usize,
    /// Marks from before that still hold.
    pub kept: usize,
    /// Submissions without a mark, by stem, and why: no fault of theirs.
    pub unmarked: BTreeMap<String, String>,
}

/// Marks what `grader` asks for. A submission that has a mark by the same rules keeps it, where what was handed in is
/// the same.
pub fn grade(grader: &Grader<'_>, progress: &mut dyn ClassProgress) -> Summary {
    let mine: Vec<&Entry> = grader
        .roll
        .iter()
        .enumerate()
        .filter(|(place, _)| grader.shard.holds(*place))
        .map(|(_, entry)| entry)
        .collect();
    let stems: BTreeSet<&str> = mine.iter().map(|entry| entry.stem.as_str()).collect();
    grader.folder.clear_unfinished(&stems);
    progress.start(mine.len());
    let next = AtomicUsize::new(0);
    let full = AtomicBool::new(false);
    let shared = Mutex::new((progress, Summary::default()));
    std::thread::scope(|scope| {
        for _ in 0..grader.jobs.clamp(1, mine.len().max(1)) {
            scope.spawn(|| {
                while let Some(entry) = mine.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = if full.load(Ordering::Relaxed) { Err(Trouble::Full) } else { one(grader, entry) };
                    if matches!(done, Err(Trouble::Full)) {
                        full.store(true, Ordering::Relaxed);
                    }
                    // A thread that panicked while it reported its progress has reported nothing wrong.
                    let mut shared = shared.lock().unwrap_or_else(|lock| lock.into_inner());
                    let (progress, summary) = &mut *shared;
                    tell(entry, done, *progress, summary);
                }
            });
        }
    });
    let (_, summary) = shared.into_inner().unwrap_or_else(|lock| lock.into_inner());
    summary
}

/// Why a submission has no mark.
enum Trouble {
    /// There is no room left to write it: the others would find none either.
    Full,
    Other(String),
}

impl From<FileError> for Trouble {
    fn from(error: FileError) -> Self {
        if error.is_full() { Self::Full } else { Self::Other(error.to_string()) }
    }
}

fn one(grader: &Grader<'_>, entry: &Entry) -> Result<Marked, Trouble> {
    let before = grader
        .folder
        .mark(&entry.stem)
        .filter(|mark| mark.basis == grader.rules.basis && mark.submission == entry.name)
        // One that had no mark is tried again.
        .filter(|mark| mark.open.is_none() && !grader.regrade.contains(&entry.stem));
    let level = grader.rules.assignment.feedback;
    let known = before.as_ref().and_then(|mark| mark.digest.clone());
    let failed = |refused: RunError| Trouble::Other(refused.message);
    let mut marked = mark_one(grader.rules, entry, known);
    if let (Ok(Marked::New(mark, _)), Some(device)) = (&mut marked, &grader.rules.device)
        && let Err(refused) = timed::time(grader.rules, device, entry, mark)
    {
        marked = Err(refused);
    }
    match (&marked, before) {
        (Ok(Marked::New(mark, _)), _) => grader.folder.write_mark(mark, level)?,
        (Ok(Marked::Unchanged), Some(mark)) => keep(grader.rules, entry, grader.folder, mark)?,
        (Ok(Marked::Unchanged), None) => {}
        // Whoever merges the shards is told why.
        (Err(refused), _) => grader.folder.write_mark(&open(grader.rules, entry, &refused.message), level)?,
    }
    marked.map_err(failed)
}

/// Brings a mark that still holds up to date with who handed it in, and when.
fn keep(rules: &Rules, entry: &Entry, folder: &Folder, before: Mark) -> Result<(), FileError> {
    let mut mark = before.clone();
    settle(&mut mark, rules, entry);
    let level = rules.assignment.feedback;
    // Its feedback may have been removed.
    if mark == before { folder.write_feedback(&mark, level) } else { folder.write_mark(&mark, level) }
}

fn tell(entry: &Entry, done: Result<Marked, Trouble>, progress: &mut dyn ClassProgress, summary: &mut Summary) {
    match done {
        Ok(Marked::New(mark, words)) => {
            summary.marked += 1;
            for words in words {
                progress.say(entry, &words);
            }
            progress.marked(entry, Some(&mark));
        }
        Ok(Marked::Unchanged) => {
            summary.kept += 1;
            progress.marked(entry, None);
        }
        Err(trouble) => {
            let why = match trouble {
                Trouble::Full => "there is no room left on the disk for its mark".to_owned(),
                Trouble::Other(why) => why,
            };
            progress.say(entry, &why);
            progress.marked(entry, None);
            summary.unmarked.insert(entry.stem.clone(), why);
        }
    }
}

/// Why a submission of another shard has no mark.
const NOT_YET: &str = "it has no mark yet: its part of the class was not marked, or not to its end";

/// Writes the gradebook of all of `roll` from the marks in `folder`. A submission without one is a row that says why: as
/// `unmarked` says, or its own file, or since nobody marked it yet.
///
/// # Errors
/// [`FileError`].
pub fn merge(
    rules: &Rules,
    roll: &Roll,
    folder: &Folder,
    unmarked: &BTreeMap<String, String>,
) -> Result<Gradebook, FileError> {
    let mark = |entry: &Entry| {
        let held = folder.mark(&entry.stem);
        let held = held.filter(|mark| mark.basis == rules.basis && mark.submission == entry.name);
        match (unmarked.get(&entry.stem), held) {
            (None, Some(mut mark)) => {
                settle(&mut mark, rules, entry);
                mark
            }
            (why, _) => open(rules, entry, why.map_or(NOT_YET, String::as_str)),
        }
    };
    let marks = roll.entries.iter().map(mark).collect();
    let mut book = Gradebook::new(&rules.assignment, &rules.basis, marks);
    book.left_out.clone_from(&roll.left_out);
    book.absent.clone_from(&roll.absent);
    folder.write_book(&book)?;
    Ok(book)
}

/// Shard `index` of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl Shard {
    /// The whole class.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Whether the submission at `place` of the roll belongs to it. Neighbours go to different shards, so that a run of
    /// slow submissions is shared.
    pub fn holds(self, place: usize) -> bool {
        place % self.of == self.index - 1
    }

    /// Whether it is the whole class.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a shard: I/N, from 1/N to N/N");
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let (index, of) = (number(index)?, number(of)?);
        if index == 0 || index > of {
            return Err(wrong());
        }
        Ok(Self { index, of })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_submission_belongs_to_exactly_one_shard() {
        for of in 1..6 {
            for place in 0..20 {
                let holding = (1..=of).filter(|index| Shard { index: *index, of }.holds(place));
                assert_eq!(holding.count(), 1);
            }
        }
    }

    #[test]
    fn shards_count_from_one() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "1", "a/b", "-1/2", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
