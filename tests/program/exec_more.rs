//! `lockstep exec` with typed values, members, arrays, textures, expectations, two devices and pipelines.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::common::{folder, has_device, json, lockstep, stderr, stdout};

/// `lockstep exec` of `source` in a fresh folder `name`; `{}` in an argument is that folder.
pub fn exec(name: &str, source: &str, line: &str) -> (Output, PathBuf) {
    let folder = folder(&format!("exec-more-{name}"));
    fs::write(folder.join("kernel.wgsl"), source).expect("it can be written");
    (again(&folder, "kernel.wgsl", line), folder)
}

pub fn again(folder: &std::path::Path, file: &str, line: &str) -> Output {
    let line = format!("exec {{}}/{file} {line}").replace("{}", &folder.display().to_string());
    lockstep(&line.split_whitespace().collect::<Vec<_>>())
}

fn words(path: PathBuf) -> Vec<u32> {
    bytemuck::pod_collect_to_vec(&fs::read(path).expect("it was saved"))
}

const SUM: &str = "
struct Params { size: u32, scale: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn main() {
    for (var i = 0u; i < params.size; i++) { out[0] += a[i] * u32(params.scale); }
}";

#[test]
fn values_and_members_are_typed_on_the_command_line() {
    let line = "--device sim --set params.size=3 --set params.scale=2 --buffer 0.1=u32:64,64,8 \
                --buffer 0.2=u32:0 --save 0.2={}/out.bin --quiet";
    let (output, folder) = exec("typed", SUM, line);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(words(folder.join("out.bin")), [272]);
    let wrong = again(&folder, "kernel.wgsl", "--device sim --set params.sise=3");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("there are: size, scale"), "{}", stderr(&wrong));
}

#[test]
fn a_run_that_changes_nothing_says_so_and_the_flags_that_are_suggested_change_something() {
    let buffers = "--buffer 0.1=u32:1,2,3 --buffer 0.2=u32:0";
    let (output, folder) = exec("nothing", SUM, &format!("--device sim {buffers} --buffer 0.0=zero:8"));
    assert_eq!(output.status.code(), Some(0));
    let reported = stderr(&output);
    assert!(reported.contains("changed no byte") && reported.contains("`params` holds only zeros"), "{reported}");
    let missing = stderr(&again(&folder, "kernel.wgsl", &format!("--device sim {buffers}")));
    let line = missing.lines().find(|line| line.starts_with("  --set")).expect("members are suggested");
    let flags: Vec<&str> = line.split_whitespace().take_while(|word| !word.starts_with('`')).collect();
    let output = again(&folder, "kernel.wgsl", &format!("--device sim {buffers} {}", flags.join(" ")));
    assert!(!stderr(&output).contains("changed no byte"), "{}", stderr(&output));
}

/// An array of NumPy's.
fn array(descr: &str, shape: &str, values: &[f32]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    header += &" ".repeat(117 - header.len());
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(bytemuck::cast_slice(values));
    bytes
}

#[test]
fn arrays_go_in_and_come_out_with_their_shape() {
    let source = "
@group(0) @binding(0) var<storage, read> a: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> out: array<vec2<f32>>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) { out[id.x] = 2.0 * a[id.x]; }";
    let folder = folder("exec-more-npy");
    fs::write(folder.join("kernel.wgsl"), source).unwrap();
    fs::write(folder.join("in.npy"), array("<f4", "(2, 2)", &[1.0, 2.0, 3.0, 4.0])).unwrap();
    fs::write(folder.join("out.npy"), array("<f4", "(2, 2)", &[2.0, 4.0, 6.0, 8.1])).unwrap();
    let run = |more: &str| {
        let line = format!("--device sim --dispatch 2 --buffer 0.0={{}}/in.npy --buffer 0.1=zero:16 {more}");
        again(&folder, "kernel.wgsl", &line)
    };
    let saved = run("--save 0.1={}/saved.npy --expect 0.1={}/out.npy~0.1");
    assert_eq!(saved.status.code(), Some(0), "{}", stderr(&saved));
    let bytes = fs::read(folder.join("saved.npy")).unwrap();
    assert!(String::from_utf8_lossy(&bytes).contains("'shape': (2, 2)"));
    let wrong = run("--expect 0.1={}/out.npy");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stdout(&wrong).contains("element 3: it wrote 8, the file has 8.1"), "{}", stdout(&wrong));
    fs::write(folder.join("in.npy"), array("<u4", "(4,)", &[1.0, 2.0, 3.0, 4.0])).unwrap();
    let typed = run("");
    assert_eq!(typed.status.code(), Some(2));
    let both = "save array.astype(numpy.float32), or for the same bits array.view(numpy.float32)";
    assert!(stderr(&typed).contains(both), "{}", stderr(&typed));
}

