//! Whole launches on named machines: caches, sampling, estimates, threads.

use super::harness::Case;
use crate::compile::Compiled;
use crate::machine::Machine;
use crate::{FindingKind, Launch, Options, Sampling, Simulation, simulate};

const COPY: &str = "@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&out)) { out[id.x] = a[id.x]; }
}";

/// `c = a b` for square matrices of `n`, one invocation an element.
const NAIVE: &str = "
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> n: u32;
@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= n || id.y >= n) { return; }
    var sum = 0.0;
    for (var k = 0u; k < n; k++) {
        sum += a[id.y * n + k] * b[k * n + id.x];
    }
    c[id.y * n + id.x] = sum;
}";

/// The same through 16 x 16 tiles in workgroup memory.
const TILED: &str = "
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> n: u32;
var<workgroup> ta: array<array<f32, 16>, 16>;
var<workgroup> tb: array<array<f32, 16>, 16>;
@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) l: vec3<u32>) {
    var sum = 0.0;
    for (var t = 0u; t < n; t += 16u) {
        ta[l.y][l.x] = a[id.y * n + t + l.x];
        tb[l.y][l.x] = b[(t + l.y) * n + id.x];
        workgroupBarrier();
        for (var k = 0u; k < 16u; k++) {
            sum += ta[l.y][k] * tb[k][l.x];
        }
        workgroupBarrier();
    }
    c[id.y * n + id.x] = sum;
}";

fn inputs(n: usize) -> (Vec<f32>, Vec<f32>, Vec<f32>) {
    let a: Vec<f32> = (0..n * n).map(|i| ((i * 7 + 3) % 11) as f32 - 5.0).collect();
    let b: Vec<f32> = (0..n * n).map(|i| ((i * 5 + 1) % 13) as f32 - 6.0).collect();
    let mut c = vec![0.0; n * n];
    for (at, c) in c.iter_mut().enumerate() {
        *c = (0..n).map(|k| a[at / n * n + k] * b[k * n + at % n]).sum();
    }
    (a, b, c)
}

fn case(source: &str, n: usize) -> (Case, Vec<f32>) {
    let (a, b, c) = inputs(n);
    let groups = n.div_ceil(16) as u32;
    let case = Case::new(source)
        .groups([groups, groups, 1])
        .f32s(0, &a)
        .f32s(1, &b)
        .zeros(2, n * n * 4)
        .u32s(3, &[n as u32, 0, 0, 0]);
    (case, c)
}

pub fn on(machine: &str, case: &Case) -> Simulation {
    of(Machine::builtin(machine).unwrap_or_else(|error| panic!("{error}")), case)
}

fn of(machine: &Machine, case: &Case) -> Simulation {
    let mut case_on = Case::new(&case.source);
    case_on.target = machine.target();
    let program = case_on.compiled();
    let mut bindings = case.bindings.clone();
    let launch = Launch { workgroups: case.workgroups, bindings: &mut bindings, immediates: &[] };
    simulate(&program, launch, machine, &case.options).unwrap_or_else(|error| panic!("{error}"))
}

fn copy(n: usize) -> Case {
    Case::new(COPY).zeros(0, n * 4).zeros(1, n * 4).groups([n.div_ceil(64) as u32, 1, 1])
}

#[test]
fn a_copy_moves_its_bytes_through_dram_once() {
    let n = 1 << 16;
    for machine in ["ampere-8.6", "rdna3"] {
        let ran = on(machine, &copy(n));
        assert_eq!(ran.outcome.counters.dram_bytes, Some(n as u64 * 8), "{machine}");
        assert_eq!(ran.outcome.counters.global_bytes, n as u64 * 8);
        assert!(ran.estimate.time_s.is_some_and(|time| time > 0.0));
        assert!(ran.outcome.counters.occupancy.is_some());
    }
}

#[test]
fn matmuls_are_right_at_sizes_that_do_not_fit() {
    for (source, n) in [(NAIVE, 1), (NAIVE, 16), (NAIVE, 23), (NAIVE, 48), (TILED, 64)] {
        let (case, expected) = case(source, n);
        assert_eq!(case.run().clean().f32s(2), expected, "n = {n}");
    }
}

