//! `histogram`: how often each of 256 values occurs, where one of them is a large share of all.

use crate::facts::{DeviceType, Facts};
use crate::lab::{
    AxisUnit, Buffer, Ceilings, Expected, Fill, Grid, Part, Problem, Role, Sweep, Variant, Work, chance, variant,
};

pub const PART: Part =
    Part { also: &[even, some, all_equal], sweep: Some(&SKEW), ..Part::new("histogram", problem, LADDER) };

const LADDER: &[Variant] = &[
    variant!("global", Grid::SEVERAL),
    variant!("workgroup", Grid::SEVERAL),
    variant!("replicated", Grid::SEVERAL),
    variant!("aggregated", Grid::SEVERAL),
];

/// The same without a ladder, for the second exercise.
pub static SKEWED: Part = Part { also: PART.also, ..Part::new("skewed", problem, &[]) };

static SKEW: Sweep = Sweep { unit: AxisUnit::Percent, knees: true, ..Sweep::over("share of one value", shares, of) };

/// On a CPU, where turns cost little and a lab must end soon, fewer; on the simulator too, which runs every element at each of them.
fn shares(device: &Facts, _ceilings: &Ceilings, _size: u32) -> Vec<u32> {
    match device.kind {
        DeviceType::Cpu | DeviceType::Simulated => vec![1, 10, 50, 100],
        _ => vec![1, 5, 10, 25, 50, 100],
    }
}

/// Values are below this.
pub const BINS: u32 = 256;

/// Per cent of the elements that are one value, where the ladder runs at one share.
const MOST: u32 = 90;

fn problem(size: u32) -> Problem {
    of(size, MOST)
}

fn even() -> Problem {
    of(5000, 0)
}

fn some() -> Problem {
    of(5001, 37)
}

fn all_equal() -> Problem {
    of(5003, 100)
}

/// The histogram of `size` values, of which `percent` of a hundred are one and the same.
fn of(size: u32, percent: u32) -> Problem {
    let n = size as usize;
    let percent = percent.min(100);
    Problem {
        label: format!("how often each of {BINS} values occurs among {n} u32, {percent} % of them one value"),
        size,
        extents: vec![("elements", size)],
        work: Work::new(n as f64, 4.0 * (n as f64 + f64::from(BINS))),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::u32("x", 1, n, Role::Input(Fill::At(filled(percent)))),
            Buffer::u32("counts", 2, BINS as usize, Role::Total),
        ],
        reference: Box::new(|inputs| {
            let mut counts = vec![0u32; BINS as usize];
            inputs.u32(1).iter().for_each(|value| counts[*value as usize] += 1);
            vec![Expected::exactly(move |bin| f64::from(counts[bin]))]
        }),
    }
}

/// What fills an element from the seed, the length and its place.
type Make = fn(u64, usize, usize) -> u32;

/// A function for each per cent: what fills a buffer has no data of its own.
fn filled(percent: u32) -> Make {
    macro_rules! ten {
        ($tens:literal) => {
            ten!($tens: 0 1 2 3 4 5 6 7 8 9)
        };
        ($tens:literal: $($ones:literal)*) => {
            [$(skewed::<{ 10 * $tens + $ones }> as Make),*]
        };
    }
    const MADE: [[Make; 10]; 10] =
        [ten!(0), ten!(1), ten!(2), ten!(3), ten!(4), ten!(5), ten!(6), ten!(7), ten!(8), ten!(9)];
    let tens = MADE.get(percent as usize / 10);
    tens.map_or(skewed::<100>, |tens| tens[percent as usize % 10])
}

/// A value that `PERCENT` of a hundred elements share; the others are spread evenly over all values.
fn skewed<const PERCENT: u64>(seed: u64, _len: usize, at: usize) -> u32 {
    let popular = fastrand::Rng::with_seed(seed).u32(0..BINS);
    let mut rng = chance(seed, at + 1);
    if rng.u64(0..100) < PERCENT { popular } else { rng.u32(0..BINS) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_one_value_is_what_was_asked_for() {
        for percent in [0, 1, 37, 90, 99, 100] {
            let inputs = of(20_000, percent).inputs(3);
            let counts = (0..BINS).map(|value| inputs.u32(1).iter().filter(|x| **x == value).count());
            let most = counts.max().unwrap_or_default() as f64 / 20_000.0;
            let share = f64::from(percent) / 100.0;
            assert!((most - share - (1.0 - share) / f64::from(BINS)).abs() < 0.01, "{percent} %: {most}");
        }
    }
}
