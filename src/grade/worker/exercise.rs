//! An exercise's mark, from its cases.

use super::cases::{self, Candidate, Case};
use super::goal::{self, unjudged};
use super::task::{CaseId, Task, WorkerMessage};
use crate::grade::assignment::{Assigned, AssignedGoal, Assignment};
use crate::grade::mark::{ExerciseMark, FindingMark, GoalMark, HintMark, MarkOutcome, partial, points, rounded};
use crate::harness::{RunError, Status};
use crate::kernel::without_comments;
use crate::lab::{Exercise, Failure, Goal, Test};
use crate::marking::{GoalReport, GoalStatus, Judgement, features, program, was_ended};
use crate::sim::{Finding, Severity};
use crate::text::{escaped, escaped_line, shorten};

/// Characters of a message that are kept: a compiler's is a few hundred.
const LONGEST: usize = 4000;

/// Characters of a source line that are kept.
const LONGEST_LINE: usize = 160;

/// Characters of a kernel that are kept for whoever looks at it.
const LONGEST_SOURCE: usize = 20_000;

/// Findings that are kept.
const MOST_FINDINGS: usize = 30;

/// An exercise as it was judged.
pub struct ExerciseResult {
    pub mark: ExerciseMark,
    /// What only the instructor may see.
    pub instructor: Vec<String>,
    /// The judgement of the case that students see.
    pub seen: Judgement,
}

/// Runs the cases of an exercise until one shows that it is wrong, and marks it. Says before each that it runs.
///
/// # Errors
/// [`RunError`] where the machine cannot serve it.
pub fn judge(
    task: &Task,
    place: usize,
    attempt: &Candidate<'_>,
    emit: &mut dyn FnMut(WorkerMessage),
) -> Result<ExerciseResult, RunError> {
    let assigned = &task.assignment.exercises[place];
    let (_, exercise) =
        assigned.find().ok_or_else(|| RunError::unserved(format!("there is no exercise {}", assigned.title())))?;
    let mut judgements: Vec<(Case, Judgement)> = Vec::new();
    for (at, case) in cases::all(task, assigned).into_iter().enumerate() {
        let id = CaseId { exercise: place, case: at };
        cases::enter(task, id, emit);
        let request = cases::request(task, assigned, attempt, &case, id);
        let judgement = cases::judge(&request, at > 0, emit)?;
        let right = judgement.attempt().status == Status::Ok;
        judgements.push((case, judgement));
        if !right {
            break;
        }
    }
    let mark = mark(&task.assignment, assigned, exercise, attempt, &judgements);
    let instructor = instructor(assigned, &judgements);
    let (_, seen) = judgements.swap_remove(0);
    Ok(ExerciseResult { mark, instructor, seen })
}

/// The mark of the start by what students see: `judgement`.
pub fn preview(assignment: &Assignment, assigned: &Assigned, judgement: &Judgement) -> Option<ExerciseMark> {
    let (_, exercise) = assigned.find()?;
    let start = Candidate { file: exercise.file(), text: exercise.start };
    Some(mark(assignment, assigned, exercise, &start, &[(assigned.into(), judgement.clone())]))
}

/// The goals' marks by what students see: `judgement`.
pub fn seen_goals(assignment: &Assignment, assigned: &Assigned, judgement: &Judgement) -> Option<Vec<GoalMark>> {
    let (_, exercise) = assigned.find()?;
    Some(goals(assignment, assigned, exercise, &[(assigned.into(), judgement.clone())]))
}

fn mark(
    assignment: &Assignment,
    assigned: &Assigned,
    exercise: &'static Exercise,
    attempt: &Candidate<'_>,
    judgements: &[(Case, Judgement)],
) -> ExerciseMark {
    let goals = goals(assignment, assigned, exercise, judgements);
    // Hidden cases give no hints: which hint fits would leak their data.
    let hint = judgements[0].1.hint.as_ref().map(|(id, text)| HintMark { id: id.clone(), text: text.clone() });
    let right = |at: usize| judgements[at].1.attempt().status == Status::Ok;
    let wrong_hidden = right(0) && (1..judgements.len()).any(|at| !right(at));
    // What is wrong in a hidden case comes before what is slow in the one that students see.
    let next = next(&goals, hint.as_ref().filter(|_| !wrong_hidden));
    ExerciseMark {
        lab: assigned.lab.clone(),
        name: assigned.name.clone(),
        task: assigned.task.clone(),
        file: Some(attempt.file.to_owned()),
        points: GoalMark::points_of(&goals),
        of: GoalMark::all_of(&goals),
        bonus: assigned.bonus,
        given: None,
        refused: None,
        program: program(attempt.text),
        features: features(attempt.text).unwrap_or_default().iter().map(|feature| format!("{feature:08x}")).collect(),
        source: judgements[0]
            .1
            .attempt()
            .compiled
            .then(|| shorten(&escaped(&without_comments(attempt.text)), LONGEST_SOURCE)),
        wrong_hidden,
        endless: judgements.iter().any(|(_, judgement)| was_ended(judgement.attempt())),
        goals,
        findings: findings(attempt.text, judgements),
        hint,
        next,
    }
}

