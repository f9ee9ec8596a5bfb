//! What a student has done so far: where they left off, what is solved, which hints were shown.
//!
//! It is one small file, `.lockstep/progress.json` under the working directory, which git ignores: [`Store`] reads and
//! replaces it whole, [`Progress`] is what it holds.

mod record;
mod store;
#[cfg(test)]
mod tests;

pub use record::{Done, Progress, SCHEMA, Solved, fingerprint};
pub use store::{FOLDER, ProgressError, Store};
