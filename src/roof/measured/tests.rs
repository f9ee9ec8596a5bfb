use std::collections::BTreeSet;
use std::time::Duration;

use super::autotune::Autotuner;
use super::chains::{Chain, ChainSpace, Dot, Half, Matrix, Shape};
use super::fma_chain::{FmaChain, SEEDS};
use super::microkernel::{ComputeShape, CopyShape, Layout, StepForm};
use super::search::{SearchSpace, named};
use super::{compute, memory};
use crate::device::{Backend, Device, DeviceType, Facts, Feature, Limits, Simulated};
use crate::host::Rooted;
use crate::sim::machine::Machine;

fn facts(features: &[Feature]) -> Facts {
    Facts {
        timestamp_period_s: None,
        stands_for: None,
        name: "a device".to_owned(),
        backend: Backend::Vulkan,
        kind: DeviceType::Discrete,
        driver: String::new(),
        vendor: 0,
        device: 0,
        pci_bus_id: String::new(),
        subgroup_min: 32,
        subgroup_max: 32,
        limits: Limits {
            max_buffer_size: 1 << 30,
            max_storage_binding: 1 << 27,
            max_workgroup_memory: 1 << 14,
            max_invocations: 256,
            max_workgroup_size: [256, 256, 64],
            max_workgroups: 65_535,
        },
        features: features.to_vec(),
    }
}

fn all_compute_shapes() -> Vec<ComputeShape> {
    let facts = facts(&[]);
    let first = compute::ComputeSpace::first(&facts);
    let second = compute::ComputeSpace::refined(&facts, &first);
    [first, second].concat()
}

fn all_copy_shapes(features: &[Feature]) -> Vec<CopyShape> {
    let facts = facts(features);
    let first = memory::CopySpace::first(&facts);
    let second = memory::CopySpace::refined(&facts, &first);
    [first, second].concat()
}

#[test]
fn every_compute_shape_is_valid_wgsl_and_does_all_the_steps_that_are_counted() {
    for shape in all_compute_shapes() {
        let kernel = shape.kernel().unwrap_or_else(|error| panic!("{shape}: {error}"));
        assert_eq!(kernel.workgroup_size, [shape.workgroup, 1, 1]);
        let step = match shape.form {
            StepForm::Affine => "= a * y",
            StepForm::Quadratic => "* y",
        };
        let steps = kernel.source.matches(step).count() as u32;
        assert_eq!(steps * shape.width, shape.steps(), "{shape}");
        assert_eq!(kernel.bindings.len(), 3);
    }
}

#[test]
fn every_copy_shape_is_valid_wgsl_and_copies_all_the_elements_that_are_counted() {
    for shape in all_copy_shapes(&[Feature::Int64]) {
        let kernel = shape.kernel().unwrap_or_else(|error| panic!("{shape}: {error}"));
        assert_eq!(kernel.needs.int64, shape.wide_words, "{shape}");
        let copies = kernel.source.matches("] = source[").count() as u32;
        assert_eq!(copies, shape.per_invocation, "{shape}");
        let apart = kernel.source.contains("step = WORKGROUP;");
        assert_eq!(apart, shape.layout == Layout::Interleaved, "{shape}");
    }
}

#[test]
fn words_of_64_bits_are_tried_only_where_the_device_has_them() {
    assert!(all_copy_shapes(&[]).iter().all(|shape| !shape.wide_words));
    assert!(all_copy_shapes(&[Feature::Int64]).iter().any(|shape| shape.wide_words));
}

#[test]
fn the_search_covers_both_forms_every_width_and_one_to_sixteen_chains() {
    let shapes = all_compute_shapes();
    for form in [StepForm::Affine, StepForm::Quadratic] {
        let of_form = shapes.iter().filter(|shape| shape.form == form);
        let tried: BTreeSet<(u32, u32)> = of_form.map(|s| (s.width, s.chains)).collect();
        for width in [1, 2, 4] {
            for chains in [1, 2, 4, 8, 16] {
                assert!(tried.contains(&(width, chains)), "{form:?} {chains} x {width}");
            }
        }
    }
}

/// What a faithful device computes, in f32.
fn run(shape: &ComputeShape, chain: &FmaChain, seeds: &[f32], steps: u32) -> Vec<f32> {
    let [a, b, _]: [f32; 3] = bytemuck::pod_read_unaligned(chain.bytes());
    let width = shape.width as usize;
    let end = |seed: f32| {
        (0..steps).fold(seed, |y, _| match shape.form {
            StepForm::Affine => a * y + b,
            StepForm::Quadratic => y * y + b,
        })
    };
    (0..3 * SEEDS * width)
        .map(|at| {
            let (lane, component) = (at / width, at % width);
            (0..shape.chains as usize).map(|chain| end(seeds[(lane + chain) % SEEDS * width + component])).sum()
        })
        .collect()
}

