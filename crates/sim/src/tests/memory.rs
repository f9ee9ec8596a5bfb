//! Memory: parts of words, address spaces, inputs, atomics; and lanes that shuffle.

use super::harness::Case;

const OUT: &str = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n";

#[test]
fn halves_and_bools_take_part_of_a_word() {
    let source = "enable f16;
@group(0) @binding(0) var<storage, read_write> out: array<f16>;
var<workgroup> flags: array<bool, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    flags[i] = i % 3u == 0u;
    workgroupBarrier();
    out[i] = select(0.5h, f16(i), flags[63u - i]);
}";
    let ran = Case::new(source).zeros(0, 128).run().clean();
    let halves: Vec<f32> = ran.bindings[&(0, 0)]
        .chunks_exact(2)
        .map(|bytes| half::f16::from_le_bytes([bytes[0], bytes[1]]).to_f32())
        .collect();
    let expected: Vec<f32> = (0..64).map(|i| if (63 - i) % 3 == 0 { i as f32 } else { 0.5 }).collect();
    assert_eq!(halves, expected);
}

#[test]
fn private_and_workgroup_memory_start_at_zero_or_their_initialiser() {
    let source = format!(
        "{OUT}var<private> count: u32 = 5u;
var<private> table: array<u32, 8>;
var<workgroup> sum: atomic<u32>;
const squares = array<u32, 4>(0u, 1u, 4u, 9u);
fn next() -> u32 {{ count += 1u; return count; }}
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
    table[i % 8u] = next() * next();
    atomicAdd(&sum, table[i % 8u] + table[(i + 1u) % 8u]);
    workgroupBarrier();
    out[i] = atomicLoad(&sum) + squares[i % 4u];
}}"
    );
    let ran = Case::new(&source).zeros(0, 256).groups([1, 1, 1]).option(|o| o.uninitialized = false).run().clean();
    let expected: Vec<u32> = (0..64).map(|i| 64 * 42 + [0, 1, 4, 9][i % 4]).collect();
    assert_eq!(ran.u32s(0), expected);
}

#[test]
fn immediates_and_built_in_inputs_arrive() {
    let source = format!(
        "{OUT}struct P {{ a: u32, b: vec2<u32> }}
var<immediate> p: P;
struct In {{ @builtin(workgroup_id) w: vec3<u32>, @builtin(num_workgroups) n: vec3<u32> }}
@compute @workgroup_size(2, 2, 2) fn main(in: In, @builtin(local_invocation_id) l: vec3<u32>, @builtin(global_invocation_id) g: vec3<u32>, @builtin(local_invocation_index) i: u32) {{
    let group = in.w.x + in.n.x * (in.w.y + in.n.y * in.w.z);
    out[group * 8u + i] = p.a + p.b.y + l.x + 10u * l.y + 100u * l.z + 1000u * g.x + 10000u * g.y + 100000u * g.z;
}}"
    );
    let mut case = Case::new(&source).zeros(0, 8 * 12 * 4).groups([2, 3, 2]);
    case.immediates = [7u32, 0, 1, 2].iter().flat_map(|word| word.to_le_bytes()).collect();
    let got = case.run().clean().u32s(0);
    for (at, got) in got.iter().enumerate() {
        let (group, i) = (at as u32 / 8, at as u32 % 8);
        let (l, w) = ([i % 2, i / 2 % 2, i / 4], [group % 2, group / 2 % 3, group / 6]);
        let g: Vec<u32> = (0..3).map(|axis| w[axis] * 2 + l[axis]).collect();
        let expected = 9 + l[0] + 10 * l[1] + 100 * l[2] + 1000 * g[0] + 10000 * g[1] + 100000 * g[2];
        assert_eq!(*got, expected, "at {at}");
    }
}

#[test]
fn atomics_of_every_kind_combine_and_return_the_old_value() {
    let source = format!(
        "{OUT}@group(0) @binding(1) var<storage, read_write> a: array<atomic<i32>, 8>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
    let x = i32(i);
    atomicAdd(&a[0], x);
    atomicSub(&a[1], x);
    atomicMin(&a[2], -x);
    atomicMax(&a[3], x);
    atomicAnd(&a[4], ~(1 << i));
    atomicOr(&a[5], 1 << i);
    atomicXor(&a[6], x);
    let old = atomicCompareExchangeWeak(&a[7], x, x + 1);
    out[i] = u32(old.old_value) * 10u + u32(old.exchanged);
    if (i == 0u) {{ atomicStore(&a[6], 100); out[32] = u32(atomicExchange(&a[6], 5)); }}
}}"
    );
    let ran = Case::new(&source).zeros(0, 132).zeros(1, 32).option(|o| o.races = false).run();
    assert_eq!(ran.kinds(), ["order-dependent-atomic"; 2]);
    assert_eq!(ran.i32s(1), [496, -496, -31, 31, 0, -1, 5, 32]);
    let expected: Vec<u32> = (0..32).map(|i| i * 10 + 1).chain([100]).collect();
    assert_eq!(ran.u32s(0), expected);
}

