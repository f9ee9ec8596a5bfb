//! A report, rendered: to the terminal or as JSON. It computes nothing.

mod chart;
pub mod devices;
mod exec;
mod explain;
mod json;
mod judgement;
mod table;
mod terminal;

pub use exec::exec;
pub use explain::explain;
pub use json::json;
pub use judgement::{hint, judgement};
pub use terminal::terminal;
