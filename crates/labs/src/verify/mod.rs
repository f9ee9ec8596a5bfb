//! Whether an output is right: poison before and behind, compare every element after.

mod accuracy;
mod compare;
mod contract;
mod device_bounds;
mod poison;
mod rounding_error;
mod spread;
mod verdict;

pub use compare::{compare, compare_one, compare_written, first_change};
pub use contract::{ContractError, contract};
pub use device_bounds::{Allowed, Order, holds, weighed_sum};
pub use poison::{Poison, Start, behind, cycled, held, to_the_end};
pub use rounding_error::{ROUNDOFF, gamma_n};
pub use spread::Spread;
pub use verdict::{Mismatch, Verdict, infinite_if_null};
