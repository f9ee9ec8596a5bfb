//! One request to a memory.

use super::lanes::Mask;
use crate::code::Access;

/// How the addresses of the active lanes lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// All lanes access the same address.
    Uniform,
    /// Only the first lanes are active; in each block of `lanes` of them, addresses are `step` bytes apart, which is
    /// nothing or the size of the access. Rows of a two-dimensional workgroup look like this.
    Blocks {
        lanes: usize,
        step: u32,
    },
    Other,
}

/// What the active lanes of one subgroup ask of a memory at once.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub access: &'a Access,
    /// The number of the subgroup in its workgroup.
    pub subgroup: usize,
    /// The lanes that ask.
    pub mask: Mask,
    /// Byte addresses by lane. Where there is a pattern, only those that start a block need be valid.
    pub addresses: &'a [u32],
    pub pattern: Pattern,
}

impl Request<'_> {
    /// Bytes that each lane asks for.
    #[inline(always)]
    pub fn bytes(&self) -> u32 {
        self.access.bytes()
    }
}
