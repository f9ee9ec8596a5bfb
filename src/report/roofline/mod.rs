//! The roofline: where each variant stands under the device's ceilings, both axes logarithmic.

mod model;
mod unicode;

pub use model::{Axis, Ceiling, Point, Roofline, Unit, ceilings};
pub use unicode::unicode;
