//! A kernel's source with its counters in the margin, and why it is slow.

mod margin;
mod whole;

pub use whole::explain;
