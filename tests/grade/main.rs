//! Handing out, marking, and what a submission can do to whoever marks it.
//!
//! `LOCKSTEP_CLASS=300 cargo test --test grade -- --ignored --nocapture` marks a class of 300 on one core and on all.

#[path = "../common/mod.rs"]
mod common;

mod assign;
mod class;
mod gaming;
mod handed_over;
mod hostile;
mod kernels;
mod rubric;
mod sandbox;
mod services;
mod setup;
mod sturdy;
mod term;
