//! How much must be under way at once: bytes in flight, and what keeps invocations from being resident.

mod asking;
mod exercises;
mod flight;
mod observe;
mod quarters;
mod shrink;
mod tile;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Axis, Grid, Lab, Metric, Part, Prediction, Variant, variant};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::faster(
        "loads-8",
        "one-load",
        "Both have 32.8 kB in flight. How many times as fast as `one-load` is `loads-8`, with an eighth of the invocations?",
    ),
    Prediction::faster(
        "vec4",
        "one-load",
        "And how many times as fast as `one-load` is `vec4`, whose invocations load four neighbouring words at once?",
    ),
    Prediction::faster(
        "tile-registers",
        "tile",
        "With 24.6 kB of ballast, few workgroups are resident. How many times as fast as `tile` is `tile-registers`, with four elements an invocation?",
    ),
];

pub static LAB: Lab = Lab {
    name: "occupancy",
    question: "How much must be in flight at once?",
    handout: include_str!("README.md"),
    metric: Metric::Byte,
    parts: &[
        Part {
            sweep: Some(&flight::OVER_BYTES),
            also: flight::BETWEEN,
            ..Part::new("flight", flight::problem, FLIGHT)
        },
        Part {
            sweep: Some(&tile::OVER_BALLAST),
            also: &[|| tile::problem(70_003)],
            unzeroed: true,
            ..Part::new("ballast", tile::problem, BALLAST)
        },
    ],
    exercises: exercises::ALL,
    small_sizes: &[1, 17, 1000],
    default_size,
    counted_size: 1 << 18,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

static FLIGHT: &[Variant] = &[
    variant!("one-load", Grid(&[Axis::each("slots")])),
    variant!("loads-2", SLOTS),
    variant!("loads-4", SLOTS),
    variant!("loads-8", SLOTS),
    variant!("vec4", Grid(&[Axis::each("fours")])),
];

const SLOTS: Grid = Grid(&[Axis::by("slots", "COVER")]);

static BALLAST: &[Variant] = &[variant!("tile", Grid::SEVERAL), variant!("tile-registers", Grid::SEVERAL)];

/// Elements that no cache holds, on a device of its own memory; few on a CPU, whose instructions take the time.
fn default_size(device: &Facts) -> u32 {
    match device.kind {
        DeviceType::Discrete => 1 << 26,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Simulated | DeviceType::Other => 1 << 24,
        DeviceType::Cpu => 1 << 20,
    }
}
