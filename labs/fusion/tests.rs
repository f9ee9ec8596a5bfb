//! The references against plain f32, computed here without a device.

use super::LAB;
use crate::lab::{Expected, Inputs, Problem};

/// What is wrong with a computation that a test wants refused.
#[derive(Clone, Copy, PartialEq)]
enum Flaw {
    None,
    /// The last column is missing from each sum.
    LastColumn,
}

fn part(name: &str, size: u32, seed: u64) -> (Problem, Inputs, Expected) {
    let part = LAB.parts.iter().find(|part| part.name == name);
    let problem = (part.expect("a part of the lab").problem)(size);
    let (inputs, expected) = problem.posed(seed);
    (problem, inputs, expected)
}

/// In plain f32, with naive loops: element `i` of `name`'s output.
fn plain(name: &str, inputs: &Inputs, size: usize, i: usize, flaw: Flaw) -> f32 {
    let (row, column) = (i / size, i % size);
    let summed = if flaw == Flaw::LastColumn { size - 1 } else { size };
    let of_row = |binding: u32| &inputs.f32(binding)[row * size..(row + 1) * size];
    let x = inputs.f32(1);
    match name {
        "chain" => {
            let offset = 1.7 * x[i] + 0.3;
            let leaky = if offset < 0.0 { 0.1 * offset } else { offset };
            leaky * leaky / (1.0 + leaky * leaky)
        }
        "bias-gelu" => {
            let z = x[i] + inputs.f32(2)[column];
            0.5 * z * (1.0 + (0.797_884_6 * (z + 0.044_715 * z.powi(3))).tanh())
        }
        "residual-layernorm" => {
            let h: Vec<f32> = of_row(1).iter().zip(of_row(2)).map(|(a, b)| a + b).collect();
            let n = size as f32;
            let mean = h[..summed].iter().sum::<f32>() / n;
            let variance = h.iter().map(|h| (h - mean).powi(2)).sum::<f32>() / n;
            (h[column] - mean) / (variance + 1e-5).sqrt() * inputs.f32(3)[column] + inputs.f32(4)[column]
        }
        "softmax" => {
            let row = of_row(1);
            let largest = row.iter().copied().fold(f32::MIN, f32::max);
            let sum: f32 = row[..summed].iter().map(|x| (x - largest).exp()).sum();
            (x[i] - largest).exp() / sum
        }
        "matmul-epilogue" => {
            let product: f32 = (0..16).map(|k| x[row * 16 + k] * inputs.f32(2)[k * size + column]).sum();
            (product + inputs.f32(3)[column]).max(0.0)
        }
        other => panic!("no plain computation of {other}"),
    }
}

#[test]
fn a_plain_f32_computation_of_each_part_is_within_tolerance() {
    for part_of_lab in LAB.parts {
        for size in [1, 5, 64, 129] {
            let (problem, inputs, expected) = part(part_of_lab.name, size, 11);
            let len = problem.outputs().next().expect("an output").len;
            let got = |i| plain(part_of_lab.name, &inputs, size as usize, i, Flaw::None);
            assert_eq!(expected.refused(len, got), 0, "{} at size {size}", part_of_lab.name);
        }
    }
}

#[test]
fn a_row_whose_sum_lacks_one_column_is_refused_at_every_element() {
    for name in ["softmax", "residual-layernorm"] {
        let (_, inputs, expected) = part(name, 1000, 7);
        // A row's mean moves by a thousandth of the last element's distance from it, which may be near zero.
        let got = |i| plain(name, &inputs, 1000, i, Flaw::LastColumn);
        let wrong = expected.refused(20_000, got);
        assert!(wrong > 16_000, "{name}: only {wrong} of 20000 are refused");
    }
}

#[test]
fn zeros_are_refused_with_any_seed() {
    for part_of_lab in LAB.parts {
        for seed in 0..20 {
            let (problem, _, expected) = part(part_of_lab.name, 17, seed);
            let len = problem.outputs().next().expect("an output").len;
            let wrong = expected.refused(len, |_| 0.0);
            assert!(wrong * 10 > len, "{} with seed {seed}: {wrong} of {len}", part_of_lab.name);
        }
    }
}

#[test]
fn a_size_beyond_every_device_makes_a_problem_that_says_so_by_its_buffers() {
    for part in LAB.parts {
        let problem = (part.problem)(70_000);
        let largest = problem.buffers.iter().map(crate::lab::Buffer::bytes).max();
        assert_eq!(largest, Some(70_000 * 70_000 * 4), "{}", part.name);
    }
}

/// As the handout says: the tanh form is within 5e-4 of the exact one.
#[test]
fn the_tanh_form_is_nearly_the_exact_gelu() {
    let apart = (-8000..8000).map(|step| f64::from(step) / 1000.0).map(|z| {
        let tanh = 0.5 * z * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (z + 0.044715 * z * z * z)).tanh());
        (tanh - 0.5 * z * (1.0 + libm::erf(z / 2.0_f64.sqrt()))).abs()
    });
    assert!((4e-4..5e-4).contains(&apart.fold(0.0, f64::max)));
}
