//! `lockstep exec`: any kernel of a user's own, with buffers from files and to files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{folder, has_device, json, lockstep, stderr, stdout, typed};

/// `lockstep exec` of `source` in a fresh folder `name`; `{}` in an argument is that folder.
fn exec(name: &str, source: &str, arguments: &[&str]) -> (Output, PathBuf) {
    let folder = folder(&format!("exec-{name}"));
    let file = folder.join("kernel.wgsl");
    fs::write(&file, source).expect("it can be written");
    (again(&file, arguments), folder)
}

fn again(file: &Path, arguments: &[&str]) -> Output {
    let folder = file.parent().expect("it is in a folder");
    let mut all = vec!["exec".to_owned(), file.display().to_string()];
    let filled = arguments.iter().map(|argument| argument.replace("{}", &folder.display().to_string()));
    all.extend(filled);
    lockstep(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

fn words(path: PathBuf) -> Vec<u32> {
    bytemuck::pod_collect_to_vec(&fs::read(path).expect("the buffer was saved"))
}

/// The exit status and stderr of a kernel that is refused on the simulator.
fn refused(name: &str, source: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut all = vec!["--device", "sim"];
    all.extend(arguments);
    let (output, _) = exec(name, source, &all);
    (output.status.code(), stderr(&output))
}

const SCALE: &str = "
override factor: u32 = 2u;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(1) @binding(3) var<storage, read_write> to: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&to) { to[id.x] = factor * src[id.x] + arrayLength(&src); }
}";

#[test]
fn the_same_bytes_come_out_of_the_simulator_and_of_a_device() {
    let folder = folder("exec-same");
    let file = folder.join("kernel.wgsl");
    fs::write(&file, SCALE).expect("it can be written");
    let input: Vec<u32> = (0..7).map(|value| value * 10).collect();
    fs::write(folder.join("in.bin"), bytemuck::cast_slice(&input)).expect("it can be written");
    let mut devices = vec!["sim", "sim:rdna2"];
    if has_device() {
        devices.push("auto");
    }
    for device in devices {
        let buffers = "--buffer 0.0={}/in.bin --buffer 1.3=zero:28 --save 1.3={}/out.bin";
        let line = format!("--device {device} --dispatch 2 {buffers} --override factor=3 --quiet");
        let output = again(&file, &typed(&line));
        assert_eq!(output.status.code(), Some(0), "{device}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
        let expected: Vec<u32> = input.iter().map(|value| 3 * value + 7).collect();
        assert_eq!(words(folder.join("out.bin")), expected, "{device}");
        fs::remove_file(folder.join("out.bin")).expect("it is there");
    }
}

#[test]
fn buffers_that_are_not_bound_are_answered_with_the_flags_to_add_and_those_flags_work() {
    let source = "
struct Params { n: u32, scale: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> b: array<f32, 5>;
@compute @workgroup_size(1) fn main() { b[0] = a[0].x * params.scale + f32(params.n); }";
    let (status, text) = refused("flags", source, &["--buffer", "0.0=zero:8"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("2 of its 3 buffers are not bound"), "{text}");
    let flags: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("  --buffer"))
        .flat_map(|line| line.split_whitespace().take(2))
        .collect();
    assert_eq!(flags, ["--buffer", "0.1=rand:f32:16384", "--buffer", "0.2=zero:20"]);
    let mut arguments = vec!["--buffer", "0.0=zero:8"];
    arguments.extend(flags);
    assert_eq!(refused("flags-added", source, &arguments).0, Some(0));
}

#[test]
fn the_json_of_the_simulator_has_counters_and_is_the_same_on_any_number_of_threads() {
    let line = "--device sim --dispatch 16 --buffer 0.0=rand:u32:64:9 --buffer 1.3=zero:256 --json - --threads";
    let arguments = |threads| [typed(line), vec![threads]].concat();
    let (one, folder) = exec("threads", SCALE, &arguments("1"));
    let four = again(&folder.join("kernel.wgsl"), &arguments("4"));
    assert_eq!(one.stdout, four.stdout);
    let report = json(&one);
    assert_eq!(report["schema"], "lockstep/exec/1");
    assert_eq!(report["device"]["backend"], "sim");
    assert_eq!(report["counters"]["workgroups"], 16);
    // 16 subgroups, each with one request for `src` and one for `to`.
    assert_eq!(report["counters"]["global_requests"], 32);
    assert!(report["time"].is_null());
    assert!(report["estimate"]["time_s"].as_f64().is_some_and(|time| time > 0.0));
}

#[test]
fn the_json_of_a_device_has_times() {
    if !has_device() {
        return;
    }
    let arguments = typed("--buffer 0.0=rand:u32:64 --buffer 1.3=zero:256 --json -");
    let report = json(&exec("times", SCALE, &arguments).0);
    assert!(report["time"]["wall"]["median_s"].as_f64().is_some_and(|time| time > 0.0));
    assert_eq!(report["time"]["checks"], "on");
    assert!(report["counters"].is_null() && report["estimate"].is_null());
}

#[test]
fn a_fault_is_an_error_with_its_line_and_the_buffers_are_saved_all_the_same() {
    let source = "
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1)
fn main() {
    o[0] = 7u;
    o[9] += 1u;
}";
    let line = "--device sim --buffer 0.0=zero:16 --save 0.0={}/o.bin --out-of-bounds zero --quiet";
    let (output, folder) = exec("fault", source, &typed(line));
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.contains("kernel.wgsl:6:5: error: out-of-bounds: "), "{text}");
    assert_eq!(words(folder.join("o.bin")), [7, 0, 0, 0]);
}

