//! A report, rendered: to the terminal or as JSON. It computes nothing.

mod chart;
mod json;
mod table;
mod terminal;

pub use json::json;
pub use terminal::terminal;
