//! The contents of `assignment.toml`, and of `hidden.toml`: what students do not see.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::grade::sandbox::Bounds;
use crate::lab::{Cap, Exercise, Goal, Lab};
use crate::labs;
use crate::marking::{Asked, AskedGoal, Credit};

/// The schema's name.
pub const ASSIGNMENT: &str = "lockstep/assignment/1";

/// The file's name in a handout.
pub const ASSIGNMENT_FILE: &str = "assignment.toml";

/// An assignment: the students have it too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// [`ASSIGNMENT`].
    pub schema: String,
    /// What it is called.
    pub title: String,
    /// The simulator's machine whose counters the goals are held against; see `lockstep devices`.
    pub machine: String,
    /// What marking holds back, in words for the students.
    #[serde(default)]
    pub hidden: String,
    /// What feedback says beside the points.
    #[serde(default)]
    pub feedback: Level,
    /// The most that a kernel with a fault, or with a wrong element at any size, earns: a share of its exercise's points, 0 to 1.
    #[serde(default = "faulty")]
    pub faulty: f64,
    /// Whether and how time counts.
    #[serde(default)]
    pub time: TimeRule,
    /// Until when it is to be handed in, and what lateness costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<LateRule>,
    /// The bounds of each submission.
    #[serde(default)]
    pub bounds: Bounds,
    /// The exercises, in order.
    #[serde(rename = "exercise")]
    pub exercises: Vec<Assigned>,
}

/// [`Assignment::faulty`], where nothing is said.
pub const FAULTY: f64 = 0.03;

fn faulty() -> f64 {
    FAULTY
}

/// What feedback says beside the points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_family = "wasm"), derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// What was found, where, and the hint that answers it.
    #[default]
    Hints,
    /// What was found, and where.
    Findings,
    /// Which goals were reached.
    Goals,
}

/// What lateness costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LateRule {
    /// The last moment in time, as RFC 3339 writes it: `2026-11-29T23:59:59+01:00`.
    pub due: String,
    /// Days that cost nothing, once used up.
    #[serde(default)]
    pub free_days: u32,
    /// The share of the points that each day after them costs, 0 to 1.
    pub per_day: f64,
}

/// Whether and how time counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRule {
    /// Whether goals of speed are marked, on the marking machine's own GPU.
    pub counts: bool,
    /// How they are, in words for the students.
    #[serde(default)]
    pub how: String,
}

/// One exercise of an assignment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assigned {
    pub lab: String,
    /// The exercise.
    pub name: String,
    /// What to do, in one line.
    #[serde(default)]
    pub task: String,
    /// Seed of the inputs that the students see.
    pub seed: u64,
    /// Sizes at which every element is verified, that the students see.
    pub sizes: Vec<u32>,
    /// The size at which the simulator counts.
    pub size: u32,
    /// Whether its points come on top of those that there are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bonus: bool,
    /// What it must reach, and what that is worth.
    #[serde(rename = "goal")]
    pub goals: Vec<AssignedGoal>,
}

/// One goal of an exercise, with its points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssignedGoal {
    /// [`Goal::id`].
    pub id: String,
    /// In a few words.
    pub title: String,
    /// Points for reaching it.
    pub points: f64,
    /// The figure that earns all points; the exercise's own where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<f64>,
    /// The figure that earns none; between the two, by their ratio. Left out: all points or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none: Option<f64>,
    /// Whether the start meets it already: see [`Self::KEPT`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
    /// Whether its points come on top of those that there are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bonus: bool,
}

impl Assignment {
    /// The exercise of that name, where it is assigned.
    pub fn of(&self, lab: &str, name: &str) -> Option<&Assigned> {
        self.exercises.iter().find(|assigned| assigned.lab == lab && assigned.name == name)
    }

    /// What is asked of an attempt at `assigned`.
    pub fn asked(&self, assigned: &Assigned) -> Asked {
        let of = |goal: &AssignedGoal| AskedGoal { id: goal.id.clone(), title: goal.title.clone(), full: goal.full };
        Asked { machine: self.machine.clone(), goals: Some(assigned.goals.iter().map(of).collect()) }
    }

    /// All points of all exercises, bonus aside.
    pub fn points(&self) -> f64 {
        self.exercises.iter().filter(|assigned| !assigned.bonus).map(Assigned::points).sum()
    }
}

