//! Outputs compared on the device: a kernel of ours holds them against bounds that the host worked out.
//!
//! The host decides what is allowed, and tells what is wrong; the device only says whether anything is. It is not trusted before it
//! has found errors that were planted ([`self_test`]), and what it compares with is summed as it is read ([`Standard`]).

mod comparison;
mod kernel;
mod self_test;
mod standard;

pub use comparison::{Answer, Comparison};
pub use kernel::{Comparer, Found, LEAST};
pub use standard::Standard;
