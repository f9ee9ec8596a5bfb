//! What a class is given to do, and what it is worth: `assignment.toml`, and the hidden part that only the instructor
//! has.

mod read;
mod spec;

pub use read::{AssignmentError, check_hidden, read, read_hidden};
pub use spec::{
    ASSIGNMENT, ASSIGNMENT_FILE, Assigned, AssignedGoal, Assignment, FAULTY, HIDDEN, HIDDEN_FILE, Hidden, HiddenCase,
    LateRule, Level, SEED_BITS, TimeRule,
};
