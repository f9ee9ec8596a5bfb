//! The labs: what each asks, its inputs and references, its ladders of kernels, its exercises; and what makes an output
//! right. Nothing runs here.
//!
//! A crate of its own, because a reference goes over every element of every output: it is optimised, also where what
//! surrounds it is built as fast as can be.

#![allow(missing_docs, reason = "what a name says needs no sentence: only this program and its labs stand on it")]

pub mod facts;
pub mod host;
pub mod lab;
#[path = "../../../labs/mod.rs"]
pub mod labs;
mod shown;
pub mod verify;

pub use shown::Shown;

pub use lockstep_sim::{self as sim, kernel, si_units as units};
