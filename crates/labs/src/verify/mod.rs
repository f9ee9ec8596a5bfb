//! Whether an output is right: poison before and behind, compare every element after.

mod accuracy;
mod allowed;
mod compare;
mod contract;
mod gamma;
mod poison;
mod spread;

pub use allowed::{Allowed, Order, holds, weighed_sum};
pub use compare::{Mismatch, Verdict, compare, compare_one, compare_written, first_change, infinite_if_null};
pub use contract::{ContractError, contract};
pub use gamma::{ROUNDOFF, gamma_n};
pub use poison::{Poison, Start, behind, cycled, held, to_the_end};
pub use spread::Spread;
