//! All marks of a class.

use serde::{Deserialize, Serialize};

use super::Mark;
use crate::grade::assignment::Assignment;

/// The schema's name.
pub const GRADEBOOK: &str = "lockstep/gradebook/1";

/// A class's marks: what every format and the class report are rendered from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gradebook {
    /// [`GRADEBOOK`].
    pub schema: String,
    /// What was assigned.
    pub assignment: Assignment,
    /// [`Mark::basis`], of all marks.
    pub basis: String,
    /// Points that there are.
    pub of: f64,
    /// The marks, by submission.
    pub marks: Vec<Mark>,
}

impl Gradebook {
    /// The gradebook of `marks`, whatever order they come in.
    pub fn new(assignment: &Assignment, basis: &str, mut marks: Vec<Mark>) -> Self {
        marks.sort_by(|a, b| (&a.submission, &a.stem).cmp(&(&b.submission, &b.stem)));
        Self {
            schema: GRADEBOOK.to_owned(),
            assignment: assignment.clone(),
            basis: basis.to_owned(),
            of: assignment.points(),
            marks,
        }
    }
}