impl Assigned {
    /// `LAB/NAME`, as messages name it.
    pub fn title(&self) -> String {
        format!("{}/{}", self.lab, self.name)
    }

    /// All points of its goals, bonus aside.
    pub fn points(&self) -> f64 {
        self.goals.iter().filter(|goal| !goal.bonus).map(|goal| goal.points).sum()
    }

    /// How much of what counts in its goals: each rule once, with the goals that it is about.
    pub fn limits(&self) -> Vec<(Vec<&str>, String)> {
        let exercise = self.find().map(|(_, exercise)| exercise);
        let caps = exercise.into_iter().flat_map(|exercise| exercise.caps);
        let of = |cap: &'static Cap| {
            let about = |goal: &&AssignedGoal| {
                let defined = exercise.and_then(|exercise| goal.find(exercise));
                defined.and_then(|defined| defined.test.figure()) == Some(cap.of)
            };
            (self.goals.iter().filter(about).map(|goal| goal.id.as_str()).collect::<Vec<&str>>(), cap.rule())
        };
        caps.map(of).filter(|(goals, _)| !goals.is_empty()).collect()
    }

    /// The exercise and its lab, as this program knows them.
    pub fn find(&self) -> Option<(&'static Lab, &'static Exercise)> {
        let lab = labs::find(&self.lab)?;
        Some((lab, lab.exercise(&self.name)?))
    }
}

impl AssignedGoal {
    /// How a goal earns its points that the start meets.
    pub const KEPT: &str = "as in the start, and to stay so: it earns the same share of its points as the other goals";

    /// The goal of `exercise` that it gives points for.
    pub fn find(&self, exercise: &'static Exercise) -> Option<&'static Goal> {
        exercise.goals.iter().find(|goal| goal.id == self.id)
    }

    /// How a figure earns its points, where `defined` is the goal that it gives them for.
    pub fn credit(&self, defined: &Goal) -> Option<Credit> {
        Credit::of(defined, self.full, self.none)
    }
}

/// Seeds fit in 53 bits, so that a program that holds numbers as `f64` reads them exactly.
pub const SEED_BITS: u64 = (1 << 53) - 1;

/// The schema's name.
pub const HIDDEN: &str = "lockstep/hidden/1";

/// The file's name, beside `assignment.toml` in the instructor's copy.
pub const HIDDEN_FILE: &str = "hidden.toml";

/// The hidden cases of every exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hidden {
    /// [`HIDDEN`].
    pub schema: String,
    /// Whether every student has seeds of their own, drawn from these and their submission's name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seed_a_student: bool,
    #[serde(rename = "case")]
    pub cases: Vec<HiddenCase>,
}

/// One further run of an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenCase {
    pub lab: String,
    /// The exercise.
    pub name: String,
    /// Seed of the inputs.
    pub seed: u64,
    /// Sizes at which every element is verified.
    pub sizes: Vec<u32>,
    /// The size at which the simulator counts.
    pub size: u32,
}

impl Hidden {
    /// The cases as the submission called `name` meets them.
    pub fn for_student(&self, name: &str) -> Self {
        let mut own = self.clone();
        for case in own.cases.iter_mut().filter(|_| self.seed_a_student) {
            let digest = Sha256::digest(format!("{} {name}", case.seed));
            let first = digest.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
            case.seed = first & SEED_BITS;
        }
        own
    }

    /// The cases of one exercise.
    pub fn of<'a>(&'a self, lab: &'a str, name: &'a str) -> impl Iterator<Item = &'a HiddenCase> {
        self.cases.iter().filter(move |case| case.lab == lab && case.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_student_has_seeds_of_their_own_where_that_is_asked_for_and_always_the_same() {
        let case = HiddenCase { lab: String::new(), name: String::new(), seed: 7, sizes: vec![3], size: 64 };
        let own = Hidden { schema: HIDDEN.to_owned(), seed_a_student: true, cases: vec![case] };
        let seed = |name: &str| own.for_student(name).cases[0].seed;
        assert_ne!(seed("ann"), seed("bob"));
        assert_eq!(seed("ann"), seed("ann"));
        assert!(seed("ann") <= SEED_BITS);
        let shared = Hidden { seed_a_student: false, ..own.clone() };
        assert_eq!(shared.for_student("ann"), shared);
    }
}
