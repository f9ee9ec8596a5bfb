//! The watch screen: where a student is, what the last save brought, and what to do next.
//!
//! Data flows one way: keys, saves, signals and runs become [`Input`]s; [`State::handle`] turns each into a new state
//! and [`Effect`]s to carry out; [`frame`] draws a state as lines of text. Those three are pure. Around them stand the
//! terminal, the watched file and the running kernels, which [`run`] ties together.

mod app;
mod assigned;
mod course;
mod file_watcher;
mod footer;
mod frame;
mod input;
mod jobs;
mod keys;
mod page;
mod reset;
#[cfg(unix)]
mod signals;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod views;
mod work_log;

pub use app::{Ended, Options, Watched, run};
pub use assigned::Assigned;
pub use course::{Course, Spot};
pub use frame::frame;
pub use input::{Effect, FileChange, Input, Job, JobEvent, Key, Remembered, WatchedAttempt};
pub use state::{LastRun, Running, State, Subject, View};
pub use terminal::{columns, usable};
