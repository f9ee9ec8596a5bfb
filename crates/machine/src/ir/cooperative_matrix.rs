//! Tiles of memory, and the multiply-adds of the fragments that they fill.

use super::instruction::{Access, Reg};
use crate::type_layout::{Fragment, Kind, Role};

/// The array in which a tile must lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Its first byte in its memory.
    pub start: u32,
    /// Its length: an index into the program's lengths.
    pub len: u32,
    /// Bytes from one of its elements to the next.
    pub stride: u32,
}

/// A square of memory that is loaded to a fragment, or that one is stored to.
#[derive(Debug, Clone, Copy)]
pub struct Tile {
    /// Its type.
    pub fragment: Fragment,
    /// Of a row, or of a column where columns lie one after the other: as many components as the fragment has on a side.
    pub access: Access,
    /// That hold the fragment.
    pub planes: u32,
    /// From one row to the next, in elements of the pointer's type.
    pub stride: Reg,
    /// Bytes of such an element.
    pub element_bytes: u8,
    /// Rows lie one after the other, not columns.
    pub by_rows: bool,
    /// The array in which it must lie.
    pub extent: Extent,
}

/// What is multiplied and added: the types of a multiply-add, whose fragments all have as many rows as columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Product {
    /// Rows and columns of each of the three.
    pub side: u8,
    /// The kind of the factors.
    pub factors: Kind,
    /// The kind of the sum.
    pub sum: Kind,
}

impl Product {
    /// Those of WGSL that some device has.
    pub const ALL: [Self; 6] = [
        Self { side: 8, factors: Kind::F16, sum: Kind::F16 },
        Self { side: 8, factors: Kind::F16, sum: Kind::F32 },
        Self { side: 8, factors: Kind::F32, sum: Kind::F32 },
        Self { side: 16, factors: Kind::F16, sum: Kind::F16 },
        Self { side: 16, factors: Kind::F16, sum: Kind::F32 },
        Self { side: 16, factors: Kind::F32, sum: Kind::F32 },
    ];

    /// FLOP of the whole: a product and a sum for each row, each column and each step between.
    pub fn flop(self) -> u32 {
        2 * u32::from(self.side).pow(3)
    }

    /// The types of its operands.
    pub fn operands(self) -> [Fragment; 3] {
        let of = |(role, kind)| Fragment { side: self.side, kind, role };
        [(Role::A, self.factors), (Role::B, self.factors), (Role::C, self.sum)].map(of)
    }

    /// Which of a machine's rates is its: of f16 with sums in f16, of f16 with sums in f32, or of f32.
    pub fn rate(self) -> usize {
        match (self.factors, self.sum) {
            (Kind::F16, Kind::F16) => 0,
            (Kind::F16, _) => 1,
            _ => 2,
        }
    }

    /// For a person: `16x16 f16 with sums in f32`.
    pub fn in_words(self) -> String {
        format!("{0}x{0} {1} with sums in {2}", self.side, self.factors.name(), self.sum.name())
    }

    /// As machine files write it: `16x16 f16 f32`.
    pub fn name(self) -> String {
        format!("{0}x{0} {1} {2}", self.side, self.factors.name(), self.sum.name())
    }
}
