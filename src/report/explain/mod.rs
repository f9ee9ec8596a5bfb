//! A kernel's source with its counters in the margin, and why it is slow.

mod compiled;
mod margin;
mod whole;

pub(in crate::report) use compiled::compiled;
pub(in crate::report) use compiled::{MODEL, effect};
pub(in crate::report) use margin::{Column, MARGIN, legend, printable};
pub use whole::{explain, explain_on_screen};
