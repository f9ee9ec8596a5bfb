//! What every exercise has: its files, its goals, its hints, a place in the handout, a bank of attempts.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::files::Shown;
use crate::lab::{Altered, Exercise, Lab, Test, TimedAt};

/// Misconceptions that an exercise's bank must at least hold.
const FEWEST_MISCONCEPTIONS: usize = 5;

/// The attempt that is written out.
pub const SOLUTION: &str = "solution.wgsl";

/// Hints in steps that an exercise must at least have: a nudge, the idea, the whole.
const FEWEST_STEPS: usize = 3;

/// Questions that follow an exercise.
const QUESTIONS: usize = 2;

/// Letters that a paragraph of a start's opening comment must at least have.
const SHORTEST: usize = 40;

/// An attempt of the bank, and what must come of it.
pub struct BankAttempt {
    /// The file, from the repository's root.
    pub path: PathBuf,
    /// The kernel.
    pub text: String,
    /// The goals that are not met, in order, separated by commas, and the hint; `None` for a solution.
    pub refused: Option<(String, String)>,
    /// The line on which a small change makes it right, where that is to be found.
    pub line: Option<String>,
}

/// What stands for a hint where none answers an attempt.
pub const NO_HINT: &str = "none";

/// What `lab`'s exercises lack, a line each, each beginning with the place to mend.
pub fn of_lab(root: &Path, lab: &Lab) -> Vec<String> {
    let mut missing = Vec::new();
    for exercise in lab.exercises {
        missing.extend(definition(lab, exercise));
        missing.extend(start(root, lab, exercise));
        missing.extend(mentioned(root, lab, exercise));
        missing.extend(bank(root, lab, exercise));
    }
    missing
}

/// The start, from the repository's root.
pub fn start_file(lab: &Lab, exercise: &Exercise) -> PathBuf {
    Path::new("labs").join(lab.name).join(exercise.file())
}

fn folder(lab: &Lab, exercise: &Exercise) -> String {
    format!("tests/exercises/{}/{}", lab.name, exercise.name)
}

fn definition(lab: &Lab, exercise: &Exercise) -> Vec<String> {
    let place = format!("labs/{}: {}", lab.name, exercise.name);
    let mut missing = Vec::new();
    let mut lacks = |condition: bool, what: &str| {
        if condition {
            missing.push(format!("{place}: {what}"));
        }
    };
    lacks(
        exercise.file() != format!("{}.wgsl", exercise.name) || exercise.variant.passes.len() != 1,
        "it is one pass, and its file is named after it",
    );
    lacks(exercise.baseline.name == exercise.variant.name, "the baseline and the attempt have the same name");
    let has = |wanted: fn(&Test) -> bool| exercise.goals.iter().any(|goal| wanted(&goal.test));
    lacks(!has(|test| matches!(test, Test::AtMost(..) | Test::AtLeast(..))), "no goal holds a counter against a bound");
    lacks(!has(|test| matches!(test, Test::Faster(_))), "no goal asks for a speedup on a GPU");
    let speech = lab.speech(exercise);
    lacks(
        speech.is_none_or(|speech| speech.questions.len() != QUESTIONS),
        "the handout's \"What you can now explain\" has no \"**After exercise N**, you should now be able to explain to a friend: ...\" \
         with two questions, each folded up: <details><summary>QUESTION</summary>, an empty line, the answer, an empty \
         line, </details>",
    );
    lacks(exercise.steps().count() < FEWEST_STEPS, "fewer than three hints in steps (Hint::step)");
    let goals: BTreeSet<&str> = exercise.goals.iter().map(|goal| goal.id).collect();
    let hints: BTreeSet<&str> = exercise.hints().map(|hint| hint.id).collect();
    lacks(
        goals.len() != exercise.goals.len() || hints.len() != exercise.hints().count(),
        "two goals, or two hints, have the same id",
    );
    missing
}

