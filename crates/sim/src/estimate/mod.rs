//! The estimated time of a launch on a machine, and the resource that limits it.
//!
//! `T = launch + max over resources of (what the launch asks of it / its rate)`, with a latency bound beside the
//! rates: a max-of-limits model as in Ernst et al., "Analytical Performance Estimation during Code Generation on Modern
//! GPUs" (arXiv 2204.14242), with Little's law as Volkov applies it ("Understanding Latency Hiding on GPUs", 2016).
//!
//! What the model does not know: registers, how far the driver's compiler overlaps independent loads and instructions of
//! one subgroup (it is taken to within straight lines and loops that run a constant number of times, see
//! `sim::lower::chain`), clocks that rise and fall, TLBs, DRAM pages. It is an estimate, for ranking and for
//! naming the limit, never a measurement.

mod demand;
mod limit;
mod model;
mod terms;
#[cfg(test)]
mod tests;

pub use demand::Demand;
pub use limit::Limit;
pub use terms::{Estimate, Term, estimate};
