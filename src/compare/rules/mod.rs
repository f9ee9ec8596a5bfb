//! Rules, one a mechanism: what must differ for it to be reported, in which words, and how much it weighs.
//!
//! A weight is the logarithm of the factor by which something changed, and a base that ranks mechanisms: a kernel that
//! stages data in workgroup memory is reported as that, and its fewer sectors as the effect.

pub(super) mod flow;
pub(super) mod make;
pub(super) mod memory;
mod words;

pub(super) use make::code;
pub(super) use words::Found;
