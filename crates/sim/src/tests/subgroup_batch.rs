//! Subgroups that run abreast count, compute and find what they do one by one.

use super::harness::Case;
use crate::machine::Machine;
use crate::{Launch, Options, Simulation, simulate};
use std::collections::BTreeMap;

const HEAD: &str = "@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
var<workgroup> tile: array<u32, 257>;
";

/// Bodies of kernels of workgroups of 32 x 8 invocations, `i` being the number of the invocation in its workgroup and `g` in the
/// launch.
const BODIES: [(&str, &str); 14] = [
    ("a copy", "out[g] = a[g];"),
    ("a column", "out[g] = a[(i % 32u) * 61u + i / 32u];"),
    ("a word for all", "out[g] = a[3u] + a[wg.x];"),
    ("a word for each subgroup", "out[g] = a[i / 32u * 9u] + a[i / 64u];"),
    ("a gather", "out[g] = a[a[g] % 977u];"),
    ("a branch by lane", "if (i % 3u == 0u) { out[g] = a[g] * 7u; } else { out[g] = a[g / 2u]; }"),
    ("a branch by subgroup", "if (i / 32u % 2u == 0u) { out[g] = a[g]; } else { out[g] = a[i] / 3u; }"),
    ("some lanes of some subgroups", "out[g] = 1u; if (i % 96u > 40u) { out[g] = a[g - i % 5u]; }"),
    ("loops of different lengths", "var s = 0u; for (var k = 0u; k < i / 7u; k++) { s += a[k * 8u + i % 8u]; } out[g] = s;"),
    ("a return of some lanes and subgroups", "if (i > 100u && i % 4u != 1u) { return; } out[g] = a[g] + a[g + 1u];"),
    ("a switch", "switch (a[i] % 4u) { case 0u: { out[g] = i; } case 2u: { out[g] = a[i + 9u]; } default: { out[g] = 5u; } }"),
    (
        "a tile and barriers",
        "var s = 0u; for (var k = 0u; k < 3u; k++) { tile[i] = a[g + k]; workgroupBarrier();
        s += tile[255u - i] + tile[i / 32u] + tile[i * 5u % 256u]; workgroupBarrier(); } out[g] = s;",
    ),
    (
        "a read of what nobody wrote that select discards",
        "if (i < 200u) { tile[i] = 1u; } workgroupBarrier(); out[g] = select(tile[i], 0u, i >= 200u);",
    ),
    (
        "a tree",
        "tile[i] = a[g]; workgroupBarrier(); for (var k = 128u; k > 0u; k >>= 1u) { if (i < k) { tile[i] += tile[i + k]; }
        workgroupBarrier(); } if (i == 0u) { out[wg.x] = tile[0]; }",
    ),
];

/// What is wrong with these is found as if subgroups ran one by one.
const FAULTY: [(&str, &str); 6] = [
    ("a race between subgroups", "tile[i] = a[g]; out[g] = tile[255u - i];"),
    ("a race that the order decides", "if (i % 32u == 5u) { tile[0] = i; } workgroupBarrier(); out[g] = tile[0];"),
    ("an index out of bounds", "out[g] = a[g * 4000u];"),
    ("a read of what nobody wrote", "if (i < 200u) { tile[i] = 1u; } workgroupBarrier(); out[g] = tile[i];"),
    (
        "a read of what nobody wrote that one lane uses",
        "if (i < 200u) { tile[i] = 1u; } workgroupBarrier(); out[g] = select(tile[i], 0u, i != 251u);",
    ),
    ("a barrier that one subgroup misses", "if (i < 224u) { workgroupBarrier(); } out[g] = 1u;"),
];

fn case(body: &str, width: u32) -> Case {
    let source = format!(
        "{HEAD}@compute @workgroup_size(32, 8) fn main(@builtin(local_invocation_index) i: u32,
        @builtin(workgroup_id) wg: vec3<u32>) {{ let g = wg.x * 256u + i; {body} }}"
    );
    let mut random = fastrand::Rng::with_seed(7);
    let values: Vec<u32> = (0..2050).map(|_| random.u32(..5000)).collect();
    Case::new(&source).width(width).groups([4, 1, 1]).u32s(0, &values).zeros(1, 4 * 1024)
}

fn runs_abreast(case: &Case) -> bool {
    let compiled = case.compiled();
    compiled.program.batched(&compiled.tables, &case.options).is_some()
}

type Left = (Simulation, BTreeMap<(u32, u32), Vec<u8>>);

/// What a launch does, and does subgroup by subgroup.
fn both(case: &Case) -> [Left; 2] {
    let compiled = case.compiled();
    // A program that asks for its subgroups is run so.
    let mut one_by_one = compiled.clone();
    one_by_one.program.subgroups = true;
    [compiled, one_by_one].map(|program| {
        let mut machine = Machine::builtin(Machine::DEFAULT).expect("it is built in").clone();
        machine.subgroup.width = Some(case.target.subgroup_width);
        let options = Options { access_samples: true, uninitialized: true, ..case.options.clone() };
        let mut bindings = case.bindings.clone();
        let launch = Launch { workgroups: case.workgroups, bindings: &mut bindings, immediates: &[] };
        let mut ran = simulate(&program, launch, &machine, &options).unwrap_or_else(|error| panic!("{error}"));
        // Which other subgroup is named beside the first one depends on the order.
        ran.outcome.access_samples.iter_mut().for_each(|request| request.beside = None);
        (ran, bindings)
    })
}

fn same((a, left): &Left, (b, stays): &Left, name: &str) {
    assert!(left == stays, "the outputs of {name}");
    assert_eq!(a.outcome.counters, b.outcome.counters, "{name}");
    assert_eq!(a.outcome.lines, b.outcome.lines, "{name}");
    assert_eq!(a.outcome.findings, b.outcome.findings, "{name}");
    assert_eq!(a.outcome.access_samples, b.outcome.access_samples, "{name}");
    assert_eq!(a.demand, b.demand, "{name}");
    assert!(a == b, "{name}");
}

#[test]
fn subgroups_abreast_count_and_compute_what_they_do_one_by_one() {
    for width in [8, 32, 64] {
        for (name, body) in BODIES {
            let case = case(body, width);
            assert!(runs_abreast(&case), "{name} with {width} lanes does not run abreast");
            let [abreast, one_by_one] = both(&case);
            same(&abreast, &one_by_one, &format!("{name} with {width} lanes"));
            assert_eq!(abreast.0.outcome.findings, [], "{name}");
        }
    }
}

#[test]
fn faults_of_subgroups_abreast_are_found_as_one_by_one() {
    for (name, body) in FAULTY {
        let [abreast, one_by_one] = both(&case(body, 32));
        same(&abreast, &one_by_one, name);
        assert!(!abreast.0.outcome.findings.is_empty(), "{name}");
    }
}

#[test]
fn what_tells_the_order_of_subgroups_runs_one_by_one() {
    let unwatched = |body: &str| case(body, 32).option(|options| options.races = false);
    for (abreast, case) in [
        (true, unwatched("out[g] = a[g];")),
        (false, unwatched("tile[i] = a[g]; workgroupBarrier(); out[g] = tile[255u - i];")),
        (true, case("tile[i] = a[g]; workgroupBarrier(); out[g] = tile[255u - i];", 32)),
        (true, case("out[g] = a[g];", 64)),
        (false, case("out[g] = a[g];", 128)),
        (false, case("out[g] = a[g];", 32).option(|options| options.outputs_only = true)),
    ] {
        assert_eq!(runs_abreast(&case), abreast, "{}", case.source);
    }
}
