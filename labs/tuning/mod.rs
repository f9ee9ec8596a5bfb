//! Tuning: programs that compute the same, and what their constants, the shape of the problem and what is known beforehand cost.

mod exercises;
mod observe;
mod shapes;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Axis, Grid, Lab, Metric, Part, Pass, Prediction, Problem, Variant, variant};
use crate::labs::roofline::operators::layer_norm_of;
use crate::labs::tiling::problem::{single, single_oblong, single_upright};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::faster(
        "square-group",
        "default",
        "Two constants differ: a workgroup has 16 x 16 invocations, not 8 x 8. How many times as fast as `default` is `square-group`?",
    ),
    Prediction::longer(
        "searched-elsewhere",
        "searched",
        "`searched-elsewhere` is the best of 108 choices on a CPU device. How many times as long as `searched`, the best on the simulated GPU, does it take here?",
    ),
    Prediction::faster(
        "edge-tile",
        "tile-64",
        "N is one more than a multiple of 64. How many times as fast as `tile-64` is `edge-tile`, which skips what lies beyond C?",
    ),
    Prediction::faster(
        "kept",
        "in-params",
        "`kept` is right for one length of a row, `in-params` for all. How many times as fast as `in-params` is `kept`?",
    ),
];

pub static LAB: Lab = Lab {
    name: "tuning",
    question: "Which of a hundred equal programs is fastest here, and does the answer travel?",
    handout: include_str!("README.md"),
    metric: Metric::Flop,
    parts: &[
        Part { also: &[single_oblong, single_upright], ..Part::new("choices", single, CHOICES) },
        Part {
            sweep: Some(&shapes::OVER_SIDE),
            also: &[shapes::oblong, shapes::upright],
            ..Part::new("shapes", shapes::problem, SHAPES)
        },
        Part {
            metric: Some(Metric::Byte),
            also: &[|| rows(19), || rows(27)],
            ..Part::new("specialised", |size| Problem { size, ..rows(size.saturating_mul(4)) }, SPECIALISED)
        },
    ],
    exercises: exercises::ALL,
    small_sizes: &[1, 17, 130],
    default_size,
    counted_size: 256,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

/// The product of the lab tiling: each rung changes one constant of the one before.
static CHOICES: &[Variant] = &[
    variant!("default", TILES),
    variant!("wide-group", TILES),
    variant!("square-group", TILES),
    variant!("searched", TILES),
    variant!("tall-block", TILES),
    variant!("searched-elsewhere", TILES),
];

static SHAPES: &[Variant] = &[
    variant!("tile-64", TILES),
    variant!("tile-32", TILES),
    variant!("edge-tile", TILES),
    Variant::new(
        "split-k",
        &[
            Pass::new("split-k.wgsl", Grid(&[Axis::by("N", "TILE_N"), Axis::by("M", "TILE_M"), Axis::each("parts")])),
            Pass::new("split-k-sum.wgsl", Grid::EACH),
        ],
    ),
];

static SPECIALISED: &[Variant] =
    &[variant!("in-params", ROWS), variant!("in-const", ROWS), variant!("kept", ROWS), variant!("guarded", ROWS)];

/// A workgroup computes TILE_M x TILE_N elements of C.
const TILES: Grid = Grid(&[Axis::by("N", "TILE_N"), Axis::by("M", "TILE_M")]);

/// A workgroup a row.
const ROWS: Grid = Grid(&[Axis::by("rows", "ROWS")]);

/// The only length of a row for which the specialised programs are right.
const COLUMNS: u32 = 1024;

/// Layer norm of rows of one length.
fn rows(count: u32) -> Problem {
    layer_norm_of(count, COLUMNS, [-1.0, 1.0])
}

/// The slowest choice takes a tenth of a second on a CPU device, and two seconds to simulate.
fn default_size(device: &Facts) -> u32 {
    match device.kind {
        DeviceType::Cpu => 256,
        DeviceType::Simulated => 512,
        DeviceType::Integrated => 1024,
        DeviceType::Discrete | DeviceType::Virtual | DeviceType::Other => 2048,
    }
}
