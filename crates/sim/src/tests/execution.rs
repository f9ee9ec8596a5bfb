//! What statements and expressions do.

use super::harness::Case;

/// Runs a body for 64 invocations; each stores one word to `out[i]`.
fn each(body: &str) -> Vec<u32> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
            let i = id.x;
            {body}
        }}"
    );
    Case::new(&source).zeros(0, 64 * 4).run().clean().u32s(0)
}

fn expect(body: &str, value: impl Fn(u32) -> u32) {
    let expected: Vec<u32> = (0..64).map(value).collect();
    assert_eq!(each(body), expected, "{body}");
}

#[test]
fn loops_break_and_continue_by_lane() {
    expect(
        "var s = 0u; for (var k = 0u; k < 100u; k++) { if (k % 2u == 0u) { continue; } if (k > i) { break; } s += k; } out[i] = s;",
        |i| (0..100).filter(|k| k % 2 == 1 && *k <= i).sum(),
    );
}

#[test]
fn while_and_break_if_see_the_continuing_block() {
    expect(
        "var k = 0u; var n = 0u; loop { n += 2u; continuing { k += 1u; break if k >= (i & 7u); } } out[i] = n * 100u + k;",
        |i| {
            let k = (i & 7).max(1);
            k * 2 * 100 + k
        },
    );
}

#[test]
fn nested_loops_leave_only_the_inner_one() {
    expect(
        "var s = 0u; for (var a = 0u; a < 5u; a++) { for (var b = 0u; b < 5u; b++) { if (b == i % 5u) { break; } s += a * b + 1u; } } out[i] = s;",
        |i| (0..5).flat_map(|a| (0..i % 5).map(move |b| a * b + 1)).sum(),
    );
}

#[test]
fn switch_selects_breaks_and_continues_an_outer_loop() {
    expect(
        "var s = 0u; for (var k = 0u; k < 6u; k++) { switch (k + i) % 4u { case 0u: { continue; } case 1u, 2u: { s += 10u; if (k == 3u) { break; } s += 1u; } default: { s += 100u; } } s += 1000u; } out[i] = s;",
        |i| {
            let mut s = 0;
            for k in 0..6 {
                match (k + i) % 4 {
                    0 => continue,
                    1 | 2 => s += if k == 3 { 10 } else { 11 },
                    _ => s += 100,
                }
                s += 1000;
            }
            s
        },
    );
}

#[test]
fn short_circuits_do_not_evaluate_and_do_not_branch() {
    let source = "
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&out);
    if (id.x + 32u < n && out[id.x + 32u] == 5u || id.x == 40u) { out[id.x] = 7u; }
}";
    let input: Vec<u32> = (0..64).map(|i| if i == 50 { 5 } else { 0 }).collect();
    let ran = Case::new(source).u32s(0, &input).option(|o| o.races = false).run().clean();
    let expected: Vec<u32> = (0..64).map(|i| if i == 18 || i == 40 { 7 } else { input[i as usize] }).collect();
    assert_eq!(ran.u32s(0), expected);
    assert_eq!(ran.counters().branches, 2);
}

#[test]
fn values_are_read_when_they_are_emitted() {
    expect("var a = i; let b = a; a = 7u; out[i] = b * 10u + a;", |i| i * 10 + 7);
    expect("var v = vec2<u32>(i, 2u); v = vec2(v.y, v.x); out[i] = v.x * 100u + v.y;", |i| 200 + i);
    expect(
        "var v = vec3<u32>(i, 2u, 3u); let x = v.x; v.x = 9u; let w = v; v = vec3<u32>(); out[i] = x + w.x + v.x;",
        |i| i + 9,
    );
    expect("var a = 1u; let b = a; if (i > 5u) { a = b + 1u; a = b + a; } out[i] = a * 10u + b;", |i| {
        if i > 5 { 31 } else { 11 }
    });
}

#[test]
fn arrays_in_registers_are_indexed_by_lane() {
    expect(
        "var t: array<array<u32, 4>, 3>; for (var a = 0u; a < 12u; a++) { t[a / 4u][a % 4u] = a * a; } out[i] = t[i % 3u][i % 4u];",
        |i| (i % 3 * 4 + i % 4).pow(2),
    );
    expect("let t = array<u32, 4>(3u, 1u, 4u, 1u); out[i] = t[i % 4u];", |i| [3, 1, 4, 1][i as usize % 4]);
    expect(
        "var v = vec4<u32>(1u, 2u, 3u, 4u); v[i % 4u] = 9u; out[i] = v.x + v.y * 10u + v.z * 100u + v.w * 1000u;",
        |i| {
            let mut v = [1, 2, 3, 4];
            v[i as usize % 4] = 9;
            v[0] + v[1] * 10 + v[2] * 100 + v[3] * 1000
        },
    );
}

#[test]
fn functions_return_early_and_write_through_pointers() {
    let source = "
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
struct Pair { a: u32, b: vec2<u32> }
fn collatz(start: u32) -> u32 {
    var x = start; var n = 0u;
    loop { if (x <= 1u) { return n; } if (x % 2u == 0u) { x /= 2u; } else { x = 3u * x + 1u; } n++; } return n;
}
fn add(p: ptr<function, u32>, v: u32) { if (v > 30u) { *p += 1000u; return; } *p += v; }
fn pair(x: u32) -> Pair { return Pair(x, vec2(x + 1u, x + 2u)); }
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var s = collatz(id.x + 1u);
    let before = s;
    add(&s, id.x);
    var p = pair(id.x);
    p.b.y += 5u;
    out[id.x] = s * 7u + before + p.a + p.b.x + p.b.y;
}";
    let got = Case::new(source).zeros(0, 256).run().clean().u32s(0);
    let collatz = |mut x: u32| {
        let mut n = 0;
        while x > 1 {
            x = if x & 1 == 0 { x / 2 } else { 3 * x + 1 };
            n += 1;
        }
        n
    };
    let expected: Vec<u32> = (0..64)
        .map(|i| {
            let before = collatz(i + 1);
            let s = before + if i > 30 { 1000 } else { i };
            s * 7 + before + i + i + 1 + i + 7
        })
        .collect();
    assert_eq!(got, expected);
}