#[test]
fn to_read_what_the_kernel_has_not_written_is_found_only_where_the_buffer_says_that_it_means_nothing() {
    let source = "
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main() { o[0] += 1u; }";
    let found = |fill: &str| {
        let buffer = format!("0.0={fill}");
        let (output, _) = exec("unwritten", source, &["--device", "sim", "--buffer", &buffer, "--json", "-"]);
        json(&output)["findings"].to_string().contains("uninitialized-read")
    };
    assert!(found("unwritten:4"));
    assert!(!found("zero:4"));
}

#[test]
fn a_kernel_that_does_not_end_is_wrong_on_the_simulator_and_on_a_device() {
    let source = "
@group(0) @binding(0) var<storage, read> o: array<u32>;
@group(0) @binding(1) var<storage, read_write> t: atomic<u32>;
@compute @workgroup_size(1)
fn main() {
    while o[0] < 2u { atomicAdd(&t, 1u); }
}";
    // Some CPU drivers end a loop after 65,535 turns: many workgroups keep them busy all the same.
    let mut devices = vec!["sim"];
    if has_device() {
        devices.push("auto");
    }
    for device in devices {
        let buffers = "--buffer 0.0=zero:16 --buffer 0.1=zero:4";
        let line = format!("--device {device} {buffers} --dispatch 65535 --timeout 0.5");
        let output = exec("endless", source, &typed(&line)).0;
        assert_eq!(output.status.code(), Some(1), "{device}: {}", stderr(&output));
        // The simulator's budget of steps may be spent before the time is.
        let reported = format!("{}{}", stdout(&output), stderr(&output));
        let ended = ["did not end within 0.5 s", "step-limit"];
        assert!(ended.iter().any(|words| reported.contains(words)), "{device}: {reported}");
        let says_what_to_do = reported.contains("run fewer workgroups");
        assert!(device != "sim" || reported.contains("step-limit") || says_what_to_do, "{reported}");
    }
}

