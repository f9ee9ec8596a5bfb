//! `crossover`: the same work on the host, on the device with all copies, and on the device alone.

use super::{POLYNOMIAL, fewer, fourfold, polynomial, up_to};
use crate::lab::{Part, Problem, Step, Sweep, Variant};

/// The degree: arithmetic enough that the way may pay.
pub const DEGREE: u32 = 1024;

pub const PART: Part =
    Part { sweep: Some(&OVER_SIZE), also: &[other_degree], ..Part::new("crossover", elements, LADDER) };

static OVER_SIZE: Sweep = Sweep::over("elements", |_, _, size| up_to(1 << 8, size), |_, size| elements(size));

fn elements(size: u32) -> Problem {
    polynomial::problem(size, DEGREE, 1)
}

/// A few elements, over the degree: from how much work for each of them on it pays.
pub const BY_DEGREE: Part =
    Part { sweep: Some(&OVER_DEGREE), also: &[other_degree], ..Part::new("crossover-k", few, LADDER_K) };

/// Elements, at most: little to copy, and little to compute at low degrees.
const FEW: u32 = 1 << 15;

static OVER_DEGREE: Sweep = Sweep::over(
    "degree k",
    |device, _, _| fewer(device, fourfold(polynomial::STEPS, 2 * DEGREE)),
    |size, k| polynomial::problem(size.min(FEW), k.min(MOST_STEPS).next_multiple_of(polynomial::STEPS), 1),
);

/// Steps beyond which their error has no bound that says anything.
const MOST_STEPS: u32 = 1 << 20;

fn few(size: u32) -> Problem {
    elements(size.min(FEW))
}

/// A degree that is a multiple of eight and of nothing larger.
fn other_degree() -> Problem {
    polynomial::problem(1000, 125 * polynomial::STEPS, 1)
}

/// The host alone, the device with all copies, and the device alone.
macro_rules! ladder {
    ($host:literal, $cold:literal, $warm:literal) => {
        &[
            Variant::stepped($host, &[], &[Step::Host(&polynomial::ON_THE_HOST)]),
            Variant::stepped($cold, POLYNOMIAL, &[Step::upload(1), Step::DISPATCH, Step::download(2)]),
            Variant::stepped($warm, POLYNOMIAL, &[Step::DISPATCH]),
        ]
    };
}

static LADDER: &[Variant] = ladder!("host", "cold", "warm");
static LADDER_K: &[Variant] = ladder!("host-k", "cold-k", "warm-k");
