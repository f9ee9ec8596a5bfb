//! Baselines: a run that is kept under a name, and a later run held against it.
//!
//! A baseline is the plain report JSON, in `.lockstep/baselines/NAME.json` under the working directory.

mod compared;
mod store;
#[cfg(test)]
mod tests;

pub use compared::{Compared, Comparison, Standing, comparable, compare};
pub use store::{BaselineError, Store};
