//! What a branch costs when the invocations of a subgroup do not agree on it.

mod exercises;
mod observe;
mod problem;
mod sleepers;
mod springs;
mod swing;

use crate::facts::{DeviceType, Facts, Feature};
use crate::lab::{Grid, Lab, Metric, Need, Part, Prediction, Variant, variant};

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

static PATHS: &[Variant] = &[
    variant!("uniform", Grid::EACH),
    variant!("by-workgroup", Grid::EACH),
    variant!("by-64", Grid::EACH),
    variant!("by-subgroup", Grid::EACH, Need::Feature(Feature::Subgroup)),
    variant!("2-way", Grid::EACH, Need::SubgroupAtLeast(2)),
    variant!("4-way", Grid::EACH, Need::SubgroupAtLeast(4)),
    variant!("8-way", Grid::EACH, Need::SubgroupAtLeast(8)),
    variant!("16-way", Grid::EACH, Need::SubgroupAtLeast(16)),
    variant!("32-way", Grid::EACH, Need::SubgroupAtLeast(32)),
    variant!("64-way", Grid::EACH, Need::SubgroupAtLeast(64)),
    variant!("select", Grid::EACH),
    variant!("select-early", Grid::EACH),
    variant!("random", Grid::EACH),
    variant!("random-regrouped", Grid::EACH),
    variant!("random-sorted", Grid::EACH),
];

static TRIPS: &[Variant] =
    &[variant!("trips", Grid::EACH), variant!("trips-flattened", Grid::SEVERAL), variant!("trips-sorted", Grid::EACH)];

/// Enough elements to fill the device many times over, and no more: the slowest variants take as many times
/// the fastest's time as a subgroup has invocations.
fn default_size(device: &Facts) -> u32 {
    match device.kind_on_silicon() {
        DeviceType::Discrete => 1 << 22,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Simulated | DeviceType::Other => 1 << 18,
        DeviceType::Cpu => 1 << 15,
    }
}
