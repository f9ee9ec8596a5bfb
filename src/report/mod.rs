//! A report, rendered: to the terminal or as JSON. It computes nothing.

mod baseline;
mod chart;
pub mod devices;
mod diff;
mod exec;
mod explain;
mod json;
mod predicted;
mod table;
mod terminal;

pub use baseline::baseline;
pub use diff::diff;
pub use exec::exec;
pub use explain::explain;
pub use json::json;
pub use predicted::predicted;
pub use terminal::terminal;
