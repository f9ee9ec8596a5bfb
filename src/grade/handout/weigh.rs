//! What goals are worth, by what the start of an exercise reaches already: handing it in unchanged earns little.

use std::path::PathBuf;

use crate::device::Selector;
use crate::grade::assignment::{Assigned, AssignedGoal, Assignment, Credit};
use crate::harness::{Job, Refused, Request, Unheard};
use crate::lab::{Goal, Test};
use crate::marking::{GoalReport, GoalStatus, judge};

/// Points for what the start reaches: it is only to be kept.
const KEPT: f64 = 1.0;

/// Points for making an incomplete kernel right.
const RIGHT: f64 = 4.0;

/// Points for any other goal.
const REACHED: f64 = 3.0;

/// Gives every goal its points, and figures the one that earns none: no better than twice (or half) of what is wanted,
/// and no better than the start.
///
/// # Errors
/// [`Refused`] where the machine cannot judge the starts.
pub fn weigh(assignment: &mut Assignment) -> Result<(), Refused> {
    let machine = assignment.machine.clone();
    for assigned in &mut assignment.exercises {
        let reports = start(&machine, assigned)?;
        let Some((_, exercise)) = assigned.find() else {
            continue;
        };
        for goal in &mut assigned.goals {
            let report = reports.iter().find(|report| report.id == goal.id);
            if let (Some(report), Some(defined)) = (report, goal.find(exercise)) {
                weigh_one(goal, defined, report);
            }
        }
    }
    Ok(())
}

/// How the start of an exercise stands.
fn start(machine: &str, assigned: &Assigned) -> Result<Vec<GoalReport>, Refused> {
    let Some((_, exercise)) = assigned.find() else {
        return Ok(Vec::new());
    };
    let request = Request {
        device: Selector::Simulated(machine.to_owned()),
        seed: assigned.seed,
        sizes: assigned.sizes.clone(),
        size: Some(assigned.size),
        quick: true,
        ..Request::new(Job::attempt_text(
            &assigned.lab,
            &assigned.name,
            PathBuf::from(exercise.file()),
            exercise.start.to_owned(),
        ))
    };
    Ok(judge(&request, &mut Unheard)?.goals)
}

fn weigh_one(goal: &mut AssignedGoal, defined: &Goal, report: &GoalReport) {
    goal.points = match (report.outcome, defined.test) {
        (GoalStatus::Met, _) => KEPT,
        (_, Test::Correct) => RIGHT,
        _ => REACHED,
    };
    let (Some(credit), Some(start)) = (Credit::of(goal, defined), report.measured) else {
        return;
    };
    if report.outcome == GoalStatus::Unmet && credit.none != credit.full {
        goal.none = Some(if credit.rising { credit.none.max(start) } else { credit.none.min(start) });
    }
}