#[test]
fn a_texture_is_bound_loaded_and_saved() {
    let source = "
@group(0) @binding(0) var image: texture_2d<u32>;
@group(0) @binding(1) var result: texture_storage_2d<r32uint, write>;
@compute @workgroup_size(2, 2) fn main(@builtin(local_invocation_id) id: vec3<u32>) {
    textureStore(result, id.xy, 2u * textureLoad(image, id.xy, 0));
}";
    let folder = folder("exec-more-texture");
    fs::write(folder.join("kernel.wgsl"), source).unwrap();
    fs::write(folder.join("in.bin"), bytemuck::cast_slice(&[1u32, 2, 3, 4])).unwrap();
    let line = "--device sim --texture 0.0=r32uint:2x2:{}/in.bin --texture 0.1=r32uint:2x2 --save 0.1={}/out.bin";
    let output = again(&folder, "kernel.wgsl", line);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(words(folder.join("out.bin")), [2, 4, 6, 8]);
    let missing = stderr(&again(&folder, "kernel.wgsl", "--device sim"));
    assert!(missing.contains("--texture 0.1=r32uint:64x64"), "{missing}");
}

#[test]
fn textures_and_samplers_are_bound_on_a_device_as_on_the_simulator() {
    let source = "
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var nearest: sampler;
@group(0) @binding(2) var volume: texture_3d<u32>;
@group(0) @binding(3) var layers: texture_storage_2d_array<r32float, write>;
@compute @workgroup_size(4, 4, 2) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = textureDimensions(layers);
    if any(id >= vec3(size, textureNumLayers(layers))) { return; }
    let sampled = textureSampleLevel(image, nearest, (vec2<f32>(id.xy) + 0.5) / 5.0, 0.0).y;
    textureStore(layers, id.xy, id.z, vec4(sampled + f32(textureLoad(volume, id, 0).y % 1000u)));
}";
    let line = "--dispatch 3,3,3 --texture 0.0=rgba8unorm:7x5:rand --sampler 0.1=nearest:repeat \
                --texture 0.2=rg32uint:10x9x5:rand --texture 0.3=r32float:10x9x5 --against sim --json -";
    if has_device() {
        let (output, _) = exec("texture-on-a-device", source, &format!("--device auto {line}"));
        let outputs = &json(&output)["against"]["outputs"];
        assert_eq!((&outputs["agree"], &outputs["words"]), (&true.into(), &450.into()), "{outputs}");
    }
}

