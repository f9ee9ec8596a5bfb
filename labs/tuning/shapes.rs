//! `shapes`: square products whose side is near a multiple of the tile's.

use crate::kernel::Scalar;
use crate::lab::{Buffer, Ordinate, Problem, Role, Sweep};
use crate::labs::tiling::problem::{OBLONG, Shape, UPRIGHT, matmul};

/// The side of the largest tile: the axis has several multiples of it.
pub const TILE: u32 = 64;

/// Parts of a sum that is split.
const PARTS: u32 = 4;

/// Over the side: below, at, and just above multiples of both tiles.
pub static OVER_SIDE: Sweep = Sweep {
    ordinate: Ordinate::Throughput,
    ..Sweep::over("side N of the matrices", |_, _, size| points(size), |_, side| square(side))
};

/// The row's side: one above a multiple of the tile.
pub fn problem(size: u32) -> Problem {
    let side = middle(size).map_or(size, |middle| middle + 1);
    Problem { size, ..square(side) }
}

pub fn oblong() -> Problem {
    of(OBLONG)
}

pub fn upright() -> Problem {
    of(UPRIGHT)
}

/// The multiple of the tile around which the axis lies: half of what the other parts have, for the axis has many points.
fn middle(size: u32) -> Option<u32> {
    Some(size / 2 / TILE * TILE).filter(|middle| *middle > 0)
}

fn points(size: u32) -> Vec<u32> {
    let Some(middle) = middle(size) else { return Vec::new() };
    let below = [64, 32].map(|less| middle - less);
    let above = [0, 1, 16, 32, 33, 64].map(|more| middle + more);
    below.into_iter().chain(above).filter(|side| *side > 0).collect()
}

fn square(side: u32) -> Problem {
    of(Shape::square(side))
}

/// The product, and room for the parts of a sum that is split.
fn of(shape: Shape) -> Problem {
    let mut problem = matmul(shape, Scalar::F32);
    let [_, _, c] = shape.elements();
    problem.extents.extend([("parts", PARTS), ("elements", u32::try_from(c).unwrap_or(u32::MAX))]);
    problem.buffers.push(Buffer::f32("partial", 4, PARTS as usize * c, Role::Scratch));
    problem
}
