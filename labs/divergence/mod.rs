//! What a branch costs when the invocations of a subgroup do not agree on it.

mod exercises;
mod observe;
mod problem;
mod sleepers;
mod springs;
mod swing;

use crate::facts::{DeviceType, Facts, Feature};
use crate::lab::{Axis, Cover, Grid, Lab, Metric, Need, Part, Pass, Prediction, Variant};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::longer(
        "by-subgroup",
        "uniform",
        "Each subgroup takes a path of its own. How many times as long as `uniform` does `by-subgroup` take?",
    ),
    Prediction::longer(
        "8-way",
        "uniform",
        "Eight paths in each subgroup. How many times as long as `uniform` does `8-way` take?",
    ),
    Prediction::faster(
        "select",
        "2-way",
        "How many times as fast as `2-way` is `select`, which has no branch and computes both sides?",
    ),
    Prediction::faster(
        "select-early",
        "2-way",
        "How many times as fast as `2-way` is `select-early`, which chooses first and computes once?",
    ),
    Prediction::longer(
        "random",
        "uniform",
        "A subgroup of 32 meets many of the 64 paths, and some of them more than once. How many times as long as `uniform` does `random` take?",
    ),
    Prediction::faster(
        "trips-sorted",
        "trips",
        "An element has 213 steps on average, but a subgroup takes as many as the longest of its elements. How many times as fast as `trips` is `trips-sorted`?",
    ),
];

pub static LAB: Lab = Lab {
    name: "divergence",
    question: "What does a branch cost when the invocations of a subgroup take different sides?",
    handout: include_str!("README.md"),
    metric: Metric::Flop,
    parts: &[Part::new("paths", problem::paths, PATHS), Part::new("trips", problem::trips, TRIPS)],
    exercises: exercises::ALL,
    small_sizes: &[1, 17, 255, 1000],
    default_size,
    counted_size: 4096,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

/// A kernel of the variant's own name.
macro_rules! variant {
    ($name:literal, $grid:expr $(, $need:expr)*) => {
        Variant {
            name: $name,
            passes: &[Pass {
                shader: concat!($name, ".wgsl"),
                grid: $grid,
            }],
            needs: &[$($need),*],
            steps: &[],
        }
    };
}

/// One invocation for each element.
const EACH: Grid = Grid(&[Axis { extent: "elements", cover: Cover::Workgroup }]);

/// As many elements for a workgroup as its shader says.
const SEVERAL: Grid = Grid(&[Axis { extent: "elements", cover: Cover::Constant("COVER") }]);

static PATHS: &[Variant] = &[
    variant!("uniform", EACH),
    variant!("by-workgroup", EACH),
    variant!("by-64", EACH),
    variant!("by-subgroup", EACH, Need::Feature(Feature::Subgroup)),
    variant!("2-way", EACH, Need::SubgroupAtLeast(2)),
    variant!("4-way", EACH, Need::SubgroupAtLeast(4)),
    variant!("8-way", EACH, Need::SubgroupAtLeast(8)),
    variant!("16-way", EACH, Need::SubgroupAtLeast(16)),
    variant!("32-way", EACH, Need::SubgroupAtLeast(32)),
    variant!("64-way", EACH, Need::SubgroupAtLeast(64)),
    variant!("select", EACH),
    variant!("select-early", EACH),
    variant!("random", EACH),
    variant!("random-regrouped", EACH),
    variant!("random-sorted", EACH),
];

static TRIPS: &[Variant] =
    &[variant!("trips", EACH), variant!("trips-flattened", SEVERAL), variant!("trips-sorted", EACH)];

/// Enough elements to fill the device many times over, and no more: the slowest variants take as many times
/// the fastest's time as a subgroup has invocations.
fn default_size(device: &Facts) -> u32 {
    match device.kind_on_silicon() {
        DeviceType::Discrete => 1 << 22,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Simulated | DeviceType::Other => 1 << 18,
        DeviceType::Cpu => 1 << 15,
    }
}
