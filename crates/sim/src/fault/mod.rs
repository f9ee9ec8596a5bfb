//! Finding faults: what a sanitizer would find.

mod faults;
mod launch_shadow;
mod shadow;
mod turn;

pub use faults::{Faults, lane_list};
pub use launch_shadow::{LaunchShadow, Owners};
pub use shadow::{Record, Shadow, Since, Stamp, Touch};
pub use turn::{Accessor, AtomicResult, Change, Turns};
