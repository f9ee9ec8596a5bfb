//! One submission's mark: its process, and another one where a case ended the first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::bounded::{self, End};
use super::codes::hidden;
use super::overrides::decide;
use super::roll::Entry;
use super::shared::Shared;
use super::student::Student;
use crate::device::Selector;
use crate::grade::assignment::{Assignment, Hidden};
use crate::grade::mark::{EvidenceMark, ExerciseMark, Mark, rounded};
use crate::grade::sandbox::Profile;
use crate::grade::worker::{Settled, Task, WorkerMessage, refused};
use crate::harness::RunError;
use crate::kernel::without_comments;
use crate::text::{escaped, hex};

/// What all submissions of a class are marked by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What was assigned.
    pub assignment: Assignment,
    /// The hidden cases; `None` to mark by what students see.
    pub hidden: Option<Hidden>,
    /// Where speed is judged; `None` where it does not count, or is left for later.
    pub device: Option<Selector>,
    /// SHA-256 of these, but for which GPU it is.
    pub basis: String,
    /// What was judged by them so far.
    shared: Arc<Shared>,
}

impl Rules {
    /// The rules of `assignment` with these hidden cases, and speed judged on `device`.
    pub fn new(assignment: Assignment, hidden: Option<Hidden>, device: Option<Selector>) -> Self {
        let mut hasher = Sha256::new();
        let parts = [serde_json::to_string(&assignment), serde_json::to_string(&hidden)];
        for part in parts {
            hasher.update(part.expect("plain values can be written"));
            hasher.update([0]);
        }
        hasher.update([u8::from(device.is_some())]);
        hasher.update(concat!(env!("CARGO_PKG_VERSION"), " ", "lockstep/mark/1"));
        Self { assignment, hidden, device, basis: hex(&hasher.finalize()), shared: Arc::default() }
    }
}

impl Rules {
    /// A secret only the marker has: codes for names are drawn from it.
    pub fn secret(&self) -> String {
        serde_json::to_string(&self.hidden).expect("plain values can be written")
    }
}

/// A mark, or the news that the one from before still holds.
pub enum Marked {
    /// A new one, with the last words of processes that it ended: they hold numbers of processes and threads, which are
    /// others each time, so they are no part of the mark.
    New(Box<Mark>, Vec<String>),
    /// Nothing that counts has changed.
    Unchanged,
}

/// What one process after the other said of a submission.
#[derive(Default)]
struct Heard {
    refused: Option<String>,
    unchanged: bool,
    fatal: Option<String>,
    digest: Option<String>,
    notes: Vec<String>,
    exercises: BTreeMap<usize, ExerciseMark>,
    instructor: BTreeMap<usize, Vec<String>>,
    deaths: Vec<String>,
    last_words: Vec<String>,
    evidence: Vec<EvidenceMark>,
    /// Under which keys others may share an exercise, by its place.
    keys: BTreeMap<usize, Vec<String>>,
    /// Whether every exercise must be judged in one process: reports are held against all of them.
    wants_all: bool,
    /// Seconds of processor time that the running process has reported.
    seconds: u64,
}

impl Heard {
    fn hear(&mut self, said: WorkerMessage, shared: &Shared) {
        match said {
            WorkerMessage::Refused(why) => self.refused = Some(why),
            WorkerMessage::Unchanged => self.unchanged = true,
            WorkerMessage::Fatal(why) => self.fatal = Some(why),
            WorkerMessage::Taken { digest, notes, evidence } => {
                self.digest = Some(digest);
                self.notes = notes;
                self.wants_all = evidence;
            }
            WorkerMessage::ExerciseResult { place, mark, instructor, seconds, keys } => {
                self.seconds = seconds;
                self.exercises.insert(place, *mark);
                self.instructor.insert(place, instructor);
                self.keys.insert(place, keys);
            }
            WorkerMessage::Same(place, key) => {
                if let Some((mark, instructor)) = shared.of(&key) {
                    self.exercises.insert(place, mark);
                    self.instructor.insert(place, instructor);
                }
            }
            WorkerMessage::Evidence(evidence) => self.evidence = evidence,
            // Whether bounds hold was tried before; what is timed is asked for apart.
            WorkerMessage::Unenforced(_)
            | WorkerMessage::Entering { .. }
            | WorkerMessage::Compiled
            | WorkerMessage::Timed(..)
            | WorkerMessage::Done => {}
        }
    }
}

