//! Results, rendered: a form has a trait, which the results implement that have this form. It computes nothing.

mod access;
mod annotations;
mod axis;
#[cfg(not(target_family = "wasm"))]
mod baseline;
mod bound;
mod chart;
mod conditions;
mod counted;
#[cfg(not(target_family = "wasm"))]
pub mod csv;
mod curves;
pub mod devices;
mod diff;
#[cfg(not(target_family = "wasm"))]
mod doctor;
mod exec;
mod explain;
mod failure;
mod format;
mod gains;
mod html;
mod judgement;
mod predicted;
mod roofline;
mod sarif;
mod screen;
mod speech;
mod table;
mod terminal;
mod tune;
mod waste;

pub use access::{counterpart, limiting, picture};
pub use annotations::{editor, editor_line, github};
#[cfg(not(target_family = "wasm"))]
pub use baseline::{baseline, compared_json};
pub use exec::{comparison, exec};
pub use explain::{explain, explain_on_screen};
pub use failure::Failure;
pub use format::{Render, RenderHtml};
pub use gains::{gains, pictures};
pub use html::{Margin, attempt, compiled_fragment, diff_page, drawing, margin, page, predicted_page, prose};
pub use judgement::{advice, findings, goals, goals_in_short, hint, open_goals, verdict};
pub use predicted::predicted;
pub use sarif::sarif;
pub use screen::{Ways, rows, screen};
pub use speech::speech;
pub use terminal::terminal;
