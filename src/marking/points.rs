//! A goal's points, from what the cases showed.

use crate::grade::assignment::{Assigned, AssignedGoal, Credit};
use crate::grade::mark::{ExerciseMark, GoalMark, MarkOutcome, rounded};
use crate::lab::{Goal, Test};
use crate::marking::{GoalReport, GoalStatus};
use crate::text::escaped;

/// What a goal says where only hidden cases miss it: nothing of their seeds, sizes and values.
fn hidden_message(test: Test) -> &'static str {
    match test {
        Test::Compiles => "it cannot be run in a hidden case",
        Test::Correct => {
            "right in the cases that you can see, but not in a hidden one: other data, and other sizes, among them odd ones. \
             Does it rely on a size, on a multiple of the workgroup, or on a value?"
        }
        Test::FreeOfFaults => {
            "free of faults in the cases that you can see, but not in a hidden one, with other data, of another size"
        }
        Test::AtMost(..) | Test::AtLeast(..) | Test::Faster(_) => {
            "met at the size that you can see, but less so at a hidden one: the figure must not depend on one size"
        }
    }
}

/// What the cases showed of one goal; the first is what students see.
pub struct Shown<'a> {
    /// The goal's points.
    pub assigned: &'a AssignedGoal,
    /// The goal.
    pub goal: &'static Goal,
    /// A report for each case that ran.
    pub reports: Vec<&'a GoalReport>,
}

impl Shown<'_> {
    /// The goal's mark.
    pub fn mark(&self) -> GoalMark {
        let credit = Credit::of(self.assigned, self.goal);
        let mut parts: Vec<(MarkOutcome, f64)> =
            self.reports.iter().map(|report| earned(report, self.goal.test, credit)).collect();
        if let Some(((_, seen), hidden)) = parts.split_first_mut() {
            hidden.iter_mut().for_each(|part| *part = coarse(*part, *seen));
        }
        // The first of the worst: what students can see, where that is as bad.
        let worst = (0..parts.len()).min_by(|a, b| {
            let rank = |at: usize| (parts[at].1, order(parts[at].0));
            let ((a, m), (b, n)) = (rank(*a), rank(*b));
            a.total_cmp(&b).then(m.cmp(&n))
        });
        let Some(worst) = worst else {
            return unjudged(self.assigned, credit);
        };
        let (outcome, part) = parts[worst];
        let seen = self.reports[0];
        let message = match worst {
            _ if outcome == MarkOutcome::Met => String::new(),
            0 => explained(&escaped(&seen.detail), seen.measured, credit),
            _ if outcome == MarkOutcome::Open => "judged when it is right in all cases".to_owned(),
            _ => hidden_message(self.goal.test).to_owned(),
        };
        let pending = outcome == MarkOutcome::Pending;
        GoalMark {
            id: self.assigned.id.clone(),
            title: self.assigned.title.clone(),
            outcome,
            points: rounded(self.assigned.points * part),
            of: if pending { 0.0 } else { self.assigned.points },
            measured: seen.measured,
            wanted: credit.map(|credit| credit.full),
            message,
        }
    }
}

/// A goal of an exercise that could not be judged at all.
pub fn unjudged(assigned: &AssignedGoal, credit: Option<Credit>) -> GoalMark {
    GoalMark {
        id: assigned.id.clone(),
        title: assigned.title.clone(),
        outcome: MarkOutcome::Open,
        points: 0.0,
        of: assigned.points,
        measured: None,
        wanted: credit.map(|credit| credit.full),
        message: String::new(),
    }
}

/// How far a hidden case's part may lie below the one that is seen, and count as the same.
const ALIKE: f64 = 0.1;

/// What a hidden case earns: as much as the one that is seen, half as much, or nothing. Finer points would tell, digit by
/// digit, what a kernel read there.
fn coarse((outcome, part): (MarkOutcome, f64), seen: f64) -> (MarkOutcome, f64) {
    match outcome {
        MarkOutcome::Met | MarkOutcome::Partly if part >= seen - ALIKE => {
            (if seen >= 1.0 { MarkOutcome::Met } else { MarkOutcome::Partly }, seen)
        }
        MarkOutcome::Met | MarkOutcome::Partly => (MarkOutcome::Partly, seen / 2.0),
        _ => (outcome, part),
    }
}

/// The part of the points for an output that is right in every element that was compared, with a fault that can spoil it.
const FAULTY: f64 = 0.5;

/// How a report ends, and the part of the points that it earns.
fn earned(report: &GoalReport, test: Test, credit: Option<Credit>) -> (MarkOutcome, f64) {
    let figure = match (report.outcome, report.measured, credit) {
        (GoalStatus::Open, ..) if test == Test::Correct && report.detail.contains("a fault can spoil") => FAULTY,
        (GoalStatus::Met | GoalStatus::Unmet, Some(figure), Some(credit)) => credit.part(figure),
        (GoalStatus::Met, ..) => 1.0,
        (GoalStatus::Unmet, ..) => 0.0,
        (GoalStatus::Open, ..) => return (MarkOutcome::Open, 0.0),
        // What cannot be said costs nothing.
        (GoalStatus::Inconclusive, ..) => return (MarkOutcome::Inconclusive, 1.0),
        (GoalStatus::NotAsked, ..) => return (MarkOutcome::Pending, 0.0),
    };
    let outcome = match figure {
        f if f >= 1.0 => MarkOutcome::Met,
        f if f > 0.0 => MarkOutcome::Partly,
        _ => MarkOutcome::Unmet,
    };
    (outcome, figure)
}

/// Which of two outcomes that earn the same is the one to tell.
fn order(outcome: MarkOutcome) -> u8 {
    match outcome {
        MarkOutcome::Unmet => 0,
        MarkOutcome::Open => 1,
        MarkOutcome::Pending => 2,
        MarkOutcome::Partly => 3,
        MarkOutcome::Inconclusive => 4,
        MarkOutcome::Met => 5,
    }
}

/// The detail, with the rule where there is a figure.
fn explained(detail: &str, figure: Option<f64>, credit: Option<Credit>) -> String {
    let (Some(figure), Some(credit)) = (figure, credit) else {
        return detail.to_owned();
    };
    let rule = format!("{}: {}", figure_text(figure), credit.describe());
    if detail.is_empty() { rule } else { format!("{detail} ({rule})") }
}

/// A figure to four digits.
pub fn figure_text(figure: f64) -> String {
    if figure == 0.0 || !figure.is_finite() {
        return figure.to_string();
    }
    let digits = (3 - libm::log10(figure.abs()).floor() as i32).clamp(0, 9) as usize;
    let text = format!("{figure:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Sets the goals of speed in `mark` by what a GPU showed.
pub fn with_speed(mut mark: ExerciseMark, assigned: &Assigned, timed: &[GoalReport]) -> ExerciseMark {
    let Some((_, exercise)) = assigned.find() else {
        return mark;
    };
    for (goal, place) in assigned.goals.iter().zip(&mut mark.goals) {
        let Some(defined) = goal.find(exercise) else {
            continue;
        };
        let report = timed.iter().find(|report| report.id == goal.id);
        if let (Test::Faster(_), Some(report)) = (defined.test, report) {
            let shown = Shown { assigned: goal, goal: defined, reports: vec![report] };
            *place = shown.mark();
        }
    }
    mark.points = rounded(mark.goals.iter().map(|goal| goal.points).sum());
    mark.of = rounded(mark.goals.iter().map(|goal| goal.of).sum());
    mark
}
