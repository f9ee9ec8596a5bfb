//! How far away a number is, and how wide the road: latency, bandwidth and banks, level by level.

mod axis;
mod banks;
mod chase;
mod exercises;
mod observe;
mod road;
mod search;
mod turned;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Axis, Grid, Lab, Metric, Part, Prediction, Variant, variant};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::longer(
        "chase-lane",
        "chase-uniform",
        "Four lanes walk. In `chase-uniform` all four load the same word of a node, in `chase-lane` each loads another one. How many times as long as `chase-uniform` does `chase-lane` take?",
    ),
    Prediction::faster(
        "vec4-shared-set",
        "read-shared-set",
        "The set of 1.05 MB comes from level 2, not from level 1. How many times as fast as `read-shared-set` is `vec4-shared-set`, with a quarter of the loads?",
    ),
    Prediction::faster(
        "vec4-own-set",
        "read-own-set",
        "A workgroup's own set of 32.8 kB can come from level 1. How many times as fast as `read-own-set` is `vec4-own-set` there?",
    ),
    Prediction::faster(
        "padded",
        "words",
        "Lanes read words that lie 32 apart. How many times as fast as `words` is `padded`, with one unused word after each 32?",
    ),
    Prediction::faster(
        "swizzled",
        "words",
        "And how many times as fast as `words` is `swizzled`, which needs no extra word?",
    ),
];

pub static LAB: Lab = Lab {
    name: "hierarchy",
    question: "How far away is a number, and how wide is the road?",
    handout: include_str!("README.md"),
    metric: Metric::Items("byte"),
    parts: &[
        Part {
            metric: Some(Metric::Each("load")),
            sweep: Some(&axis::SETS),
            also: chase::ENTERED_LATE,
            ..Part::new("latency", chase::problem, LATENCY)
        },
        Part { sweep: Some(&axis::SHARED), also: road::SHARED_BETWEEN, ..Part::new("shared", road::shared, SHARED) },
        Part { sweep: Some(&axis::OWN), also: road::OWN_BETWEEN, ..Part::new("own", road::own, OWN) },
        Part {
            metric: Some(Metric::Each("word")),
            sweep: Some(&axis::DISTANCES),
            ..Part::new("banks", banks::problem, BANKS)
        },
    ],
    exercises: exercises::ALL,
    small_sizes: &[1, 3, 17],
    default_size,
    counted_size: 64,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

const WALKS: Grid = Grid(&[Axis::each("walks")]);
const INVOCATIONS: Grid = Grid(&[Axis::each("invocations")]);

static LATENCY: &[Variant] = &[variant!("chase-uniform", WALKS), variant!("chase-lane", WALKS)];
static SHARED: &[Variant] = &[variant!("read-shared-set", INVOCATIONS), variant!("vec4-shared-set", INVOCATIONS)];
static OWN: &[Variant] = &[variant!("read-own-set", INVOCATIONS), variant!("vec4-own-set", INVOCATIONS)];
static BANKS: &[Variant] =
    &[variant!("words", INVOCATIONS), variant!("padded", INVOCATIONS), variant!("swizzled", INVOCATIONS)];

/// Workgroups of the parts that have several: enough for each unit of a small device to have some, and of a large one.
fn default_size(device: &Facts) -> u32 {
    match device.kind {
        DeviceType::Discrete => 1024,
        DeviceType::Integrated | DeviceType::Virtual => 256,
        DeviceType::Simulated | DeviceType::Other => 64,
        DeviceType::Cpu => 16,
    }
}
