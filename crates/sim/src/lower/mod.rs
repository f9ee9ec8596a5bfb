//! Lowers naga IR to the simulator's instructions.
//!
//! Calls are inlined, values are split into scalars, and `function` and `private` variables live in registers, so
//! that every pointer is known to be a variable, a constant offset and at most one register.

mod address;
mod ahead;
mod alike;
mod arith;
mod builder;
mod builtin;
mod call;
mod chain;
mod charge;
mod constant;
mod contract;
mod control;
mod convert;
mod dead;
mod emit;
mod entry;
mod expansion;
mod fold;
mod geometry;
mod hoist;
mod join;
mod known;
mod math;
mod nest;
mod packing;
mod place;
mod reaching;
mod reading;
mod repeat;
mod saturate;
mod scalar;
mod scope;
mod slice;
mod statement;
mod straight;
mod survey;
mod target;
mod term;
mod texture;
mod uniformity;
mod unroll;
mod uses;
mod value;
mod watch;

pub use expansion::DIVISION;
