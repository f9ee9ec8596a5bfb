//! Running totals: `blocks`, within workgroups, and `scan`, across all of them.

use std::sync::Arc;

use crate::lab::{
    Axis, Buffer, Expected, Fill, Grid, Inputs, Part, Pass, Problem, Reference, Role, Variant, Work, variant,
};

/// All of more than 2^16 elements are compared, too.
pub const BLOCKS: Part = Part {
    also: &[|| blocks(70_003)],
    ..Part::new(
        "blocks",
        blocks,
        &[
            variant!("hillis-steele", OF_BLOCKS),
            variant!("blelloch", OF_BLOCKS),
            variant!("padded", OF_BLOCKS),
            variant!("subgroup-scan", OF_BLOCKS),
        ],
    )
};

pub const SCAN: Part = Part {
    also: &[largest, three_rounds],
    ..Part::new(
        "scan",
        scan,
        &[
            Variant::new(
                "scan-add",
                &[
                    Pass::new("scan-add-1-blocks.wgsl", TILES),
                    Pass::new("scan-add-2-sums.wgsl", ALONE),
                    Pass::new("scan-add-3-add.wgsl", TILES),
                ],
            ),
            Variant::new(
                "three-pass",
                &[
                    Pass::new("three-pass-1-reduce.wgsl", TILES),
                    Pass::new("three-pass-2-sums.wgsl", ALONE),
                    Pass::new("three-pass-3-scan.wgsl", TILES),
                ],
            ),
            variant!("look-back", TILES),
        ],
    )
};

/// As many elements a workgroup as the shader's BLOCK says.
const OF_BLOCKS: Grid = Grid(&[Axis::by("elements", "BLOCK")]);

/// As many elements a workgroup as the shader's TILE says.
pub const TILES: Grid = Grid(&[Axis::by("elements", "TILE")]);

/// One workgroup.
pub const ALONE: Grid = Grid(&[Axis::each("one")]);

/// Elements of a block, as the kernels of `blocks` have it.
const BLOCK: usize = 256;

/// The fewest elements of a tile for which there is room.
const SMALLEST_TILE: usize = 256;

/// What a total may come to: `look-back` has 30 bits for a value, and 2 for what is known of it.
const MOST: u32 = (1 << 30) - 1;

/// Elements are below this where there are few.
const BELOW: u32 = 16;

/// Elements that are small enough for their total.
fn fill(n: u32) -> Fill {
    Fill::Below((MOST / n.max(1) + 1).min(BELOW))
}

fn blocks(size: u32) -> Problem {
    Problem {
        label: format!("the running total of each {BLOCK} of {size} u32"),
        ..problem(size, fill(size), BLOCK, Vec::new())
    }
}

fn scan(size: u32) -> Problem {
    of(size, fill(size))
}

/// The total is the largest for which there are bits.
fn largest() -> Problem {
    of(3 << 12, Fill::At(|_, len, _| MOST / len as u32))
}

/// The passes that go round by round, over a million elements each time, go three times: a carry that lacks the first round is right
/// up to there.
fn three_rounds() -> Problem {
    scan((2 << 20) + 1025)
}

fn of(size: u32, fill: Fill) -> Problem {
    let tiles = (size as usize).div_ceil(SMALLEST_TILE);
    let between = vec![Buffer::u32("sums", 3, tiles, Role::Scratch), Buffer::u32("state", 4, tiles + 1, Role::Cleared)];
    Problem { label: format!("the running total of {size} u32"), ..problem(size, fill, size as usize, between) }
}

/// Running totals that begin anew after each `every` elements.
fn problem(size: u32, fill: Fill, every: usize, between: Vec<Buffer>) -> Problem {
    let n = size as usize;
    let mut buffers = vec![
        Buffer::params(vec![size]),
        Buffer::u32("x", 1, n, Role::Input(fill)),
        Buffer::u32("y", 2, n, Role::Output),
    ];
    buffers.extend(between);
    Problem {
        label: String::new(),
        size,
        extents: vec![("elements", size), ("one", 1)],
        work: Work::new(n as f64, 8.0 * n as f64),
        buffers,
        reference: reference(every),
    }
}

fn reference(every: usize) -> Reference {
    Box::new(move |inputs: &Inputs| {
        let totals: Arc<[u32]> = inputs.u32(1).chunks(every.max(1)).flat_map(running).collect();
        vec![Expected::exactly(move |i| f64::from(totals[i]))]
    })
}

fn running(x: &[u32]) -> impl Iterator<Item = u32> + '_ {
    x.iter().scan(0u32, |total, x| {
        *total = total.wrapping_add(*x);
        Some(*total)
    })
}
