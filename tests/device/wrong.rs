//! Wrong kernels must be refused, each with the right words, and must cost no other variant anything.

use std::fs;
use std::path::Path;

use crate::common::{folder, for_each_lab, has_device, json, lockstep, typed, variant};
use lockstep::lab::Altered;
use lockstep::labs;

/// The wrong kernels of a lab: name and kernel, in order.
fn bank(lab: &str) -> Vec<(String, Altered)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = format!("tests/wrong/{lab}");
    let entries = fs::read_dir(root.join(&folder)).expect("the lab has a bank of wrong kernels");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("the folder can be listed").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    let read = |name: String| {
        let wrong = Altered::read(root, &Path::new(&folder).join(&name));
        (name, wrong.unwrap_or_else(|error| panic!("{error}")))
    };
    names.into_iter().map(read).collect()
}

/// The name of the variant that uses `shader`.
fn user(lab: &str, shader: &str) -> &'static str {
    let lab = labs::find(lab).expect("the lab is registered");
    lab.variants()
        .find(|(_, variant)| variant.passes.iter().any(|pass| pass.shader == shader))
        .unwrap_or_else(|| panic!("no variant of {} uses {shader}", lab.name))
        .1
        .name
}

/// What is said of a kernel that runs for longer than it may.
const ENDLESS: &str = "did not end within";

/// Asserts that `device`, and the one that a kernel names besides, refuse the wrong kernels of a lab.
fn refuses_its_bank(lab: &str, device: &str) {
    let mut failures = Vec::new();
    for (file, wrong) in bank(lab) {
        let folder = folder(&format!("wrong-{lab}-{file}"));
        let value = |key| wrong.value(key).unwrap_or_else(|| panic!("{file}: no line `{key}: `"));
        let (verdict, message) = (value("verdict"), value("message"));
        let shaders = format!("shaders/{lab}/");
        let replaces = wrong.base.as_deref().and_then(|base| base.strip_prefix(&shaders));
        let replaces = replaces.unwrap_or_else(|| panic!("{file} changes no shader of the lab"));
        fs::create_dir_all(folder.join(lab)).expect("the folder can be made");
        fs::write(folder.join(lab).join(replaces), &wrong.text).expect("it can be written");
        let name = user(lab, replaces);
        let folder = folder.to_string_lossy();
        for device in std::iter::once(device).chain(wrong.value("also on")) {
            let flags = typed("--quick --size 40 --json - --variant");
            // Time for the others on a machine that is busy; what never ends has as much as it gets.
            let time = if message == ENDLESS { "2" } else { "10" };
            let on = ["--device", device, "--timeout", time, "--shaders", &folder];
            let output = lockstep(&[&["run", lab], &flags[..], &[name], &on].concat());
            let report = json(&output);
            let found = variant(&report, name);
            let reason = found["reason"].as_str().unwrap_or_default();
            if found["status"] != verdict
                || !reason.contains(message)
                || !found["throughput"].is_null()
                || output.status.code() != Some(1)
            {
                failures.push(format!(
                    "{lab}/{file} on {device}: wanted {verdict} with \"{message}\", got {} (exit {:?}): {reason}",
                    found["status"],
                    output.status.code()
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_lab_refuses_its_wrong_kernels() {
    if has_device() {
        for_each_lab(|lab| refuses_its_bank(lab.name, "auto"));
    }
}

#[test]
fn a_kernel_that_never_ends_costs_no_other_variant_anything() {
    if !has_device() {
        return;
    }
    // Three loops deep: llvmpipe leaves any one loop after 65,535 turns.
    let endless = "
        @group(0) @binding(2) var<storage, read_write> destination: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            loop { loop { loop { destination[id.x] += 1.0; } } }
        }";
    let folder = folder("endless-among-others");
    fs::create_dir_all(folder.join("coalescing")).expect("the folder can be made");
    fs::write(folder.join("coalescing/offset.wgsl"), endless).expect("it can be written");
    let folder = folder.to_string_lossy();
    let flags = typed("run coalescing --quick --size 33 --timeout 2 --json - --shaders");
    let output = lockstep(&[&flags[..], &[&folder]].concat());
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    for variant in report["variants"].as_array().expect("an array") {
        if variant["name"] == "offset" {
            assert_eq!(variant["status"], "failed");
            let reason = variant["reason"].as_str().expect("a reason");
            assert!(reason.contains("did not end within 2 s"), "{reason}");
        } else {
            assert!(
                ["ok", "inconclusive", "skipped"].contains(&variant["status"].as_str().expect("a status")),
                "{variant:#}"
            );
        }
    }
}