#[test]
fn a_pipeline_runs_its_passes_on_buffers_that_they_share() {
    let source = "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { b[i] = a[i] + 1u; }";
    let folder = folder("exec-more-pipeline");
    fs::write(folder.join("next.wgsl"), source).unwrap();
    let pass = |from: &str, to: &str| {
        format!("[[pass]]\nkernel = 'next.wgsl'\ndispatch = '1'\nbind = {{ '0.0' = '{from}', '0.1' = '{to}' }}\n")
    };
    let text = format!(
        "repeat = 3\n[buffers]\nping = 'u32:0,10,20,30'\npong = 'zero:16'\n[save]\nping = 'out.bin'\n{}{}",
        pass("ping", "pong"),
        pass("pong", "ping")
    );
    fs::write(folder.join("steps.toml"), &text).unwrap();
    let output = again(&folder, "steps.toml", "--device sim --json -");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(json(&output)["passes"].as_array().map(Vec::len), Some(6));
    assert_eq!(words(folder.join("out.bin")), [6, 16, 26, 36]);
    let found = &json(&output)["findings"][0];
    assert_eq!(found["kind"], "unfused-traffic", "{found}");
    let message = found["message"].as_str().unwrap();
    assert!(message.starts_with("2 dispatches pass `pong` (16.0 B) from dispatch 1 to 2 through memory"), "{message}");
    fs::write(folder.join("steps.toml"), text.replace("'pong' }", "'pnog' }")).unwrap();
    let wrong = again(&folder, "steps.toml", "--device sim");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("no buffer `pnog`"), "{}", stderr(&wrong));
}

#[test]
fn dispatches_are_not_told_to_be_one_where_workgroups_read_what_others_wrote() {
    let turn = "
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> turned: array<u32>;
@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    turned[(at.x % 256u) * 256u + at.x / 256u] = values[at.x];
}";
    let sum = "
@group(0) @binding(0) var<storage, read> turned: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    sums[at.x] = turned[at.x] + turned[at.x ^ 1u];
}";
    let folder = folder("exec-more-turned");
    let first = |text: &str| fs::write(folder.join("first.wgsl"), text).unwrap();
    fs::write(folder.join("sum.wgsl"), sum).unwrap();
    let text = "[buffers]\nvalues = 'rand:u32:65536'\nturned = 'zero:262144'\nsums = 'zero:262144'
[[pass]]\nkernel = 'first.wgsl'\ndispatch = 256\nbind = { '0.0' = 'values', '0.1' = 'turned' }
[[pass]]\nkernel = 'sum.wgsl'\ndispatch = 1024\nbind = { '0.0' = 'turned', '0.1' = 'sums' }\n";
    fs::write(folder.join("steps.toml"), text).unwrap();
    let found = || json(&again(&folder, "steps.toml", "--device sim --json -"))["findings"].clone();
    first(turn);
    assert_eq!(found().as_array().map(Vec::len), Some(0), "{}", found());
    first(&turn.replace("(at.x % 256u) * 256u + at.x / 256u", "at.x"));
    assert_eq!(found()[0]["kind"], "unfused-traffic", "four workgroups of the second read what one of the first wrote");
}

const RACE: &str = "
@group(0) @binding(0) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    sum[0] += i;
}";

#[test]
fn findings_come_as_sarif_as_annotations_and_with_file_line_and_column() {
    let line = "--device sim --buffer 0.0=zero:4 --sarif {}/out.sarif --annotate github --quiet";
    let (output, folder) = exec("sarif", RACE, line);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("kernel.wgsl,line=4,col=5,endColumn=17,title=race::data race"), "{text}");
    assert!(stderr(&output).contains("kernel.wgsl:4:5: error: race: data race"), "{}", stderr(&output));
    let sarif: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("out.sarif")).unwrap()).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"race".into(), &"error".into()));
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 4);
    let editor = stdout(&again(&folder, "kernel.wgsl", "--device sim --buffer 0.0=zero:4 --annotate editor --quiet"));
    assert!(editor.lines().any(|line| line.ends_with("atomicAdd") || line.contains("kernel.wgsl:4:5: error: race: ")));
}

/// What the schema of OASIS asks of a log beyond what this test's reader checks.
pub fn is_a_log(sarif: &serde_json::Value) -> bool {
    let run = &sarif["runs"][0];
    let known = |id: &serde_json::Value| {
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().any(|rule| rule["id"] == *id)
    };
    let plain =
        |uri: &str| !uri.is_empty() && uri.bytes().all(|byte| byte.is_ascii_graphic() && !b"#\"<>\\".contains(&byte));
    let holds = |result: &serde_json::Value| {
        let place = &result["locations"][0]["physicalLocation"];
        known(&result["ruleId"])
            && matches!(result["level"].as_str(), Some("error" | "warning" | "note"))
            && result["message"]["text"].is_string()
            && place["artifactLocation"]["uri"].as_str().is_some_and(plain)
            && place.get("region").is_none_or(|region| region["startLine"].as_u64() > Some(0))
    };
    sarif["version"] == "2.1.0"
        && run["tool"]["driver"]["name"] == "lockstep"
        && run["results"].as_array().unwrap().iter().all(holds)
}

