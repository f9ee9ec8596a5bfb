//! How much must be under way at once: bytes in flight, and what keeps invocations from being resident.

mod asking;
mod buffers;
mod exercises;
mod flight;
mod observe;
mod shrink;
mod tile;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Axis, Cover, Grid, Lab, Metric, Part, Pass, Prediction, Variant};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::faster(
        "loads-8",
        "one-load",
        "Both have 32 KiB in flight. How many times as fast as `one-load` is `loads-8`, with an eighth of the invocations?",
    ),
    Prediction::faster(
        "vec4",
        "one-load",
        "And how many times as fast as `one-load` is `vec4`, whose invocations load four neighbouring words at once?",
    ),
    Prediction::faster(
        "tile-registers",
        "tile",
        "With 24 KiB of ballast, few workgroups are resident. How many times as fast as `tile` is `tile-registers`, with four elements an invocation?",
    ),
];

pub static LAB: Lab = Lab {
    name: "occupancy",
    question: "How much must be under way at once?",
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

/// A kernel of the variant's own name.
macro_rules! variant {
    ($name:literal, $extent:literal, $cover:expr) => {
        Variant {
            name: $name,
            passes: &[Pass { shader: concat!($name, ".wgsl"), grid: Grid(&[Axis { extent: $extent, cover: $cover }]) }],
            needs: &[],
            steps: &[],
        }
    };
}

static FLIGHT: &[Variant] = &[
    variant!("one-load", "slots", Cover::Workgroup),
    variant!("loads-2", "slots", Cover::Constant("COVER")),
    variant!("loads-4", "slots", Cover::Constant("COVER")),
    variant!("loads-8", "slots", Cover::Constant("COVER")),
    variant!("vec4", "fours", Cover::Workgroup),
];

static BALLAST: &[Variant] = &[
    variant!("tile", "elements", Cover::Constant("COVER")),
    variant!("tile-registers", "elements", Cover::Constant("COVER")),
];

/// Elements that no cache holds, on a device of its own memory; few on a CPU, whose instructions take the time.
fn default_size(device: &Facts) -> u32 {
    match device.kind {
        DeviceType::Discrete => 1 << 26,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Simulated | DeviceType::Other => 1 << 24,
        DeviceType::Cpu => 1 << 20,
    }
}
