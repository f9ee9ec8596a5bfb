//! A goal's mark, from what the cases showed.

use crate::grade::assignment::{Assigned, AssignedGoal};
use crate::grade::mark::{ExerciseMark, GoalMark, MarkOutcome, partial, rounded};
use crate::lab::{Goal, Test};
use crate::marking::{Credit, GoalReport, earned};

/// The mark of `assigned`, which is `goal`, from a report for each case that ran; the first is what students see.
pub fn mark(assigned: &AssignedGoal, goal: &Goal, reports: &[&GoalReport]) -> GoalMark {
    let credit = assigned.credit(goal);
    let blank = unjudged(assigned, credit);
    match earned(goal.test, credit, reports) {
        None => blank,
        Some(earned) => GoalMark {
            outcome: earned.outcome,
            points: match earned.outcome {
                MarkOutcome::Partly => partial(earned.part, assigned.points),
                _ => rounded(assigned.points * earned.part),
            },
            of: if earned.outcome == MarkOutcome::Pending { 0.0 } else { assigned.points },
            measured: reports[0].measured,
            message: earned.message,
            ..blank
        },
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
        bonus: assigned.bonus,
        given: None,
        measured: None,
        wanted: credit.map(|credit| credit.full),
        message: String::new(),
    }
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
            *place = self::mark(goal, defined, &[report]);
        }
    }
    (mark.points, mark.of) = (GoalMark::points_of(&mark.goals), GoalMark::all_of(&mark.goals));
    mark
}
