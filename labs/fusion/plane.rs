//! What the parts share: problems on a plane of rows and columns.

use crate::lab::{Axis, Buffer, Fill, Grid, Role};
use std::sync::OnceLock;

/// One invocation an element of the plane: x along the columns, y along the rows.
pub const PLANE: Grid = Grid(&[Axis::each("columns"), Axis::each("rows")]);

/// As many rows a workgroup as the shader's ROWS says.
pub const BY_ROW: Grid = Grid(&[Axis::by("rows", "ROWS")]);

/// Rows and columns that differ: a kernel that mixes them up is right on every square.
pub const OBLONG: [u32; 2] = [37, 90];

/// The elements of a plane.
pub fn area(rows: u32, columns: u32) -> usize {
    rows as usize * columns as usize
}

/// `count` f32 in bytes.
pub fn f32_bytes(count: usize) -> f64 {
    4.0 * count as f64
}

/// An f32 buffer that kernels read.
pub fn input(name: &'static str, binding: u32, len: usize, fill: Fill) -> Buffer {
    Buffer::f32(name, binding, len, Role::Input(fill))
}

/// An f32 buffer between passes.
pub fn scratch(name: &'static str, binding: u32, len: usize) -> Buffer {
    Buffer::f32(name, binding, len, Role::Scratch)
}

/// The f32 buffer `y` that is verified.
pub fn output(binding: u32, len: usize) -> Buffer {
    Buffer::f32("y", binding, len, Role::Output)
}

/// What the elements of each row share, computed where a row is first asked for.
pub struct ByRow<T>(Vec<OnceLock<T>>);

impl<T: Copy> ByRow<T> {
    pub fn new(rows: usize) -> Self {
        Self(std::iter::repeat_with(OnceLock::new).take(rows).collect())
    }

    pub fn get(&self, row: usize, make: impl FnOnce() -> T) -> T {
        *self.0[row].get_or_init(make)
    }
}