#[test]
fn immediates_are_given_in_hexadecimal() {
    let source = "
var<immediate> value: vec2<u32>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main() { o[0] = value.y; }";
    let line = "--device sim --buffer 0.0=zero:4 --save 0.0={}/o.bin --immediates";
    let arguments = |hex| [typed(line), vec![hex]].concat();
    let (output, folder) = exec("immediates", source, &arguments("00000000 2a000000"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(words(folder.join("o.bin")), [42]);
    let (output, _) = exec("no-immediates", source, &arguments("2a00"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("reads 8 bytes of immediates, but 2 are given"));
}

#[test]
fn flags_that_make_no_sense_are_answered_with_what_does() {
    let bound = ["--buffer", "0.0=zero:4", "--buffer", "1.3=zero:4"];
    for (flags, says) in [
        (vec!["--buffer", "0=zero:4"], "write them as G.B"),
        (vec!["--buffer", "0.0=zero:0"], "at least one byte"),
        (vec!["--buffer", "0.0=rand:f64:3"], "f32, f16, u32 or i32"),
        (vec!["--buffer", "0.0=/nonexistent"], "/nonexistent"),
        (vec!["--buffer", "0.0=zero:4"], "bound twice"),
        (vec!["--dispatch", "0"], "nothing would run"),
        (vec!["--dispatch", "70000"], "maxComputeWorkgroupsPerDimension"),
        (vec!["--dispatch", "65535,65535"], "at most 16777216"),
        (vec!["--entry", "mian"], "it has: main"),
        (vec!["--override", "size=3"], "it has: factor"),
        (vec!["--override", "factor=many"], "not a finite number"),
        (vec!["--save", "0.4=x"], "nothing is bound there"),
        (vec!["--device", "sim:voodoo"], "no machine named `voodoo`"),
        (vec!["--immediates", "xyz"], "hexadecimal"),
        (vec!["--lab", "tilling"], "did you mean `tiling`?"),
    ] {
        let mut all = [&bound[..], &flags].concat();
        if flags[0] != "--device" {
            all.extend(["--device", "sim"]);
        }
        let (output, _) = exec("nonsense", SCALE, &all);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {text}");
        assert!(text.contains(says), "{flags:?}: {text}");
    }
}

#[test]
fn a_buffer_that_is_too_small_is_told_the_least_size() {
    let source = "
@group(0) @binding(0) var<uniform> params: mat4x4<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(1) fn main() { o[0] = params[0][0]; }";
    let (status, text) = refused("small", source, &["--buffer", "0.0=zero:60", "--buffer", "0.1=zero:4"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("60 bytes are too few: `params`") && text.contains("at least 64"), "{text}");
}

#[test]
fn files_that_are_no_kernel_are_refused_by_what_is_wrong_with_them() {
    let folder = folder("exec-no-kernel");
    let cases: [(&str, Vec<u8>, i32, &str); 6] = [
        ("latin1", b"// f\n// \xe9\n".to_vec(), 2, "line 2: this is not UTF-8"),
        ("zeros", vec![0; 1 << 20], 2, "line 1: a byte is zero"),
        ("huge", vec![b' '; 5 << 20], 2, "too many for a kernel"),
        ("empty", Vec::new(), 1, "no @compute entry point"),
        ("syntax", b"fn main() {\n  let x = ;\n}".to_vec(), 1, "2:11"),
        (
            "deep",
            ["@compute @workgroup_size(1) fn main() { let x = ", &"(".repeat(100_000)].concat().into_bytes(),
            1,
            "limit",
        ),
    ];
    for (name, bytes, status, says) in cases {
        let file = folder.join(name);
        fs::write(&file, bytes).expect("it can be written");
        let output = again(&file, &["--device", "sim"]);
        assert_eq!(output.status.code(), Some(status), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains(says), "{name}: {}", stderr(&output));
    }
    let output = again(&folder.join("nothing"), &["--device", "sim"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_texture_that_cannot_be_bound_is_refused_with_its_line() {
    let source = "@group(0) @binding(0)\nvar t: texture_multisampled_2d<f32>;\n@group(0) @binding(1) var<storage, read_write> o: array<f32>;\n\
                  @compute @workgroup_size(1) fn main() { o[0] = textureLoad(t, vec2(0, 0), 0).x; }";
    let (status, text) = refused("texture", source, &["--buffer", "0.1=zero:4"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("line 2: `t` is a multisampled texture"), "{text}");
}

#[test]
fn a_kernel_that_binds_nothing_runs() {
    let source = "@compute @workgroup_size(8) fn main() {}";
    assert_eq!(refused("nothing", source, &["--dispatch", "3,2,2"]).0, Some(0));
}

#[test]
fn overrides_without_a_value_are_named_as_flags() {
    let source = "override n: u32; @id(7) override on: bool;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main() { if on { o[0] = n; } }";
    let bound = ["--buffer", "0.0=zero:4", "--save", "0.0={}/o.bin"];
    let (status, text) = refused("no-value", source, &bound);
    assert_eq!(status, Some(2));
    assert!(text.contains("--override n=VALUE --override on=VALUE"), "{text}");
    for on in ["on=true", "7=1"] {
        let arguments = [&["--device", "sim", "--override", "n=0x10", "--override", on][..], &bound].concat();
        let (output, folder) = exec("value", source, &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(words(folder.join("o.bin")), [16]);
    }
}
