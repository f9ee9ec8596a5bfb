//! The lanes of a subgroup: sets of them, their registers and what is computed on these; hot loops besides arithmetic.

pub mod alu;
mod features;
pub mod float;
pub mod form;
mod fused;
mod request;

pub use features::Features;
pub(super) use features::with_features;
pub use request::{Pattern, Request, Touch, pattern};

use crate::ir::Reg;

/// A set of lanes: a bit for each.
pub type Mask = u128;

/// The subgroups whose lanes a plane holds.
#[derive(Debug, Clone, Copy)]
pub struct Batch {
    /// Lanes of a subgroup.
    pub width: usize,
    pub subgroups: usize,
    /// All lanes of a plane.
    pub whole: Mask,
}

impl Batch {
    /// How many subgroups have active lanes.
    #[inline(always)]
    pub fn active(self, mask: Mask) -> u64 {
        match self.are_all_active(mask) {
            true => self.subgroups as u64,
            false => members(mask, self.width).count() as u64,
        }
    }

    /// Whether every subgroup has active lanes, as far as that is quick to see.
    #[inline(always)]
    pub fn are_all_active(self, mask: Mask) -> bool {
        self.subgroups == 1 || mask == self.whole
    }
}

/// The lanes of a mask in order.
#[derive(Debug, Clone, Copy)]
pub struct Lanes(pub Mask);

impl Iterator for Lanes {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        // Most subgroups have no more lanes than a machine word has bits.
        let low = self.0 as u64;
        if low != 0 {
            self.0 ^= Mask::from(low & low.wrapping_neg());
            return Some(low.trailing_zeros() as usize);
        }
        let high = (self.0 >> u64::BITS) as u64;
        self.0 = Mask::from(high & high.wrapping_sub(1)) << u64::BITS;
        (high != 0).then(|| (u64::BITS + high.trailing_zeros()) as usize)
    }
}

/// The first lanes, so many of them.
#[inline(always)]
pub fn first_lanes(lanes: usize) -> Mask {
    Mask::MAX >> (Mask::BITS as usize - lanes.clamp(1, Mask::BITS as usize))
}

/// The subgroups of `width` lanes in a batch that have active lanes: the place of each, and which of its lanes are active.
#[inline(always)]
pub fn members(mask: Mask, width: usize) -> impl Iterator<Item = (usize, Mask)> {
    let of = move |at: usize| (at, mask >> (at * width) & first_lanes(width));
    (0..Mask::BITS as usize / width).map(of).filter(|(_, lanes)| *lanes != 0)
}

with_features! {
    /// The address of each lane: its distance and the offset.
    offset(out: &mut [u32], distances: &[u32], offset: u32) = offset_body;
    /// The longest block of lanes, from all `n` down to 4, in each of which addresses are `step` apart.
    blocks(addresses: &[u32], step: u32) -> Option<usize> = blocks_body;
    largest(addresses: &[u32]) -> u32 = largest_body;
}

#[inline(always)]
fn offset_body(out: &mut [u32], distances: &[u32], offset: u32) {
    for (out, &distance) in out.iter_mut().zip(distances) {
        *out = distance.saturating_add(offset);
    }
}

#[inline(always)]
fn blocks_body(addresses: &[u32], step: u32) -> Option<usize> {
    let n = addresses.len();
    let first = addresses[0];
    let mut expected = first;
    let mut wrong = 0;
    for &address in addresses {
        wrong |= address ^ expected;
        expected = expected.wrapping_add(step);
    }
    if wrong == 0 {
        return Some(n);
    }
    let blocks = |lanes: usize| lanes < n && in_blocks(addresses, lanes, step);
    if blocks(16) {
        Some(16)
    } else if blocks(8) {
        Some(8)
    } else {
        blocks(4).then_some(4)
    }
}

/// The longest aligned blocks, of 4 lanes at least, in each of which values are `step` apart.
pub fn blocks_of(values: &[u32], step: u32) -> Option<usize> {
    let mut lanes = values.len();
    while lanes >= 4 && !in_blocks(values, lanes, step) {
        lanes /= 2;
    }
    (lanes >= 4).then_some(lanes)
}

#[inline(always)]
fn in_blocks(addresses: &[u32], lanes: usize, step: u32) -> bool {
    let mut wrong = 0;
    for block in addresses.chunks(lanes) {
        let mut expected = block[0];
        for &address in block {
            wrong |= address ^ expected;
            expected = expected.wrapping_add(step);
        }
    }
    wrong == 0
}

#[inline(always)]
fn largest_body(addresses: &[u32]) -> u32 {
    addresses.iter().fold(0, |most, &address| most.max(address))
}

/// `dst = index * stride`; whether an index is not below `len`.
#[inline(always)]
pub fn scale(file: &mut [u32], w: usize, dst: Reg, index: Reg, stride: u32, len: u32) -> bool {
    let (low, high) = file.split_at_mut(dst as usize);
    let (indices, rest) = low[index as usize..][..w].as_chunks::<4>();
    debug_assert!(rest.is_empty());
    let mut beyond = [0; 4];
    for (out, &indices) in high[..w].as_chunks_mut::<4>().0.iter_mut().zip(indices) {
        *out = indices.map(|index| index.wrapping_mul(stride));
        beyond = std::array::from_fn(|lane| beyond[lane] | u32::from(indices[lane] >= len));
    }
    beyond != [0; 4]
}

/// `dst = base + index * stride`; whether an index is not below `len`.
#[inline(always)]
pub fn scale_from(file: &mut [u32], w: usize, dst: Reg, base: Reg, index: Reg, stride: u32, len: u32) -> bool {
    let (low, high) = file.split_at_mut(dst as usize);
    let indices = low[index as usize..][..w].as_chunks::<4>().0;
    let bases = low[base as usize..][..w].as_chunks::<4>().0;
    let mut beyond = [0; 4];
    for ((out, &indices), bases) in high[..w].as_chunks_mut::<4>().0.iter_mut().zip(indices).zip(bases) {
        *out = std::array::from_fn(|lane| indices[lane].wrapping_mul(stride).wrapping_add(bases[lane]));
        beyond = std::array::from_fn(|lane| beyond[lane] | u32::from(indices[lane] >= len));
    }
    beyond != [0; 4]
}
