//! The reference, its tolerance, and the shaders that no device at hand may run.

use naga::back::spv;

use super::LAB;
use super::problem::{Shape, matmul, single};
use crate::host::Native;
use crate::kernel::{Kernel, Scalar};
use crate::lab::{Inputs, Shaders};

const RAGGED: Shape = Shape { m: 5, n: 3, k: 7 };

/// C in f32, each sum in order and over the first `terms` products only.
fn summed(shape: Shape, inputs: &Inputs, terms: usize) -> Vec<f32> {
    let [m, n, k] = [shape.m, shape.n, shape.k].map(|extent| extent as usize);
    let (a, b) = (inputs.f32(1), inputs.f32(2));
    let element = |i: usize| {
        let (row, col) = (i / n, i % n);
        (0..terms).fold(0.0, |sum, t| sum + a[row * k + t] * b[t * n + col])
    };
    (0..m * n).map(element).collect()
}

#[test]
fn the_reference_is_the_product_also_where_no_two_sizes_are_equal() {
    let (inputs, expected) = matmul(RAGGED, Scalar::F32).posed(11);
    let found = summed(RAGGED, &inputs, RAGGED.k as usize);
    assert_eq!(expected.refused(found.len(), |i| found[i]), 0);
    assert_eq!(matmul(RAGGED, Scalar::F32).outputs().next().expect("c").len, 15);
}

#[test]
fn the_reference_takes_f16_factors_as_they_are_stored() {
    let (inputs, expected) = matmul(RAGGED, Scalar::F16).posed(11);
    let half = |binding: u32, i: usize| {
        let word = inputs.u32(binding)[i / 2];
        half::f16::from_bits((word >> (16 * (i % 2))) as u16).to_f64()
    };
    let sum: f64 = (0..7).map(|t| half(1, 2 * 7 + t) * half(2, t * 3 + 1)).sum();
    assert!(((expected.value)(2 * 3 + 1) - sum).abs() < 1e-12);
}

#[test]
fn elements_that_are_computed_alone_are_those_of_the_whole_product() {
    let (_, whole) = matmul(RAGGED, Scalar::F16).posed(11);
    let (_, some) = matmul(RAGGED, Scalar::F16).posed(11);
    let asked = [0, 2, 4, 6, 8, 12, 13, 14];
    some.prepare.as_ref().expect("it can")(&asked);
    for at in asked {
        assert_eq!((some.value)(at), (whole.value)(at), "{at}");
        assert_eq!((some.tolerance)(at), (whole.tolerance)(at), "{at}");
    }
}

#[test]
fn sums_in_f32_pass_and_sums_that_lack_one_term_do_not() {
    for k in [1, 2, 16, 512, 4096] {
        let shape = Shape { m: 24, n: 20, k };
        let (inputs, expected) = matmul(shape, Scalar::F32).posed(11);
        let whole = summed(shape, &inputs, k as usize);
        assert_eq!(expected.refused(whole.len(), |i| whole[i]), 0, "K = {k}");
        let lacking = summed(shape, &inputs, k as usize - 1);
        let found = expected.refused(lacking.len(), |i| lacking[i]);
        assert!(found > 24 * 20 * 3 / 4, "K = {k}: only {found} of 480 found");
    }
}

#[test]
fn work_counts_two_flops_a_product_and_each_matrix_once() {
    let work = single(64).work;
    assert_eq!(work.flop.0, 2.0 * 64.0 * 64.0 * 64.0);
    assert_eq!(work.byte.0, 3.0 * 4.0 * 64.0 * 64.0);
    assert_eq!(super::problem::half(64).work.byte.0, (2.0 + 2.0 + 4.0) * 64.0 * 64.0);
}

#[test]
fn every_shader_can_be_translated_to_spir_v() {
    let shaders = Shaders::usual(&Native);
    for (_, variant) in LAB.variants() {
        let file = variant.passes[0].shader;
        let (path, source, _) = shaders.read(LAB.name, file).expect("the shader is there");
        let kernel = Kernel::parse(&path, &source, None, &Default::default()).unwrap_or_else(|error| panic!("{error}"));
        let options = spv::Options { lang_version: (1, 6), ..spv::Options::default() };
        let words = spv::write_vec(&kernel.module, &kernel.info, &options, None)
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(!words.is_empty());
        assert_eq!(kernel.needs.cooperative_matrix, variant.name.starts_with("matrix-"), "{file}");
    }
}
