//! Tiling: the ladder of matrix products, from one element an invocation to register tiles and matrix units.

mod exercises;
mod observe;
pub mod problem;
mod reference;
#[cfg(test)]
mod tests;
mod transposed;

use crate::facts::{DeviceType, Facts, Feature};
use crate::lab::{Axis, Cover, Grid, Lab, Metric, Need, Part, Pass, Prediction, Variant};

/// A variant of one pass: its name, its shader, its grid, its needs.
macro_rules! rung {
    ($name:literal, $shader:literal, $grid:expr $(, $need:expr)* $(,)?) => {
        Variant {
            name: $name,
            passes: &[Pass {
                shader: $shader,
                grid: $grid,
            }],
            needs: &[$($need),*],
            steps: &[],
        }
    };
}

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::faster(
        "coalesced",
        "naive",
        "Only x and y are swapped. How many times as fast as `naive` is `coalesced`?",
    ),
    Prediction::faster(
        "tiled",
        "coalesced",
        "`tiled` makes 16 times fewer loads from memory. How many times as fast as `coalesced` is `tiled`?",
    ),
    Prediction::faster(
        "register-2d",
        "tiled",
        "16 loads instead of 128 feed 64 multiply-adds. How many times as fast as `tiled` is `register-2d`?",
    ),
    Prediction::faster(
        "named-sums",
        "register-2d",
        "In `named-sums` the programmer keeps the sums in registers, in `register-2d` the compiler. How many times as fast as `register-2d` is `named-sums`?",
    ),
    Prediction::faster(
        "prefetched",
        "vectorised",
        "Loading early helps only if the units were waiting for loads. How many times as fast as `vectorised` is `prefetched`?",
    ),
    Prediction::faster(
        "cached",
        "cached-4x4",
        "There is no workgroup memory here, but larger blocks. How many times as fast as `cached-4x4` is `cached`?",
    ),
];

/// The lab.
pub static LAB: Lab = Lab {
    name: "tiling",
    question: "How far does reusing each loaded number take a matrix product?",
    handout: include_str!("README.md"),
    metric: Metric::Flop,
    parts: &[
        Part {
            also: &[problem::single_oblong, problem::single_upright],
            ..Part::new("matmul", problem::single, SINGLE)
        },
        Part {
            also: &[problem::single_oblong, problem::single_upright],
            ..Part::new("matmul-cached", problem::single, CACHED)
        },
        Part { also: &[problem::half_oblong], ..Part::new("matmul-f16", problem::half, HALF) },
    ],
    exercises: exercises::ALL,
    small_sizes: &[1, 17, 130],
    default_size,
    counted_size: 256,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

/// Factors and product in f32.
const SINGLE: &[Variant] = &[
    rung!("naive", "naive.wgsl", DOWN),
    rung!("coalesced", "coalesced.wgsl", ALONG),
    rung!("tiled", "tiled.wgsl", ALONG),
    rung!("register-1d", "register-1d.wgsl", TILES),
    rung!("register-2d", "register-2d.wgsl", TILES),
    rung!("named-sums", "named-sums.wgsl", TILES),
    rung!("vec4-loads", "vec4-loads.wgsl", TILES),
    rung!("vec4-columns", "vec4-columns.wgsl", TILES),
    rung!("vectorised", "vectorised.wgsl", TILES),
    rung!("double-buffered", "double-buffered.wgsl", TILES),
    rung!("prefetched", "prefetched.wgsl", TILES),
    rung!("unchecked", "unchecked.wgsl", TILES),
    rung!("lane-blocks", "lane-blocks.wgsl", TILES),
    rung!("matrix-8x8", "matrix-8x8.wgsl", TILES, Need::Feature(Feature::CooperativeMatrix8x8F32),),
];

/// The same product where the caches do the sharing: register tiles without workgroup memory, as a CPU device likes.
const CACHED: &[Variant] = &[
    rung!("cached-4x4", "cached-4x4.wgsl", TILES),
    rung!("cached", "cached.wgsl", TILES),
    rung!("cached-rows", "cached-rows.wgsl", TILES),
    rung!("subgroup", "subgroup.wgsl", TILES, Need::Feature(Feature::Subgroup), Need::SubgroupAtLeast(8),),
];

/// Factors in f16, product in f32: what matrix units are made for.
const HALF: &[Variant] = &[
    rung!("half", "half.wgsl", TILES, Need::Feature(Feature::F16)),
    rung!(
        "matrix-16x16",
        "matrix-16x16.wgsl",
        TILES,
        Need::Feature(Feature::CooperativeMatrix16x16F16),
        Need::SubgroupExactly(32),
    ),
];

/// Invocations side by side go down the rows of C, one an element.
const DOWN: Grid = Grid(&[axis("M", Cover::Workgroup), axis("N", Cover::Workgroup)]);

/// Invocations side by side go along the columns of C, one an element.
const ALONG: Grid = Grid(&[axis("N", Cover::Workgroup), axis("M", Cover::Workgroup)]);

/// A workgroup computes TILE_M x TILE_N elements of C.
const TILES: Grid = Grid(&[axis("N", Cover::Constant("TILE_N")), axis("M", Cover::Constant("TILE_M"))]);

const fn axis(extent: &'static str, cover: Cover) -> Axis {
    Axis { extent, cover }
}

/// 4096 gives a big GPU's 132 multiprocessors almost eight tiles each; at 512 a CPU device's slowest rung takes a
/// quarter of a second. SwiftShader, with subgroups of 4, is five to ten times slower than llvmpipe, with 8.
fn default_size(device: &Facts) -> u32 {
    match device.kind_on_silicon() {
        DeviceType::Cpu if device.subgroup_max < 8 => 256,
        DeviceType::Cpu => 384,
        DeviceType::Integrated => 2048,
        DeviceType::Discrete | DeviceType::Virtual | DeviceType::Simulated | DeviceType::Other => 4096,
    }
}
