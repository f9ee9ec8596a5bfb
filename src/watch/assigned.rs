//! What a folder that was handed out asks for, as the screen needs it.

use super::course::Spot;
use crate::harness::Request;
use crate::marking::{Asked, Judgement};

/// An assignment.
pub trait Assigned: Send + Sync {
    /// Its exercises, in order.
    fn spots(&self) -> Vec<Spot>;

    /// Has `request`, which runs an attempt at this exercise, run it by the assignment; what is asked of the attempt.
    fn ask(&self, lab: &str, exercise: &str, request: &mut Request) -> Asked;

    /// What its goals at `spot` are called, in order.
    fn titles(&self, spot: &Spot) -> Vec<String>;

    /// What the judged kernel earns as far as students can see, in a sentence.
    fn earned(&self, judgement: &Judgement) -> Option<String>;
}
