//! Registers that a kernel needs, as far as its values tell.

use super::harness::Case;

/// Registers of a kernel in which a variable is read, eight other values are in use, and `then` writes the variable anew.
fn registers_where(then: &str) -> u32 {
    let sum = |k: u32| format!("let t{k} = x[i + {k}u]; ");
    let values: String = (0..8).map(sum).collect();
    let source = format!(
        "@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;
        @group(0) @binding(1) var<storage, read_write> out: array<vec4<f32>>;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
            var a = x[i + 20u];
            for (var k = 0u; k < 9u; k++) {{
                out[i] += a;
                {values}
                out[i + k] += fma(t0, t1, fma(t2, t3, fma(t4, t5, t6 * t7)));
                {then}
            }}
            out[i] += 1.0;
        }}"
    );
    registers(&source)
}

#[test]
fn what_is_written_anew_whatever_happens_takes_no_registers_before() {
    let kept = registers_where("");
    assert_eq!(registers_where("a = x[i + k];"), kept - 4, "the four numbers of `a`");
    for then in [
        "if i > k { a = x[i + k]; }",
        "if i > k { a = x[i + k]; } else { a = x[i]; }",
        "if i > k { continue; } a = x[i + k];",
    ] {
        assert!(registers_where(then) >= kept, "{then}");
    }
    // A turn of the inner loop reads it again.
    assert!(registers_where("for (var j = 0u; j < k; j++) { out[j] += a; } a = x[i + k];") >= kept);
    // Who leaves the loop might.
    assert!(registers_where("if i > k { break; } a = x[i + k];") >= kept);
}

fn registers(source: &str) -> u32 {
    Case::new(source).compiled().registers()
}

/// A product of matrices in tiles of 128 x 128 with 8 x 8 results of each invocation, which `accumulate` adds to. `ahead`: two tiles
/// in turn, of which the next is fetched while the present one is used.
fn tiled_product(sums: &str, accumulate: &str, results: &str, ahead: bool) -> String {
    let fetch = |step: &str| {
        format!("let p = a[r * 256u + {step} * 2u + i % 2u]; let q = b[({step} * 8u + i / 32u) * 256u + c];")
    };
    let put = |stage: &str| {
        let row = |k: u32, part: char| format!("ta[{stage}][i % 2u * 4u + {k}u][i / 2u] = p.{part}; ");
        let rows: String = "xyzw".chars().zip(0..).map(|(part, k)| row(k, part)).collect();
        format!("{rows} tb[{stage}][i / 32u][i % 32u] = q; ")
    };
    let multiply = |stage: &str| {
        let part = |from: u32, at: u32| format!("ta[{stage}][k][{from}u + l.y * 4u + {at}u]");
        let column = |from: u32| format!("vec4f({})", [0, 1, 2, 3].map(|at| part(from, at)).join(", "));
        format!(
            "for (var k = 0u; k < 8u; k++) {{ let a0 = {}; let a1 = {};
                let b0 = tb[{stage}][k][l.x]; let b1 = tb[{stage}][k][l.x + 16u]; {accumulate} }}",
            column(0),
            column(64)
        )
    };
    let (first, next, last) = (fetch("0u"), fetch("t"), multiply("127u & 1u"));
    let steps = if ahead {
        format!(
            "{{ {first} {} }} workgroupBarrier();
            for (var t = 1u; t < 128u; t++) {{ {next} {} {} workgroupBarrier(); }} {last}",
            put("0u"),
            multiply("(t - 1u) & 1u"),
            put("t & 1u")
        )
    } else {
        let (put, multiply) = (put("0u"), multiply("0u"));
        format!("for (var t = 0u; t < 128u; t++) {{ {next} {put} workgroupBarrier(); {multiply} workgroupBarrier(); }}")
    };
    format!(
        "@group(0) @binding(0) var<storage, read> a: array<vec4f>;
        @group(0) @binding(1) var<storage, read> b: array<vec4f>;
        @group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
        var<workgroup> ta: array<array<array<f32, 128>, 8>, 2>;
        var<workgroup> tb: array<array<array<vec4f, 32>, 8>, 2>;
        @compute @workgroup_size(16, 16) fn main(
            @builtin(workgroup_id) g: vec3u, @builtin(local_invocation_id) l: vec3u, @builtin(local_invocation_index) i: u32
        ) {{
            let r = g.y * 128u + i / 2u; let c = g.x * 32u + i % 32u;
            {sums}
            {steps}
            let at = (g.y * 128u + l.y * 4u) * 256u + g.x * 32u + l.x;
            {results}
        }}"
    )
}