#[test]
fn a_faithful_result_passes_and_one_of_fewer_trips_does_not() {
    let mut random = fastrand::Rng::with_seed(7);
    let seeds: Vec<f32> = (0..4 * SEEDS).map(|_| 0.1 + 0.35 * random.f32()).collect();
    for shape in all_compute_shapes().into_iter().step_by(5) {
        for trips in [3, 12] {
            let chain = FmaChain::new(&shape, trips);
            let right = run(&shape, &chain, &seeds, trips * shape.unroll);
            assert_eq!(chain.fault(&seeds, &right), None, "{shape}, {trips} trips");
            let fewer = trips - trips / 3;
            let short = run(&shape, &chain, &seeds, fewer * shape.unroll);
            assert!(chain.fault(&seeds, &short).is_some(), "{shape}, {fewer} trips");
        }
    }
}

#[test]
fn results_that_are_poisoned_shifted_or_from_another_chain_are_faults() {
    let mut random = fastrand::Rng::with_seed(8);
    let seeds: Vec<f32> = (0..4 * SEEDS).map(|_| 0.1 + 0.35 * random.f32()).collect();
    let shape = ComputeShape { form: StepForm::Affine, width: 2, chains: 4, unroll: 24, workgroup: 64 };
    let chain = FmaChain::new(&shape, 3);
    let right = run(&shape, &chain, &seeds, 72);
    let mut poisoned = right.clone();
    poisoned[300] = f32::NAN;
    assert!(chain.fault(&seeds, &poisoned).unwrap().contains("at index 300"));
    let mut shifted = right.clone();
    shifted.rotate_left(2);
    assert!(chain.fault(&seeds, &shifted).is_some());
    assert!(chain.fault(&seeds, &vec![0.0; right.len()]).is_some());
}

#[test]
fn every_shape_that_may_have_won_is_found_again_by_its_name() {
    let facts = facts(&[Feature::Int64]);
    for shape in all_compute_shapes() {
        assert_eq!(named::<compute::ComputeSpace>(&facts, &shape.to_string()), [shape], "{shape}");
    }
    for shape in all_copy_shapes(&[Feature::Int64]) {
        assert_eq!(named::<memory::CopySpace>(&facts, &shape.to_string()), [shape], "{shape}");
    }
    assert_eq!(named::<compute::ComputeSpace>(&facts, "nobody"), []);
}

fn all_chains<C: Chain>() -> Vec<Shape<C>> {
    let facts = facts(&[]);
    let first = ChainSpace::<C>::first(&facts);
    let second = ChainSpace::<C>::refined(&facts, &first);
    [first, second].concat()
}

fn assert_chains_are_whole<C: Chain>(step: &str) {
    for shape in all_chains::<C>() {
        let kernel = shape.kernel().unwrap_or_else(|error| panic!("{shape}: {error}"));
        assert_eq!(kernel.source.matches(step).count() as u32, shape.chains * shape.unroll(), "{shape}");
    }
}

#[test]
fn every_shape_in_f16_of_dot_products_and_of_matrices_is_valid_wgsl_and_does_all_the_steps_that_are_counted() {
    assert_chains_are_whole::<Half>("= a * y");
    assert_chains_are_whole::<Dot>("= dot4I8Packed(");
    assert_chains_are_whole::<Matrix>("= coopMultiplyAdd(");
}

fn fault_of<C: Chain>(device: &mut Simulated) -> Option<String> {
    let nobody = tempfile::tempdir().expect("a folder");
    let host = Rooted::at(nobody.path());
    pollster::block_on(async {
        let space = ChainSpace::<C>::new(device).await.expect("there is room");
        let mut tuner = Autotuner::new(Duration::ZERO, &host);
        let shape = ChainSpace::<C>::first(device.facts())[0];
        let candidate = space.candidate(device, &mut tuner, shape).await.expect("it runs");
        space.fault(device, &candidate).await.expect("it runs")
    })
}

#[test]
fn chains_in_f16_of_dot_products_and_of_matrices_compute_what_they_should_and_a_step_too_few_is_seen() {
    let mut device = Simulated::new(Machine::builtin("ampere-8.0").expect("a machine").clone());
    assert_eq!(fault_of::<Half>(&mut device), None);
    assert_eq!(fault_of::<Dot>(&mut device), None);
    assert_eq!(fault_of::<Matrix>(&mut device), None);
    for at in 0..3 {
        assert_ne!(Half::word(at, 8, 36), Half::word(at, 8, 35));
        assert_ne!(Dot::word(at, 8, 36), Dot::word(at, 8, 35));
        assert_ne!(Matrix::word(at, 8, 36), Matrix::word(at, 8, 35));
    }
}
