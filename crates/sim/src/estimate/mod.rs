//! The estimated time of a launch on a machine, and the resource that limits it.
//!
//! Each resource needs a time, what the launch asks of it over its rate, with a latency bound beside the rates: the
//! limits of Ernst et al., "Analytical Performance Estimation during Code Generation on Modern GPUs" (arXiv 2204.14242),
//! with Little's law as Volkov applies it ("Understanding Latency Hiding on GPUs", 2016). What resources take together is
//! a little more than the longest of these times, since nothing overlaps without gaps.
//!
//! What the model does not know: how a driver's compiler allots registers (they are estimated from the values in use), how far the driver's compiler overlaps independent loads and instructions of
//! one subgroup (it is taken to within straight lines and loops that run a constant number of times, see
//! `sim::compile::scheduling`), clocks that rise and fall, TLBs, DRAM pages. It is an estimate, for ranking and for
//! naming the limit, never a measurement.

mod demand;
mod latency;
mod matrix_units;
#[cfg(test)]
mod rates;
mod term;
#[cfg(test)]
mod tests;
mod time_by_resource;
mod total;

pub use crate::count::{Lengths, Path};
pub use crate::limit::{INSTRUCTIONS, Limit};
pub use demand::{Demand, DivergentUniformLoads, profile};
pub use term::Term;
pub use total::{Estimate, Times, estimate};
