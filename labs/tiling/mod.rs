//! Tiling: the ladder of matrix products, from one element an invocation to register tiles and matrix units.

mod exercises;
mod observe;
pub mod problem;
mod reference;
#[cfg(test)]
mod tests;
pub mod transposed;

use crate::facts::{DeviceType, Facts, Feature};
use crate::lab::{Axis, Grid, Lab, Metric, Need, Part, Prediction, Variant, variant};

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
    variant!("naive", DOWN),
    variant!("coalesced", ALONG),
    variant!("tiled", ALONG),
    variant!("register-1d", TILES),
    variant!("register-2d", TILES),
    variant!("named-sums", TILES),
    variant!("vec4-loads", TILES),
    variant!("vec4-columns", TILES),
    variant!("vectorised", TILES),
    variant!("prefetched", TILES),
    variant!("unchecked", TILES),
    variant!("lane-blocks", TILES),
    variant!("double-buffered", TILES),
    variant!("matrix-8x8", TILES, Need::Feature(Feature::CooperativeMatrix8x8F32)),
];

/// The same product where the caches do the sharing: register tiles without workgroup memory, as a CPU device likes.
const CACHED: &[Variant] = &[
    variant!("cached-4x4", TILES),
    variant!("cached", TILES),
    variant!("cached-rows", TILES),
    variant!("subgroup", TILES, Need::Feature(Feature::Subgroup), Need::SubgroupAtLeast(8)),
];

/// Factors in f16, product in f32: what matrix units are made for.
const HALF: &[Variant] = &[
    variant!("half", TILES, Need::Feature(Feature::F16)),
    variant!("matrix-units", TILES, Need::HalfMatrices, Need::SubgroupOfOneSize),
    variant!("matrix-vec4", TILES, Need::HalfMatrices, Need::SubgroupOfOneSize),
    variant!("matrix-direct", TILES, Need::HalfMatrices, Need::SubgroupOfOneSize),
    variant!("matrix-4x4", TILES, Need::HalfMatrices, Need::SubgroupOfOneSize),
    variant!("matrix-padded", TILES, Need::HalfMatrices, Need::SubgroupOfOneSize),
    variant!("matrix-stages", TILES, Need::HalfMatrices, Need::SubgroupOfOneSize),
];

/// Invocations side by side go down the rows of C, one an element.
const DOWN: Grid = Grid(&[Axis::each("M"), Axis::each("N")]);

/// Invocations side by side go along the columns of C, one an element.
const ALONG: Grid = Grid(&[Axis::each("N"), Axis::each("M")]);

/// A workgroup computes TILE_M x TILE_N elements of C.
const TILES: Grid = Grid(&[Axis::by("N", "TILE_N"), Axis::by("M", "TILE_M")]);

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
