//! One submission in one process, from its first byte to its last goal.

use std::collections::BTreeMap;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::cases::{self, Candidate};
use super::choose::choose;
use super::exercise::{self, ExerciseResult};
use super::task::{CaseId, Task, WorkerMessage};
use crate::grade::intake::{Intake, SubmittedFile, take};
use crate::grade::mark::{EvidenceMark, ExerciseMark};
use crate::grade::sandbox::{self, Profile, seconds_taken};
use crate::harness::{Roofs, RunError};
use crate::lab::Test;
use crate::marking::{Claims, GoalReport, Judgement, hold, program};
use crate::text::{escaped_name, hex};

/// Names that a note lists.
const LISTED: usize = 5;

/// A process under its bounds.
pub struct Bounded<'a>(&'a Task);

/// Puts this process under `task`'s bounds. To be called before any other thread is there, and before anything of the
/// submission is read.
pub fn enter<'a>(task: &'a Task, emit: &mut dyn FnMut(WorkerMessage)) -> Bounded<'a> {
    let own: Vec<&Path> = task.parts.iter().map(|part| Path::new(&part.path)).collect();
    let unenforced = sandbox::enter(task.profile, &task.bounds, &own);
    if !unenforced.is_empty() {
        emit(WorkerMessage::Unenforced(unenforced));
    }
    Bounded(task)
}

/// Reads the submission and judges every exercise, one after the other.
pub fn work(bounded: &Bounded<'_>, emit: &mut dyn FnMut(WorkerMessage)) {
    let task = bounded.0;
    let taken = match take(&task.parts) {
        Ok(taken) => taken,
        Err(refusal) => return emit(WorkerMessage::Refused(refusal.0)),
    };
    let digest = taken.digest();
    if task.known.as_ref() == Some(&digest) {
        return emit(WorkerMessage::Unchanged);
    }
    let unenforced = sandbox::seal(task.profile);
    if !unenforced.is_empty() {
        emit(WorkerMessage::Unenforced(unenforced));
    }
    let mut notes = taken.notes.clone();
    notes.extend(unasked(&taken, task));
    emit(WorkerMessage::Taken { digest, notes, evidence: !taken.evidence.is_empty() });
    let judged = match task.profile {
        Profile::Simulated => simulated(task, &taken, emit),
        Profile::Device => timed(task, &taken, emit),
    };
    emit(match judged {
        Ok(()) => WorkerMessage::Done,
        Err(refused) => WorkerMessage::Fatal(refused.message),
    });
}

fn simulated(task: &Task, taken: &Intake, emit: &mut dyn FnMut(WorkerMessage)) -> Result<(), RunError> {
    let mut seen: Vec<Judgement> = Vec::new();
    for (place, assigned) in wanted(task) {
        match usable(taken, task, place) {
            Err((file, why)) => emit(not_judged(place, exercise::refused(assigned, file, &why))),
            Ok((file, _)) if cases::seconds_left(task) == 0 && !ended_a_process(task, place) => {
                let most = task.bounds.submission_seconds;
                let why = format!(
                    "the submission had used up its {most} s of processor time before it: others of its kernels take far more \
                     work than their exercises need"
                );
                emit(not_judged(place, exercise::refused(assigned, Some(file), &why)));
            }
            Ok((file, text)) => {
                cases::enter(task, CaseId { exercise: place, case: 0 }, emit);
                let keys = keys(place, &file, text);
                // Reports that were handed in are held against judgements, and not against marks.
                let known = keys.iter().find(|key| task.judged.contains(*key)).filter(|_| taken.evidence.is_empty());
                if let Some(known) = known {
                    emit(WorkerMessage::Same(place, known.clone()));
                    continue;
                }
                let attempt = Candidate { file: &file, text };
                let ExerciseResult { mark, instructor, seen: judgement } =
                    exercise::judge(task, place, &attempt, emit)?;
                let keys = if spotless(&mark, &instructor) { keys } else { keys.into_iter().take(1).collect() };
                emit(WorkerMessage::ExerciseResult {
                    place,
                    mark: Box::new(mark),
                    instructor,
                    seconds: seconds_taken(),
                    keys,
                });
                seen.push(judgement);
            }
        }
    }
    if !taken.evidence.is_empty() {
        emit(WorkerMessage::Evidence(taken.evidence.iter().map(|taken| evidence(taken, &seen)).collect()));
    }
    Ok(())
}

/// A report that was handed in, held against the judgements of what students see too.
fn evidence(taken: &SubmittedFile, seen: &[Judgement]) -> EvidenceMark {
    let unread = |why: &String| Claims { differences: vec![why.clone()], ..Claims::default() };
    let Claims { compared, differences } = taken.text.as_ref().map_or_else(unread, |text| hold(text, seen));
    EvidenceMark { file: escaped_name(&taken.path), compared, differences }
}

