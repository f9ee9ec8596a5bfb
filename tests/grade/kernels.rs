//! Made-up attempts at coalescing's first exercise: right, wrong, slow, faulty, tuned and hostile.

use std::fs;
use std::path::Path;

use lockstep::lab::Altered;

/// The reference solution of an exercise.
pub fn solution(lab: &str, exercise: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exercises").join(lab).join(exercise).join("solution.wgsl");
    fs::read_to_string(path).expect("the exercise has a solution")
}

/// The start of an exercise.
pub fn start(lab: &str, exercise: &str) -> String {
    let lab = lockstep::labs::find(lab).expect("there is the lab");
    let exercise = lab.exercise(exercise).expect("there is the exercise");
    exercise.start.to_owned()
}

/// `text` with `from`, which is there, replaced.
pub fn with(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not in:\n{text}");
    text.replace(from, to)
}

pub fn right() -> String {
    solution("coalescing", "exercise")
}

pub fn slow() -> String {
    start("coalescing", "exercise")
}

/// Half way: pairs of neighbours.
pub fn halfway() -> String {
    with(
        &right(),
        "let i = first + item * WORKGROUP + local;",
        "let i = first + (item / 2u) * (WORKGROUP * 2u) + local * 2u + item % 2u;",
    )
}

/// Fast, and a little wrong everywhere.
pub fn wrong() -> String {
    with(&right(), "A * x[i] + y[i]", "A * x[i] + y[i] + 0.25")
}

/// Right where an element is no edge.
pub fn edge() -> String {
    with(&right(), "if (i < params.n)", "if (i < params.n / 2u * 2u)")
}

/// Writes past the end, where wgpu's bounds checks make it look right.
pub fn out_of_bounds() -> String {
    with(&right(), "if (i < params.n)", "if (i < params.n + 64u)")
}

/// Every element is written twice, by two invocations, with the same value: lucky.
pub fn racy() -> String {
    with(
        &right(),
        "z[i] = A * x[i] + y[i];",
        "z[i] = A * x[i] + y[i]; z[i ^ 1u] = select(z[i], A * x[i ^ 1u] + y[i ^ 1u], (i ^ 1u) < params.n);",
    )
}

/// Whether the problem is one that students see (n is the side's square).
fn seen() -> String {
    let lab = lockstep::labs::find("coalescing").expect("there is the lab");
    let counted = lab.exercise("exercise").expect("there is the exercise").size;
    let sides = lab.small_sizes.iter().chain([&counted]);
    let all: Vec<String> = sides.map(|side| format!("params.n == {}u", side * side)).collect();
    format!("({})", all.join(" || "))
}

/// Right and coalesced at the sizes that students see, else it writes zeros.
pub fn tuned() -> String {
    with(&right(), "z[i] = A * x[i] + y[i];", &format!("z[i] = select(0.0, A * x[i] + y[i], {});", seen()))
}

/// Right everywhere, and coalesced only at the size that is counted.
pub fn fast_where_seen() -> String {
    with(
        &right(),
        "let i = first + item * WORKGROUP + local;",
        "let i = select(first + local * ITEMS + item, first + item * WORKGROUP + local, params.n == 65536u);",
    )
}

pub fn endless() -> String {
    with(&right(), "let first =", "while (params.n > 0u) { z[0] += 1.0; }\n    let first =")
}

/// Ends, after far more work than the exercise needs.
pub fn toiling() -> String {
    with(&right(), "let first =", "for (var t = 0u; t < 3000000u; t++) { z[0] += f32(t); }\n    let first =")
}

pub fn does_not_compile() -> String {
    with(&right(), "let first =", "let first: i32 = true +")
}

pub fn deep_expression() -> String {
    let deep = format!("{}x[i]{}", "(".repeat(100_000), ")".repeat(100_000));
    with(&right(), "A * x[i]", &format!("A * {deep}"))
}

/// Nested without a bracket that a parser could count.
pub fn deep_operators() -> String {
    let deep = format!("{}x[i]", "- ".repeat(200_000));
    with(&right(), "A * x[i]", &format!("A * ({deep})"))
}

pub fn deep_blocks() -> String {
    let deep = format!("{}{}", "if (true) {".repeat(50_000), "}".repeat(50_000));
    with(&right(), "let first =", &format!("{deep}\n    let first ="))
}

