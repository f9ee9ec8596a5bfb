//! Which exercises are assigned, and what their goals are worth until the instructor says otherwise.

use thiserror::Error;

use crate::grade::assignment::{ASSIGNMENT, Assigned, AssignedGoal, Assignment, FAULTY, Level, TimeRule};
use crate::grade::sandbox::Bounds;
use crate::lab::{Exercise, Goal, Lab, Test, Unknown};
use crate::labs;
use crate::sim::machine::Machine;

/// The seed that students judge with.
const SEEN_SEED: u64 = 1;

/// What is said of what is hidden.
const HIDDEN: &str = "Marking also runs each kernel on other data (seeds) and at other sizes, among them odd ones, that are not \
shown; a goal is met where it is met in every run.";

/// How time counts.
const TIMED: &str = "Each kernel is timed in turn with the reference kernel on the marking machine's own GPU, at the size that \
suits it; the lower end of the interval of the speedup counts. An inconclusive measurement costs no points.";

/// Why there is nothing to assign.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A lab or an exercise that is not there.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// A lab to run and to read only.
    #[error("the lab `{0}` has no exercises to hand out; these have: {1}")]
    NoExercises(&'static str, String),
}

/// The assignment of `wanted`: labs (`tiling`: all of its exercises), exercises (`tiling/exercise-2`), or `all`. Speed
/// counts where `time` is set.
///
/// # Errors
/// [`PlanError`].
pub fn plan(title: &str, wanted: &[String], time: bool) -> Result<Assignment, PlanError> {
    let mut exercises: Vec<Assigned> = Vec::new();
    for name in wanted {
        for (lab, exercise) in named(name)? {
            let known = |known: &Assigned| known.lab == lab.name && known.name == exercise.name;
            if !exercises.iter().any(known) {
                exercises.push(assigned(lab, exercise, time));
            }
        }
    }
    Ok(Assignment {
        schema: ASSIGNMENT.to_owned(),
        title: title.to_owned(),
        machine: Machine::DEFAULT.to_owned(),
        hidden: HIDDEN.to_owned(),
        feedback: Level::default(),
        faulty: FAULTY,
        late: None,
        time: TimeRule { counts: time, how: if time { TIMED.to_owned() } else { String::new() } },
        bounds: Bounds::default(),
        exercises,
    })
}

type Named = Vec<(&'static Lab, &'static Exercise)>;

fn named(name: &str) -> Result<Named, PlanError> {
    if name == "all" {
        return Ok(labs::ALL.iter().copied().flat_map(each).collect());
    }
    let (lab, exercise) = match name.split_once('/') {
        Some((lab, exercise)) => (lab, Some(exercise)),
        None => (name, None),
    };
    let lab = labs::named(lab)?;
    Ok(match exercise {
        Some(exercise) => vec![(lab, lab.named_exercise(exercise)?)],
        None => whole(lab)?,
    })
}

fn each(lab: &'static Lab) -> impl Iterator<Item = (&'static Lab, &'static Exercise)> {
    lab.exercises.iter().map(move |exercise| (lab, exercise))
}

fn whole(lab: &'static Lab) -> Result<Named, PlanError> {
    let all: Named = each(lab).collect();
    if all.is_empty() {
        let have: Vec<&str> = labs::ALL.iter().filter(|lab| !lab.exercises.is_empty()).map(|lab| lab.name).collect();
        return Err(PlanError::NoExercises(lab.name, have.join(", ")));
    }
    Ok(all)
}

fn assigned(lab: &Lab, exercise: &Exercise, time: bool) -> Assigned {
    let counted = |goal: &&Goal| time || !matches!(goal.test, Test::Faster(_));
    Assigned {
        lab: lab.name.to_owned(),
        name: exercise.name.to_owned(),
        task: exercise.task.to_owned(),
        seed: SEEN_SEED,
        sizes: lab.sizes_of(exercise).to_vec(),
        size: exercise.size,
        bonus: false,
        goals: exercise.goals.iter().filter(counted).map(goal).collect(),
    }
}

/// A goal's points before it is known what the start reaches: being right is worth most, and a figure earns them
/// by its ratio up to twice (or half) of what it should be.
fn goal(goal: &Goal) -> AssignedGoal {
    let (points, full, none) = match goal.test {
        Test::Compiles => (1.0, None, None),
        Test::Correct => (4.0, None, None),
        Test::FreeOfFaults => (2.0, None, None),
        Test::AtMost(_, most) if most > 0.0 => (2.0, Some(most), Some(2.0 * most)),
        Test::AtMost(_, most) => (2.0, Some(most), None),
        Test::AtLeast(_, least) => (2.0, Some(least), Some(least / 2.0)),
        Test::Faster(times) if times > 1.0 => (2.0, Some(times), Some(1.0)),
        Test::Faster(times) => (2.0, Some(times), None),
    };
    AssignedGoal { id: goal.id.to_owned(), title: goal.title.to_owned(), points, full, none, kept: false, bonus: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lab_stands_for_its_exercises_and_none_is_assigned_twice() {
        let wanted = ["tiling/exercise", "tiling", "all"].map(str::to_owned);
        let assignment = plan("t", &wanted, false).expect("these are there");
        let all: usize = labs::ALL.iter().map(|lab| lab.exercises.len()).sum();
        assert_eq!(assignment.exercises.len(), all);
        assert_eq!(assignment.exercises[0].title(), "tiling/exercise");
    }

    #[test]
    fn speed_is_a_goal_only_where_time_counts() {
        let speeds = |time| {
            let assignment = plan("t", &["all".to_owned()], time).expect("these are there");
            let goals = assignment.exercises.iter().flat_map(|exercise| {
                let (_, defined) = exercise.find().expect("it is there");
                exercise.goals.iter().filter_map(|goal| goal.find(defined))
            });
            goals.filter(|goal| matches!(goal.test, Test::Faster(_))).count()
        };
        assert_eq!(speeds(false), 0);
        assert!(speeds(true) > 0);
    }

    #[test]
    fn a_lab_without_exercises_is_answered_with_those_that_have_some() {
        static BARE: Lab = Lab { name: "bare", exercises: &[], ..labs::coalescing::LAB };
        let error = whole(&BARE).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with("the lab `bare` has no exercises to hand out; these have: "), "{error}");
    }

    #[test]
    fn what_is_not_there_is_answered_with_what_is() {
        let error = |name: &str| plan("t", &[name.to_owned()], false).expect_err("it is not there");
        assert!(error("tilling").to_string().contains("there are: "));
        assert!(error("tiling/x").to_string().contains("it has: exercise"));
    }
}