/// The marks of the goals, in the assignment's order.
fn goals(
    assignment: &Assignment,
    assigned: &Assigned,
    exercise: &'static Exercise,
    judgements: &[(Case, Judgement)],
) -> Vec<GoalMark> {
    let mut goals: Vec<GoalMark> = assigned
        .goals
        .iter()
        .filter_map(|goal| {
            let defined = goal.find(exercise)?;
            let mark = goal::mark(goal, defined, &reports(judgements, &goal.id));
            Some(told_exactly(mark, defined.test, judgements))
        })
        .collect();
    as_far_as_reached(assigned, &mut goals);
    if let Some(why) = unsound(exercise, judgements) {
        hold_down(assignment.faulty, why, &mut goals);
    }
    goals
}

/// The mark of an exercise that could not be judged, for the reason `why`.
pub fn refused(assigned: &Assigned, file: Option<String>, why: &str) -> ExerciseMark {
    let exercise = assigned.find().map(|(_, exercise)| exercise);
    let goals: Vec<GoalMark> = assigned
        .goals
        .iter()
        .map(|goal| {
            let defined = exercise.and_then(|exercise| goal.find(exercise));
            unjudged(goal, defined.and_then(|defined| goal.credit(defined)))
        })
        .collect();
    ExerciseMark {
        lab: assigned.lab.clone(),
        name: assigned.name.clone(),
        task: assigned.task.clone(),
        file,
        points: 0.0,
        of: rounded(assigned.points()),
        bonus: assigned.bonus,
        given: None,
        refused: Some(why.to_owned()),
        program: None,
        features: String::new(),
        source: None,
        wrong_hidden: false,
        endless: false,
        goals,
        findings: Vec::new(),
        hint: None,
        next: format!("Hand in a file that can be judged: {why}."),
    }
}

/// Gives the goals that the start meets already as large a part of their points as the others have of theirs.
fn as_far_as_reached(assigned: &Assigned, goals: &mut [GoalMark]) {
    let kept: Vec<&str> = assigned.goals.iter().filter(|goal| goal.kept).map(|goal| goal.id.as_str()).collect();
    let others = || goals.iter().filter(|goal| !kept.contains(&goal.id.as_str()) && goal.id != COMPILES && !goal.bonus);
    let (points, of) = others().fold((0.0, 0.0), |(points, of), goal| (points + goal.points, of + goal.of));
    if of == 0.0 || points >= of {
        return;
    }
    let share = points / of;
    for goal in goals.iter_mut().filter(|goal| kept.contains(&goal.id.as_str()) && goal.outcome == MarkOutcome::Met) {
        goal.points = rounded(goal.of * share);
        goal.message = AssignedGoal::KEPT.to_owned();
    }
}

/// What is wrong with a kernel that compiles: a wrong element at some size, or a fault; `None` where nothing is.
fn unsound(exercise: &Exercise, judgements: &[(Case, Judgement)]) -> Option<&'static str> {
    let missed = |wanted: Test| {
        let goals = exercise.goals.iter().filter(|goal| goal.test == wanted);
        let mut reports = goals.flat_map(|goal| reports(judgements, goal.id));
        reports.any(|report| report.outcome == GoalStatus::Unmet)
    };
    match () {
        () if missed(Test::Compiles) => None,
        () if missed(Test::Correct) => Some("an element is wrong"),
        () if missed(Test::FreeOfFaults) => Some("it has a fault"),
        () => None,
    }
}

/// Leaves `goals` no more than the share `most` of all points, for the reason `why`.
fn hold_down(most: f64, why: &str, goals: &mut [GoalMark]) {
    let earned: f64 = goals.iter().map(|goal| goal.points).sum();
    let of: f64 = goals.iter().filter(|goal| !goal.bonus).map(|goal| goal.of).sum();
    let most_points = most * of;
    if earned <= most_points {
        return;
    }
    for goal in goals.iter_mut().filter(|goal| goal.points > 0.0) {
        goal.points = partial(most_points / earned * goal.points / goal.of, goal.of);
        let rule = format!("while {why}, all goals together earn at most {} % of the points", points(100.0 * most));
        goal.message = if goal.message.is_empty() { rule } else { format!("{}; {rule}", goal.message) };
    }
}

/// The goal that anything which compiles reaches.
const COMPILES: &str = Goal::COMPILES.id;

fn reports<'a>(judgements: &'a [(Case, Judgement)], id: &str) -> Vec<&'a GoalReport> {
    judgements.iter().filter_map(|(_, judgement)| judgement.goals.iter().find(|goal| goal.id == id)).collect()
}

