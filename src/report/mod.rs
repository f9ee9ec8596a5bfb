//! Results, rendered: each [`Format`] has a method of [`Render`]. It computes nothing.

mod baseline;
mod chart;
mod conditions;
pub mod devices;
mod diff;
mod exec;
mod explain;
mod format;
mod html;
mod judgement;
mod predicted;
mod roofline;
mod table;
mod terminal;

pub use baseline::baseline;
pub use explain::explain;
pub use format::{Format, Render};
pub use html::page;
pub use judgement::{findings, goals, hint, open_goals, verdict};
pub use predicted::predicted;
pub use terminal::terminal;
