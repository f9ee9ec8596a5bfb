//! Requests to memory, and the patterns of their addresses.

use super::{Features, Lanes, Mask, blocks, members};
use crate::ir::Access;
use crate::machine::MAX_WIDTH;

/// How an access touches memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
    /// Reads, and writes a value that depends on what it read.
    AtomicUpdate,
    /// Writes another component of the same vector: it may read this one and write it back.
    WriteBeside,
}

impl Touch {
    /// Whether what was there before matters.
    pub fn is_read(self) -> bool {
        !matches!(self, Self::Write | Self::AtomicWrite | Self::WriteBeside)
    }

    pub fn is_write(self) -> bool {
        matches!(self, Self::Write | Self::AtomicWrite | Self::AtomicUpdate)
    }

    pub fn is_atomic(self) -> bool {
        matches!(self, Self::AtomicRead | Self::AtomicWrite | Self::AtomicUpdate)
    }
}

/// The pattern of the addresses of the active lanes.
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

/// What the active lanes of one subgroup ask of a memory in one instruction.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub access: &'a Access,
    /// The number of the subgroup in its workgroup.
    pub subgroup: usize,
    /// The lanes that make the request.
    pub mask: Mask,
    /// Byte addresses by lane. Where there is a pattern, only those that start a block need be valid.
    pub addresses: &'a [u32],
    pub pattern: Pattern,
}

impl<'a> Request<'a> {
    /// The addresses of the active lanes, and how many there are. Every lane's must be valid.
    pub fn active(&self) -> ([u32; MAX_WIDTH], usize) {
        let mut addresses = [0; MAX_WIDTH];
        let mut n = 0;
        for lane in Lanes(self.mask) {
            addresses[n] = self.addresses[lane];
            n += 1;
        }
        (addresses, n)
    }

    /// The request of each subgroup of `width` lanes, where this one is of a batch. Where there is a pattern, the address that
    /// starts each of their blocks must be valid.
    #[inline]
    pub fn by_subgroup(self, features: Features, width: usize) -> impl Iterator<Item = Self> {
        let alone = self.addresses.len() == width;
        members(self.mask, width).map(move |(at, mask)| {
            let addresses = &self.addresses[at * width..][..width];
            let pattern = match self.pattern {
                Pattern::Blocks { lanes, step } => Pattern::Blocks { lanes: lanes.min(width), step },
                Pattern::Other if !alone => pattern(features, mask, addresses, self.bytes()),
                pattern => pattern,
            };
            Request { subgroup: self.subgroup + at, mask, addresses, pattern, ..self }
        })
    }

    /// Bytes that each lane asks for.
    #[inline(always)]
    pub fn bytes(&self) -> u32 {
        self.access.bytes()
    }
}

/// Finds the pattern of the addresses of the active lanes.
pub fn pattern(features: Features, mask: Mask, addresses: &[u32], bytes: u32) -> Pattern {
    let n = mask.trailing_ones() as usize;
    if mask == 0 || mask & mask.wrapping_add(1) != 0 {
        return Pattern::Other;
    }
    let addresses = &addresses[..n];
    let step = if n > 1 { addresses[1].wrapping_sub(addresses[0]) } else { bytes };
    if step != 0 && step != bytes {
        return Pattern::Other;
    }
    match blocks(features, addresses, step) {
        Some(lanes) if step == 0 && lanes == n => Pattern::Uniform,
        Some(lanes) => Pattern::Blocks { lanes, step },
        None => Pattern::Other,
    }
}
