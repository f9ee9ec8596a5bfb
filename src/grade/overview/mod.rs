//! What a class shows as a whole: by goal, by finding, by hint, and who stands out.

mod csv;
mod html;
mod summary;

pub use csv::render as csv;
pub use html::render as html;
pub use summary::{ClassReport, FindingCount, GoalCount, HintCount, Outlier, summarise};

#[cfg(test)]
mod tests;
