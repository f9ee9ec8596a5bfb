//! What goals are worth, by what the start of an exercise reaches already: handing it in unchanged earns little.

use std::path::PathBuf;

use crate::device::Selector;
use crate::grade::assignment::{Assigned, AssignedGoal, Assignment};
use crate::harness::{Job, NoListener, Request, RunError};
use crate::lab::{Goal, Test};
use crate::marking::{GoalReport, GoalStatus, Judgement, judge};

/// What a kernel with a fault or a wrong element earns at most, over what a right one earns that is as slow as the start.
const BELOW_SLOW: f64 = 0.8;

/// Points for what the start reaches, and is only to be kept.
const KEPT: f64 = 1.0;

/// Points for staying right.
const STILL_RIGHT: f64 = 2.0;

/// Points for making an incomplete kernel right.
const RIGHT: f64 = 4.0;

/// Points for any other goal.
const REACHED: f64 = 3.0;

/// Gives every goal its points, and figures the one that earns none: the start's. What the start reaches counts as far as
/// the other goals are reached. Sets what a faulty kernel earns at most. Yields how the starts stand, in the assignment's order.
///
/// # Errors
/// [`RunError`] where the machine cannot judge the starts.
pub fn weigh(assignment: &mut Assignment) -> Result<Vec<Judgement>, RunError> {
    let starts = judge_starts(assignment)?;
    for (assigned, start) in assignment.exercises.iter_mut().zip(&starts) {
        let Some((_, exercise)) = assigned.find() else {
            continue;
        };
        for goal in &mut assigned.goals {
            let report = start.goals.iter().find(|report| report.id == goal.id);
            if let (Some(report), Some(defined)) = (report, goal.find(exercise)) {
                weigh_one(goal, defined, report);
            }
        }
    }
    let slow = assignment.exercises.iter().filter_map(slow_share).fold(1.0, f64::min);
    assignment.faulty = (slow * BELOW_SLOW * 100.0).floor() / 100.0;
    Ok(starts)
}

/// The share of an exercise's points that a kernel earns which is right, free of faults, and meets no figure that the start misses.
fn slow_share(assigned: &Assigned) -> Option<f64> {
    let (_, exercise) = assigned.find()?;
    let sound = |goal: &&AssignedGoal| {
        let test = goal.find(exercise).map(|defined| defined.test);
        !goal.kept && matches!(test, Some(Test::Compiles | Test::Correct | Test::FreeOfFaults))
    };
    let earned = assigned.goals.iter().filter(sound).map(|goal| goal.points);
    Some(earned.sum::<f64>() / assigned.points().max(f64::MIN_POSITIVE))
}

/// How the starts of the exercises stand, in the assignment's order.
///
/// # Errors
/// [`RunError`] where the machine cannot judge them.
pub fn judge_starts(assignment: &Assignment) -> Result<Vec<Judgement>, RunError> {
    let found = assignment.exercises.iter().filter_map(|assigned| Some((assigned, assigned.find()?.1)));
    found.map(|(assigned, exercise)| start(&assignment.machine, assigned, exercise.file(), exercise.start)).collect()
}

/// How the start of an exercise stands.
fn start(machine: &str, assigned: &Assigned, file: &str, text: &str) -> Result<Judgement, RunError> {
    judge(&seen_request(machine, assigned, PathBuf::from(file), text.to_owned()), &mut NoListener)
}

/// The request by which students see how a kernel for this exercise stands, on `machine`.
pub fn seen_request(machine: &str, assigned: &Assigned, file: PathBuf, text: String) -> Request {
    Request {
        device: Selector::Simulated(machine.to_owned()),
        seed: assigned.seed,
        sizes: assigned.sizes.clone(),
        size: Some(assigned.size),
        quick: true,
        ..Request::new(Job::attempt_text(&assigned.lab, &assigned.name, file, text))
    }
}

fn weigh_one(goal: &mut AssignedGoal, defined: &Goal, report: &GoalReport) {
    let met = report.outcome == GoalStatus::Met;
    goal.kept = met && defined.test != Test::Compiles;
    goal.points = match defined.test {
        Test::Correct if met => STILL_RIGHT,
        _ if met => KEPT,
        Test::Correct => RIGHT,
        _ => REACHED,
    };
    let (Some(credit), Some(start)) = (goal.credit(defined), report.measured) else {
        return;
    };
    if report.outcome == GoalStatus::Unmet && credit.none != credit.full {
        goal.none = Some(start);
    }
}
