//! A made-up gradebook for tests.

use super::{ExerciseMark, FindingMark, GoalMark, Gradebook, HintMark, Mark, MarkOutcome};
use crate::grade::assignment::{ASSIGNMENT, Assigned, AssignedGoal, Assignment, FAULTY};
use crate::sim::{FindingKind, Severity};

const GOALS: [(&str, f64); 3] = [("compiles", 1.0), ("correct", 4.0), ("coalesced", 5.0)];

fn assignment() -> Assignment {
    Assignment {
        schema: ASSIGNMENT.to_owned(),
        title: "week 3".to_owned(),
        machine: "ampere-8.6".to_owned(),
        hidden: String::new(),
        feedback: Default::default(),
        faulty: FAULTY,
        late: None,
        time: Default::default(),
        bounds: Default::default(),
        exercises: vec![Assigned {
            lab: "coalescing".to_owned(),
            name: "exercise".to_owned(),
            task: "a coalesced transpose".to_owned(),
            seed: 1,
            sizes: vec![1, 17],
            size: 256,
            bonus: false,
            goals: GOALS
                .iter()
                .map(|(id, points)| AssignedGoal {
                    id: (*id).to_owned(),
                    title: format!("goal {id}"),
                    points: *points,
                    full: None,
                    none: None,
                    kept: false,
                    bonus: false,
                })
                .collect(),
        }],
    }
}

/// A submission that compiles and is right, and reaches `share` of the last goal.
pub fn mark(submission: &str, share: f64) -> Mark {
    let goals = goal_marks(share);
    let points = goals.iter().map(|goal| goal.points).sum();
    let slow = share < 1.0;
    Mark {
        basis: "basis".to_owned(),
        points,
        of: 10.0,
        exercises: vec![ExerciseMark {
            lab: "coalescing".to_owned(),
            name: "exercise".to_owned(),
            task: "a coalesced transpose".to_owned(),
            file: Some("exercise.wgsl".to_owned()),
            points,
            of: 10.0,
            bonus: false,
            given: None,
            refused: None,
            program: None,
            features: String::new(),
            source: None,
            wrong_hidden: false,
            endless: false,
            goals,
            findings: slow
                .then(|| FindingMark {
                    kind: FindingKind::Uncoalesced,
                    severity: Severity::Warning,
                    line: Some(14),
                    source: None,
                    message: "32 sectors where 4 would do".to_owned(),
                    hidden: false,
                })
                .into_iter()
                .collect(),
            hint: slow.then(|| HintMark { id: "swap".to_owned(), text: "Which index is the fastest?".to_owned() }),
            next: if slow { "Which index is the fastest?".to_owned() } else { String::new() },
        }],
        ..Mark::of(submission, "stem")
    }
}

/// Its goals, all met but for the last.
fn goal_marks(share: f64) -> Vec<GoalMark> {
    GOALS
        .iter()
        .map(|(id, of)| {
            let part = if *id == "coalesced" { share } else { 1.0 };
            GoalMark {
                id: (*id).to_owned(),
                title: format!("goal {id}"),
                outcome: match part {
                    1.0 => MarkOutcome::Met,
                    0.0 => MarkOutcome::Unmet,
                    _ => MarkOutcome::Partly,
                },
                points: part * of,
                of: *of,
                bonus: false,
                given: None,
                measured: (*id == "coalesced").then_some(2.0 - share),
                wanted: (*id == "coalesced").then_some(1.0),
                message: String::new(),
            }
        })
        .collect()
}

/// The gradebook of these marks.
pub fn book(marks: Vec<Mark>) -> Gradebook {
    Gradebook::new(&assignment(), "basis", marks)
}