/// How often a submission is tried whose process is ended from outside each time.
pub const TRIES: u32 = 3;

/// How long to wait before that.
const PAUSE: Duration = Duration::from_secs(1);

/// Marks the submission of `entry`, by what needs no GPU. `known` is the digest of what was marked before by the same
/// rules.
///
/// # Errors
/// [`RunError`] where the machine cannot serve it: that is no fault of the submission's.
pub fn mark_one(rules: &Rules, entry: &Entry, known: Option<String>) -> Result<Marked, RunError> {
    let own_seeds = rules.hidden.as_ref().is_some_and(|hidden| hidden.seed_a_student);
    let mut task = Task {
        parts: entry.parts.clone(),
        profile: Profile::Simulated,
        bounds: rules.assignment.bounds,
        assignment: rules.assignment.clone(),
        hidden: rules.hidden.as_ref().map(|hidden| hidden.for_student(&entry.key)),
        device: Selector::Auto,
        settled: Vec::new(),
        spent: 0,
        judged: if own_seeds { BTreeSet::new() } else { rules.shared.keys().into_iter().collect() },
        known,
        skip: Vec::new(),
    };
    let first = task.clone();
    let mut heard = Heard::default();
    let mut tried = 1;
    loop {
        let end = bounded::run(&task, &mut |said| heard.hear(said, &rules.shared))?;
        if let Some(why) = heard.fatal.take() {
            return Err(RunError::unserved(why));
        }
        match end {
            End::Done if heard.unchanged => return Ok(Marked::Unchanged),
            End::Done => {
                heard.share(&rules.shared, own_seeds);
                return Ok(heard.mark(rules, entry));
            }
            End::EndedFromOutside(running, why) if tried == TRIES => {
                let title = running.map(|place| rules.assignment.exercises[place].title());
                return Err(ended_each_time(title, &why));
            }
            End::EndedFromOutside(..) => {
                tried += 1;
                // Who ends a process of a machine that goes down ends this one, too, and then nothing is written.
                std::thread::sleep(PAUSE);
                task = first.clone();
                heard = Heard::default();
            }
            End::Died(None, why, words) => {
                heard.last_words.push(words);
                heard.refused = Some(why);
                return Ok(heard.mark(rules, entry));
            }
            End::Died(Some(settled), why, words) => {
                heard.last_words.push(words);
                let title = rules.assignment.exercises[settled.case.exercise].title();
                heard.deaths.push(format!("{title}, case {}, ended its process: {why}", settled.case.case));
                task.spent += std::mem::take(&mut heard.seconds);
                task.spent += settled.time_up.map_or(0, |_| settled.seconds);
                if !heard.wants_all {
                    task.skip = heard.exercises.keys().copied().collect();
                }
                again_without(&mut task, &mut heard, settled);
            }
        }
    }
}

/// The refusal of what ended in each of its tries, while an exercise of this title ran, or before any did.
fn ended_each_time(title: Option<String>, why: &str) -> RunError {
    let place = title.map_or("while it was read".to_owned(), |title| format!("while {title} ran"));
    RunError::unserved(format!(
        "its process ended {TRIES} times {place}: {why}. With more memory, or fewer --jobs, run the same command again"
    ))
}

/// Has the next process take `case` as settled: it ended this one. An exercise whose settled case ends a process again
/// is not judged at all.
fn again_without(task: &mut Task, heard: &mut Heard, settled: Settled) {
    let place = settled.case.exercise;
    if task.settled.iter().any(|known| known.case == settled.case) {
        let mark = refused(&task.assignment.exercises[place], None, &settled.why);
        heard.exercises.insert(place, mark);
        task.skip.push(place);
    } else {
        task.settled.push(settled);
    }
}

