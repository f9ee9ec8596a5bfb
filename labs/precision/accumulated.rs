//! `accumulated`: sums of n values, in accumulators of 16 and of 32 bits, and with what helps.

use std::sync::{Arc, OnceLock};

use crate::facts::{DeviceType, Facts, Feature};
use crate::lab::{
    Axis, Buffer, Ceilings, Data, Expected, Fill, Grid, Inputs, Need, Ordinate, Part, Problem, Role, Sweep, Undone,
    Variant, Work, variant,
};
use crate::verify::{ROUNDOFF, gamma_n};

pub const PART: Part = Part { also: &[ones], sweep: Some(&SWEEP), ..Part::new("accumulated", problem, LADDER) };

/// An invocation for each sum.
const SUMS: Grid = Grid(&[Axis::each("sums")]);

const LADDER: &[Variant] = &[
    variant!("sum-f16", SUMS, Need::Feature(Feature::F16)),
    variant!("sum-bf16", SUMS),
    variant!("sum-f32", SUMS),
    variant!("pairwise", SUMS),
    variant!("kahan", SUMS),
];

static SWEEP: Sweep = Sweep { ordinate: Ordinate::Error, ..Sweep::over("terms of a sum", points, at_point) };

/// Sums at the main size, and at a point of the axis, at most.
const MANY: u32 = 1 << 14;
const FEW: u32 = 32;

/// Terms of a sum at the main size, at most.
const TERMS: u32 = 256;

/// Terms of all sums at a point of the axis, at most.
const ALL_TERMS: u32 = 1 << 22;

fn problem(size: u32) -> Problem {
    of(size.min(TERMS), MANY, Fill::Uniform(0.0, 1.0), expected)
}

fn at_point(_size: u32, terms: u32) -> Problem {
    of(terms, (ALL_TERMS / terms.max(1)).clamp(1, FEW), Fill::Uniform(0.0, 1.0), expected)
}

/// Powers of four. On a CPU `pairwise` would come to the turns after which lavapipe ends loops, and on the simulator to the steps that
/// it takes.
fn points(device: &Facts, _: &Ceilings, _size: u32) -> Vec<u32> {
    let last = match device.kind {
        DeviceType::Cpu => 7,
        DeviceType::Simulated => 9,
        _ => 11,
    };
    (2..=last).map(|power| 1 << (2 * power)).collect()
}

/// Ones: a sum goes on until the next one is less than half of the distance to the next number.
fn ones() -> Problem {
    of(3000, 14 * FEW + 5, Fill::At(|_, _, _| 1f32.to_bits()), |_, terms, _| stalled(terms))
}

fn of(terms: u32, sums: u32, fill: Fill, expected: fn(&Inputs, usize, usize) -> Vec<Expected>) -> Problem {
    let (n, len) = (terms as usize, sums as usize);
    // Term i of sum s is number i * sums + s, so that invocations side by side read side by side.
    let values = n * len;
    let output = |name, binding| Buffer::f32(name, binding, len, Role::OneOf);
    Problem {
        label: format!("{len} sums of {n} values each"),
        size: terms,
        extents: vec![("terms", terms), ("sums", sums)],
        work: Work::new((n * len) as f64, 4.0 * (values + len) as f64),
        buffers: vec![
            Buffer::params(vec![terms, sums]),
            Buffer::f32("x", 1, values, Role::Input(fill)),
            output("sums_f16", 2),
            output("sums_bf16", 3),
            output("sums_f32", 4),
            output("sums_pairwise", 5),
            output("sums_kahan", 6),
        ],
        reference: Box::new(move |inputs| expected(inputs, n, len)),
    }
}

/// How large the error of n roundings by at most u can be, as a share of a sum of positive terms. Beyond half of it the bound says
/// nothing: no digit need be right.
fn share(n: f64, u: f64) -> f64 {
    if n * u < 0.5 { n * u / (1.0 - n * u) } else { 1.0 }
}

fn expected(inputs: &Inputs, terms: usize, sums: usize) -> Vec<Expected> {
    let sums = Arc::new(Sums { x: inputs.at(1), terms, sums, exact: OnceLock::new() });
    let n = terms as f64;
    let within = |share: f64, basis: &str| {
        let [value, size, truth] = std::array::from_fn(|_| Arc::clone(&sums));
        let expected = Expected::within(move |at| value.sum(at), move |at| share * size.sum(at), basis);
        expected.against(move |at| truth.sum(at))
    };
    let levels = 2.0 * n.log2().ceil() + 2.0;
    vec![
        within(
            share(n + 1.0, 2f64.powi(-10)),
            "g(n + 1) of the sum, u = 2^-10: WGSL does not say how an f16 is rounded",
        ),
        within(share(n + 1.0, 2f64.powi(-8)), "g(n + 1) of the sum, u = 2^-8"),
        within(gamma_n(n), "g(n) = n u / (1 - n u) of the sum, u = 2^-24"),
        within(gamma_n(levels), "g(2 log n + 2) of the sum, u = 2^-24: each term is rounded once a level"),
        Expected {
            undone: Some(reassociated(&sums)),
            ..within(
                2.0 * ROUNDOFF + 8.0 * n * ROUNDOFF * ROUNDOFF,
                "(2 u + 8 n u^2) of the sum, u = 2^-24 (Higham, Accuracy and Stability, section 4.3)",
            )
        },
    ]
}

