//! Tests of the simulator: kernels with known outputs, counts and faults.
//!
//! What follows from a kernel's text alone is held by files: counters in `tests/counts`, faults in `tests/faults`, values in
//! `tests/simulator/conformance`, and all of them together by the oracle in `crates/sim/tests`.

mod abreast;
mod arithmetic;
mod compiled;
mod counting;
mod endless;
mod faults;
mod first;
mod flat;
mod garbage;
mod harness;
mod interleaved;
mod limits;
mod memory;
mod orders;
mod passes;
mod simulation;
mod slice;
mod textures;
mod trace;
mod uniformity;
mod waiting;
