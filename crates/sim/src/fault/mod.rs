//! Finding faults: what a sanitizer would find.

mod faults;
mod launch_shadow;
mod shadow;

pub use faults::{Faults, lane_list};
pub use launch_shadow::{LaunchShadow, Owners};
pub use shadow::{Now, Shadow, Touch};
