//! A folder that was handed out: its commands follow its `assignment.toml`.

use std::path::Path;

use crate::device::Selector;
use crate::grade::assignment::{self, ASSIGNMENT_FILE, Assigned, Assignment};
use crate::grade::mark::{GoalMark, points};
use crate::grade::worker::seen_goals;
use crate::harness::Request;
use crate::lab::{Exercise, Lab};
use crate::marking::{Asked, Judgement};
use crate::watch::{self, Spot};

/// The assignment of a folder.
pub struct HandedOut(Assignment);

/// The assignment of this folder; `None` where it has none.
///
/// # Errors
/// Where its file cannot be read.
pub fn here() -> anyhow::Result<Option<HandedOut>> {
    let path = Path::new(ASSIGNMENT_FILE);
    if !path.is_file() {
        return Ok(None);
    }
    Ok(Some(HandedOut(assignment::read(path)?)))
}

impl HandedOut {
    /// The first exercise of `lab` that is assigned.
    pub fn first_of(&self, lab: &Lab) -> Option<&'static Exercise> {
        let of_lab = self.0.exercises.iter().find(|assigned| assigned.lab == lab.name);
        of_lab.and_then(Assigned::find).map(|(_, exercise)| exercise)
    }

    /// The exercise after this one, in the assignment's order.
    pub fn after(&self, lab: &Lab, exercise: &Exercise) -> Option<(&'static Lab, &'static Exercise)> {
        let is = |assigned: &Assigned| assigned.lab == lab.name && assigned.name == exercise.name;
        let place = self.0.exercises.iter().position(is)?;
        self.0.exercises.get(place + 1)?.find()
    }

    /// Whether the exercise is assigned.
    pub fn holds(&self, lab: &str, exercise: &str) -> bool {
        self.0.of(lab, exercise).is_some()
    }
}

impl watch::Assigned for HandedOut {
    fn spots(&self) -> Vec<Spot> {
        let found = self.0.exercises.iter().filter_map(Assigned::find);
        found.map(|(lab, exercise)| Spot { lab, exercise }).collect()
    }

    fn ask(&self, lab: &str, exercise: &str, request: &mut Request) -> Asked {
        let Some(assigned) = self.0.of(lab, exercise) else {
            return Asked::default();
        };
        request.seed = assigned.seed;
        request.sizes.clone_from(&assigned.sizes);
        request.size = Some(assigned.size);
        if request.device == Selector::Auto && !self.0.time.counts {
            request.device = Selector::Simulated(self.0.machine.clone());
        }
        self.0.asked(assigned)
    }

    fn titles(&self, spot: &Spot) -> Vec<String> {
        let assigned = self.0.of(spot.lab.name, spot.exercise.name);
        assigned.into_iter().flat_map(|assigned| &assigned.goals).map(|goal| goal.title.clone()).collect()
    }

    fn earned(&self, judgement: &Judgement) -> Option<String> {
        let assigned = self.0.of(&judgement.lab, &judgement.exercise)?;
        let goals = seen_goals(&self.0, assigned, judgement)?;
        let of_goals = goals.iter().map(|goal| {
            let bonus = if goal.bonus { " on top" } else { "" };
            format!("{} {} of {}{bonus}", goal.id, points(goal.points), points(goal.of))
        });
        let of_goals: Vec<String> = of_goals.collect();
        Some(format!(
            "Points, by the tests that you can see: {} of {} ({}).",
            points(GoalMark::points_of(&goals)),
            points(GoalMark::all_of(&goals)),
            of_goals.join(", ")
        ))
    }
}