#[test]
fn caches_keep_a_matmul_from_dram() {
    let n = 64;
    let (naive, _) = case(NAIVE, n);
    let ran = on("ampere-8.6", &naive);
    let counters = &ran.outcome.counters;
    assert_eq!(counters.dram_bytes, Some(3 * 4 * (n * n) as u64));
    assert!(counters.global_bytes > 20 * 3 * 4 * (n * n) as u64);
}

#[test]
fn simulations_are_the_same_on_any_number_of_threads() {
    for source in [NAIVE, TILED] {
        let (mut case, _) = case(source, 96);
        let one = on("ampere-8.6", &case);
        case.options.threads = 4;
        let four = on("ampere-8.6", &case);
        assert_eq!(one, four);
        assert_eq!(four, on("ampere-8.6", &case));
    }
}

fn near(full: u64, sampled: u64, what: &str) {
    let error = (full as f64 - sampled as f64).abs() / (full as f64).max(1.0);
    assert!(error <= 0.01, "{what}: {sampled} sampled, {full} in full");
}

#[test]
fn sampled_counts_agree_with_full_ones() {
    let sample = Sampling::Sampled { max_workgroups: 60 };
    let (naive, _) = case(NAIVE, 250);
    let (tiled, _) = case(TILED, 256);
    for full in [copy(20_001), naive, tiled] {
        let mut sampled = Case::new(&full.source);
        (sampled.bindings, sampled.workgroups) = (full.bindings.clone(), full.workgroups);
        sampled.options.sampling = sample;
        let (full, sampled) = (full.option(|o| o.threads = 0).run(), sampled.run());
        let (a, b) = (full.counters(), sampled.counters());
        assert!(b.sampled_workgroups < b.workgroups && a.workgroups == b.workgroups);
        near(a.subgroup_instructions, b.subgroup_instructions, "instructions");
        near(a.active_lanes, b.active_lanes, "lanes");
        near(a.flop, b.flop, "flop");
        near(a.global_sectors, b.global_sectors, "sectors");
        near(a.global_bytes, b.global_bytes, "bytes");
        near(a.shared_wavefronts.unwrap_or(0), b.shared_wavefronts.unwrap_or(0), "wavefronts");
        near(a.branches, b.branches, "branches");
    }
}

/// DRAM traffic of a copy whose invocation `i` moves word `element`, on a machine with a small level 2: in full, and of a sample.
fn dram(workgroup: u32, element: &str) -> [u64; 2] {
    let words = 1 << 16;
    let source = format!(
        "@group(0) @binding(0) var<storage, read> input: array<u32>;
        @group(0) @binding(1) var<storage, read_write> output: array<u32>;
        @compute @workgroup_size({workgroup}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
            let i = id.x;
            let e = {element};
            if (e < {words}u) {{ output[e] = input[e]; }}
        }}"
    );
    let mut machine = Machine::builtin("ampere-8.6").unwrap().clone();
    machine.cache.l2_bytes = Some(64 << 10);
    machine.unit.count = Some(4);
    [Sampling::Full, Sampling::Sampled { max_workgroups: 32 }].map(|sampling| {
        let case = Case::new(&source).zeros(0, 4 * words).zeros(1, 4 * words);
        let case = case.groups([(words as u32).div_ceil(workgroup), 1, 1]);
        of(&machine, &case.option(|options| options.sampling = sampling)).outcome.counters.dram_bytes.unwrap()
    })
}

#[test]
fn a_sample_tells_dram_traffic_where_workgroups_share_sectors_or_begin_anew() {
    for (workgroup, element) in [(1, "i"), (3, "i"), (64, "((i << 4u) & 0xffffu) | (i >> 12u)")] {
        let [full, sampled] = dram(workgroup, element);
        assert!(full >= (2 * 4) << 16, "{element}: {full}");
        near(full, sampled, element);
    }
}