/// Whether an earlier process ended at this exercise: what there is to say of it is known.
fn ended_a_process(task: &Task, place: usize) -> bool {
    task.settled.iter().any(|settled| settled.case.exercise == place)
}

fn not_judged(place: usize, mark: ExerciseMark) -> WorkerMessage {
    WorkerMessage::ExerciseResult {
        place,
        mark: Box::new(mark),
        instructor: Vec::new(),
        seconds: seconds_taken(),
        keys: Vec::new(),
    }
}

/// The kernel's keys: by its text, and by what it does.
fn keys(place: usize, file: &str, text: &str) -> Vec<String> {
    let key = |what: &str, text: &str| hex(&Sha256::digest(format!("{place}\0{file}\0{what}\0{text}"))[..16]);
    std::iter::once(key("text", text)).chain(program(text).map(|program| key("program", &program))).collect()
}

/// Whether the mark says nothing of lines or names: then it is that of every kernel which does the same.
fn spotless(mark: &ExerciseMark, instructor: &[String]) -> bool {
    let silent = mark.goals.iter().all(|goal| goal.message.is_empty());
    silent && mark.findings.is_empty() && mark.hint.is_none() && mark.next.is_empty() && instructor.is_empty()
}

/// Times the exercises on a GPU, each with the baseline in turn, on data that students have not seen.
fn timed(task: &Task, taken: &Intake, emit: &mut dyn FnMut(WorkerMessage)) -> Result<(), RunError> {
    for (place, assigned) in wanted(task) {
        let Ok((file, text)) = usable(taken, task, place) else {
            continue;
        };
        let attempt = Candidate { file: &file, text };
        let all = cases::all(task, assigned);
        let case = all.last().unwrap_or(&all[0]);
        let id = CaseId { exercise: place, case: all.len() - 1 };
        cases::enter(task, id, emit);
        let mut request = cases::request(task, assigned, &attempt, case, id);
        request.device = task.device.clone();
        request.quick = false;
        // Nothing is held against the roofs here: they need not be measured for every kernel.
        request.known.roofs = Some(Roofs::default());
        let judgement = cases::judge(&request, true, emit)?;
        emit(WorkerMessage::Timed(place, speeds(task, place, &judgement)));
    }
    Ok(())
}

fn speeds(task: &Task, place: usize, judgement: &Judgement) -> Vec<GoalReport> {
    let exercise = task.assignment.exercises[place].find();
    let speed: BTreeMap<&str, bool> = exercise
        .iter()
        .flat_map(|(_, exercise)| exercise.goals)
        .map(|goal| (goal.id, matches!(goal.test, Test::Faster(_))))
        .collect();
    let is_speed = |goal: &&GoalReport| speed.get(goal.id.as_str()) == Some(&true);
    judgement.goals.iter().filter(is_speed).cloned().collect()
}

/// What of the kernels handed in answers no exercise.
fn unasked(taken: &Intake, task: &Task) -> Option<String> {
    let exercises = task.assignment.exercises.iter();
    let chosen: Vec<&str> = exercises
        .filter_map(|assigned| choose(taken, assigned, &task.assignment).ok())
        .map(|chosen| chosen.path.as_str())
        .collect();
    let others: Vec<String> = taken
        .sources
        .iter()
        .filter(|source| !chosen.contains(&source.path.as_str()))
        .map(|source| format!("`{}`", escaped_name(&source.path)))
        .collect();
    let more = if others.len() > LISTED { format!(" and {} more", others.len() - LISTED) } else { String::new() };
    let listed = &others[..others.len().min(LISTED)];
    let none = others.is_empty() || chosen.is_empty();
    (!none).then(|| format!("left out, since they answer no exercise of this assignment: {}{more}", listed.join(", ")))
}

fn wanted(task: &Task) -> impl Iterator<Item = (usize, &crate::grade::assignment::Assigned)> {
    let all = task.assignment.exercises.iter().enumerate();
    all.filter(|(place, _)| !task.skip.contains(place))
}

/// The file's name as it is shown and its text; else the name, where there is a file, and why it cannot be judged.
fn usable<'a>(taken: &'a Intake, task: &Task, place: usize) -> Result<(String, &'a str), (Option<String>, String)> {
    let assigned = &task.assignment.exercises[place];
    let file = choose(taken, assigned, &task.assignment).map_err(|why| (None, why))?;
    let shown = escaped_name(&file.path);
    match &file.text {
        Ok(text) => Ok((shown, text)),
        Err(why) => Err((Some(shown), why.clone())),
    }
}
