//! A class, marked on several cores, and from the marks on disk to the gradebook: the same whoever made them, and in
//! which order.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use thiserror::Error;

use super::folder::Folder;
use super::mark_one::{Marked, Rules, mark_one};
use super::roll::Entry;
use super::timed;
use crate::files::FileError;
use crate::grade::mark::{Gradebook, Mark};
use crate::harness::Refused;

/// What to mark, by what, and where to.
pub struct Grader<'a> {
    /// By what.
    pub rules: &'a Rules,
    /// The whole class.
    pub roll: &'a [Entry],
    /// The part of it that is marked here.
    pub shard: Shard,
    /// Where marks and feedback are written.
    pub folder: &'a Folder,
    /// Submissions marked at the same time.
    pub jobs: usize,
}

/// Where a class's progress is told. It is called from several threads, one at a time.
pub trait Progress: Send {
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
    /// Submissions without a mark, and why: no fault of theirs.
    pub unmarked: Vec<(String, String)>,
}

/// Marks what `grader` asks for. A submission that has a mark by the same rules keeps it, where what was handed in is
/// the same.
pub fn grade(grader: &Grader<'_>, progress: &mut dyn Progress) -> Summary {
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
                    // A thread that panicked while it told its progress has told nothing wrong.
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
        .filter(|mark| mark.basis == grader.rules.basis && mark.submission == entry.name);
    let known = before.as_ref().and_then(|mark| mark.digest.clone());
    let failed = |refused: Refused| Trouble::Other(refused.message);
    let mut marked = mark_one(grader.rules, entry, known).map_err(failed)?;
    if let (Marked::New(mark, _), Some(device)) = (&mut marked, &grader.rules.device) {
        timed::time(grader.rules, device, entry, mark).map_err(failed)?;
    }
    match (&marked, before) {
        (Marked::New(mark, _), _) => grader.folder.write_mark(mark)?,
        // Its feedback may have been removed.
        (Marked::Unchanged, Some(mark)) => grader.folder.write_feedback(&mark)?,
        (Marked::Unchanged, None) => {}
    }
    Ok(marked)
}

fn tell(entry: &Entry, done: Result<Marked, Trouble>, progress: &mut dyn Progress, summary: &mut Summary) {
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
            summary.unmarked.push((entry.name.clone(), why));
        }
    }
}

/// Names that a message lists.
const LISTED: usize = 10;

/// Why there is no gradebook yet.
#[derive(Debug, Error)]
pub enum MergeError {
    /// Marks are missing.
    #[error(
        "{} of {of} submissions have no mark yet ({}): run the same command again, it goes on where it was",
        missing.len(), listed(missing)
    )]
    Missing {
        /// Whose.
        missing: Vec<String>,
        /// Submissions in all.
        of: usize,
    },
    /// It cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

fn listed(names: &[String]) -> String {
    let mut text = names[..names.len().min(LISTED)].join(", ");
    if names.len() > LISTED {
        text += ", ...";
    }
    text
}

/// Writes the gradebook of all of `roll` from the marks in `folder`.
///
/// # Errors
/// [`MergeError`].
pub fn merge(rules: &Rules, roll: &[Entry], folder: &Folder) -> Result<Gradebook, MergeError> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut missing = Vec::new();
    for entry in roll {
        let mark = folder.mark(&entry.stem);
        match mark.filter(|mark| mark.basis == rules.basis && mark.submission == entry.name) {
            Some(mark) => marks.push(mark),
            None => missing.push(entry.name.clone()),
        }
    }
    if !missing.is_empty() {
        let of = roll.len();
        return Err(MergeError::Missing { missing, of });
    }
    let book = Gradebook::new(&rules.assignment, &rules.basis, marks);
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
        let wrong = || format!("`{text}` is no shard: I/N, from 1/N to N/N");
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
