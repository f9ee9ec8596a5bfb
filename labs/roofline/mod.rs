//! From how many operations a byte on arithmetic takes longer than memory.

mod exercises;
mod levels;
mod observe;
pub mod operators;
mod problem;
mod rotary;

use crate::lab::{Axis, Grid, Lab, Metric, Part, Prediction, Variant, variant};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::faster(
        "chains-4",
        "scalar",
        "Each element takes 16 steps, 4 FLOP a byte. How many times as fast as `scalar` is `chains-4`, with four independent elements?",
    ),
    Prediction::faster(
        "vec4",
        "chains-4",
        "How many times as fast as `chains-4` is `vec4`, which moves the same bytes with a quarter of the requests?",
    ),
];

pub static LAB: Lab = Lab {
    name: "roofline",
    question: "How many operations per byte does it take before arithmetic costs time?",
    handout: include_str!("README.md"),
    metric: Metric::Byte,
    parts: &[
        Part {
            sweep: Some(&problem::OVER_DEGREE),
            also: problem::BETWEEN,
            ..Part::new("intensity", problem::intensity, INTENSITY)
        },
        operators::EMBEDDING,
        operators::SILU,
        operators::MATVEC,
        operators::LAYER_NORM,
        operators::SMALL_PRODUCT,
        operators::PRODUCT,
    ],
    exercises: exercises::ALL,
    small_sizes: &[1, 17, 1000],
    default_size: problem::default_size,
    counted_size: 1 << 16,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

static INTENSITY: &[Variant] = &[
    variant!("scalar", Grid::EACH),
    variant!("chains-4", Grid::SEVERAL),
    variant!("vec4", Grid(&[Axis::each("fours")])),
];
