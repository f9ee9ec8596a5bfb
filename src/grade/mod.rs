//! Marking: a class's submissions against an assignment.

#[cfg(not(target_family = "wasm"))]
pub mod assignment;
#[cfg(not(target_family = "wasm"))]
pub mod class;
#[cfg(not(target_family = "wasm"))]
pub mod feedback;
#[cfg(not(target_family = "wasm"))]
pub mod format;
#[cfg(not(target_family = "wasm"))]
pub mod handout;
pub mod intake;
#[cfg(not(target_family = "wasm"))]
pub mod mark;
#[cfg(not(target_family = "wasm"))]
pub mod overview;
#[cfg(not(target_family = "wasm"))]
pub mod sandbox;
#[cfg(not(target_family = "wasm"))]
pub mod services;
#[cfg(not(target_family = "wasm"))]
pub mod worker;
