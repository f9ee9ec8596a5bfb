//! `floats`: one number of n f32, eight times, each time in another order.

use crate::lab::{Axis, Buffer, Expected, Fill, Grid, Part, Problem, Reference, Role, Variant, Work, variant};
use crate::verify::{ROUNDOFF, gamma_n};

pub const PART: Part = Part { also: &[whole_numbers], ..Part::new("floats", problem, LADDER) };

/// A workgroup for each order.
const ORDER: Axis = Axis::by("orders", "EACH");
const TILES: Axis = Axis::by("elements", "COVER");

const LADDER: &[Variant] = &[
    variant!("one-by-one", Grid(&[ORDER])),
    variant!("by-atomics", Grid(&[TILES, ORDER])),
    variant!("by-tree", Grid(&[TILES, ORDER])),
    variant!("compensated", Grid(&[ORDER])),
];

/// Orders, as in the kernels.
const ORDERS: usize = 8;

/// Elements, at most: one invocation adds up all of them, and lavapipe ends its loop after 65535 turns, whatever is left to do.
const MOST: u32 = 60_000;

/// Whole numbers: more than `MOST`.
const WHOLE_NUMBERS: u32 = 62_003;

fn problem(size: u32) -> Problem {
    of(size.div_ceil(8).min(MOST), Fill::Uniform(0.0, 1.0), rounded())
}

/// Their sum is below 2^24, and exact in any order, so that one element too few or too many is seen. There are more of them than
/// of the others, because a tolerance for roundings cannot see one element of many. None is 0, and some are below it.
fn whole_numbers() -> Problem {
    of(WHOLE_NUMBERS, Fill::At(whole_number), exact())
}

fn whole_number(seed: u64, _len: usize, at: usize) -> u32 {
    match (seed ^ at as u64) % 32 {
        8 => 31f32,
        other => other as f32 - 8.0,
    }
    .to_bits()
}

fn of(size: u32, fill: Fill, reference: Reference) -> Problem {
    let n = size as usize;
    Problem {
        label: format!("the sum of {n} f32, in {ORDERS} orders"),
        size,
        extents: vec![("elements", size), ("orders", ORDERS as u32)],
        work: Work::new((ORDERS * n) as f64, 4.0 * (n + ORDERS) as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::f32("x", 1, n, Role::Input(fill)),
            Buffer::f32("totals", 2, ORDERS, Role::Total),
        ],
        reference,
    }
}

fn sum(x: &[f32]) -> f64 {
    x.iter().map(|x| f64::from(*x)).sum()
}

fn exact() -> Reference {
    Box::new(|inputs| {
        let sum = sum(inputs.f32(1));
        vec![Expected { basis: "exact: whole numbers below 2^24".to_owned(), ..Expected::exactly(move |_| sum) }]
    })
}

/// No order is further off than gamma(n); and since roundings of random data go up as often as down, all orders together
/// are within some sqrt(n) u (Higham and Mary, "A new approach to probabilistic rounding error analysis", 2019).
fn rounded() -> Reference {
    Box::new(|inputs| {
        let (sum, n) = (sum(inputs.f32(1)), inputs.f32(1).len() as f64);
        let share = gamma_n(n);
        let basis = "g(n) = n u / (1 - n u) of the sum, in any order; 16 sqrt(n) u for all orders together";
        vec![Expected {
            norm: Some(16.0 * n.sqrt() * ROUNDOFF),
            ..Expected::within(move |_| sum, move |_| share * sum, basis)
        }]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Scalar;
    use crate::verify::{Poison, Verdict, compare};

    /// The verdict on what `total` makes of the elements from each order's start.
    fn verdict(problem: &Problem, total: impl Fn(&[f32]) -> f32) -> Verdict {
        let (inputs, expected) = problem.posed(5);
        let x = inputs.f32(1);
        let sums: Vec<f32> = (0..ORDERS)
            .map(|order| {
                let start = order * (x.len() / ORDERS + 1) % x.len();
                total(&[&x[start..], &x[..start]].concat())
            })
            .collect();
        compare(bytemuck::cast_slice(&sums), Scalar::F32, ORDERS, &expected, Poison::of_run(1))
    }

    fn one_by_one(x: &[f32]) -> f32 {
        x.iter().fold(0.0, |sum, x| sum + x)
    }

    fn pairwise(x: &[f32]) -> f32 {
        match x {
            [] => 0.0,
            [x] => *x,
            _ => pairwise(&x[..x.len() / 2]) + pairwise(&x[x.len() / 2..]),
        }
    }

    #[test]
    fn every_order_is_within_the_tolerance_and_pairs_are_nearer_than_one_after_the_other() {
        for size in [1, 17, 1025, 40_000, 1 << 21] {
            let [line, tree] = [verdict(&problem(size), one_by_one), verdict(&problem(size), pairwise)];
            assert!(line.passed() && tree.passed(), "{size}");
            let error = |verdict: Verdict| verdict.together.expect("its error is limited").error_l2;
            let (line, tree) = (error(line), error(tree));
            assert!(size < 40_000 || 5.0 * tree < line, "{size}: {tree} and {line}");
        }
        assert!(verdict(&whole_numbers(), one_by_one).passed() && verdict(&whole_numbers(), pairwise).passed());
    }

    #[test]
    fn whatever_the_size_an_element_left_out_is_seen_in_as_many_whole_numbers() {
        assert!(problem(u32::MAX).buffers[1].len < whole_numbers().buffers[1].len);
        let of = |x: &[f32]| pairwise(&x[..(WHOLE_NUMBERS as usize - 1).min(x.len())]);
        assert!(!verdict(&whole_numbers(), of).passed());
    }

    #[test]
    fn elements_left_out_that_the_worst_case_would_allow_are_refused_together() {
        let few = verdict(&problem(1 << 21), |x| pairwise(&x[100..]));
        assert_eq!((few.wrong, few.passed()), (0, false));
        assert!(!verdict(&whole_numbers(), |x| pairwise(&x[1..])).passed());
        assert!(!verdict(&problem(17), |x| one_by_one(&x[1..])).passed());
    }
}
