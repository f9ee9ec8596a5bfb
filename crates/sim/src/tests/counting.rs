//! Counters with known closed forms, in total and by line.

use super::harness::Case;
use crate::machine::Machine;
use crate::{Launch, LineCounters, simulate};

/// One subgroup (of 32, in a workgroup of 32) that reads what `index` says: the counters of the read.
fn global(element: &str, index: &str) -> LineCounters {
    let enable = if element.contains("f16") { "enable f16; " } else { "" };
    let source = format!(
        "{enable}@group(0) @binding(0) var<storage, read> data: array<{element}>;
        @group(0) @binding(1) var<storage, read_write> out: array<{element}>;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
            let x = data[{index}];
            out[i] = x;
        }}"
    );
    Case::new(&source).zeros(0, 1024 * 16).zeros(1, 32 * 16).run().clean().line(4)
}

#[test]
fn a_request_touches_the_sectors_that_its_lanes_cover() {
    for (element, index, sectors, ideal, bytes) in [
        ("f32", "i * 1u", 4, 4, 128),
        ("f32", "i * 2u", 8, 4, 128),
        ("f32", "i * 4u", 16, 4, 128),
        ("f32", "i * 8u", 32, 4, 128),
        ("f32", "i * 32u", 32, 4, 128),
        ("f32", "i + 1u", 5, 4, 128),
        ("f32", "i + 7u", 5, 4, 128),
        ("f32", "i + 8u", 4, 4, 128),
        ("f32", "7u", 1, 1, 128),
        ("f32", "31u - i", 4, 4, 128),
        ("f32", "(i * 5u) % 32u", 4, 4, 128),
        ("f32", "i / 4u", 1, 1, 128),
        ("f32", "(i % 2u) * 64u", 2, 1, 128),
        ("f32", "i % 16u", 2, 2, 128),
        ("vec2<f32>", "i", 8, 8, 256),
        ("vec4<f32>", "i", 16, 16, 512),
        ("u64", "i", 8, 8, 256),
        // Three words of every sixteen bytes.
        ("vec3<f32>", "i", 16, 12, 384),
        ("f16", "i", 2, 2, 64),
        ("vec4<f16>", "i", 8, 8, 256),
    ] {
        let line = global(element, index);
        assert_eq!(line.global_requests, 1, "{element} {index}");
        let counted = (line.global_sectors, line.global_sectors_ideal, line.global_bytes);
        assert_eq!(counted, (sectors, ideal, bytes), "{element} {index}");
    }
}

/// One subgroup that reads workgroup memory at `index`: the passes over the banks, and the fewest.
fn shared(element: &str, index: &str, width: u32) -> (u64, u64) {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<{element}>;
        var<workgroup> tile: array<{element}, 1100>;
        @compute @workgroup_size({width}) fn main(@builtin(local_invocation_index) i: u32) {{
            out[i] = tile[{index}];
        }}"
    );
    let case = Case::new(&source).zeros(0, 64 * 16).width(width).option(|o| o.uninitialized = false);
    let line = case.run().clean().line(4);
    assert_eq!(line.shared_requests, 1);
    line.shared_wavefronts.zip(line.shared_wavefronts_ideal).expect("the banks are known")
}

#[test]
fn bank_conflicts_have_the_degree_of_the_stride_and_the_same_word_broadcasts() {
    for (stride, degree) in [(1, 1), (2, 2), (3, 1), (4, 4), (8, 8), (16, 16), (32, 32), (33, 1), (31, 1), (6, 2)] {
        assert_eq!(shared("f32", &format!("i * {stride}u"), 32), (degree, 1), "stride {stride}");
    }
    for index in ["0u", "i / 32u", "i % 2u", "i / 2u", "i & 16u", "(i % 4u) * 33u"] {
        assert_eq!(shared("f32", index, 32), (1, 1), "{index}");
    }
    // Two words of one bank; wide elements; 64 lanes on 32 banks.
    assert_eq!(shared("f32", "(i % 2u) * 32u", 32), (2, 1));
    assert_eq!(shared("vec2<f32>", "i", 32), (2, 2));
    assert_eq!(shared("vec4<f32>", "i", 32), (4, 4));
    assert_eq!(shared("vec2<f32>", "i * 16u", 32), (32, 2));
    assert_eq!(shared("vec4<f32>", "0u", 32), (4, 4));
    assert_eq!(shared("f32", "i", 64), (2, 2));
}

