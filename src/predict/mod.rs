//! Predictions: what is asked before a run, what was answered, and how the answers stand beside the result.

mod judged;

pub use judged::{Judged, Row, Verdict};