/// The start has TODOs and opens with a comment.
fn start(root: &Path, lab: &Lab, exercise: &Exercise) -> Option<String> {
    let shown = format!("labs/{}/{}", lab.name, exercise.file());
    let Ok(text) = fs::read_to_string(root.join(start_file(lab, exercise))) else {
        return Some(format!("{shown}: missing: the exercise's start"));
    };
    if !text.starts_with("// Exercise") || !text.contains("TODO") {
        return Some(format!("{shown}: it opens with a comment `// Exercise N: ...` and marks what to do with TODO"));
    }
    let opening = exercise.opening();
    if opening.len() < 2 || opening.iter().any(|paragraph| paragraph.len() < SHORTEST) {
        return Some(format!(
            "{shown}: its opening comment is the task at length: two paragraphs or more, a line `//` between them"
        ));
    }
    if let TimedAt::Never(why) = exercise.timed
        && !opening.iter().any(|paragraph| paragraph.contains(why))
    {
        return Some(format!("{shown}: its opening comment does not say why nothing is gained in time: {why}"));
    }
    (text != exercise.start).then(|| format!("{shown}: it is not what this program was built with: build it again"))
}

fn mentioned(root: &Path, lab: &Lab, exercise: &Exercise) -> Option<String> {
    let path = format!("labs/{}/README.md", lab.name);
    let text = fs::read_to_string(root.join(&path)).unwrap_or_default();
    let file = format!("shaders/{}/{}", lab.name, exercise.file());
    (!text.contains(&file)).then(|| format!("{path}: {file} is not mentioned"))
}

fn bank(root: &Path, lab: &Lab, exercise: &Exercise) -> Vec<String> {
    let folder = folder(lab, exercise);
    let mut missing = Vec::new();
    let (mut solutions, mut misconceptions) = (0, 0);
    for path in files(root, &folder) {
        let place = path.shown();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let attempt = match Altered::read(root, &path) {
            Ok(attempt) => attempt,
            Err(error) => {
                missing.push(error.to_string());
                continue;
            }
        };
        if name.starts_with("solution") {
            solutions += usize::from(name == SOLUTION);
        } else if name.starts_with("misconception-") {
            misconceptions += 1;
            missing.extend(headers(&place.to_string(), &attempt, exercise));
        } else if name.starts_with("gaming-") {
            missing.extend(headers(&place.to_string(), &attempt, exercise));
        } else {
            missing.push(format!(
                "{place}: attempts are called solution-NAME, misconception-NAME and gaming-NAME, and are patches on {SOLUTION} or \
                 on the start"
            ));
        }
    }
    if solutions == 0 {
        missing.push(format!("{folder}/{SOLUTION}: missing: the reference solution"));
    }
    if misconceptions < FEWEST_MISCONCEPTIONS {
        missing.push(format!(
            "{folder}: {misconceptions} misconceptions, {FEWEST_MISCONCEPTIONS} or more are needed: misconception-NAME.patch"
        ));
    }
    missing
}

/// That an attempt names goals and a hint which the exercise has, or says that none answers it.
fn headers(place: &str, attempt: &Altered, exercise: &Exercise) -> Option<String> {
    let (Some(unmet), Some(hint)) = (attempt.value("unmet"), attempt.value("hint")) else {
        return Some(format!("{place}: no lines `unmet: GOAL, ...` and `hint: ID` before the diff"));
    };
    if let Some(unknown) = unmet.split(", ").find(|id| exercise.goal(id).is_none()) {
        return Some(format!("{place}: the exercise has no goal `{unknown}`"));
    }
    let unknown = hint != NO_HINT && exercise.hint(hint).is_none();
    unknown.then(|| format!("{place}: the exercise has no hint `{hint}`"))
}

/// The bank's attempts that can be had, in order of their names.
pub fn attempts(root: &Path, lab: &Lab, exercise: &Exercise) -> Vec<BankAttempt> {
    let of = |path: PathBuf| {
        let attempt = Altered::read(root, &path).ok()?;
        let value = |key| attempt.value(key).map(str::to_owned);
        let line = value("line");
        Some(BankAttempt { refused: value("unmet").zip(value("hint")), line, path, text: attempt.text })
    };
    files(root, &folder(lab, exercise)).into_iter().filter_map(of).collect()
}

/// The files in `folder`, as paths from `root`.
fn files(root: &Path, folder: &str) -> Vec<PathBuf> {
    let names = super::names(&root.join(folder), |path| path.is_file());
    names.iter().map(|name| Path::new(folder).join(name)).collect()
}