/// What comes out of Kahan's sum where a compiler has calculated as if there were no roundings: then nothing is lost, and nothing made good.
fn reassociated(sums: &Arc<Sums>) -> Undone {
    let sums = Arc::clone(sums);
    Undone {
        value: Box::new(move |at| f64::from(sums.plain(at))),
        says: "this compiler calculates with the letters and not with the roundings: it found that (t - sum) - y is zero and left it out, \
               so that the sums are, to the last bit, those of a plain sum in f32",
    }
}

/// Where sums of ones in f16 and bf16 stop, exactly, however they are rounded; the others reach the number of terms.
fn stalled(terms: usize) -> Vec<Expected> {
    let basis = "exact: a sum stops where the next number is 2 further";
    let of = |most: f64| {
        let sum = most.min(terms as f64);
        Expected { basis: basis.to_owned(), ..Expected::exactly(move |_| sum) }.against(move |_| terms as f64)
    };
    [2048.0, 256.0, 2f64.powi(24), 2f64.powi(24), 2f64.powi(24)].map(of).into()
}

/// So many sums of so many terms each.
struct Sums {
    x: Arc<Data>,
    terms: usize,
    sums: usize,
    /// They are exact in double precision: multiples of 2^-23 below 2^24.
    exact: OnceLock<Vec<f64>>,
}

impl Sums {
    fn sum(&self, at: usize) -> f64 {
        let exact = self.exact.get_or_init(|| {
            let mut exact = vec![0.0; self.sums];
            for row in self.x.floats(0..self.x.len()).chunks(self.sums) {
                exact.iter_mut().zip(row).for_each(|(sum, x)| *sum += f64::from(*x));
            }
            exact
        });
        exact[at]
    }

    /// As a plain sum in f32 has it.
    fn plain(&self, at: usize) -> f32 {
        (0..self.terms).fold(0.0, |sum, i| sum + self.x.f32(i * self.sums + at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Scalar;
    use crate::verify::{Poison, Verdict, compare};
    use half::{bf16, f16};

    fn plain(x: &[f32]) -> f32 {
        x.iter().fold(0.0, |sum, x| sum + x)
    }

    fn kahan(x: &[f32]) -> f32 {
        let (mut sum, mut lost) = (0f32, 0f32);
        for x in x {
            let y = x - lost;
            let t = sum + y;
            lost = (t - sum) - y;
            sum = t;
        }
        sum
    }

    fn in_f16(x: &[f32]) -> f32 {
        x.iter().fold(f16::ZERO, |sum, x| f16::from_f32(sum.to_f32() + f16::from_f32(*x).to_f32())).to_f32()
    }

    fn in_bf16(x: &[f32]) -> f32 {
        x.iter().fold(bf16::ZERO, |sum, x| bf16::from_f32(sum.to_f32() + x)).to_f32()
    }

    /// The verdict on output number `at` where `sum` makes it.
    fn verdict(problem: &Problem, at: usize, sum: fn(&[f32]) -> f32) -> Verdict {
        let inputs = problem.inputs(5);
        let (len, x) = (problem.extent("sums").expect("it has sums") as usize, inputs.f32(1));
        let terms = |at: usize| x.iter().skip(at).step_by(len).copied().collect::<Vec<f32>>();
        let sums: Vec<f32> = (0..len).map(|at| sum(&terms(at))).collect();
        let expected = (problem.reference)(&inputs).remove(at);
        compare(bytemuck::cast_slice(&sums), Scalar::F32, len, &expected, Poison::of_run(1))
    }

    #[test]
    fn each_accumulator_is_within_its_bound_and_loses_as_many_digits_as_it_lacks() {
        for terms in [1, 17, 1025, 4096] {
            let problem = at_point(0, terms);
            let errors = [(0, in_f16 as fn(&[f32]) -> f32), (1, in_bf16), (2, plain), (4, kahan)].map(|(at, sum)| {
                let verdict = verdict(&problem, at, sum);
                assert!(verdict.passed() && verdict.undone.is_none(), "{terms}: {at}");
                verdict.accuracy.expect("there is a truth").error_l2
            });
            let [f16, bf16, f32, kahan] = errors;
            assert!(terms < 1025 || bf16 > f16 && f16 > 100.0 * f32 && f32 > 3.0 * kahan, "{terms}: {errors:?}");
        }
    }

    #[test]
    fn a_compensated_sum_that_a_compiler_made_plain_is_named_and_a_worse_one_is_wrong() {
        let problem = at_point(0, 1 << 14);
        let plain = verdict(&problem, 4, plain);
        assert!(plain.passed() && plain.undone.is_some_and(|says| says.contains("plain sum in f32")));
        let short = verdict(&problem, 4, |x| kahan(&x[1..]));
        assert!(!short.passed() && short.undone.is_none());
    }

    #[test]
    fn ones_add_up_to_2048_in_f16_to_256_in_bf16_and_to_2_to_the_24th_in_f32() {
        for (at, sum) in [(0, in_f16 as fn(&[f32]) -> f32), (1, in_bf16), (2, plain), (4, kahan)] {
            assert!(verdict(&ones(), at, sum).passed(), "{at}");
        }
        let from = |first: f32| plain(&[&[first][..], &[1.0; 64]].concat());
        assert_eq!(from(16_777_200.0), 16_777_216.0);
        assert_eq!([in_f16(&[1.0; 5000]), in_bf16(&[1.0; 5000])], [2048.0, 256.0]);
    }
}
