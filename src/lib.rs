//! Lockstep: a portable compute-shader kernel lab.
//!
//! The map, in the order in which data flows:
//!
//! - [`units`]: seconds, bytes, FLOPs as types, and how a person reads them.
//! - [`kernel`]: WGSL in, a checked and reflected kernel out; what is wrong is said with file, line and caret.
//! - [`host`]: what a run asks of where it runs: the time, and files.
//! - [`device`]: what runs a kernel: the trait, the choice of a device, the `gpu` device on wgpu, and the `sim` device on the
//!   simulator.
//! - [`sim`]: the simulator: runs the same WGSL in lockstep, counts, finds faults, estimates time.
//! - [`lab`]: what a lab is: its problems and its ladders of variants; [`labs`] are their definitions.
//! - [`verify`]: references, tolerances, poisoned outputs, comparison.
//! - [`measure`]: clocks, sampling, steadiness, statistics.
//! - [`gpus`]: one database of GPUs, which the roofs and the simulated machines are made of.
//! - [`roof`]: theoretical and measured peaks, each with its provenance.
//! - [`harness`]: one run from end to end: verify, time, place next to the roofs; it yields a report.
//! - [`marking`]: what an attempt at an exercise is worth: goals, figures, hints.
//! - [`compare`]: two kernels, or two runs, side by side: ratios with intervals, counters, ideas.
//! - [`report`]: that report on the terminal, as JSON or as HTML; it computes nothing.
//! - [`study`]: what surrounds runs: predictions, the work log, baselines, progress.
//! - [`watch`]: the screen that follows a student's file.
//! - [`grade`]: an assignment handed out, and a class's submissions marked, each in a process of its own that may do
//!   nothing else.
//! - [`files`]: files written whole or not at all. `text` wraps and cuts what is printed, `date` knows days, and `invoked` how
//!   this program was called.
//! - [`cli`]: what a person types.

#![allow(missing_docs, reason = "what a name says needs no sentence: only this program stands on it")]

// What runs, marks and reports: a page in a browser does, too.
pub mod compare;
pub mod device;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a page takes in archives, and marks no class"))]
pub mod grade;
pub mod harness;
pub mod marking;
pub mod measure;
pub mod report;
pub mod roof;
pub mod study;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a page is no terminal"))]
mod text;

// What needs a system around it, too: processes, files, a terminal.
#[cfg(not(target_family = "wasm"))]
pub mod cli;
#[cfg(not(target_family = "wasm"))]
mod date;
#[cfg(not(target_family = "wasm"))]
pub mod files;
#[cfg(not(target_family = "wasm"))]
mod invoked;
#[cfg(not(target_family = "wasm"))]
pub mod watch;

pub use lockstep_gpus as gpus;
pub use lockstep_labs::{Shown, host, lab, labs, verify};
pub use lockstep_sim::{self as sim, kernel, si_units as units};