#[test]
fn what_a_product_fetches_ahead_takes_a_register_a_word_in_any_spelling() {
    let each = |line: &dyn Fn(usize, usize) -> String| -> String { (0..16).map(|at| line(at / 2, at % 2)).collect() };
    let part = |row: usize| format!("a{}.{}", row / 4, ["x", "y", "z", "w"][row % 4]);
    let place = |row: usize, half: usize| format!("y[at + {}u]", row / 4 * 16384 + row % 4 * 256 + half * 16);
    let vectors = [
        each(&|row, half| format!("var s{row}_{half} = vec4f(); ")),
        each(&|row, half| format!("s{row}_{half} += {} * b{half}; ", part(row))),
        each(&|row, half| format!("{} = s{row}_{half}; ", place(row, half))),
    ];
    let quarters =
        |line: &dyn Fn(usize, usize) -> String| -> String { (0..4).map(|at| line(at / 2, at % 2)).collect() };
    let matrices = [
        quarters(&|i, j| format!("var s{i}{j} = mat4x4f(); ")),
        quarters(&|i, j| {
            format!("s{i}{j} = s{i}{j} + mat4x4f(a{i}.x * b{j}, a{i}.y * b{j}, a{i}.z * b{j}, a{i}.w * b{j}); ")
        }),
        each(&|row, half| format!("{} = s{}{half}[{}]; ", place(row, half), row / 4, row % 4)),
    ];
    let arrays = [
        "var s: array<f32, 64>; var v: array<f32, 8>; var w: array<f32, 8>;".to_owned(),
        (0..8)
            .map(|at| format!("v[{at}] = {}; w[{at}] = {}; ", part(at), part(at).replace('a', "b")))
            .collect::<String>()
            + "for (var m = 0u; m < 8u; m++) { for (var n = 0u; n < 8u; n++) { s[m * 8u + n] += v[m] * w[n]; } }",
        each(&|row, half| {
            let value = [0, 1, 2, 3].map(|at| format!("s[{}]", row * 8 + half * 4 + at)).join(", ");
            format!("{} = vec4f({value}); ", place(row, half))
        }),
    ];
    for [sums, accumulate, results] in [vectors, matrices, arrays] {
        let [kept, ahead] = [false, true].map(|ahead| registers(&tiled_product(&sums, &accumulate, &results, ahead)));
        // Sums and operands of a step; eight words, and where they go. Two workgroups of 256 have 128 registers each of 64 Ki.
        assert!(
            kept >= 64 + 16 && (kept + 8..=kept + 16).contains(&ahead) && ahead <= 128,
            "{kept}, {ahead}: {accumulate}"
        );
    }
}

#[test]
fn counters_and_literals_take_registers_from_where_they_are_used() {
    let kernel = |first: &str, later: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> y: array<vec4f>;
            @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
                {first} for (var k = 0u; k < u32(y[0].x); k++) {{ y[i + k] += y[k] * y[i]; }}
                {later}
            }}"
        )
    };
    let alone = registers(&kernel("", ""));
    // Loops after it, and one that is laid out.
    let later = "for (var j = 0u; j < u32(y[1].x); j++) { y[j] += 1.0; }";
    assert_eq!(registers(&kernel("", &later.repeat(5))), alone);
    assert_eq!(registers(&kernel("", "for (var j = 0u; j < 4u; j++) { y[j] += 1.0; }")), alone);
    // A sum of literals that the loop does not touch, and one that it goes on with.
    assert_eq!(registers(&kernel("var s = vec4f(1.0);", "s += y[2]; y[3] = s;")), alone);
    let carried = kernel("var s = vec4f(1.0);", "y[i] = s;").replace("y[i + k] +=", "s += y[k + 1u]; y[i + k] +=");
    assert!(registers(&carried) >= alone + 4);
    // Turns that write a variable anew do not hold it before; where some turns go on with what another wrote, all hold it.
    let written = |then: &str| {
        let most = "y[j] = y[j] * y[i] + y[j + 1u] * y[i + 1u];";
        let first = "var s = vec4f(1.0); for (var j = 0u; j < u32(y[1].x); j++)";
        registers(&kernel(&format!("{first} {{ {most} {then} y[j + 2u] = s; }}"), ""))
    };
    assert_eq!(written("if j > i { s = y[j]; }"), written("s = y[j];") + 4);
}
