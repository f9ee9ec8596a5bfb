//! Speed, where it counts: one submission at a time on this machine's GPU, in a process that may use the driver.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::bounded::{self, End};
use super::mark_one::{Rules, settle};
use super::roll::Entry;
use crate::device::Selector;
use crate::grade::mark::{ExerciseMark, Mark, MarkOutcome};
use crate::grade::sandbox::{Bounds, Profile};
use crate::grade::worker::{Task, WorkerMessage, with_speed};
use crate::harness::RunError;
use crate::marking::GoalReport;

/// Seconds for timing one exercise: two kernels in turn, until their intervals are narrow.
const SECONDS: u64 = 600;

/// Processes that are tried, where the device is lost.
const TRIES: usize = 2;

/// Two kernels at the same time on one GPU would slow each other down.
static GPU: Mutex<()> = Mutex::new(());

/// Times what of `mark` is right, and sets its goals of speed.
///
/// # Errors
/// [`RunError`] where the device was lost each time: the submission has no mark then, and can be marked later.
pub fn time(rules: &Rules, device: &Selector, entry: &Entry, mark: &mut Mark) -> Result<(), RunError> {
    let assignment = &rules.assignment;
    let waits: Vec<bool> = mark.exercises.iter().map(pending).collect();
    if !waits.contains(&true) {
        return Ok(());
    }
    let task = Task {
        parts: entry.parts.clone(),
        profile: Profile::Device,
        bounds: Bounds { seconds: SECONDS, submission_seconds: SECONDS * waits.len() as u64, ..assignment.bounds },
        assignment: assignment.clone(),
        hidden: rules.hidden.as_ref().map(|hidden| hidden.for_student(&entry.key)),
        device: device.clone(),
        settled: Vec::new(),
        spent: 0,
        judged: BTreeSet::new(),
        known: None,
        skip: (0..waits.len()).filter(|place| !waits[*place]).collect(),
    };
    let timed = run(task)?;
    for (place, assigned) in assignment.exercises.iter().enumerate() {
        if let Some(reports) = timed.get(&place) {
            let before = mark.exercises[place].clone();
            mark.exercises[place] = with_speed(before, assigned, reports);
        }
    }
    settle(mark, rules, entry);
    Ok(())
}

fn pending(exercise: &ExerciseMark) -> bool {
    let is = |outcome| exercise.goals.iter().any(|goal| goal.outcome == outcome);
    is(MarkOutcome::Pending)
}

/// What was timed, by the exercises' places; those that a first process timed are not timed again.
fn run(mut task: Task) -> Result<BTreeMap<usize, Vec<GoalReport>>, RunError> {
    let _alone = GPU.lock().unwrap_or_else(PoisonError::into_inner);
    let mut timed = BTreeMap::new();
    let mut why = String::new();
    for _ in 0..TRIES {
        let mut fatal = None;
        let end = bounded::run(&task, &mut |said| match said {
            WorkerMessage::Timed(place, reports) => {
                timed.insert(place, reports);
            }
            WorkerMessage::Fatal(why) | WorkerMessage::Refused(why) => fatal = Some(why),
            _ => {}
        })?;
        match (end, fatal) {
            (End::Done, None) => return Ok(timed),
            (End::Done, Some(fatal)) => why = fatal,
            (End::Died(_, reason, words), _) => why = format!("{reason} {words}"),
            (End::EndedFromOutside(_, reason), _) => why = reason,
        }
        task.skip.extend(timed.keys().copied());
    }
    Err(RunError::unserved(format!(
        "timing it ended {TRIES} times without a result ({}): the device was lost, or the kernel ends it; mark it again \
         later, or with --without-time",
        why.trim()
    )))
}