#[test]
fn the_sarif_of_a_pipeline_holds_what_was_found_in_every_pass_and_repeats_nothing() {
    let folder = folder("exec-more-passes");
    fs::write(folder.join("a r\u{e4}ce #1%.wgsl"), RACE).unwrap();
    fs::write(folder.join("ok.wgsl"), RACE.replace("sum[0] += i", "sum[i] = i")).unwrap();
    let pass = |file: &str| format!("[[pass]]\nkernel = '{file}'\ndispatch = '1'\nbind = {{ '0.0' = 'a' }}\n");
    let passes = pass("a r\u{e4}ce #1%.wgsl").repeat(2) + &pass("ok.wgsl");
    fs::write(folder.join("steps.toml"), format!("[buffers]\na = 'zero:256'\n{passes}")).unwrap();
    let output = again(&folder, "steps.toml", "--device sim --quiet --sarif {}/out.sarif");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let sarif: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("out.sarif")).unwrap()).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let races: Vec<_> = results.iter().filter(|result| result["ruleId"] == "race").collect();
    assert_eq!(races.len(), 1, "{results:#?}");
    let uri = races[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("a%20r%C3%A4ce%20%231%25.wgsl"), "{uri}");
    assert!(is_a_log(&sarif), "{sarif:#}");
}

#[test]
fn a_kernel_is_read_before_the_device_is_opened() {
    let (output, _) = exec("order", "fn f() { let a = b; }", "--device no-such-device");
    assert!(stderr(&output).contains("kernel.wgsl:1:"), "{}", stderr(&output));
}

#[test]
fn an_override_hides_no_compile_error() {
    let (output, _) = exec("override", "override n = 1; fn f() { let a = b; }", "--device sim --override n=2");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("kernel.wgsl:1:34"), "{}", stderr(&output));
}

#[test]
fn an_override_takes_numbers_of_its_type_only() {
    let source = "override n: u32; override f: f32 = 1.0; override i: i32 = 0;
@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@compute @workgroup_size(n) fn main() { a[0] = f + f32(i); }";
    for (flags, reported) in [
        ("--override n=1.5", "`n` is of u32, which 1.5 is not"),
        ("--override n=-3", "`n` is of u32, which -3 is not"),
        ("--override n=4294967296", "`n` is of u32"),
        ("--override n=1 --override f=1e39", "`f` is of f32"),
        ("--override n=1 --override i=0.5", "`i` is of i32"),
    ] {
        let (output, _) = exec("typed-override", source, &format!("--device sim --buffer 0.0=zero:4 {flags}"));
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(reported), "{flags}: {}", stderr(&output));
    }
    let (output, _) = exec("typed-override", source, "--device sim --buffer 0.0=zero:4 --override n=1 --override i=-2");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn flags_that_are_suggested_give_sizes_to_loops_and_keep_indices_within() {
    let source = "
@group(0) @binding(0) var<storage, read> size: vec2<u32>;
@group(0) @binding(1) var<storage, read> cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> next: array<u32>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    next[id.y * size.x + id.x] = 1u + cells[id.x % size.x + size.x * (id.y % size.y)];
}";
    let (output, folder) = exec("suggested", source, "--device sim");
    let reported = stderr(&output);
    let flags = reported.lines().filter(|line| line.starts_with("  --")).filter_map(|line| line.split('`').next());
    let flags: Vec<&str> = flags.flat_map(str::split_whitespace).collect();
    assert!(flags.contains(&"size=64,64"), "{reported}");
    assert!(flags.ends_with(&["--dispatch", "8,8"]), "{reported}");
    let output = again(&folder, "kernel.wgsl", &format!("--device sim {}", flags.join(" ")));
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}

