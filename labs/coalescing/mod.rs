//! Why one copy is many times slower than another: which bytes a subgroup asks for at once.

mod axpy;
mod exercises;
mod observe;
mod pack;
mod problem;

use crate::facts::{DeviceType, Facts};
use crate::lab::{Axis, Cover, Grid, Lab, Metric, Part, Pass, Variant};

pub static LAB: Lab = Lab {
    name: "coalescing",
    question: "Why is one copy many times slower than another that moves the same bytes?",
    metric: Metric::Byte,
    parts: &[
        Part { name: "copy", problem: problem::copy, also: &[], ladder: COPY },
        Part { name: "records", problem: problem::records, also: &[], ladder: RECORDS },
        Part { name: "transpose", problem: problem::transpose, also: &[], ladder: TRANSPOSE },
    ],
    exercises: exercises::ALL,
    small_sizes: &[1, 17, 255],
    default_size,
    launch_bound_size: None,
    observe: observe::sentences,
};

/// One invocation for each unit of `extent`.
macro_rules! one_each {
    ($extent:literal) => {
        Grid(&[Axis { extent: $extent, cover: Cover::Workgroup }])
    };
}

/// A kernel of the variant's own name, launched once.
macro_rules! variant {
    ($name:literal, $grid:expr) => {
        Variant { name: $name, passes: &[Pass { shader: concat!($name, ".wgsl"), grid: $grid }], needs: &[] }
    };
}

static COPY: &[Variant] = &[
    variant!("copy", ELEMENTS),
    variant!("offset", ELEMENTS),
    variant!("stride-2", SWEEPS),
    variant!("stride-4", SWEEPS),
    variant!("stride-8", SWEEPS),
    variant!("stride-16", SWEEPS),
    variant!("stride-32", SWEEPS),
    variant!("vec4", VECTORS),
];

static RECORDS: &[Variant] = &[variant!("aos", RECORD), variant!("soa", RECORD)];

static TRANSPOSE: &[Variant] = &[variant!("naive", TILES), variant!("tiled", TILES), variant!("padded", TILES)];

const ELEMENTS: Grid = one_each!("elements");
const SWEEPS: Grid = one_each!("sweeps");
const VECTORS: Grid = one_each!("vectors");
const RECORD: Grid = one_each!("records");

const TILES: Grid = Grid(&[
    Axis { extent: "side", cover: Cover::Constant("TILE") },
    Axis { extent: "side", cover: Cover::Constant("TILE") },
]);

/// The side of a square that no last-level cache holds, or the largest that fits.
fn default_size(device: &Facts) -> u32 {
    let side = match device.kind {
        DeviceType::Discrete => 16_384,
        DeviceType::Integrated | DeviceType::Virtual | DeviceType::Other => 8_192,
        DeviceType::Cpu => 4_096,
        DeviceType::Simulated => 1_024,
    };
    let largest = device.limits.max_storage_binding.min(device.limits.max_buffer_size);
    let mut fits = side;
    while fits > 1 && problem::square_bytes(fits) > largest {
        fits /= 2;
    }
    fits
}
