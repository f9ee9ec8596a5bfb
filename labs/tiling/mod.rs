//! Tiling: why does a matrix product that moves the same numbers run fifty times faster?

pub mod problem;
mod reference;

use crate::device::{Facts, Feature, Kind};
use crate::lab::{Axis, Cover, Grid, Lab, Metric, Need, Part, Pass, Variant};

macro_rules! rung {
    ($name:literal, $shader:literal, $grid:expr $(, $need:expr)* $(,)?) => {
        Variant {
            name: $name,
            passes: &[Pass {
                shader: $shader,
                grid: $grid,
            }],
            needs: &[$($need),*],
        }
    };
}

/// The lab.
pub static LAB: Lab = Lab {
    name: "tiling",
    question: "How far does reusing each loaded number take a matrix product?",
    metric: Metric::Flop,
    parts: &[Part {
        name: "matmul",
        problem: problem::single,
        ladder: &[
            rung!("naive", "naive.wgsl", DOWN),
            rung!("coalesced", "coalesced.wgsl", ALONG),
            rung!("tiled", "tiled.wgsl", ALONG),
            rung!("register_1d", "register_1d.wgsl", TILES),
            rung!("register_2d", "register_2d.wgsl", TILES),
            rung!("vectorised", "vectorised.wgsl", TILES),
            rung!("prefetched", "prefetched.wgsl", TILES),
            rung!("lane_blocks", "lane_blocks.wgsl", TILES),
            rung!("cached", "cached.wgsl", TILES),
            rung!(
"subgroup", "subgroup.wgsl", TILES, Need::Feature(Feature::Subgroup), Need::SubgroupAtLeast(8)),
        ],
    }],
    small_sizes: &[1, 17, 130],
    default_size,
    launch_bound_size: None,
    observe: |_| Vec::new(),
};

/// Invocations side by side go down the rows of C.
const DOWN: Grid = Grid(&[axis("M", Cover::Workgroup), axis("N", Cover::Workgroup)]);

/// Invocations side by side go along the columns of C, one an element.
const ALONG: Grid = Grid(&[axis("N", Cover::Workgroup), axis("M", Cover::Workgroup)]);

/// A workgroup computes TILE_M x TILE_N elements of C.
const TILES: Grid = Grid(&[
    axis("N", Cover::Constant("TILE_N")),
    axis("M", Cover::Constant("TILE_M")),
]);

const fn axis(extent: &'static str, cover: Cover) -> Axis {
    Axis { extent, cover }
}

fn default_size(device: &Facts) -> u32 {
    match device.kind {
        Kind::Cpu => 512,
        Kind::Integrated => 2048,
        _ => 4096,
    }
}
