//! A report as one HTML file that needs nothing else: no network, and no script but the player of a trace. Every figure carries the JSON's own,
//! unrounded, in a `data-` attribute.

mod access;
mod attempt;
mod bars;
mod compiled;
mod counters;
mod curves;
mod device;
mod diff;
mod frame;
mod kernel;
mod lab;
mod listing;
mod page;
mod player;
mod predicted;
mod results;
mod roofline;
mod svg_file;
mod text;

pub use attempt::{Margin, attempt, margin};
pub use compiled::fragment as compiled_fragment;
pub use diff::diff as diff_page;
pub use kernel::kernel;
pub use lab::{judged, labs};
pub use page::page;
pub use predicted::predicted as predicted_page;
pub use svg_file::drawing;
pub use text::prose;