const STEPS: &str = "
[buffers]
a = 'u32:1,2,3,4'
b = 'unwritten:16'
[[pass]]
kernel = 'k.wgsl'
dispatch = '1'
bind = { '0.0' = 'a', '0.1' = 'b' }
[save]
b = 'b.npy'
";

#[test]
fn a_pipeline_keeps_types_and_what_is_unwritten_and_is_compared_between_devices() {
    let source = "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { b[i] = a[i] + 1u; }";
    let folder = folder("exec-more-typed-pipeline");
    fs::write(folder.join("k.wgsl"), source).unwrap();
    fs::write(folder.join("steps.toml"), STEPS).unwrap();
    let output = again(&folder, "steps.toml", "--device sim --against sim:rdna3");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(text.contains("outputs agree with") && text.contains("saved b: ") && !text.contains("saved 0."), "{text}");
    let array = fs::read(folder.join("b.npy")).unwrap();
    assert!(String::from_utf8_lossy(&array).contains("'<u4', 'fortran_order': False, 'shape': (4,)"));
    // What was saved is taken back as an array of its type, and only of that.
    fs::write(folder.join("again.toml"), STEPS.replace("u32:1,2,3,4", "b.npy").replace("[save]", "[expect]")).unwrap();
    let output = again(&folder, "again.toml", "--device sim --quiet");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("`b`, element 0: it wrote 3, the file has 2"), "{}", stderr(&output));
    fs::write(folder.join("k.wgsl"), source.replace("u32>;", "f32>;").replace("1u", "1.0")).unwrap();
    let output = again(&folder, "again.toml", "--device sim --quiet");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("array.astype(numpy.float32)"), "{}", stderr(&output));
    fs::write(folder.join("k.wgsl"), source.replace("b[i] =", "b[i] +=")).unwrap();
    let output = again(&folder, "steps.toml", "--device sim");
    assert!(stdout(&output).contains("uninitialized-read"), "{}", stdout(&output));
}

#[test]
fn a_pipeline_without_a_dispatch_and_flags_that_it_would_ignore_are_refused() {
    let folder = folder("exec-more-refused-pipeline");
    fs::write(folder.join("steps.toml"), format!("repeat = 0\n{STEPS}")).unwrap();
    for (flags, reported) in [
        ("", "it asks for no dispatch"),
        ("--dispatch 4", "--dispatch: "),
        ("--set a=4", "--set: "),
        ("--expect 0.0=a.bin", "--expect: "),
        ("--html page.html", "--html: "),
    ] {
        let output = again(&folder, "steps.toml", &format!("--device sim {flags}"));
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(reported), "{flags}: {}", stderr(&output));
    }
}

/// Rows of a matrix are taken as vectors of four.
const ROWS: &str = "
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4f>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { out[i] = 2.0 * a[i]; }";

#[test]
fn a_matrix_whose_rows_are_several_vectors_is_taken_as_it_is() {
    let folder = folder("exec-more-rows");
    fs::write(folder.join("kernel.wgsl"), ROWS).unwrap();
    let values: Vec<f32> = (0_u8..16).map(f32::from).collect();
    fs::write(folder.join("a.npy"), array("<f4", "(2, 8)", &values)).unwrap();
    let output =
        again(&folder, "kernel.wgsl", "--device sim --buffer 0.0={}/a.npy --buffer 0.1=zero:64 --save 0.1={}/out.bin");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(words(folder.join("out.bin"))[15], 30f32.to_bits());
    fs::write(folder.join("a.npy"), array("<f4", "(2, 6)", &values[..12])).unwrap();
    let output = again(&folder, "kernel.wgsl", "--device sim --buffer 0.0={}/a.npy --buffer 0.1=zero:64");
    let reported = "`a` has vectors of 4, and the array has 6 columns";
    assert!(stderr(&output).contains(reported), "{}", stderr(&output));
}
