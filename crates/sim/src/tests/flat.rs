//! Launches along one axis whose kernels count along two, and such as move by parts of a sector: what a sample of them says
//! passes DRAM.

use super::harness::Case;
use crate::machine::Machine;
use crate::{Launch, Options, Sampling, Simulation, simulate};

/// Rows and columns.
const N: u32 = 256;

/// Workgroups that are sampled of some hundreds.
const SAMPLED: u64 = 24;

/// How far off a sample may be.
const OFF: f64 = 0.03;

/// A kernel of one invocation an element of a square, of which `body` makes `out[i]`.
fn flat(body: &str) -> Case {
    let source = format!(
        "@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
const n = {N}u;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
    let i = id.x;
    let slow = i / n;
    let fast = i % n;
    var sum = 0.0;
    {body}
}}"
    );
    let bytes = (N * N * 4) as usize;
    Case::new(&source).zeros(0, bytes).zeros(1, bytes).zeros(2, bytes).groups([N * N / 64, 1, 1])
}

fn product(row: &str, column: &str) -> Case {
    flat(&format!(
        "for (var k = 0u; k < n; k++) {{ sum += a[{row} * n + k] * b[k * n + {column}]; }}
         out[{row} * n + {column}] = sum;"
    ))
}

/// A machine whose level 2 holds a small part of the matrices.
fn run(case: &Case, set: impl FnOnce(&mut Options)) -> Simulation {
    run_behind(None, case, set)
}

