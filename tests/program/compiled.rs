//! `--compiled`: what the modelled compiler leaves of each line, and what each pass did.

use std::fs;

use serde_json::Value;

use crate::common::{folder, json, lockstep, stderr, stdout, typed, unwrapped};

/// The listing of a kernel of 64 invocations, in one workgroup on the simulator.
fn listing(name: &str, source: &str, flags: &str) -> Value {
    let file = folder(&format!("compiled-{name}")).join("kernel.wgsl");
    fs::write(&file, source).expect("it can be written");
    let line = format!("explain {} --compiled --dispatch 1 {flags} --json -", file.display());
    let output = lockstep(&typed(&line));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    json(&output)["compiled"].clone()
}

/// What is left of a line: how many copies of what.
fn left(listing: &Value, line: u64) -> Vec<(u64, String)> {
    let lines = listing["lines"].as_array().expect("there are lines");
    let found = lines.iter().find(|listed| listed["line"] == line);
    let instructions = found.map_or(&[][..], |found| found["instructions"].as_array().expect("it has some"));
    let of = |instruction: &Value| {
        let copies =
            instruction["copies"].as_u64().expect("a number") * instruction["count"].as_u64().expect("a number");
        (copies, instruction["text"].as_str().expect("a name").to_owned())
    };
    instructions.iter().map(of).collect()
}

/// The passes that did anything, with the lines that they changed.
fn passes(listing: &Value) -> Vec<(String, Vec<u64>)> {
    let of = |pass: &Value| {
        let effects = pass["effects"].as_array().expect("it has some").iter();
        let name = pass["name"].as_str().expect("a name").to_owned();
        (name, effects.map(|effect| effect["line"].as_u64().expect("a number")).collect())
    };
    listing["passes"].as_array().expect("there are passes").iter().map(of).collect()
}

/// The slots of all instructions are those that the estimate counts.
fn assert_sums(listing: &Value) {
    let lines = listing["lines"].as_array().expect("there are lines").iter();
    let all = lines.flat_map(|line| line["instructions"].as_array().expect("it has some"));
    let lanes = all.filter(|instruction| instruction["scalar"] == false);
    let sum: u64 = lanes.map(|instruction| instruction["issued"].as_u64().expect("a number")).sum();
    let [issued, joined] = ["issued", "joined"].map(|name| listing[name].as_u64().expect("a number"));
    assert_eq!(sum, issued + joined);
}

#[test]
fn a_horner_loop_is_unrolled_and_contracted() {
    let source = "@group(0) @binding(0) var<storage, read_write> v: array<f32>;
const C = array<f32, 8>(1.0, 0.5, 0.25, 0.125, 0.5, 0.25, 2.0, 3.0);
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    let x = v[i];
    var r = 0.0;
    for (var k = 0u; k < 8u; k++) {
        r = r * x + C[k];
    }
    v[i] = r;
}";
    let listing = listing("horner", source, "--buffer 0.0=rand:f32:64");
    assert_eq!(left(&listing, 6), []);
    assert_eq!(left(&listing, 7), [(8, "fma.f32".to_owned())]);
    let passes = passes(&listing);
    assert!(passes.iter().any(|(name, lines)| name == "multiply-add" && lines == &[7]), "{passes:?}");
    assert!(passes.iter().any(|(name, lines)| name == "unrolling" && lines.contains(&7)), "{passes:?}");
    assert_sums(&listing);
}

#[test]
fn a_division_by_a_uniform_is_expanded_and_one_by_a_power_of_two_a_shift() {
    let source = |divisor: &str| {
        format!(
            "@group(0) @binding(0) var<uniform> n: u32;
@group(0) @binding(1) var<storage, read_write> v: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
    v[i] = i / {divisor} + n;
}}"
        )
    };
    let of = |name: &str, divisor: &str| {
        let listing = listing(name, &source(divisor), "--buffer 0.0=u32:3 --buffer 0.1=zero:256");
        assert_sums(&listing);
        let effects: Vec<String> = passes(&listing).into_iter().map(|(name, _)| name).collect();
        (left(&listing, 4)[0].1.clone(), effects)
    };
    let (divided, passes) = of("uniform", "n");
    assert!(divided.starts_with("div.u32") && passes.contains(&"expansion".to_owned()), "{divided}: {passes:?}");
    let (shifted, passes) = of("eight", "8u");
    assert!(shifted.starts_with("shru") || shifted.starts_with("shr"), "{shifted}");
    assert!(passes.contains(&"strength reduction".to_owned()), "{passes:?}");
}

#[test]
fn an_unrolled_stencil_keeps_its_loads_and_multiply_adds() {
    let source = "@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var sum = 0.0;
    for (var d = 0u; d < 5u; d++) {
        sum += a[i + d] * 0.2;
    }
    b[i] = sum;
}";
    let listing = listing("stencil", source, "--buffer 0.0=rand:f32:68 --buffer 0.1=zero:256");
    assert_eq!(left(&listing, 5), []);
    assert_eq!(left(&listing, 6), [(5, "load.storage.f32 a".to_owned()), (5, "fma.f32".to_owned())]);
    assert_sums(&listing);
}

#[test]
fn a_lab_s_product_keeps_one_load_for_each_row_and_column() {
    let shader = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/tiling/register-2d.wgsl");
    let output = lockstep(&["explain", shader, "--compiled", "--json", "-"]);
    let listing = json(&output)["compiled"].clone();
    assert_sums(&listing);
    let text = fs::read_to_string(shader).expect("it is there");
    let line = |code: &str| 1 + text.lines().position(|line| line.contains(code)).expect("it is there") as u64;
    let multiplied: u64 = left(&listing, line("fma(")).iter().map(|(copies, _)| copies).sum();
    let loaded: u64 = left(&listing, line("let a_k")).iter().map(|(copies, _)| copies).sum();
    assert!(multiplied > 4 * loaded, "{multiplied} multiply-adds for {loaded} loads");
    let shown = unwrapped(&stdout(&lockstep(&["explain", shader, "--compiled"])));
    assert!(shown.contains("not the code of any vendor's compiler"), "{shown}");
    assert!(shown.contains("What each pass did") && shown.contains("the estimate counts these"), "{shown}");
}

#[test]
fn diff_lists_both_kernels_and_explain_none_unless_asked() {
    let [naive, tiled] =
        ["naive", "register-2d"].map(|name| format!("{}/shaders/tiling/{name}.wgsl", env!("CARGO_MANIFEST_DIR")));
    let output = lockstep(&["diff", &naive, &tiled, "--compiled", "--device", "sim", "--size", "64", "--json", "-"]);
    let found = json(&output);
    let files: Vec<&str> =
        found["compiled"].as_array().expect("two").iter().filter_map(|side| side["file"].as_str()).collect();
    assert!(
        files.len() == 2 && files[0].ends_with("naive.wgsl") && files[1].ends_with("register-2d.wgsl"),
        "{files:?}"
    );
    assert!(json(&lockstep(&["explain", &naive, "--json", "-"]))["compiled"].is_null());
}
