//! Why one copy is many times slower than another: which bytes a subgroup asks for at once.

mod axpy;
mod exercises;
mod observe;
mod pack;
mod problem;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Axis, Grid, Lab, Metric, Part, Prediction, Variant, variant};

/// In the handout's words: a test holds the two against each other.
static PREDICTIONS: &[Prediction] = &[
    Prediction::longer(
        "offset",
        "copy",
        "With `offset`, every subgroup starts one element late, and touches one sector more. How many times as long as `copy` does it take?",
    ),
    Prediction::longer(
        "stride-8",
        "copy",
        "With `stride-8`, neighbours load elements that are 8 apart. How many times as long as `copy` does it take?",
    ),
    Prediction::longer(
        "stride-32",
        "copy",
        "`stride-32` has four times the stride of `stride-8`. How many times as long as `copy` does it take?",
    ),
    Prediction::faster(
        "vec4",
        "copy",
        "`vec4` moves the same bytes with a quarter of the requests. How many times as fast as `copy` is it?",
    ),
    Prediction::faster(
        "soa",
        "aos",
        "Count the bytes of a record that move, and those that are used. How many times as fast as `aos` is `soa`?",
    ),
    Prediction::faster(
        "tiled",
        "naive",
        "One of the two sides of `naive` is uncoalesced. How many times as fast as `naive` is `tiled`, which takes a detour through workgroup memory?",
    ),
    Prediction::faster(
        "padded",
        "tiled",
        "How many times as fast as `tiled` is `padded`, whose columns lie in 32 banks instead of one?",
    ),
];

pub static LAB: Lab = Lab {
    name: "coalescing",
    question: "Why is one copy many times slower than another that moves the same bytes?",
    handout: include_str!("README.md"),
    metric: Metric::Byte,
    parts: &[
        Part::new("copy", problem::copy, COPY),
        Part::new("records", problem::records, RECORDS),
        Part::new("transpose", problem::transpose, TRANSPOSE),
    ],
    exercises: exercises::ALL,
    small_sizes: &[1, 17, 18, 255],
    default_size,
    counted_size: 1024,
    launch_bound_size: None,
    predictions: PREDICTIONS,
    observe: observe::sentences,
};

static COPY: &[Variant] = &[
    variant!("copy", Grid::EACH),
    variant!("offset", Grid::EACH),
    variant!("stride-2", SWEEPS),
    variant!("stride-4", SWEEPS),
    variant!("stride-8", SWEEPS),
    variant!("stride-16", SWEEPS),
    variant!("stride-32", SWEEPS),
    variant!("vec4", VECTORS),
];

static RECORDS: &[Variant] = &[variant!("aos", RECORD), variant!("soa", RECORD)];

static TRANSPOSE: &[Variant] = &[variant!("naive", TILES), variant!("tiled", TILES), variant!("padded", TILES)];

const SWEEPS: Grid = Grid(&[Axis::each("sweeps")]);
const VECTORS: Grid = Grid(&[Axis::each("vectors")]);
const RECORD: Grid = Grid(&[Axis::each("records")]);
const TILES: Grid = Grid(&[Axis::by("side", "TILE"), Axis::by("side", "TILE")]);

/// The side of a square that no last-level cache holds, or the largest that fits.
fn default_size(device: &Facts) -> u32 {
    let side = match device.kind_on_silicon() {
        DeviceType::Discrete => 16_384,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Simulated | DeviceType::Other => 8_192,
        DeviceType::Cpu => 2_048,
    };
    let largest = device.limits.max_storage_binding.min(device.limits.max_buffer_size);
    let mut fits = side;
    while fits > 1 && problem::square_bytes(fits) > largest {
        fits /= 2;
    }
    fits
}
