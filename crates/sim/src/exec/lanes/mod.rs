//! The lanes of a subgroup: sets of them, their registers and what is computed on these; hot loops besides arithmetic.

pub mod alu;
mod features;
pub mod float;
pub mod form;
mod fused;
pub mod subgroup;

pub use features::Features;
pub(super) use features::with_features;

use crate::code::{Access, Reg};
use crate::machine::MAX_WIDTH;

pub type Mask = u128;

/// The lanes of a mask in order.
#[derive(Debug, Clone, Copy)]
pub struct Lanes(pub Mask);

impl Iterator for Lanes {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        // Most subgroups have no more lanes than a word has bits, of which many processors know no wider.
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

/// So many lanes, the first ones.
#[inline(always)]
pub fn first_lanes(lanes: usize) -> Mask {
    Mask::MAX >> (Mask::BITS as usize - lanes.clamp(1, Mask::BITS as usize))
}

/// Subgroups of `width` lanes that run abreast: the place of each that has active lanes, and which of its own these are.
#[inline(always)]
pub fn members(mask: Mask, width: usize) -> impl Iterator<Item = (usize, Mask)> {
    let of = move |at: usize| (at, mask >> (at * width) & first_lanes(width));
    (0..Mask::BITS as usize / width).map(of).filter(|(_, lanes)| *lanes != 0)
}

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

    /// What each subgroup of `width` lanes asks, where this one is of several that run abreast. Where there is a pattern, the
    /// address that starts each of their blocks must be valid.
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

/// Looks at the addresses of the active lanes.
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
