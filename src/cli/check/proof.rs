//! The proof by running: each exercise starts unsolved, its solutions meet every goal that needs no GPU, and each
//! misconception is refused for its own reasons and with its own hint.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::exercises::{NO_HINT, SOLUTION, attempts, start_file};
use crate::cli::progress::bar;
use crate::device::Selector;
use crate::files::Shown;
use crate::harness::{Job, NoListener, Request};
use crate::lab::{Exercise, Lab};
use crate::marking::{GoalStatus, Judgement, judge, localized};

/// What one attempt must come to.
enum Wanted {
    /// The start: unsolved, right all the same or not, with a hint.
    Unsolved,
    /// Every goal met, speed aside.
    Solved,
    /// These goals unmet, and this hint.
    Refused(String, String),
}

struct Case {
    lab: &'static Lab,
    exercise: &'static Exercise,
    /// What messages call the kernel.
    path: PathBuf,
    text: String,
    wanted: Wanted,
    /// The line on which a small change must be found that makes it right, where all attempts are judged.
    line: Option<String>,
}

/// What does not come out as it should, a line each; and which attempts were judged: all, or those that cover.
pub fn prove(root: &Path, labs: &[&'static Lab], quick: bool) -> (Vec<String>, String) {
    let exercises = labs.iter().flat_map(|lab| lab.exercises.iter().map(|exercise| (*lab, exercise)));
    let all: Vec<Vec<Case>> = exercises.map(|(lab, exercise)| cases(root, lab, exercise)).collect();
    let there_are = all.iter().map(Vec::len).sum::<usize>();
    let mut cases: Vec<Case> = all.into_iter().flat_map(|own| if quick { covering(own) } else { own }).collect();
    if quick {
        cases.iter_mut().for_each(|case| case.line = None);
    }
    let failures = failures(&cases, "exercises [{bar:24}] {pos} of {len} attempts", run);
    let of_all = if quick { format!(" of {there_are}") } else { String::new() };
    (failures, format!("{}{of_all} attempts", cases.len()))
}

/// What is wrong with these, on all cores, in order.
pub fn failures<T: Sync>(all: &[T], progress: &str, run: impl Fn(&T) -> Option<String> + Sync) -> Vec<String> {
    let bar = bar(all.len(), progress, false);
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers.min(all.len()) {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let failure = run(one);
                    bar.inc(1);
                    if let Ok(mut failures) = failures.lock() {
                        failures.extend(failure);
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut failures = failures.into_inner().unwrap_or_default();
    failures.sort();
    failures
}

fn cases(root: &Path, lab: &'static Lab, exercise: &'static Exercise) -> Vec<Case> {
    let case = |path, text, wanted, line| Case { lab, exercise, path, text, wanted, line };
    let start = case(start_file(lab, exercise), exercise.start.to_owned(), Wanted::Unsolved, None);
    let bank = attempts(root, lab, exercise).into_iter().map(|attempt| {
        let wanted = match attempt.refused {
            None => Wanted::Solved,
            Some((unmet, hint)) => Wanted::Refused(unmet, hint),
        };
        case(attempt.path, attempt.text, wanted, attempt.line)
    });
    std::iter::once(start).chain(bank).collect()
}

/// The start, the reference solution, and of the others each that has a hint, or fails at a goal, that none before it has.
fn covering(cases: Vec<Case>) -> Vec<Case> {
    let mut covered = BTreeSet::new();
    let kept = cases.into_iter().filter(|case| match &case.wanted {
        Wanted::Unsolved => true,
        Wanted::Solved => case.path.ends_with(SOLUTION),
        Wanted::Refused(unmet, hint) => {
            let goals = unmet.split(", ").map(|goal| ("goal", goal.to_owned()));
            let new: Vec<bool> = goals.chain([("hint", hint.clone())]).map(|covers| covered.insert(covers)).collect();
            new.contains(&true)
        }
    });
    kept.collect()
}

/// What is wrong with the judgement of `case`.
fn run(case: &Case) -> Option<String> {
    let request = Request {
        device: Selector::Simulated(String::new()),
        threads: Some(1),
        timeout_s: 60.0,
        ..Request::new(Job::attempt_text(case.lab.name, case.exercise.name, case.path.clone(), case.text.clone()))
    };
    let place = case.path.shown();
    match judge(&request, &mut NoListener) {
        Err(refused) => Some(format!("{place}: it could not be judged: {refused}")),
        Ok(judgement) => {
            let wrong = wrong(case, &judgement).or_else(|| unfound(case, judgement, &request));
            wrong.map(|wrong| format!("{place}: {wrong}"))
        }
    }
}

fn wrong(case: &Case, judgement: &Judgement) -> Option<String> {
    let unmet: Vec<&str> =
        judgement.goals.iter().filter(|goal| goal.outcome == GoalStatus::Unmet).map(|goal| goal.id.as_str()).collect();
    let unmet = unmet.join(", ");
    let hint = judgement.hint.as_ref().map_or(NO_HINT, |(id, _)| id.as_str());
    match &case.wanted {
        Wanted::Unsolved if judgement.solved() => Some("the start is a solution".to_owned()),
        Wanted::Unsolved if hint == NO_HINT => Some("the start is answered by no hint".to_owned()),
        Wanted::Solved if !judgement.solved() => Some(format!("a solution, but {unmet} unmet (hint: {hint})")),
        Wanted::Refused(goals, _) if *goals != unmet => Some(format!("unmet should be {goals}, but is {unmet}")),
        Wanted::Refused(_, wanted) if wanted != hint => Some(format!("the hint should be {wanted}, but is {hint}")),
        _ => None,
    }
}

/// That no small change is found on the line that the attempt names.
fn unfound(case: &Case, judgement: Judgement, request: &Request) -> Option<String> {
    let line = case.line.as_ref()?;
    let seen = localized(judgement, request, Duration::MAX).seen.unwrap_or_default();
    let found = seen.contains(&format!(" on line {line} alone,"));
    (!found).then(|| format!("a small change on line {line} should make it right, but what was seen is: {seen}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labs;

    /// The goals and the hints that the attempts among `cases` are refused by.
    fn refusals(cases: &[Case]) -> BTreeSet<String> {
        let refused = cases.iter().filter_map(|case| match &case.wanted {
            Wanted::Refused(unmet, hint) => Some(unmet.split(", ").chain([hint.as_str()])),
            _ => None,
        });
        refused.flatten().map(str::to_owned).collect()
    }

    #[test]
    fn the_quick_attempts_have_the_start_the_solution_and_each_goal_and_each_hint_of_all() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let exercises = labs::ALL.iter().flat_map(|lab| lab.exercises.iter().map(|exercise| (*lab, exercise)));
        for (lab, exercise) in exercises {
            let (all, quick) = (cases(root, lab, exercise), covering(cases(root, lab, exercise)));
            assert!(quick.len() < all.len(), "{}/{}", lab.name, exercise.name);
            assert_eq!(refusals(&quick), refusals(&all), "{}/{}", lab.name, exercise.name);
            assert!(quick.iter().any(|case| matches!(case.wanted, Wanted::Unsolved)));
            assert!(quick.iter().any(|case| matches!(case.wanted, Wanted::Solved)));
        }
    }
}