#[test]
fn a_bounded_launch_is_sampled_only_where_it_is_too_much() {
    let ran = |instructions| {
        let case = copy(200_000).option(|options| options.sampling = Sampling::Bounded { instructions });
        on("ampere-8.6", &case).outcome.counters
    };
    let all = ran(1 << 29);
    assert_eq!((all.sampled_workgroups, all.workgroups), (3125, 3125));
    let some = ran(1);
    assert!((64..72).contains(&some.sampled_workgroups), "{some:?}");
    near(all.subgroup_instructions, some.subgroup_instructions, "instructions");
}

#[test]
fn a_launch_of_few_instructions_is_too_much_where_many_of_them_ask_for_memory() {
    let budget = 1 << 18;
    let ran = |case: Case| {
        let case = case.option(|options| options.sampling = Sampling::Bounded { instructions: budget });
        on("ampere-8.6", &case).outcome.counters
    };
    let copied = ran(copy(200_000));
    assert!(copied.subgroup_instructions < budget && copied.is_sampled(), "{copied:?}");
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            var x = f32(id.x);
            for (var k = 0u; k < 4u; k++) { x = fma(x, 0.5, 1.0); }
            if (x < 0.0) { out[id.x] = x; }
        }";
    let computed = ran(Case::new(source).zeros(0, 4 * 64 * 3125).groups([3125, 1, 1]));
    assert!(
        computed.subgroup_instructions > copied.subgroup_instructions / 2 && !computed.is_sampled(),
        "{computed:?}"
    );
}

#[test]
fn of_a_sample_a_long_tail_may_be_longer_than_what_was_run() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
            var x = f32(id.x);
            for (var k = 0u; k < select(10u, 20000u, group.x == 0u); k++) { x = fma(x, 0.5, 1.0); }
            out[id.x] = x;
        }";
    for (sampling, may_be) in [(Sampling::Full, false), (Sampling::Sampled { max_workgroups: 16 }, true)] {
        let case = Case::new(source).zeros(0, 4 * 64 * 1000).groups([1000, 1, 1]);
        let advice = on("ampere-8.6", &case.option(|options| options.sampling = sampling)).advice;
        let tail = advice.iter().find(|finding| finding.kind == FindingKind::LongTail).expect("one is long");
        assert_eq!(tail.message.contains("not run may be longer still"), may_be, "{tail}");
    }
}

#[test]
fn loops_that_run_a_constant_number_of_times_are_taken_to_be_unrolled() {
    // `i + j`: comparison, branch and increment of loops this short are not counted at all. Loads of one `k` overlap.
    let totals = |bound: &str, target: &str| {
        let source = format!(
            "@group(0) @binding(0) var<uniform> n: u32;
            @group(0) @binding(1) var<storage, read_write> out: array<f32>;
            var<workgroup> tile: array<f32, 64>;
            @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
                var sums: array<f32, 8>;
                for (var k = 0u; k < {bound}; k++) {{
                    for (var j = 0u; j < 8u; j++) {{ {target} = fma(tile[k], tile[i + j], {target}); }}
                }}
                out[i] = sums[n];
            }}"
        );
        let compiled = Case::new(&source).compiled();
        let segments = compiled.tables.segments.iter().zip(&compiled.program.segments);
        let waits: u32 = segments.clone().map(|(segment, _)| segment.shared_waits).sum();
        let handed_on = segments.filter(|(segment, counted)| counted.costs.is_empty() && segment.chain == 1);
        (left_out(&compiled), waits, handed_on.count())
    };
    assert_eq!(totals("16u", "sums[j]"), (1, 1, 1));
    // Only the inner loop: each of its sums is another one.
    assert_eq!(totals("n", "sums[j]"), (1, 1, 0));
    // One sum, that every iteration of the inner loop waits for.
    assert_eq!(totals("n", "sums[0]"), (1, 1, 1));
}

