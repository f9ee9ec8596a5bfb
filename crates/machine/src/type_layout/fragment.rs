//! Fragments: small square matrices that the lanes of a subgroup hold together (WGSL's cooperative matrices).
//!
//! Which lane holds which element is the device's secret. The simulator has a map of its own, which differs from type to type, and
//! nothing that a kernel can see depends on it.

use super::Kind;

/// What a fragment is in `a * b + c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The left factor.
    A,
    /// The right factor.
    B,
    /// The sum.
    C,
}

/// A type of fragments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fragment {
    /// Rows, and columns.
    pub side: u8,
    /// The type of an element.
    pub kind: Kind,
    /// Its place in the product.
    pub role: Role,
}

impl Fragment {
    /// Elements of a row or of a column.
    pub fn side(self) -> usize {
        usize::from(self.side)
    }

    /// Elements of all rows.
    pub fn elements(self) -> usize {
        self.side() * self.side()
    }

    /// Planes that hold it in subgroups of `width` lanes.
    pub fn planes(self, width: u32) -> u32 {
        (self.elements() as u32).div_ceil(width)
    }

    /// Registers of a lane that hold it: two halves take one.
    pub fn registers(self, width: u32) -> u32 {
        (self.planes(width) * self.kind.bytes()).div_ceil(4)
    }

    /// Calls `each` with the row and the column of each element, and its word in the planes that hold it.
    pub fn each_element(self, width: usize, mut each: impl FnMut(usize, usize, usize)) {
        // Of each type another permutation within groups of eight lanes, or of four.
        let turn = (self.role as usize + if self.kind == Kind::F16 { 4 } else { 0 }) % width.min(8);
        for row in 0..self.side() {
            for column in 0..self.side() {
                each(row, column, (row * self.side() + column) ^ turn);
            }
        }
    }

    /// Bytes that the address of a tile and the distance between its rows must be a multiple of.
    ///
    /// Vulkan specification, VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986: the lesser of 16 bytes and those of a row.
    pub fn alignment(self) -> u32 {
        (u32::from(self.side) * self.kind.bytes()).min(16)
    }
}
