//! Lockstep: a portable compute-shader kernel lab.
//!
//! The map, in the order in which data flows:
//!
//! - [`units`]: seconds, bytes, FLOPs as types, and how a person reads them.
//! - [`kernel`]: WGSL in, a checked and reflected kernel out; what is wrong is said with file, line and caret.
//! - [`device`]: what runs a kernel: the trait, the choice of a device, and the `gpu` device on wgpu.
//! - [`sim`]: the simulator: runs the same WGSL in lockstep, counts, finds faults, estimates time.
//! - [`lab`]: what a lab is: its problems and its ladders of variants; [`labs`] are their definitions.
//! - [`verify`]: references, tolerances, poisoned outputs, comparison.
//! - [`measure`]: clocks, sampling, steadiness, statistics.
//! - [`roof`]: theoretical and measured peaks, each with its provenance.
//! - [`harness`]: one run from end to end: verify, time, place next to the roofs; it yields a report.
//! - [`marking`]: what an attempt at an exercise is worth: goals, figures, hints.
//! - [`compare`]: two kernels, or two runs, side by side: ratios with intervals, counters, ideas.
//! - [`report`]: that report on the terminal, as JSON or as HTML; it computes nothing.
//! - [`baseline`]: a run kept under a name, and a later run held against it.
//! - [`predict`]: what was predicted of a run, beside what it found.
//! - [`log`]: the work log that runs add to: what changed in a kernel, and what it brought.
//! - [`progress`]: what a student has done so far, in a small file.
//! - [`watch`]: the screen that follows a student's file.
//! - [`grade`]: an assignment handed out, and a class's submissions marked, each in a process of its own that may do
//!   nothing else.
//! - [`files`]: files written whole or not at all.
//! - [`cli`]: what a person types.

pub mod baseline;
pub mod cli;
pub mod compare;
pub mod device;
pub mod files;
pub mod grade;
pub mod harness;
pub mod lab;
#[path = "../labs/mod.rs"]
pub mod labs;
pub mod log;
pub mod marking;
pub mod measure;
pub mod predict;
pub mod progress;
pub mod report;
pub mod roof;
pub mod verify;
pub mod watch;

pub use lockstep_sim::{self as sim, kernel, units};
