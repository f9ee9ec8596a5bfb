//! What a class shows as a whole: by goal, by finding, by hint, and who stands out.

mod copies;
mod csv;
mod html;
mod lecture;
mod outliers;
mod summary;

pub use copies::{Known, Pair, known};
pub use csv::render as csv;
pub use html::render as html;
pub use lecture::{SHOWN, Slide, render as lecture};
pub use outliers::Outlier;
pub use summary::{ClassReport, FindingCount, GoalCount, HintCount, summarise};

#[cfg(test)]
mod tests;
