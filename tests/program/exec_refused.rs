//! What `lockstep exec` says where it cannot run a kernel.

use std::fs;

use super::exec_more::{again, exec, is_a_log};
use crate::common::{folder, stderr, stdout};

#[test]
fn all_that_is_not_bound_is_asked_for_at_once() {
    let source = "
@group(0) @binding(0) var depth: texture_depth_2d;
@group(0) @binding(1) var compare: sampler_comparison;
@group(0) @binding(2) var image: texture_2d<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    let uv = vec2(f32(i) / 64.0, 0.5);
    out[i] = textureSampleCompareLevel(depth, compare, uv, 0.5) + textureLoad(image, vec2(i), 0).x;
}";
    let (output, folder) = exec("all-at-once", source, "--device sim");
    let missing = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{missing}");
    assert!(missing.contains("its buffer is not bound, nor are 3 of its textures and samplers."), "{missing}");
    let flags = missing.lines().filter(|line| line.starts_with("  --"));
    let flags: Vec<&str> = flags.flat_map(|line| line.split_whitespace().take(2)).collect();
    let asked = ["--buffer", "--texture", "--sampler"].map(|kind| flags.iter().filter(|flag| **flag == kind).count());
    assert_eq!(asked, [1, 2, 1], "{missing}");
    let line = format!("--device sim {}", flags.join(" "));
    let output = again(&folder, "kernel.wgsl", &line);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let refused = stderr(&again(&folder, "kernel.wgsl", &line.replace(",less", "")));
    assert!(refused.contains("`compare`, line 3: it is a comparison sampler: add a comparison"), "{refused}");
}

#[test]
fn a_kernel_that_does_not_compile_is_shown_beside_its_line_too() {
    let bad = "\nfn f() { let a = b; }";
    let (output, folder) = exec("sarif-compile", bad, "--device sim --sarif {}/out.sarif --annotate github --quiet");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.starts_with("::error file=") && text.contains("kernel.wgsl,line=2,col=18,title=compile-error::"),
        "{text}"
    );
    let sarif: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("out.sarif")).unwrap()).unwrap();
    assert!(is_a_log(&sarif), "{sarif:#}");
    assert_eq!(sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    fs::write(
        folder.join("steps.toml"),
        "[buffers]\na = 'zero:4'\n[[pass]]\nkernel = 'kernel.wgsl'\ndispatch = '1'\nbind = { '0.0' = 'a' }\n",
    )
    .unwrap();
    let steps = again(&folder, "steps.toml", "--device sim --annotate editor --quiet");
    assert!(stdout(&steps).contains("kernel.wgsl:2:18: error: compile-error: "), "{}", stdout(&steps));
    let nothing = again(&folder, "missing.wgsl", "--device sim --sarif {}/none.sarif --annotate github --quiet");
    assert_eq!((nothing.status.code(), stdout(&nothing).as_str()), (Some(2), ""));
}

#[test]
fn values_of_another_type_are_bound_with_a_note() {
    let source = "
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn main() { out[0] = u32(a[0]); }";
    let reported = |fill: &str| {
        let (output, _) =
            exec("other-type", source, &format!("--device sim --quiet --buffer 0.1=i32:-1 --buffer 0.0={fill}"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stderr(&output)
    };
    let note = "note: --buffer 0.0=u32:1073741824: `a` is of f32, and gets the bits of these u32 as they are";
    assert!(reported("u32:1073741824").contains(note), "{}", reported("u32:1073741824"));
    assert_eq!(reported("f32:2.0"), "");
}

#[test]
fn a_pipeline_takes_numbers_and_lists_and_binds_what_is_written_once() {
    let folder = folder("exec-pipeline-numbers");
    let source = "
struct P { n: u32, add: f32, v: vec2<f32> }
@group(0) @binding(0) var<uniform> p: P;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> b: array<f32>;
override times: f32;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) id: vec3<u32>) {
    let i = id.x + 2u * id.y;
    if i < p.n { b[i] = times * a[i] + p.add + p.v.y; }
}";
    fs::write(folder.join("kernel.wgsl"), source).unwrap();
    let steps = "[buffers]\nx = 'f32:1,2,3,4'\ny = 'zero:16'\n[[pass]]\nkernel = 'kernel.wgsl'\ndispatch = [2, 2]\n\
                 bind = { '0.1' = 'x', '0.2' = 'y' }\nset = { 'p.n' = 4, 'p.add' = 0.5, 'p.v' = [0, 1.5] }\n\
                 overrides = { times = 3 }\n[save]\ny = 'y.bin'\n";
    fs::write(folder.join("steps.toml"), steps).unwrap();
    let output = again(&folder, "steps.toml", "--device sim --quiet");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let y: Vec<f32> = bytemuck::pod_collect_to_vec(&fs::read(folder.join("y.bin")).unwrap());
    assert_eq!(y, [5.0, 8.0, 11.0, 14.0]);
    fs::write(folder.join("twice.toml"), steps.replace("'0.2' = 'y'", "'0.2' = 'x'")).unwrap();
    let refused = again(&folder, "twice.toml", "--device sim --quiet");
    let reported = stderr(&refused);
    assert_eq!(refused.status.code(), Some(2), "{reported}");
    assert!(
        reported.contains("pass 1") && reported.contains("`x` is bound more than once") && reported.contains("at 0.2"),
        "{reported}"
    );
}
