//! Reading an assignment: what cannot be marked is refused before anything is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use thiserror::Error;

use super::spec::ASSIGNMENT;
use super::{Assigned, AssignedGoal, Assignment, HIDDEN, HIDDEN_FILE, Hidden};
use crate::files::FileError;
use crate::files::Shown;
use crate::host::Native;
use crate::lab::LARGEST_SIZE;
use crate::marking::Credit;

/// Why an assignment cannot be used.
#[derive(Debug, Error)]
pub enum AssignmentError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] FileError),
    /// It is no TOML of that form, or asks for what is not there.
    #[error("{}: {message}", path.shown())]
    Content {
        /// The file.
        path: PathBuf,
        /// What, where, and what there is.
        message: String,
    },
}

/// Reads `assignment.toml` at `path`.
///
/// # Errors
/// [`AssignmentError`].
pub fn read(path: &Path) -> Result<Assignment, AssignmentError> {
    let assignment: Assignment = parse(path)?;
    check(&assignment).map_err(|message| AssignmentError::Content { path: path.to_owned(), message })?;
    Ok(assignment)
}

/// Reads the hidden part that lies beside `path`; `None` where there is none.
///
/// # Errors
/// [`AssignmentError`]; also where an exercise of `assignment` has no hidden case.
pub fn read_hidden(path: &Path, assignment: &Assignment) -> Result<Option<Hidden>, AssignmentError> {
    let beside = path.with_file_name(HIDDEN_FILE);
    if !beside.exists() {
        return Ok(None);
    }
    let hidden: Hidden = parse(&beside)?;
    check_hidden(&hidden, assignment).map_err(|message| AssignmentError::Content { path: beside, message })?;
    Ok(Some(hidden))
}

fn parse<T: DeserializeOwned>(path: &Path) -> Result<T, AssignmentError> {
    let text = std::fs::read_to_string(path).map_err(FileError::at(path))?;
    toml::from_str(&text).map_err(|error| AssignmentError::Content {
        path: path.to_owned(),
        message: error.to_string().trim_end().to_owned(),
    })
}

fn check(assignment: &Assignment) -> Result<(), String> {
    schema(&assignment.schema, ASSIGNMENT)?;
    crate::device::machine(&assignment.machine, &Native).map_err(|error| error.to_string())?;
    if assignment.exercises.is_empty() {
        return Err("it has no [[exercise]]".to_owned());
    }
    if assignment.bounds.seconds == 0 || assignment.bounds.memory_mib < 256 {
        return Err("[bounds] must leave at least 1 second and 256 MiB".to_owned());
    }
    if assignment.bounds.submission_seconds < assignment.bounds.seconds {
        return Err("[bounds] submission_seconds is less than the seconds of one exercise".to_owned());
    }
    if !(0.0..=1.0).contains(&assignment.faulty) {
        return Err(format!("faulty = {}: the share of an exercise's points goes from 0 to 1", assignment.faulty));
    }
    if let Some(late) = &assignment.late {
        late.check().map_err(|what| format!("[late] {what}"))?;
    }
    let mut known = BTreeSet::new();
    for assigned in &assignment.exercises {
        if !known.insert(assigned.title()) {
            return Err(format!("it names {} twice", assigned.title()));
        }
        exercise(assigned).map_err(|what| format!("{}: {what}", assigned.title()))?;
    }
    Ok(())
}

fn schema(found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted {
        return Ok(());
    }
    Err(format!("its schema is `{found}`, and this program reads `{wanted}`"))
}

fn exercise(assigned: &Assigned) -> Result<(), String> {
    let Some((_, exercise)) = assigned.find() else {
        return Err("there is no such exercise; `lockstep labs` lists the labs".to_owned());
    };
    sizes(assigned.size, &assigned.sizes)?;
    let mut known = BTreeSet::new();
    for goal in &assigned.goals {
        if !known.insert(&goal.id) {
            return Err(format!("it names the goal `{}` twice", goal.id));
        }
        let Some(defined) = goal.find(exercise) else {
            let all: Vec<&str> = exercise.goals.iter().map(|goal| goal.id).collect();
            let (id, all) = (&goal.id, all.join(", "));
            return Err(format!("it has no goal `{id}`; it has: {all}"));
        };
        points(goal, goal.credit(defined)).map_err(|what| format!("goal `{}`: {what}", goal.id))?;
    }
    Ok(())
}

fn points(goal: &AssignedGoal, credit: Option<Credit>) -> Result<(), String> {
    if !(goal.points >= 0.0 && goal.points <= 1e6) {
        return Err("its points must be a number from 0 to a million".to_owned());
    }
    match credit {
        None if goal.full.or(goal.none).is_some() => {
            Err("it is met or not: `full` and `none` are for goals with a figure".to_owned())
        }
        Some(credit) if !credit.is_sound() => {
            let side = if credit.rising { "below" } else { "above" };
            Err(format!("its `full` ({}) must not lie {side} its `none` ({})", credit.full, credit.none))
        }
        _ => Ok(()),
    }
}

fn sizes(main: u32, small: &[u32]) -> Result<(), String> {
    let wrong = |size: &u32| *size == 0 || *size > LARGEST_SIZE;
    match std::iter::once(&main).chain(small).find(|size| wrong(size)) {
        Some(size) => Err(format!("a size of {size}: sizes go from 1 to {LARGEST_SIZE}")),
        None => Ok(()),
    }
}

/// Whether `hidden` can be marked with.
///
/// # Errors
/// What is wrong, for a person.
pub fn check_hidden(hidden: &Hidden, assignment: &Assignment) -> Result<(), String> {
    schema(&hidden.schema, HIDDEN)?;
    for assigned in &assignment.exercises {
        if hidden.of(&assigned.lab, &assigned.name).next().is_none() {
            return Err(format!("it has no [[case]] of {}", assigned.title()));
        }
    }
    for case in &hidden.cases {
        let seen = assignment.exercises.iter().any(|known| known.seed == case.seed);
        if seen && !hidden.seed_a_student {
            let (lab, name, seed) = (&case.lab, &case.name, case.seed);
            return Err(format!(
                "the case of {lab}/{name} has the seed {seed}, which students are handed: give it another"
            ));
        }
        sizes(case.size, &case.sizes).map_err(|what| format!("the case of {}/{}: {what}", case.lab, case.name))?;
    }
    Ok(())
}