#[test]
fn order_dependent_atomics_give_the_same_on_any_number_of_threads() {
    let source = format!(
        "{OUT}@group(0) @binding(1) var<storage, read_write> n: atomic<u32>;
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) g: vec3<u32>) {{
    if (g.x % 3u == 0u) {{ out[atomicAdd(&n, 1u)] = g.x; }}
}}"
    );
    let run = |threads| {
        Case::new(&source).zeros(0, 4096).zeros(1, 4).groups([64, 1, 1]).option(|o| o.threads = threads).run()
    };
    let (one, four) = (run(1), run(4));
    assert_eq!(one.bindings, four.bindings);
    assert_eq!(one.outcome, four.outcome);
    assert_eq!(one.u32s(1), [683]);
}

#[test]
fn sixty_four_bit_and_float_atomics_work() {
    let source = format!(
        "{OUT}@group(0) @binding(1) var<storage, read_write> wide: atomic<u64>;
@group(0) @binding(2) var<storage, read_write> real: atomic<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
    atomicMax(&wide, u64(i) << 32u);
    atomicAdd(&real, f32(i) * 0.5);
    out[i] = i;
}}"
    );
    let ran = Case::new(&source).zeros(0, 128).zeros(1, 8).zeros(2, 4).groups([1, 1, 1]).run();
    // The sum of floats.
    assert_eq!(ran.kinds(), ["order-dependent-atomic"]);
    assert_eq!(ran.u32s(1), [0, 31]);
    assert_eq!(ran.f32s(2), [248.0]);
}

#[test]
fn what_is_found_among_turns_at_workgroup_memory_depends_on_their_order_until_a_barrier() {
    let kinds = |before: &str, after: &str| {
        let source = format!(
            "{OUT}var<workgroup> n: array<atomic<u32>, 4>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
    {before} {after}
    out[i] = 1u + 0u * atomicLoad(&n[1]);
}}"
        );
        let ran = Case::new(&source).zeros(0, 256).run();
        ran.kinds().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let depends = ["order-dependent-atomic"];
    for alike in ["atomicAdd(&n[i % 4u], i);", "atomicMax(&n[1], i);", "atomicStore(&n[i % 4u], 7u);"] {
        assert_eq!(kinds(alike, ""), depends, "{alike}");
        assert_eq!(kinds(alike, "workgroupBarrier();"), [""; 0], "{alike}");
        let other = "atomicOr(&n[1], 1u); workgroupBarrier();";
        assert_eq!(kinds(alike, other), depends, "{alike}");
        // More than wait.
        let many = format!("for (var k = 0u; k < 5000u; k++) {{ {alike} }}");
        assert_eq!(kinds(&many, other), depends, "{alike}");
    }
}

#[test]
fn lanes_are_shuffled_within_quads_and_to_the_ends_of_a_subgroup() {
    let body = [
        ("subgroupShuffleDown(i, 1u)", (|i| if i % 8 == 7 { 0 } else { i + 1 }) as fn(u32) -> u32),
        ("subgroupShuffleUp(i, 1u)", |i| if i % 8 == 0 { 0 } else { i - 1 }),
        ("quadBroadcast(i, 2u)", |i| (i & !3) + 2),
        ("quadSwapX(i)", |i| i ^ 1),
        ("quadSwapY(i)", |i| i ^ 2),
        ("quadSwapDiagonal(i)", |i| i ^ 3),
        ("size * 100u + sid * 10u + lane", |i| 800 + i / 8 * 10 + i % 8),
    ];
    for (text, expected) in body {
        let source = format!(
            "{OUT}@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32,
                @builtin(subgroup_id) sid: u32, @builtin(subgroup_invocation_id) lane: u32) {{ out[i] = {text}; }}"
        );
        let ran = Case::new(&source).zeros(0, 128).width(8).run();
        // The lanes at the ends store what there is not.
        let ends = text.contains("Down") || text.contains("Up");
        assert_eq!(ran.kinds(), if ends { vec!["inactive-lane"] } else { vec![] }, "{text}");
        assert_eq!(ran.u32s(0), (0..32).map(expected).collect::<Vec<_>>(), "{text}");
    }
}
