//! `lockstep diff`: two kernels on one problem, what differs, and why. On the simulator, so that it says the same everywhere.

use std::fs;
use std::path::Path;

use crate::common::{altered, folder, has_device, json, lockstep, lockstep_in, stderr, stdout, typed, unwrapped};
use serde_json::Value;

/// The report on two files, on the simulator.
pub fn diff(a: &str, b: &str, more: &[&str]) -> Value {
    let flags = typed("--device sim --timeout 300 --json -");
    let output = lockstep(&[&["diff", a, b], &flags[..], more].concat());
    assert!(output.status.code().is_some_and(|status| status != 1), "{}", stderr(&output));
    json(&output)
}

#[test]
fn a_shader_s_short_name_is_told_its_path() {
    let output = lockstep(&["diff", "coalescing/naive", "coalescing/tiled", "--device", "sim"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("shaders/coalescing/naive.wgsl"), "{}", stderr(&output));
}

#[test]
fn an_exercise_s_kernels_are_compared_at_the_exercise_s_size() {
    let solution = "tests/exercises/offload/exercise/solution.wgsl";
    let report = diff("labs/offload/exercise.wgsl", solution, &["--lab", "offload"]);
    assert_eq!((&report["problem"]["size"], &report["difference"]), (&200.into(), &"faster".into()), "{report:#}");
}

#[test]
fn a_kernel_and_itself_have_no_difference() {
    let path = "shaders/coalescing/stride-8.wgsl";
    let output = lockstep(&["diff", path, path, "--device", "sim"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("no difference"), "{}", stdout(&output));
    let report = diff(path, path, &[]);
    assert_eq!((&report["difference"], &report["same_program"]), (&"no difference".into(), &true.into()));
    assert_eq!(report["ideas"].as_array().map(Vec::len), Some(0));
}

#[test]
fn the_text_says_what_limits_each_names_counters_in_words_and_says_each_fact_once() {
    let text = stdout(&lockstep(&typed("diff shaders/tiling/coalesced.wgsl shaders/tiling/tiled.wgsl --device sim")));
    let flat = unwrapped(&text);
    assert!(flat.contains("The estimate says of A that the level 1 cache limits it, and of B that"), "{text}");
    assert!(text.contains("Sectors of storage memory") && !text.contains("global_sectors"), "{text}");
    assert!(!text.contains("interval"), "estimates have none: {text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(flat.matches("to and from DRAM fall").count(), 1, "{text}");
    assert!(!flat.contains("bytes to and from DRAM: "), "told as an idea already: {text}");
    // A start and an attempt at it have one opening comment.
    let start = "shaders/coalescing/exercise.wgsl";
    let attempt = folder("diff-attempt").join("exercise.wgsl");
    let source = fs::read_to_string(start).expect("the shader");
    let (before, after) = source.rsplit_once('}').expect("it ends");
    fs::write(&attempt, format!("{before}    workgroupBarrier();\n}}{after}")).expect("written");
    let text = lockstep(
        &[&["diff", start, &attempt.to_string_lossy()], &typed("--device sim --lab coalescing --size 256")[..]]
            .concat(),
    );
    let text = stdout(&text);
    assert_eq!(text.matches("both say: ").count() + text.matches("A says: ").count(), 1, "{text}");
    assert!(text.contains("both say: "), "{text}");
}

#[test]
fn a_kernel_with_other_comments_blanks_and_names_has_no_difference() {
    let source = fs::read_to_string("shaders/tiling/tiled.wgsl").expect("the shader");
    let renamed: String = source
        .lines()
        .filter(|line| !line.starts_with("//"))
        .map(|line| format!("  {}  // {}\n", line.replace("tile_a", "left").replace("sum", "total"), line.len()))
        .collect();
    let folder = folder("diff-renamed");
    let path = folder.join("mine.wgsl");
    fs::write(&path, renamed).expect("written");
    let report = diff("shaders/tiling/tiled.wgsl", &path.to_string_lossy(), &[]);
    assert_eq!(report["difference"], "no difference");
    assert_eq!(report["b"]["variant"], "tiled", "recognised by what it binds and resembles");
}

#[test]
fn on_a_device_times_are_interleaved_and_have_an_interval() {
    if !has_device() {
        return;
    }
    let (a, b) = ("shaders/coalescing/copy.wgsl", "shaders/coalescing/copy.wgsl");
    let output = lockstep(&["diff", a, b, "--size", "256", "--json", "-"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = json(&output);
    // Whatever the machine's unrest: the same program has no difference.
    assert_eq!(report["difference"], "no difference", "{report:#}");
    let ratio = &report["time_ratio"];
    if !ratio.is_null() {
        let end = |name: &str| ratio[name].as_f64().expect("a number");
        assert!(end("low") <= end("value") && end("value") <= end("high"), "{ratio}");
        assert_eq!(ratio["estimated"], false);
    }
    assert!(report["a"]["counters"].is_object(), "counted on the simulator as well");
}

/// A copy by workgroups of one invocation, and one by whole workgroups, whose bytes all must move.
#[test]
fn two_lower_bounds_are_not_compared() {
    const BINDINGS: &str = "@group(0) @binding(0) var<storage, read> source: array<vec4f>;
        @group(0) @binding(1) var<storage, read_write> copy: array<vec4f>;";
    let folder = folder("diff-bounds");
    let [alone, together] = [
        ("alone", "@compute @workgroup_size(1) fn main(@builtin(workgroup_id) at: vec3u) {
            for (var i = 0u; i < 64u; i++) { copy[at.x * 64u + i] = source[at.x * 64u + i]; } }"),
        ("together", "@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) at: vec3u) { copy[at.x] = source[at.x]; }"),
    ]
    .map(|(name, kernel)| {
        let path = folder.join(format!("{name}.wgsl"));
        fs::write(&path, format!("{BINDINGS}\n{kernel}")).expect("written");
        path.to_string_lossy().into_owned()
    });
    let flags = "--dispatch 1024 --dispatch-b 256 --buffer 0.0=rand:f32:262144 --buffer 0.1=zero:1048576 --json -";
    let on =
        |device: &str| json(&lockstep(&[&["diff", &alone, &together, "--device", device], &typed(flags)[..]].concat()));
    let report = on("sim:adreno-x1");
    assert_eq!((&report["difference"], &report["time_ratio"]), (&"cannot be told".into(), &Value::Null), "{report:#}");
    assert!(report["summary"].as_str().is_some_and(|said| said.contains("cache.l2_bytes")), "{}", report["summary"]);
    // Both buffers at the data sheet's 135 GB/s.
    let seconds = report["b"]["time"]["median_s"].as_f64().expect("a time");
    assert!((seconds / (2_097_152.0 / 135.168e9) - 1.0).abs() < 0.01, "{seconds}");
    let known = on("sim:ampere-8.6");
    assert_eq!(known["difference"], "faster", "{}", known["summary"]);
}

#[test]
fn a_wrong_kernel_is_said_and_nothing_is_compared() {
    let wrong = folder("diff-wrong").join("missing-term.wgsl");
    fs::write(&wrong, altered("tests/wrong/tiling/missing-term.patch")).expect("written");
    let output = lockstep(&["diff", "shaders/tiling/naive.wgsl", &wrong.to_string_lossy(), "--device", "sim"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("B is wrong") && text.contains("1 of 1 values of the output is wrong"), "{text}");
    assert!(!text.contains("estimated time"), "{text}");
}

#[test]
fn a_kernel_that_the_device_cannot_run_leaves_the_idea_and_status_2() {
    let output = lockstep(&typed("diff shaders/tiling/half.wgsl shaders/tiling/matrix-units.wgsl --device sim:rdna2"));
    assert_eq!(output.status.code(), Some(2));
    let text = stdout(&output);
    assert!(text.contains("B cannot run on this device") && text.contains("matrix units"), "{text}");
}

/// What `lockstep diff` says on stderr where it has no result.
fn refused(arguments: &[&str]) -> String {
    let output = lockstep(&[&["diff"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    stderr(&output)
}

#[test]
fn kernels_of_different_problems_are_refused_with_what_to_do() {
    let tiled = "shaders/tiling/tiled.wgsl";
    let text = refused(&[tiled, "shaders/coalescing/tiled.wgsl"]);
    assert!(text.contains("different problems") && text.contains("--buffer"), "{text}");
    let text = refused(&["shaders/fusion/chain-1-scale.wgsl", "shaders/fusion/chain-2-offset.wgsl"]);
    assert!(text.contains("passes of one chain"), "{text}");
    assert!(refused(&[tiled, "/nonexistent.wgsl"]).contains("/nonexistent.wgsl"));
    let text = refused(&[tiled, tiled, "--lab", "tilling"]);
    assert!(text.contains("there are: ") && text.contains("tiling, divergence"), "{text}");
    assert!(refused(&[tiled, tiled, "--part", "matmull"]).contains("matmul-f16"));
    assert!(refused(&[tiled, tiled, "--save", "0.1=x"]).contains("lockstep exec"));
}

#[test]
fn a_kernel_that_cannot_take_a_rungs_place_is_told_why() {
    let folder = folder("diff-no-place");
    let path = folder.join("mine.wgsl");
    let text = |source: String| {
        fs::write(&path, source).expect("written");
        let path = path.to_string_lossy();
        refused(&["shaders/tiling/register-2d.wgsl", &path, "--lab", "tiling"])
    };
    let rung = fs::read_to_string("shaders/tiling/register-2d.wgsl").expect("the shader");
    let moved = text(rung.replace("@binding(3)", "@binding(7)"));
    assert!(moved.contains("the lab has no buffer there"), "{moved}");
}

const DOUBLE: &str = "// Doubles, neighbours side by side.
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) { y[id.x] = 2.0 * x[id.x]; }
";

const STRIDED: &str = "@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x * 32u % 4096u + id.x * 32u / 4096u;
    y[i] = x[i] + x[i];
}
";

/// `lockstep diff` of two sources of one's own on 4096 random floats.
fn own(name: &str, a: &str, b: &str, more: &[&str]) -> std::process::Output {
    let folder = folder(name);
    fs::write(folder.join("a.wgsl"), a).expect("written");
    fs::write(folder.join("b.wgsl"), b).expect("written");
    let flags = typed("diff a.wgsl b.wgsl --dispatch 64 --buffer 0.0=rand:f32:4096 --buffer 0.1=zero:16384 --json -");
    lockstep_in(Path::new(&folder), &[&flags, more].concat(), "")
}

#[test]
fn kernels_of_ones_own_are_compared_by_their_outputs_and_counters() {
    let output = own("diff-own", STRIDED, DOUBLE, &["--device", "sim"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(report["outputs"]["differing"], 0);
    assert_eq!(report["outputs"]["words"], 4096);
    assert_eq!(report["ideas"][0]["kind"], "coalescing", "{report:#}");
    let sentence = report["ideas"][0]["sentence"].as_str().expect("a sentence");
    assert!(sentence.contains("A: line 6; B: line 5"), "{sentence}");
}

#[test]
fn of_samples_only_what_both_wrote_is_compared() {
    let halves = DOUBLE
        .replace("y[id.x] = 2.0 * x[id.x]", "y[2 * id.x] = 2.0 * x[2 * id.x]; y[2 * id.x + 1] = 2.0 * x[2 * id.x + 1]");
    let sampled = ["--device", "sim", "--dispatch-b", "32", "--sample", "8", "--sample-b", "4"];
    let output = own("diff-sampled", DOUBLE, &halves, &sampled);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = json(&output);
    let words = report["outputs"]["words"].as_u64().expect("a count");
    assert!((64..4096).contains(&words), "{words}");
    let notes = report["notes"].as_array().expect("notes");
    let noted = |words: &str| notes.iter().any(|note| note.as_str().is_some_and(|note| note.contains(words)));
    for words in ["only what the samples", "the launch takes longer than estimated"] {
        assert!(noted(words), "{notes:?}");
    }
    let output = own("diff-sampled", DOUBLE, &halves.replace("x[2 * id.x + 1]", "x[2 * id.x + 1] + 1.0"), &sampled);
    assert_eq!(output.status.code(), Some(1));
    let first = json(&output)["outputs"]["first"].as_str().expect("where").to_owned();
    assert!(first.starts_with("@group(0) @binding(1), element "), "{first}");
}

#[test]
fn kernels_of_ones_own_that_write_other_values_are_wrong_and_not_timed() {
    for device in ["sim", "auto"] {
        let output = own("diff-other", DOUBLE, &DOUBLE.replace("2.0", "2.5"), &["--device", device]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let report = json(&output);
        assert_eq!(report["difference"], "wrong");
        assert_eq!(report["outputs"]["agree"], false);
        assert!(report["time_ratio"].is_null());
    }
}

/// Keeps what `KEPT` says of the first buffer, each at the next free place of the second.
const APPEND: &str = "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> kept: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
    if KEPT { kept[atomicAdd(&count, 1u)] = a[id.x]; }
}";

#[test]
fn where_the_order_of_invocations_decides_what_is_stored_nothing_is_called_wrong_for_it() {
    let folder = folder("diff-order");
    let write = |name: &str, size: &str, kept: &str| {
        let kernel = APPEND.replace("workgroup_size(64)", size).replace("KEPT", kept);
        fs::write(folder.join(name), kernel).expect("it can be written");
        folder.join(name).display().to_string()
    };
    let a = write("a.wgsl", "workgroup_size(64)", "a[id.x] % 3u == 0u");
    let b = write("b.wgsl", "workgroup_size(256)", "a[id.x] % 3u == 0u");
    let c = write("c.wgsl", "workgroup_size(256)", "a[id.x] % 5u == 0u");
    let flags = typed(
        "--device sim --dispatch 8 --dispatch-b 2 --buffer 0.0=rand:u32:512:9999 --buffer 0.1=zero:2048 --buffer 0.2=zero:4",
    );
    let same = lockstep(&[&["diff", &a, &b], &flags[..]].concat());
    assert_eq!(same.status.code(), Some(0), "{}{}", stdout(&same), stderr(&same));
    let reported = stdout(&same);
    assert!(reported.contains("not compared: @group(0) @binding(1): what is there depends on the order"), "{reported}");
    let other = lockstep(&[&["diff", &a, &c], &flags[..]].concat());
    assert_eq!(other.status.code(), Some(1), "{}", stdout(&other));
    assert!(stdout(&other).contains("do not compute the same: @group(0) @binding(2), element 0"), "{}", stdout(&other));
}

#[test]
fn a_fault_in_a_kernel_of_ones_own_is_said() {
    let racy = DOUBLE.replace("y[id.x] =", "y[0] =");
    let output = own("diff-racy", DOUBLE, &racy, &["--device", "sim"]);
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    assert!(report["b"]["reason"].as_str().is_some_and(|reason| reason.contains("race")), "{report:#}");
}

#[test]
fn the_same_json_on_any_number_of_threads() {
    let of = |threads: &str| {
        let output = lockstep(&typed(&format!(
            "diff shaders/tiling/coalesced.wgsl shaders/tiling/tiled.wgsl --device sim --size 64 --threads {threads} --json -"
        )));
        stdout(&output)
    };
    assert_eq!(of("1"), of("4"));
}