#[test]
fn banks_are_counted_alike_whether_or_not_faults_are_looked_for() {
    for index in ["w.x", "i / 8u", "i / 16u + w.x", "i", "i * 33u % 64u", "w.x + 3u"] {
        for element in ["f32", "vec2<f32>", "vec3<f32>", "vec4<f32>"] {
            let source = format!(
                "@group(0) @binding(0) var<storage, read_write> out: array<{element}>;
                var<workgroup> tile: array<{element}, 1100>; var<workgroup> n: atomic<u32>;
                @compute @workgroup_size(32)
                fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {{
                    atomicAdd(&n, 1u); tile[i * 17u] = out[i];
                    for (var k = 0u; k < 3u; k++) {{
                        out[i] += tile[{index} + k];
                    }}
                }}"
            );
            let case = |faults: bool| {
                let case = Case::new(&source).zeros(0, 32 * 16).groups([2, 1, 1]);
                let case = case.option(|o| (o.races, o.uninitialized, o.access_samples) = (faults, faults, faults));
                let line = case.run().line(7);
                (line.shared_requests, line.shared_wavefronts, line.shared_wavefronts_ideal)
            };
            assert_eq!(case(true), case(false), "{element} {index}");
        }
    }
}

#[test]
fn divergence_is_counted_a_branch_and_a_subgroup_on_its_line() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var x = 0u;
    if (i % 2u == 0u) {
        if (i % 4u == 0u) {
            x = 1u;
        } else {
            x = 2u;
        }
    } else {
        if (i < 32u) { x = 3u; }
    }
    out[i] = x;
}";
    let ran = Case::new(source).zeros(0, 256).run().clean();
    let c = ran.counters();
    assert_eq!((c.branches, c.divergent_branches), (6, 4));
    assert_eq!(ran.line(4).divergent_branches, 2);
    assert_eq!(ran.line(5).active_lanes, ran.line(5).subgroup_instructions * 16);
    assert_eq!(ran.line(11).divergent_branches, 0);
}

#[test]
fn loops_run_as_long_as_their_longest_lane() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    var x = 1.0;
    for (var k = 0u; k < i; k++) {
        x *= 2.0;
    }
    out[i] = x;
}";
    let ran = Case::new(source).zeros(0, 128).run().clean();
    let body = ran.line(5);
    let each = (0..32).sum::<u64>();
    assert_eq!((body.subgroup_instructions, body.active_lanes, body.flop), (31, each, each));
    // 32 exit tests: the first 31 let some lanes go and some stay, the last finds one lane that leaves.
    assert_eq!((ran.counters().branches, ran.counters().divergent_branches), (32, 31));
}

#[test]
fn loops_that_every_compiler_unrolls_cost_no_more_than_their_bodies() {
    let kernel = |bound: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
    var x = 1.0;
    let n = arrayLength(&out) / 4u;
    for (var k = 0u; k < {bound}; k++) {{
        x *= 2.0;
    }}
    out[i] = x;
}}"
        )
    };
    let run = |bound: &str| Case::new(&kernel(bound)).zeros(0, 128).run().clean();
    let (constant, dynamic) = (run("8u"), run("n"));
    assert_eq!(constant.bindings, dynamic.bindings);
    assert_eq!((constant.counters().branches, dynamic.counters().branches), (0, 9));
    assert_eq!(constant.line(5).subgroup_instructions, 0);
    // A comparison, a branch and an increment a pass.
    assert_eq!(dynamic.line(5).subgroup_instructions, 9 * 2 + 8);
    assert_eq!(constant.line(6), dynamic.line(6));
}

#[test]
fn every_form_of_a_loop_that_compilers_unroll_costs_the_same() {
    let run = |statements: &str| {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
const ONE = 1u;
const STEP = ONE * 1u;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
    var x = 1.0;
    var k = 0u;
    {statements}
    out[i] = x;
}}"
        );
        Case::new(&source).zeros(0, 128).run().clean()
    };
    let own = run("for (; k < 8u; k++) { x *= 2.0; }");
    for form in [
        "for (; k < 8u; k += STEP) { x *= 2.0; }",
        "while (k < 8u) { x *= 2.0; k += STEP; }",
        "while (k < 8u) { x *= 2.0; k++; }",
        "while k < 8u { { x *= 2.0; } k += 1u; }",
        "loop { if !(k < 8u) { break; } x *= 2.0; k++; }",
        "loop { if k >= 8u { break; } x *= 2.0; continuing { k++; } }",
    ] {
        let ran = run(form);
        assert_eq!(ran.bindings, own.bindings, "{form}");
        assert_eq!(ran.counters().subgroup_instructions, own.counters().subgroup_instructions, "{form}");
        assert_eq!(ran.counters().branches, 0, "{form}");
    }
    for other in [
        "while (k < 8u) { if x == 4.0 { k = 7u; } x *= 2.0; k++; }",
        "while (k < 8u) { if i == 40u { continue; } x *= 2.0; k++; }",
        "while (k < 8u) { k++; x *= 2.0; }",
    ] {
        assert!(run(other).counters().branches > 0, "{other}");
    }
}

#[test]
fn atomics_serialise_by_address() {
    for (index, serial) in [("i", 2), ("0u", 64), ("i % 4u", 16), ("i / 32u", 64), ("(i * i) % 8u", 2 * 16)] {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> bins: array<atomic<u32>>;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
                atomicAdd(&bins[{index}], 1u);
            }}"
        );
        let ran = Case::new(&source).zeros(0, 256).run().clean();
        let c = ran.counters();
        assert_eq!((c.atomic_requests, c.atomic_serializations, c.global_requests), (2, serial, 0), "{index}");
    }
}

