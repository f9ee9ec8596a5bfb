//! One submission's mark: its process, and another one where a case ended the first.

use std::collections::BTreeMap;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::bounded::{self, End};
use super::roll::Entry;
use crate::device::Selector;
use crate::grade::assignment::{Assignment, Hidden};
use crate::grade::mark::{EvidenceMark, ExerciseMark, MARK, Mark, rounded};
use crate::grade::sandbox::Profile;
use crate::grade::worker::{CaseId, Said, Settled, Task, refused};
use crate::harness::Refused;
use crate::text::hex;

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
        Self { assignment, hidden, device, basis: hex(&hasher.finalize()) }
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
}

impl Heard {
    fn hear(&mut self, said: Said) {
        match said {
            Said::Refused(why) => self.refused = Some(why),
            Said::Unchanged => self.unchanged = true,
            Said::Fatal(why) => self.fatal = Some(why),
            Said::Taken { digest, notes } => {
                self.digest = Some(digest);
                self.notes = notes;
            }
            Said::Judged(place, mark, instructor) => {
                self.exercises.insert(place, *mark);
                self.instructor.insert(place, instructor);
            }
            Said::Evidence(evidence) => self.evidence = evidence,
            // Whether bounds hold was tried before; what is timed is asked for apart.
            Said::Unenforced(_) | Said::Entering(_) | Said::Compiled | Said::Timed(..) | Said::Done => {}
        }
    }
}

/// How often a submission begins anew whose process was ended from outside.
const INTERRUPTIONS: u32 = 2;

/// How long to wait before that.
const PAUSE: Duration = Duration::from_secs(1);

/// Marks the submission of `entry`, by what needs no GPU. `known` is the digest of what was marked before by the same
/// rules.
///
/// # Errors
/// [`Refused`] where the machine cannot serve it: that is no fault of the submission's.
pub fn mark_one(rules: &Rules, entry: &Entry, known: Option<String>) -> Result<Marked, Refused> {
    let mut task = Task {
        path: entry.path.clone(),
        profile: Profile::Simulated,
        bounds: rules.assignment.bounds,
        assignment: rules.assignment.clone(),
        hidden: rules.hidden.clone(),
        device: Selector::Auto,
        settled: Vec::new(),
        known,
        skip: Vec::new(),
    };
    let first = task.clone();
    let mut heard = Heard::default();
    let mut interrupted = 0;
    loop {
        let end = bounded::run(&task, &mut |said| heard.hear(said))?;
        if let Some(why) = heard.fatal.take() {
            return Err(Refused::unserved(why));
        }
        match end {
            End::Done if heard.unchanged => return Ok(Marked::Unchanged),
            End::Done => return Ok(heard.mark(rules, entry)),
            End::EndedFromOutside if interrupted == INTERRUPTIONS => {
                return Err(Refused::unserved(
                    "its process was ended from outside, again and again: it is marked when this command runs again"
                        .to_owned(),
                ));
            }
            End::EndedFromOutside => {
                interrupted += 1;
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
                let CaseId { exercise, case } = settled.case;
                let title = rules.assignment.exercises[exercise].title();
                let death = format!("{title}, case {case}, ended its process: {why}");
                heard.deaths.push(death);
                again_without(&mut task, &mut heard, settled);
            }
        }
    }
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
    fn mark(self, rules: &Rules, entry: &Entry) -> Marked {
        let assignment = &rules.assignment;
        let mut exercises = self.exercises;
        let exercises: Vec<ExerciseMark> = assignment
            .exercises
            .iter()
            .enumerate()
            .map(|(place, assigned)| {
                let judged = exercises.remove(&place);
                judged.unwrap_or_else(|| refused(assigned, None, "it could not be judged"))
            })
            .collect();
        let mut notes = entry.notes.clone();
        notes.extend(self.notes);
        let mut mark = Mark {
            schema: MARK.to_owned(),
            submission: entry.name.clone(),
            stem: entry.stem.clone(),
            basis: rules.basis.clone(),
            digest: self.digest,
            points: 0.0,
            of: 0.0,
            refused: self.refused,
            notes,
            exercises,
            evidence: self.evidence,
            instructor: self.instructor.into_values().flatten().chain(self.deaths).collect(),
        };
        total(&mut mark);
        let words = self.last_words.into_iter();
        Marked::New(Box::new(mark), words.filter(|words| !words.is_empty()).collect())
    }
}

/// Adds the exercises' points up.
pub fn total(mark: &mut Mark) {
    mark.points = rounded(mark.exercises.iter().map(|exercise| exercise.points).sum());
    mark.of = rounded(mark.exercises.iter().map(|exercise| exercise.of).sum());
}
