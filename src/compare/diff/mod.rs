//! Two kernels on one problem: a lab's, through the lab's own harness, or one's own, through `exec`'s.

mod difference;
#[cfg(not(target_family = "wasm"))]
mod lab;
mod own;
#[cfg(not(target_family = "wasm"))]
mod recognise;
mod report;
#[cfg(not(target_family = "wasm"))]
mod request;

pub use own::of_pair;
pub use report::{CompiledSide, DiffReport, Difference, SideReport};
#[cfg(not(target_family = "wasm"))]
pub use request::{DiffRequest, diff};