/// How many fewer instructions a compiled kernel has than WGSL.
fn left_out(compiled: &Compiled) -> u32 {
    let counted = compiled.program.segments.iter().flat_map(|segment| &segment.costs).map(|cost| cost.instructions);
    counted.sum::<u32>() - compiled.instructions.iter().map(|(_, cost)| cost.issued).sum::<u32>()
}

#[test]
fn loops_whose_passes_are_known_at_run_time_are_unrolled_in_part_where_compilers_do_so() {
    let folded = |machine: &str, body: &str| {
        let source = format!(
            "@group(0) @binding(0) var<uniform> n: u32;
            @group(0) @binding(1) var<storage, read_write> out: array<f32>;
            @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
                var x = out[i];
                var most = n * i;
                for (var k = 0u; k < most; k++) {{ {body} }}
                out[i] = x;
            }}"
        );
        let target = Machine::builtin(machine).expect("it is built in").target();
        left_out(&Case { target, ..Case::new(&source) }.compiled())
    };
    // The comparison, the branch and the increment; of a counter that serves more than counting, the first two.
    assert_eq!(folded("ampere-8.6", "x = fma(x, 0.5, 1.0);"), 3);
    assert_eq!(folded("ampere-8.6", "x = fma(x, 0.5, f32(k));"), 2);
    // Nobody knows before a pass whether there is another one.
    assert_eq!(folded("ampere-8.6", "x = fma(x, 0.5, 1.0); most = u32(x);"), 0);
    // The comparison and the increment are for the scalar unit, and nobody unrolls.
    assert_eq!(folded("rdna3", "x = fma(x, 0.5, 1.0);"), 2);
}

#[test]
fn wavefronts_of_banks_that_nobody_knows_are_not_told() {
    let case = Case::new(
        "var<workgroup> t: array<f32, 32>;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = 1.0;
    out[i] = t[i];
}",
    )
    .zeros(0, 128);
    let on = |machine: &str| {
        let machine = Machine::builtin(machine).expect("it is built in");
        let mut bindings = case.bindings.clone();
        let launch = Launch { workgroups: [1, 1, 1], bindings: &mut bindings, immediates: &[] };
        let mut case = Case::new(&case.source);
        case.target = machine.target();
        simulate(&case.compiled(), launch, machine, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
    };
    let (known, unknown) = (on("ampere-8.6"), on("apple-m1"));
    assert_eq!(known.outcome.counters.shared_wavefronts, Some(2));
    let counters = &unknown.outcome.counters;
    assert_eq!(counters.shared_requests, 2);
    assert_eq!(counters.shared_wavefronts, None);
    assert_eq!(counters.shared_wavefronts_ideal, None);
    let lines = &unknown.outcome.lines;
    assert!(lines.iter().all(|line| line.shared_wavefronts.is_none()));
    let term = unknown.estimate.terms.iter();
    let mut missing = term.flat_map(|term| &term.missing);
    assert!(missing.any(|name| *name == "shared.banks"));
}

/// How many loads of storage memory begin a wait, in a loop whose body is `body`.
fn waits(body: &str) -> usize {
    let source = format!(
        "@group(0) @binding(0) var<storage, read> a: array<f32>;
        @group(0) @binding(1) var<storage, read_write> out: array<f32>;
        @group(0) @binding(2) var<uniform> n: u32;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
            var sum = 0.0;
            for (var at = i; at < n; at += 4u) {{ {body} }}
            out[i] = sum;
        }}"
    );
    Case::new(&source).compiled().tables.sites.iter().filter(|site| site.waits).count()
}

#[test]
fn loads_that_nothing_parts_wait_together_even_where_each_is_used_at_once() {
    assert_eq!(waits("sum += a[at]; sum += a[at + 1u]; sum += a[at + 2u]; sum += a[at + 3u];"), 1);
    assert_eq!(waits("let x = a[at]; let y = a[at + 1u]; sum += x + y;"), 1);
    assert_eq!(waits("let x = a[at]; sum += a[at + u32(x)];"), 2);
    assert_eq!(waits("sum += a[at]; if (at + 1u < n) { sum += a[at + 1u]; }"), 2);
}