#[test]
fn atomics_of_workgroup_memory_take_turns_at_a_bank() {
    // 64 lanes in two subgroups: at one word, in one bank, in two, in a bank each, four words of one bank.
    for (index, passes) in
        [("0u", 64), ("i * 32u", 64), ("i * 16u", 32), ("i", 2), ("i % 32u * 33u", 2), ("i % 4u * 32u", 64)]
    {
        let source = format!(
            "var<workgroup> bins: array<atomic<u32>, 2048>;
            @group(0) @binding(0) var<storage, read_write> out: array<u32>;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
                out[i] = atomicAdd(&bins[{index}], 1u);
            }}"
        );
        let ran = Case::new(&source).zeros(0, 256).run();
        assert_eq!(ran.counters().atomic_wavefronts, Some(passes), "{index}");
    }
}

/// Turns at the address where most atomics of a workgroup of 64 meet, as compilers of the machine leave them; and the figure for want of
/// which that is the least that it can be.
fn turns_left(machine: &str, statement: &str) -> (u64, Option<&'static str>) {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> bins: array<atomic<u32>>;
        @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {{
            out[i] = w.x;
            {statement};
        }}"
    );
    let machine = Machine::builtin(machine).unwrap();
    let mut case = Case::new(&source).zeros(0, 256).zeros(1, 256);
    case.target = machine.target();
    let mut bindings = case.bindings.clone();
    let launch = Launch { workgroups: [1, 1, 1], bindings: &mut bindings, immediates: &[] };
    let simulation = simulate(&case.compiled(), launch, machine, &case.options).unwrap();
    let asked = simulation.outcome.counters.atomic_serializations;
    assert!(asked >= simulation.demand.atomics.turns, "the counter is of the kernel as it is written");
    (simulation.demand.atomics.turns, simulation.demand.combining_unknown)
}

#[test]
fn what_a_compiler_combines_is_one_atomic_operation() {
    for (machine, statement, turns, unknown) in [
        // Two subgroups of 32, whose compiler knows the address, and the operand or not.
        ("ampere-8.6", "atomicAdd(&bins[0], 1u)", 2, None),
        ("ampere-8.6", "out[i] = atomicAdd(&bins[w.x % 4u], 1u)", 2, None),
        ("ampere-8.6", "if i % 3u == 0u { atomicMax(&bins[0], i); }", 2, None),
        ("volta-7.0", "atomicAdd(&bins[0], 1u)", 2, None),
        ("volta-7.0", "atomicAdd(&bins[0], i)", 2, Some("atomics.combines_values")),
        // One address, as only a run shows; several; and what cannot be combined.
        ("ampere-8.6", "atomicAdd(&bins[i / 32u], 1u)", 64, None),
        ("hopper-9.0", "atomicAdd(&bins[i / 32u], 1u)", 2, None),
        ("ada-8.9", "atomicAdd(&bins[i / 32u], 1u)", 2, Some("atomics.combines_found")),
        ("hopper-9.0", "atomicAdd(&bins[i % 2u], 1u)", 32, None),
        ("hopper-9.0", "out[i] = atomicExchange(&bins[0], i)", 64, None),
        // A subgroup of 64, and four of 16.
        ("rdna3", "atomicAdd(&bins[0], i)", 1, None),
        ("rdna3", "atomicAdd(&bins[out[0]], 1u)", 64, None),
        ("xe-hpg", "atomicAdd(&bins[0], i)", 4, None),
        ("apple-m1", "atomicAdd(&bins[0], 1u)", 2, Some("atomics.combines_alike")),
        ("apple-m1", "out[i] = atomicExchange(&bins[0], i)", 64, None),
    ] {
        assert_eq!(turns_left(machine, statement), (turns, unknown), "{machine}: {statement}");
    }
}

#[test]
fn ones_are_added_to_workgroup_memory_in_the_passes_of_a_store() {
    // At one word, one each, and all in words of one bank.
    for (statement, passes) in [
        ("atomicAdd(&bins[0], 1u)", 2),
        ("atomicAdd(&bins[i], 1u)", 2),
        ("atomicAdd(&bins[i % 4u * 32u], 1u)", 8),
        ("atomicAdd(&bins[0], 2u)", 64),
        ("out[i] = atomicAdd(&bins[0], 1u)", 64),
    ] {
        let source = format!(
            "var<workgroup> bins: array<atomic<u32>, 2048>;
            @group(0) @binding(0) var<storage, read_write> out: array<u32>;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
                out[i] = 0u;
                {statement};
                workgroupBarrier();
                out[i] += atomicLoad(&bins[i]);
            }}"
        );
        let mut case = Case::new(&source).zeros(0, 256);
        case.target.counts_at_once = true;
        assert_eq!(case.run().counters().atomic_wavefronts, Some(passes), "{statement}");
    }
}
