//! The contents of `hidden.toml`: what students do not see.

use serde::{Deserialize, Serialize};

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
        self.cases
            .iter()
            .filter(move |case| case.lab == lab && case.name == name)
    }
}
