//! Tests of the simulator: kernels with known outputs, counts and faults.
//!
//! What follows from a kernel's text alone is held by files: counters in `tests/counts`, faults in `tests/faults`, values in
//! `tests/simulator/conformance`, and all of them together by the oracle in `crates/sim/tests`.

mod access_samples;
mod advised;
mod arithmetic;
mod compiled;
mod counting;
mod endless;
mod execution_trace;
mod faults;
mod flat;
mod fragment_faults;
mod fragments;
mod harness;
mod interleaved;
mod limits;
mod memory;
mod orders;
mod participation;
mod passes;
mod registers;
mod sampled;
mod simulation;
mod slice;
mod subgroup_batch;
mod textures;
mod undefined_values;
mod uniformity;
mod unordered_atomics;
mod waiting;
