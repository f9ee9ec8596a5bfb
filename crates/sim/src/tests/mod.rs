//! Tests of the simulator: kernels with known outputs, counts and faults.

mod arithmetic;
mod counting;
mod execution;
mod faults;
mod first;
mod flow;
mod harness;
mod limits;
mod matmul;
mod memory;
mod random;
mod shaders;
mod simulation;
mod trace;
