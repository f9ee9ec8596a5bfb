//! The proof that what was learnt shows in the time: by estimate, at the size at which the exercise says so, no solution takes longer than
//! its start, and the reference solution gains on two machines at least what the exercise asks for on a GPU.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::exercises::{SOLUTION, attempts, start_file};
use super::proof::failures;
use crate::cli::full_size;
use crate::compare::diff::{DiffReport, Difference};
use crate::files::Shown;
use crate::lab::{Exercise, Lab, Test};
use crate::sim::machine::Machine;
use crate::units::digits3;

/// Where the reference solution may gain what is asked for; the first is where each solution must not lose.
const MACHINES: [&str; 5] = [Machine::DEFAULT, "volta-7.0", "rdna3", "hopper-9.0", "apple-m1"];

/// On how many of them it must; on fewer where times are known on fewer.
const GAINING: usize = 2;

/// A solution beside its start.
struct Case {
    /// What messages call it.
    path: PathBuf,
    /// The start, and a file that holds the solution.
    files: [PathBuf; 2],
    size: u32,
    /// How many times as fast as the start the reference solution is to be.
    promised: Option<f64>,
}

/// What is slower, fails, or gains less than it promises, a line each.
///
/// # Errors
/// Where no solution can be written to a folder of its own.
pub fn prove(root: &Path, labs: &[&'static Lab]) -> anyhow::Result<Vec<String>> {
    let folder = tempfile::tempdir().context("a folder for the solutions")?;
    let mut cases = Vec::new();
    for (lab, exercise) in labs.iter().flat_map(|lab| lab.exercises.iter().map(move |exercise| (*lab, exercise))) {
        let Some(size) = exercise.timed_size() else { continue };
        for solution in attempts(root, lab, exercise).into_iter().filter(|attempt| attempt.refused.is_none()) {
            let file = folder.path().join(format!("{}.wgsl", cases.len()));
            fs::write(&file, &solution.text).with_context(|| file.shown())?;
            cases.push(Case {
                files: [root.join(start_file(lab, exercise)), file],
                size,
                promised: solution.path.ends_with(SOLUTION).then(|| promised(exercise)),
                path: solution.path,
            });
        }
    }
    Ok(failures(&cases, "times [{bar:24}] {pos} of {len} solutions", wrong))
}

/// How many times as fast as its start a solution is to be on a GPU.
fn promised(exercise: &Exercise) -> f64 {
    let asked = exercise.goals.iter().find_map(|goal| match goal.test {
        Test::Faster(times) => Some(times),
        _ => None,
    });
    asked.unwrap_or(1.0)
}

/// What is wrong with the times of a solution.
fn wrong(case: &Case) -> Option<String> {
    let place = case.path.shown();
    let here = match compared(case, MACHINES[0]) {
        Err(why) => return Some(format!("{place}: {why}")),
        // A machine lacks a figure for one of the other solutions; `diff` says which.
        Ok(report) if matches!(report.difference, Difference::Untold) && case.promised.is_none() => return None,
        Ok(report) if !matches!(report.difference, Difference::Faster | Difference::NotInTime) => {
            return Some(format!("{place}: beside the start, at size {}: {}", case.size, report.summary));
        }
        Ok(report) => faster(&report),
    };
    let promised = case.promised?;
    let elsewhere = MACHINES[1..].iter().map(|machine| compared(case, machine).ok().as_ref().and_then(faster));
    let gains: Vec<Option<f64>> = std::iter::once(here).chain(elsewhere).collect();
    let known: Vec<f64> = gains.iter().copied().flatten().collect();
    let gaining = known.iter().filter(|times| **times >= promised).count();
    (known.is_empty() || gaining < GAINING.min(known.len())).then(|| {
        let each = |(machine, times): (&&str, &Option<f64>)| {
            format!("{} on {machine}", times.map_or("unknown".to_owned(), digits3))
        };
        let all = MACHINES.iter().zip(&gains).map(each).collect::<Vec<_>>().join(", ");
        format!(
            "{place}: on {GAINING} machines it is to be {promised} times as fast as the start, and at size {} it is, by estimate: {all}",
            case.size
        )
    })
}

/// How many times as fast as the first the second is, where both times are known.
fn faster(report: &DiffReport) -> Option<f64> {
    report.time_ratio.map(|ratio| 1.0 / ratio.value)
}

/// As `lockstep diff` compares the two.
fn compared(case: &Case, machine: &str) -> Result<DiffReport, String> {
    full_size::compared(case.files.clone(), case.size, machine, Some(1))
}
