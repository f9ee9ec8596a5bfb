//! A set of lanes.

use serde::{Serialize, Serializer};

/// A set of lanes of a subgroup. In JSON a number in hexadecimal digits, whose lowest bit stands for lane 0.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct LaneSet(u128);

impl LaneSet {
    /// The lanes whose bits are set.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// A bit for each lane, the lowest for lane 0.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// How many lanes there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lanes, ascending.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..u128::BITS).filter(move |lane| self.0 >> lane & 1 == 1)
    }
}

impl FromIterator<u32> for LaneSet {
    fn from_iter<T: IntoIterator<Item = u32>>(lanes: T) -> Self {
        Self(lanes.into_iter().fold(0, |bits, lane| bits | 1 << lane))
    }
}

impl std::fmt::Debug for LaneSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for LaneSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:x}", self.0))
    }
}
