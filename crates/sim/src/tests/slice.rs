//! What a kernel asks of global memory is found without what it computes, and one workgroup stands for others that do the same.

use super::harness::Case;
use crate::machine::Machine;
use crate::{Compiled, Launch, Options, Sampling, Simulation, simulate};

const HEAD: &str = "@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> sizes: array<vec4<u32>, 2>;
var<workgroup> tile: array<f32, 256>;
fn within(i: u32) -> f32 { if (i < sizes[1].x && i % 7u != 3u) { return a[i]; } return 0.0; }
";

/// Bodies of kernels of workgroups of 64 invocations, `i` being the number of the invocation in its workgroup and `g` in the launch,
/// whose requests do not depend on what memory holds.
const KNOWN: [(&str, &str); 10] = [
    ("a copy", "out[g] = a[g];"),
    ("a polynomial", "var x = a[g]; for (var k = 0u; k < 90u; k++) { x = x * 0.5 + 1.0; } out[g] = x;"),
    ("a function that returns from a branch", "out[g] = within(g) + within(g * 3u) * within(sizes[i % 2u].y + i);"),
    (
        "a register used by one variable after the other",
        "var s = 0.0; for (var k = 0u; k < 4u; k++) { let near = k > 1u && i < 40u; if (near) { s += a[g + k]; }
        let x = within(k); var far = x * 2.0; if (i > k || g < 9u) { far += a[k]; } s += far; } out[g] = s;",
    ),
    (
        "tiles and barriers",
        "var s = 0.0; for (var k = 0u; k < 6u; k++) { tile[i] = a[k * 64u + g]; workgroupBarrier();
        for (var j = 0u; j < 64u; j++) { s += tile[j] * tile[(j + i) % 64u]; } workgroupBarrier(); } out[g] = s;",
    ),
    (
        "sums in an array, and places in another",
        "var sums: array<f32, 8>; var places: array<u32, 4>; for (var k = 0u; k < 4u; k++) { places[k] = g + k * k; }
        for (var k = 0u; k < 8u; k++) { sums[k] += a[places[k % 4u]] * 2.0; } out[g] = sums[0] + sums[7];",
    ),
    (
        "a place that a loop moves on",
        "var p = g; loop { if (p > 300u) { break; } p += 64u; continuing { p += 1u; } } out[p] = a[p];",
    ),
    (
        "lanes that leave",
        "if (i > 50u) { return; } var p = i; if (i % 3u == 0u) { p += 9u; } else { p += 1u; } out[p] = a[p + i];",
    ),
    (
        "a switch",
        "var p = g; switch (i % 4u) { case 0u: { p = 7u; } case 1u: { p += 64u; } default: {} } out[p] = a[p];",
    ),
    ("what select discards", "out[g] = select(a[g], a[g + 1u], a[i] > 3.0);"),
];

/// The same where they do, or the way is.
const UNKNOWN: [(&str, &str); 6] = [
    ("a gather", "out[g] = a[u32(a[g]) % 64u];"),
    ("a branch", "if (a[g] > 0.5) { out[g] = 1.0; }"),
    ("as much work as memory says", "var x = a[g]; for (var k = 0u; k < u32(a[i]); k++) { x *= 0.5; } out[g] = x;"),
    ("a place from workgroup memory", "tile[i] = f32(63u - i); workgroupBarrier(); out[g] = a[u32(tile[i])];"),
    ("a place from an array", "var p: array<u32, 2>; p[i % 2u] = u32(a[i]); out[p[0]] = 1.0;"),
    (
        "a place that a later pass of a loop has",
        "var p = g; for (var k = 0u; k < 2u; k++) { out[p % 64u] = 1.0; p += u32(a[g]); }",
    ),
];

fn case(body: &str, workgroups: u32) -> Case {
    let source = format!(
        "{HEAD}@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32,
        @builtin(workgroup_id) wg: vec3<u32>) {{ let g = wg.x * 64u + i; {body} }}"
    );
    let values: Vec<f32> = (0..4096).map(|i| (i * 37 % 101) as f32).collect();
    let sizes = [5, 70, 0, 0, 900, 130, 0, 0];
    Case::new(&source)
        .groups([workgroups, 1, 1])
        .f32s(0, &values)
        .zeros(1, 4 * 64 * workgroups as usize)
        .u32s(2, &sizes)
}

fn simulated(case: &Case, program: &Compiled, sampling: Sampling) -> Simulation {
    let machine = Machine::builtin(Machine::DEFAULT).expect("it is built in");
    let options = Options { sampling, ..case.options.clone() };
    let launch = Launch { workgroups: case.workgroups, bindings: &mut case.bindings.clone(), immediates: &[] };
    simulate(program, launch, machine, &options).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_slice_asks_for_what_the_kernel_asks_for() {
    for (name, body) in KNOWN {
        let case = case(body, 4);
        let program = case.compiled();
        let kept = program.tables.slice.as_ref().unwrap_or_else(|| panic!("{name}"));
        let mut slice = program.clone();
        slice.program = program.program.sliced(kept);
        assert!(slice.ops.len() < program.ops.len(), "{name}");
        let [whole, sliced] = [&program, &slice].map(|program| simulated(&case, program, Sampling::Full));
        let asked = |of: &Simulation| -> Vec<_> {
            let asks = of.outcome.lines.iter().filter(|line| line.global_requests > 0);
            asks.map(|line| (line.line, line.global_requests, line.global_sectors, line.global_bytes)).collect()
        };
        assert_eq!(asked(&sliced), asked(&whole), "{name}");
        assert_eq!(sliced.traffic, whole.traffic, "{name}");
    }
}

#[test]
fn there_is_no_slice_where_memory_decides() {
    for (name, body) in UNKNOWN {
        assert!(case(body, 4).compiled().tables.slice.is_none(), "{name}");
    }
}

#[test]
fn one_workgroup_stands_for_others_that_do_the_same() {
    let few = Sampling::Few { whole: 0, some: 0 };
    let sampled = |body| {
        let case = case(body, 256);
        let [all, some] = [Sampling::Full, few].map(|sampling| simulated(&case, &case.compiled(), sampling).outcome);
        assert_eq!(some.counters.subgroup_instructions, all.counters.subgroup_instructions, "{body}");
        assert_eq!(some.counters.global_sectors, all.counters.global_sectors, "{body}");
        some.counters.sampled_workgroups
    };
    assert_eq!(sampled("var x = a[g % 4096u]; for (var k = 0u; k < 90u; k++) { x = x * 0.5 + 1.0; } out[g] = x;"), 2);
    // What memory holds might decide.
    assert!(sampled("var x = a[g % 4096u]; if (x < 200.0) { x = 1.0; } out[g] = x;") > 2);
}

#[test]
fn none_stands_for_others_where_every_other_one_has_nothing_to_do() {
    let case = case("if (wg.x % 2u == 1u) { return; } out[g] = a[g % 4096u] * 2.0;", 256);
    let few = simulated(&case, &case.compiled(), Sampling::Few { whole: 0, some: 0 }).outcome.counters;
    assert!(few.sampled_workgroups > 2);
}
