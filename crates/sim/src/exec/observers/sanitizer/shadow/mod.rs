//! Shadow memory: which invocations touched each granule of memory, within a [`workgroup`] and over a [`launch`].

mod launch;
mod workgroup;

pub use launch::LaunchShadow;
pub use workgroup::{Record, Shadow, Since, Stamp};
