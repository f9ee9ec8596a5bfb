//! Finding faults: what a sanitizer would find.

mod finding;
mod launch_shadow;
mod shadow;

pub use finding::{Faults, Finding, Severity, lane_list};
pub use launch_shadow::{LaunchShadow, Owners};
pub use shadow::{Now, Shadow, Touch};