/// Describes a wrong output by figures that every machine's reference gives alike, and says what a compiler's inner limit
/// means.
fn told_exactly(mut goal: GoalMark, test: Test, judgements: &[(Case, Judgement)]) -> GoalMark {
    let seen = &judgements[0].1;
    if test == Test::Correct && goal.outcome == MarkOutcome::Unmet {
        goal.message = mismatches(seen).unwrap_or(goal.message);
    }
    let nested = seen.attempt().failure == Some(Failure::Nested);
    if nested && test == Test::Compiles && goal.outcome == MarkOutcome::Unmet {
        goal.message = format!("it is nested too deeply: {}", goal.message);
    }
    goal.message = shorten(&goal.message, LONGEST);
    goal
}

/// The first wrong elements: references in f64 may differ in their last digits between machines, so the expected values
/// are given with six.
fn mismatches(judgement: &Judgement) -> Option<String> {
    let tried = judgement.attempt();
    let wrong = &tried.check.as_ref()?.mismatches;
    if wrong.is_empty() {
        return None;
    }
    let mut text = match tried.failure {
        // The first line has no values.
        Some(Failure::Output(_) | Failure::Folded) if tried.findings.iter().all(|finding| !finding.is_error()) => {
            escaped(tried.reason.iter().flat_map(|reason| reason.lines()).next().unwrap_or_default())
        }
        _ => "elements are wrong; see the fault".to_owned(),
    };
    for element in wrong {
        let got = element.got.map_or("nothing: it was never written".to_owned(), |got| got.to_string());
        let (index, expected) = (element.index, six_digits(element.expected));
        text += &format!("\n  [{index}] got {got}, expected {expected}");
    }
    Some(text)
}

fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// Findings of the case that students see, in full; of the hidden ones only faults, by their kind: a line, chosen by what a
/// kernel reads, would tell of it.
fn findings(source: &str, judgements: &[(Case, Judgement)]) -> Vec<FindingMark> {
    let lines: Vec<&str> = source.lines().collect();
    let line_text = |line: Option<u32>| {
        let text = lines.get(line?.checked_sub(1)? as usize)?;
        Some(escaped_line(text, LONGEST_LINE))
    };
    let mark = |finding: &Finding, hidden: bool| FindingMark {
        kind: finding.kind,
        severity: finding.severity,
        line: finding.line.filter(|_| !hidden),
        source: line_text(finding.line.filter(|_| !hidden)),
        message: if hidden {
            format!("{} in a hidden case", finding.kind)
        } else {
            shorten(&escaped(&finding.message), LONGEST)
        },
        hidden,
    };
    let mut all: Vec<FindingMark> = Vec::new();
    for (at, (_, judgement)) in judgements.iter().enumerate() {
        for finding in judgement.findings() {
            let hidden = at > 0;
            let known = all.iter().any(|known| known.kind == finding.kind);
            let reported = !hidden || finding.severity == Severity::Error && !known;
            if reported && all.len() < MOST_FINDINGS {
                all.push(mark(finding, hidden));
            }
        }
    }
    all
}

/// The next thing to try.
fn next(goals: &[GoalMark], hint: Option<&HintMark>) -> String {
    let missed =
        |goal: &&GoalMark| matches!(goal.outcome, MarkOutcome::Unmet | MarkOutcome::Partly | MarkOutcome::Open);
    match (goals.iter().find(missed), hint) {
        (None, _) => String::new(),
        (Some(_), Some(hint)) => hint.text.clone(),
        (Some(goal), None) => {
            let first = goal.message.lines().next().unwrap_or_default();
            let why = if first.is_empty() { &goal.title } else { first };
            format!("Go for the first goal that is not met, `{}`: {why}", goal.id)
        }
    }
}

/// Every hidden case that did not go well, in full.
fn instructor(assigned: &Assigned, judgements: &[(Case, Judgement)]) -> Vec<String> {
    let mut notes = Vec::new();
    for (at, (case, judgement)) in judgements.iter().enumerate().skip(1) {
        for goal in &judgement.goals {
            let fine = matches!(goal.outcome, GoalStatus::Met | GoalStatus::NotAsked);
            if fine || !assigned.goals.iter().any(|known| known.id == goal.id) {
                continue;
            }
            let figure = goal.measured.map_or(String::new(), |figure| format!(" {figure}"));
            let first = goal.detail.lines().next().unwrap_or_default();
            notes.push(format!(
                "{}, hidden case {at} (seed {}, sizes {:?}, counted at {}): {} {:?}{figure} {}",
                assigned.title(),
                case.seed,
                case.sizes,
                case.size,
                goal.id,
                goal.outcome,
                shorten(&escaped(first), 400)
            ));
        }
    }
    notes
}
