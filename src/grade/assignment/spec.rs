//! The contents of `assignment.toml`, and of `hidden.toml`: what students do not see.

use serde::{Deserialize, Serialize};

use crate::grade::sandbox::Bounds;
use crate::lab::{Exercise, Goal, Lab};
use crate::labs;

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
    /// Whether and how time counts.
    #[serde(default)]
    pub time: TimeRule,
    /// The bounds of each submission.
    #[serde(default)]
    pub bounds: Bounds,
    /// The exercises, in order.
    #[serde(rename = "exercise")]
    pub exercises: Vec<Assigned>,
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
    /// The lab.
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
    /// The figure that earns none; between the two, in proportion. Left out: all points or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none: Option<f64>,
}

impl Assignment {
    /// All points of all goals.
    pub fn points(&self) -> f64 {
        self.exercises.iter().map(Assigned::points).sum()
    }
}

impl Assigned {
    /// `LAB/NAME`, as messages name it.
    pub fn title(&self) -> String {
        format!("{}/{}", self.lab, self.name)
    }

    /// All points of its goals.
    pub fn points(&self) -> f64 {
        self.goals.iter().map(|goal| goal.points).sum()
    }

    /// The exercise and its lab, as this program knows them.
    pub fn find(&self) -> Option<(&'static Lab, &'static Exercise)> {
        let lab = labs::find(&self.lab)?;
        Some((lab, lab.exercise(&self.name)?))
    }
}

impl AssignedGoal {
    /// The goal of `exercise` that it gives points for.
    pub fn find(&self, exercise: &'static Exercise) -> Option<&'static Goal> {
        exercise.goals.iter().find(|goal| goal.id == self.id)
    }
}

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
    /// The cases.
    #[serde(rename = "case")]
    pub cases: Vec<HiddenCase>,
}

/// One further run of an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenCase {
    /// The lab.
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
    /// The cases of one exercise.
    pub fn of<'a>(&'a self, lab: &'a str, name: &'a str) -> impl Iterator<Item = &'a HiddenCase> {
        self.cases.iter().filter(move |case| case.lab == lab && case.name == name)
    }
}
