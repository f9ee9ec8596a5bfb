//! The hidden cases, and whether they are fair: a reference solution meets every goal in them.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;

use crate::device::Selector;
use crate::grade::assignment::{Assigned, Assignment, HIDDEN, Hidden, HiddenCase, SEED_BITS};
use crate::harness::{Attempt, Job, NoListener, Request, RunError};
use crate::marking::{GoalStatus, judge};

/// Hidden cases of an exercise: one that differs in everything, its data, its sizes and the size that is counted, tells what
/// two would, at half the time.
const CASES: usize = 1;

/// Sizes at which the simulator may count, over that which students see, in 32nds: near it, and below it, since what is loaded again
/// grows faster than the problem.
const NEARBY: [u32; 4] = [28, 26, 24, 30];

/// How far a hidden size may lie above the largest that students see.
const BEYOND: u32 = 25;

/// Cases for every exercise, drawn from `seed`; from the system's randomness where it is `None`.
pub fn hidden(assignment: &Assignment, seed: Option<u64>) -> Hidden {
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let mut rng = fastrand::Rng::with_seed(seed);
    let cases = assignment
        .exercises
        .iter()
        .flat_map(|assigned| std::iter::repeat_n(assigned, CASES))
        .map(|assigned| HiddenCase {
            lab: assigned.lab.clone(),
            name: assigned.name.clone(),
            // Never one that students are handed.
            seed: rng.u64(1 << 32..=SEED_BITS),
            sizes: sizes(&mut rng, &assigned.sizes),
            size: nearby(assigned, rng.usize(..NEARBY.len())),
        })
        .collect();
    Hidden { schema: HIDDEN.to_owned(), seed_a_student: false, cases }
}

/// Odd sizes that students do not see: a few elements, some, and about as many as the largest that they see.
fn sizes(rng: &mut fastrand::Rng, seen: &[u32]) -> Vec<u32> {
    let largest = seen.iter().copied().max().unwrap_or(255).max(31);
    let ranges = [(3, 15), (19, largest / 2 + 20), (largest / 2 + 21, largest + BEYOND)];
    let mut sizes = Vec::new();
    for (low, high) in ranges {
        let mut size = rng.u32(low..=high) | 1;
        while seen.contains(&size) || sizes.contains(&size) {
            size += 2;
        }
        sizes.push(size);
    }
    sizes
}

/// A size near that which students see, at which right kernels meet what they meet there.
fn nearby(assigned: &Assigned, which: usize) -> u32 {
    let size = assigned.size;
    let ragged = assigned.find().is_none_or(|(_, exercise)| exercise.ragged || exercise.size != size);
    if ragged || size < 32 || !size.is_multiple_of(32) {
        return size;
    }
    size / 32 * NEARBY[which]
}

/// What a solution misses in a case: empty where the case is fair.
///
/// # Errors
/// [`RunError`] where the machine cannot serve it.
pub fn trial(
    assignment: &Assignment,
    assigned: &Assigned,
    case: &HiddenCase,
    solution: &Path,
) -> Result<Vec<String>, RunError> {
    let request = Request {
        device: Selector::Simulated(assignment.machine.clone()),
        seed: case.seed,
        sizes: case.sizes.clone(),
        size: Some(case.size),
        quick: true,
        ..Request::new(Job::Attempt(Attempt {
            lab: assigned.lab.clone(),
            exercise: assigned.name.clone(),
            file: Some(solution.to_owned()),
            text: None,
        }))
    };
    let judgement = judge(&request, &mut NoListener)?;
    let missed = judgement.goals.iter().filter(|goal| !matches!(goal.outcome, GoalStatus::Met | GoalStatus::NotAsked));
    Ok(missed
        .map(|goal| {
            let figure = goal.measured.map_or(String::new(), |figure| format!(" ({figure})"));
            format!("{}{figure}", goal.id)
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::assignment::check_hidden;
    use crate::grade::handout::plan;

    fn assignment() -> Assignment {
        plan("t", &["all".to_owned()], false).expect("all labs are there")
    }

    #[test]
    fn hidden_cases_are_none_that_students_see() {
        for seed in 0..200 {
            let assignment = assignment();
            let hidden = hidden(&assignment, Some(seed));
            for assigned in &assignment.exercises {
                let cases: Vec<_> = hidden.of(&assigned.lab, &assigned.name).collect();
                assert_eq!(cases.len(), CASES);
                for case in cases {
                    assert_ne!(case.seed, assigned.seed);
                    assert_eq!(case.sizes.len(), 3);
                    for size in &case.sizes {
                        assert!(size % 2 == 1 && !assigned.sizes.contains(size), "{case:?}");
                    }
                    assert!(case.size.is_multiple_of(4) || case.size == assigned.size);
                }
            }
            assert_eq!(check_hidden(&hidden, &assignment), Ok(()), "what is drawn can be marked with: {seed}");
        }
    }

    #[test]
    fn the_same_seed_hides_the_same_and_no_seed_something_else_each_time() {
        let assignment = assignment();
        assert_eq!(hidden(&assignment, Some(7)), hidden(&assignment, Some(7)));
        assert_ne!(hidden(&assignment, None), hidden(&assignment, None));
    }
}