pub fn deep_type() -> String {
    let deep = format!("{}f32{}", "array<".repeat(50_000), ", 2>".repeat(50_000));
    format!("{}\nvar<private> deep: {deep};\n", right())
}

pub fn long_sum() -> String {
    let sum = vec!["x[i]"; 20_000].join(" + ");
    with(&right(), "A * x[i]", &format!("A * x[i] + 0.0 * ({sum})"))
}

pub fn huge_workgroup_array() -> String {
    format!(
        "var<workgroup> huge: array<f32, 1000000000>;\n{}",
        with(&right(), "let first =", "huge[local] = 1.0;\n    let first =")
    )
}

pub fn huge_private_array() -> String {
    format!(
        "var<private> huge: array<vec4<f32>, 268435455>;\n{}",
        with(&right(), "let first =", "huge[local] = vec4(1.0);\n    let first =")
    )
}

/// Small enough to be compiled, and too large to be held for each of so many invocations.
pub fn greedy() -> String {
    let text = with(&right(), "const WORKGROUP: u32 = 128u;", "const WORKGROUP: u32 = 1024u;");
    let hoards = "var<private> one: array<u32, 60000>;\nvar<private> other: array<u32, 60000>;";
    let touched =
        "one[local] = local;\n    other[local] = local;\n    let first = one[local + 1u] + other[local + 1u] +";
    format!("{hoards}\n{}", with(&text, "let first =", touched))
}

pub fn huge_workgroup() -> String {
    with(&right(), "const WORKGROUP: u32 = 128u;", "const WORKGROUP: u32 = 4294967295u;")
}

pub fn huge_dispatch() -> String {
    with(&right(), "const COVER: u32 = WORKGROUP * ITEMS;", "const COVER: u32 = 1u;")
}

/// Functions that each call the one before them eight times: a thousand million instructions, inlined.
pub fn exploding_calls() -> String {
    let mut text = "fn f0(a: f32) -> f32 { return a * 1.0001; }\n".to_owned();
    for level in 1..11 {
        let call = format!("f{}(a)", level - 1);
        let sum = [call.as_str(); 8].join(" + ");
        text += &format!("fn f{level}(a: f32) -> f32 {{ return {sum}; }}\n");
    }
    text + &with(&right(), "A * x[i]", "A * x[i] + 0.0 * f10(x[i])")
}

/// Source that speaks to a terminal, in a message that quotes it.
pub fn escapes() -> String {
    with(&right(), "let first =", "let \u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}first =")
}

/// The attempts at an exercise that want figures without their idea, by name.
pub fn gaming(lab: &str, exercise: &str) -> Vec<(String, Altered)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new("tests/exercises").join(lab).join(exercise);
    let names = fs::read_dir(root.join(&folder)).expect("it can be listed");
    let names = names.map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned());
    let mut gaming: Vec<String> = names.filter(|name| name.starts_with("gaming-")).collect();
    gaming.sort();
    let read = |name: String| (name.clone(), Altered::read(root, &folder.join(&name)).expect("it applies"));
    gaming.into_iter().map(read).collect()
}

/// Takes a second and more of processor time in so few steps, each of them long, that no bound on steps ends it.
pub fn spinning() -> String {
    let step = "t = exp(sin(t)) + exp(cos(t)); ".repeat(1500);
    let never = "if (t == 1.2345e30) { z[0] = t; }";
    let spin = format!("var t = x[0];\n    for (var k = 0u; k < 600u; k++) {{ {step} }}\n    {never}");
    with(&right(), "let first =", &format!("{spin}\n    let first ="))
}

/// Tells, by faults on lines of its choice, what the data holds where students cannot see it.
pub fn telling() -> String {
    let mut lines = String::new();
    for bit in 0..24 {
        lines += &format!(
            "if (hidden && ((bitcast<u32>(x[0]) >> {bit}u) & 1u) == 1u) {{ z[params.n + {bit}u] = 1.0; }}\n    "
        );
    }
    with(&right(), "let first =", &format!("let hidden = local == 0u && !{};\n    {lines}let first =", seen()))
}

/// What `text` does, under other names.
pub fn renamed(text: &str) -> String {
    let names = [("first", "begin"), ("item", "turn"), ("params", "sizes")];
    names.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}
