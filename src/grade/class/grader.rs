//! A class, marked on several cores.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::folder::Folder;
use super::mark_one::{Marked, Rules, mark_one};
use super::roll::Entry;
use super::shard::Shard;
use super::timed;
use crate::files::FileError;
use crate::grade::mark::Mark;
use crate::harness::Fatal;

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
                    let done = if full.load(Ordering::Relaxed) {
                        Err(Trouble::Full)
                    } else {
                        one(grader, entry)
                    };
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
        if error.is_full() {
            Self::Full
        } else {
            Self::Other(error.to_string())
        }
    }
}

fn one(grader: &Grader<'_>, entry: &Entry) -> Result<Marked, Trouble> {
    let before = grader
        .folder
        .mark(&entry.stem)
        .filter(|mark| mark.basis == grader.rules.basis && mark.submission == entry.name);
    let known = before.as_ref().and_then(|mark| mark.digest.clone());
    let failed = |fatal: Fatal| Trouble::Other(fatal.0);
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

fn tell(
    entry: &Entry,
    done: Result<Marked, Trouble>,
    progress: &mut dyn Progress,
    summary: &mut Summary,
) {
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