impl Heard {
    /// Lets others share what was judged in one process, without an end of it in between.
    fn share(&mut self, shared: &Shared, own_seeds: bool) {
        if own_seeds || !self.deaths.is_empty() {
            return;
        }
        for (place, keys) in std::mem::take(&mut self.keys) {
            if let (Some(mark), Some(instructor)) = (self.exercises.get(&place), self.instructor.get(&place)) {
                shared.keep(keys, mark, instructor);
            }
        }
    }

    fn mark(mut self, rules: &Rules, entry: &Entry) -> Marked {
        let assignment = &rules.assignment;
        let mut exercises = std::mem::take(&mut self.exercises);
        let exercises: Vec<ExerciseMark> = assignment
            .exercises
            .iter()
            .enumerate()
            .map(|(place, assigned)| {
                let judged = exercises.remove(&place);
                judged.unwrap_or_else(|| refused(assigned, None, "it could not be judged"))
            })
            .collect();
        let words = std::mem::take(&mut self.last_words);
        let mut mark = self.row(rules, entry, exercises);
        settle(&mut mark, rules, entry);
        Marked::New(Box::new(mark), words.into_iter().filter(|words| !words.is_empty()).collect())
    }

    fn row(self, rules: &Rules, entry: &Entry, exercises: Vec<ExerciseMark>) -> Mark {
        Mark {
            basis: rules.basis.clone(),
            digest: self.digest,
            refused: self.refused,
            notes: self.notes,
            exercises,
            evidence: self.evidence,
            instructor: self.instructor.into_values().flatten().chain(self.deaths).collect(),
            ..Mark::of(&entry.name, &entry.stem)
        }
    }
}

/// Says who handed it in, and how late, and adds the points up.
pub fn settle(mark: &mut Mark, rules: &Rules, entry: &Entry) {
    mark.student = Some(entry.student.clone()).filter(|student| *student != Student::default());
    mark.about.clone_from(&entry.notes);
    decide(mark, &entry.overrides);
    mark.excused = entry.student.is_excused();
    hide(mark, &entry.hides);
    let raw = mark.raw();
    let rule =
        rules.assignment.late.as_ref().filter(|_| mark.refused.is_none() && mark.open.is_none() && !mark.excused);
    mark.late = rule.and_then(|rule| rule.late(&entry.dates, raw));
    mark.points = rounded(raw - mark.late.map_or(0.0, |late| late.penalty));
    mark.of = match mark.open {
        Some(_) => rounded(rules.assignment.points()),
        None => rounded(mark.exercises.iter().filter(|exercise| !exercise.bonus).map(|exercise| exercise.of).sum()),
    };
}

/// Takes what tells whose it is out of names of files and out of what was written; comments may name others, too.
fn hide(mark: &mut Mark, names: &[String]) {
    if names.is_empty() {
        return;
    }
    let clear = |text: &mut String| *text = hidden(text, names);
    mark.notes.iter_mut().chain(&mut mark.about).chain(&mut mark.instructor).chain(&mut mark.refused).for_each(clear);
    mark.evidence.iter_mut().for_each(|seen| clear(&mut seen.file));
    for exercise in &mut mark.exercises {
        let texts = exercise.file.iter_mut().chain(&mut exercise.refused).chain(&mut exercise.source);
        texts.for_each(clear);
        let findings = exercise.findings.iter_mut();
        let quotes = findings.flat_map(|finding| finding.source.iter_mut().chain([&mut finding.message]));
        for text in exercise.goals.iter_mut().map(|goal| &mut goal.message).chain(quotes) {
            *text = without_comments(text);
            clear(text);
        }
    }
}

/// The row of a submission that has no mark, for the reason `why`: no fault of its student's.
pub fn open(rules: &Rules, entry: &Entry, why: &str) -> Mark {
    let heard = Heard::default();
    let mut mark = heard.row(rules, entry, Vec::new());
    mark.open = Some(escaped(why));
    settle(&mut mark, rules, entry);
    mark
}
