//! Whether an output is right: poison before and behind, compare every element after.

mod compare;
mod contract;
mod poison;
mod rounding;
mod spread;

pub use compare::{Mismatch, Verdict, compare, compare_written, first_change};
pub use contract::{ContractError, contract};
pub use poison::{Poison, Start, behind, cycled, held, to_the_end};
pub use rounding::{ROUNDOFF, g};
pub use spread::Spread;
