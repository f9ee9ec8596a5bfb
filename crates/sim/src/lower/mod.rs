//! Lowers naga IR to the simulator's instructions.
//!
//! Calls are inlined, values are split into scalars, and `function` and `private` variables live in registers, so
//! that every pointer is known to be a variable, a constant offset and at most one register.

mod address;
mod arith;
mod behaviour;
mod builder;
mod builtin_arithmetic;
mod builtin_functions;
mod call;
mod constant;
mod control;
mod convert;
mod emit;
mod entry;
mod fragment;
mod geometry;
mod packing;
mod place;
mod scope;
mod statement;
mod term;
mod texture;
mod uniformity;
mod unroll;
mod uses;
mod value;
mod watch;

pub use entry::lower;
