//! The roofline: where each variant stands under the device's ceilings, both axes logarithmic.

mod model;
mod unicode;

pub use model::{Point, Roofline, ceilings};
pub use unicode::unicode;
