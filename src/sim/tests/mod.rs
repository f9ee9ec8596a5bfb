//! Tests of the simulator: kernels with known outputs, counts and faults.

mod execution;
mod faults;
mod harness;
mod matmul;
