//! The work log: `lockstep-log.md`, a Markdown file that a person can read, and a run can only add to.
//!
//! [`WorkLog::append`] adds one [`Entry`]: what changed in the kernels since they were logged last (a unified diff),
//! times, shares of the peak, counters, and the prediction beside the result. What the kernels looked like is kept in
//! `.lockstep/logged/` beside the log. [`sources`] collects the kernels of a lab as an entry holds them.

mod date;
mod diff;
mod entry;
mod previous;
mod render;
mod source;
#[cfg(test)]
mod tests;
mod work_log;

pub use entry::Entry;
pub use source::{Source, sources};
pub use work_log::{LOG_FILE, LogError, WorkLog};
