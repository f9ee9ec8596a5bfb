//! `histogram`: how often each of 256 values occurs, where one of them is a large share of all.

use super::buffers::{integers, params, words};
use crate::lab::{Expected, Fill, Part, Problem, Role, Work};

pub const PART: Part = Part {
    name: "histogram",
    problem,
    also: &[even, some, all_equal],
    metric: None,
    sweep: None,
    ladder: &[covered!("global"), covered!("workgroup"), covered!("replicated"), covered!("aggregated")],
};

/// The same without a ladder, for the second exercise.
pub static SKEWED: Part = Part { name: "skewed", ladder: &[], ..PART };

/// Values are below this.
pub const BINS: u32 = 256;

fn problem(size: u32) -> Problem {
    of::<900>(size)
}

fn even() -> Problem {
    of::<0>(5000)
}

fn some() -> Problem {
    of::<370>(5001)
}

fn all_equal() -> Problem {
    of::<1000>(5003)
}

/// The histogram of `size` values, of which `PERMILLE` in a thousand are one and the same.
pub fn of<const PERMILLE: u64>(size: u32) -> Problem {
    let n = size as usize;
    Problem {
        label: format!(
            "how often each of {BINS} values occurs among {n} u32, {} % of them one value",
            PERMILLE as f64 / 10.0
        ),
        size,
        extents: vec![("elements", size)],
        work: Work::new(n as f64, 4.0 * (n as f64 + f64::from(BINS))),
        buffers: vec![
            params(size),
            integers("x", 1, n, Fill::At(skewed::<PERMILLE>)),
            words("counts", 2, BINS as usize, Role::Total),
        ],
        reference: Box::new(|inputs| {
            let mut counts = vec![0u32; BINS as usize];
            inputs.u32(1).iter().for_each(|value| counts[*value as usize] += 1);
            vec![Expected::exactly(move |bin| f64::from(counts[bin]))]
        }),
    }
}

/// A value that `PERMILLE` of a thousand elements share; the others are spread evenly over all values.
pub fn skewed<const PERMILLE: u64>(seed: u64, _len: usize, at: usize) -> u32 {
    let popular = fastrand::Rng::with_seed(seed).u32(0..BINS);
    let mut rng = fastrand::Rng::with_seed(seed ^ (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    if rng.u64(0..1000) < PERMILLE { popular } else { rng.u32(0..BINS) }
}