/// One with a memory-side cache of so many bytes behind its level 2, too.
fn run_behind(last_bytes: Option<u64>, case: &Case, set: impl FnOnce(&mut Options)) -> Simulation {
    let mut machine = Machine::builtin(Machine::DEFAULT).expect("built in").clone();
    machine.cache.l2_bytes = Some(48 << 10);
    machine.cache.last_bytes = last_bytes;
    machine.unit.count = Some(2);
    let mut case_on = Case::new(&case.source);
    case_on.target = machine.target();
    let program = case_on.compiled();
    let mut options = Options { races: false, uninitialized: false, ..case.options.clone() };
    set(&mut options);
    let launch = Launch { workgroups: case.workgroups, bindings: &mut case.bindings.clone(), immediates: &[] };
    simulate(&program, launch, &machine, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Asserts that a sample under this budget says what the whole launch does.
fn tells(case: &Case, what: &str, launch_budget: u64) {
    let whole = run(case, |_| {}).traffic;
    let sampled = run(case, |options| {
        options.sampling = Sampling::Sampled { max_workgroups: SAMPLED };
        options.launch_budget = launch_budget;
    });
    assert_eq!(sampled.outcome.findings, [], "{what}");
    let reported = sampled.traffic;
    let bytes =
        [(whole.dram_read_bytes, reported.dram_read_bytes), (whole.dram_write_bytes, reported.dram_write_bytes)];
    for (whole, reported) in bytes {
        let (whole, reported) = (whole.expect("known") as f64, reported.expect("known") as f64);
        assert!((reported / whole - 1.0).abs() <= OFF, "{what}: DRAM {reported} sampled, {whole} in full");
    }
}

/// The same where the budget does not suffice for whole waves.
fn tells_in_proportion(case: &Case, what: &str) {
    const BUDGET: u64 = 1 << 19;
    let whole = run(case, |options| options.launch_budget = BUDGET);
    assert!(whole.outcome.findings.iter().any(|finding| finding.is_error()), "{what} is too little work");
    tells(case, what, BUDGET);
}

#[test]
fn a_product_by_rows_is_told_from_a_few_workgroups() {
    tells_in_proportion(&product("slow", "fast"), "a product by rows");
}

#[test]
fn a_product_by_columns_is_told_from_a_few_workgroups() {
    tells_in_proportion(&product("fast", "slow"), "a product by columns");
}

#[test]
fn a_product_that_numbers_both_axes_in_a_row_is_told_from_a_few_workgroups() {
    const ACROSS: u32 = 32;
    for (row, column) in [("slow", "fast"), ("fast", "slow")] {
        let case = product(row, column);
        let source = case.source.replace("let i = id.x", &format!("let i = id.y * {}u + id.x", 64 * ACROSS));
        let bytes = (N * N * 4) as usize;
        let case = Case::new(&source).zeros(0, bytes).zeros(1, bytes).zeros(2, bytes);
        tells_in_proportion(&case.groups([ACROSS, N * N / 64 / ACROSS, 1]), row);
    }
}

#[test]
fn a_product_whose_workgroups_move_by_half_a_sector_is_told_from_a_few() {
    let case = product("id.y", "id.x");
    let source = case.source.replace("workgroup_size(64)", "workgroup_size(4, 16)");
    let bytes = (N * N * 4) as usize;
    let case = Case::new(&source).zeros(0, bytes).zeros(1, bytes).zeros(2, bytes).groups([N / 4, N / 16, 1]);
    tells_in_proportion(&case, "a product of workgroups of 4 by 16");
}

#[test]
fn batches_of_products_with_a_vector_are_told_from_a_few_workgroups() {
    let batches = flat(
        "for (var k = 0u; k < 16u; k++) { sum += a[i * 16u + k] * b[slow * 16u + k]; }
         out[i] = sum;",
    );
    let batches = batches.groups([N * N / 16 / 64, 1, 1]);
    tells(&batches, "batches of matrix and vector", u64::MAX);
}

#[test]
fn transposes_and_stencils_are_told_as_in_full() {
    tells(&flat("out[fast * n + slow] = a[i];"), "a transpose that writes columns", u64::MAX);
    tells(&flat("out[i] = a[fast * n + slow];"), "a transpose that reads columns", u64::MAX);
    let inner = "fast > 0u && fast < n - 1u && slow > 0u && slow < n - 1u";
    let stencil = format!("if ({inner}) {{ out[i] = a[i - 1u] + a[i + 1u] + a[i - n] + a[i + n]; }}");
    tells(&flat(&stencil), "a stencil", u64::MAX);
}

#[test]
fn workgroups_between_which_others_have_nothing_to_do_are_told_as_in_full() {
    let case = flat("if (i / 64u % 2u == 1u) { return; } let at = i / 128u * 64u + i % 64u; out[at] = a[at];");
    tells(&case, "every other workgroup", u64::MAX);
}

#[test]
fn bricks_of_which_several_lie_in_a_sector_are_told_as_in_full() {
    let source = flat("let at = (id.z * 32u + id.y) * 64u + id.x; out[at] = a[at];").source;
    let source = source.replace("workgroup_size(64)", "workgroup_size(4, 4, 4)");
    let bytes = (N * N * 4) as usize;
    let case = Case::new(&source).zeros(0, bytes).zeros(1, bytes).zeros(2, bytes).groups([16, 8, 8]);
    tells(&case, "bricks", u64::MAX);
}

/// What level 2 drops, a memory-side cache has: all of the matrices, or all but what DRAM would take thousands of workgroups to fill.
#[test]
fn what_a_memory_side_cache_catches_is_told_from_a_few_workgroups() {
    let square = N * N * 4;
    for (last_bytes, what) in
        [(4 * square, "larger than the matrices"), (2 * square + square / 2, "smaller than they are")]
    {
        let case = product("slow", "fast");
        let whole = run_behind(Some(last_bytes.into()), &case, |_| {}).traffic;
        let sampled = run_behind(Some(last_bytes.into()), &case, |options| {
            options.sampling = Sampling::Sampled { max_workgroups: SAMPLED };
        });
        let reported = sampled.traffic;
        for (name, whole, reported) in [
            ("hits of level 2", whole.l2_read_hits, reported.l2_read_hits),
            ("hits behind it", whole.last_read_hits, reported.last_read_hits),
            ("DRAM", whole.dram_bytes(), reported.dram_bytes()),
        ] {
            let (whole, reported) = (whole.expect("known") as f64, reported.expect("known") as f64);
            assert!((reported / whole - 1.0).abs() <= OFF, "{what}: {name} {reported} sampled, {whole} in full");
        }
        let waited: u64 = reported.waited.iter().sum();
        assert!(
            reported.waited[2].abs_diff(whole.waited[2]) * 20 <= waited,
            "{what}: {:?}, {:?}",
            reported.waited,
            whole.waited
        );
    }
}
