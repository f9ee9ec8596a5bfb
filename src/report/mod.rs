//! A report, rendered: to the terminal, as JSON or as HTML. It computes nothing.

mod access;
mod annotate;
mod baseline;
mod chart;
mod conditions;
pub mod devices;
mod diff;
mod exec;
mod explain;
mod gains;
mod html;
mod json;
mod judgement;
mod predicted;
mod roofline;
mod screen;
mod table;
mod terminal;

pub use access::{counterpart, limiting, picture};
pub use annotate::{editor, editor_line, github, sarif};
pub use baseline::baseline;
pub use diff::diff;
pub use exec::{comparison, exec};
pub use explain::explain;
pub use gains::{gains, pictures};
pub use html::{kernel as kernel_html, labs as html};
pub use json::json;
pub use judgement::{advice, findings, goals, hint, judgement, open_goals, verdict};
pub use predicted::predicted;
pub use screen::screen;
pub use terminal::terminal;
