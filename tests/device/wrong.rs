//! Wrong kernels must be refused, each with the right words, and must cost no other variant anything.

use std::fs;
use std::path::Path;

use crate::common::{folder, for_each_lab, has_device, json, lockstep, typed, variant};
use lockstep::lab::{Altered, Variant};
use lockstep::labs;
use serde_json::Value;

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

/// A wrong kernel, the shader that it replaces, and the variant that uses that.
struct Wrong {
    file: String,
    kernel: Altered,
    replaces: String,
    variant: &'static Variant,
}

impl Wrong {
    fn new(lab: &str, (file, kernel): (String, Altered)) -> Self {
        let shaders = format!("shaders/{lab}/");
        let replaces = kernel.base.as_deref().and_then(|base| base.strip_prefix(&shaders));
        let replaces = replaces.unwrap_or_else(|| panic!("{file} changes no shader of the lab")).to_owned();
        let lab = labs::find(lab).expect("the lab is registered");
        let variant = lab.variants().map(|(_, variant)| variant).find(|variant| uses(variant, &replaces));
        let variant = variant.unwrap_or_else(|| panic!("no variant of {} uses {replaces}", lab.name));
        Self { file, kernel, replaces, variant }
    }

    fn value(&self, key: &str) -> &str {
        self.kernel.value(key).unwrap_or_else(|| panic!("{}: no line `{key}: `", self.file))
    }

    fn is_endless(&self) -> bool {
        self.value("message") == ENDLESS
    }

    /// Whether neither is seen in a run of the other's variant.
    fn goes_with(&self, other: &Self) -> bool {
        let apart = !uses(self.variant, &other.replaces) && !uses(other.variant, &self.replaces);
        apart && self.is_endless() == other.is_endless()
    }

    /// Whether it is left to the longer tests.
    fn is_late(&self) -> bool {
        LATE.iter().any(|name| self.file == format!("{name}.patch"))
    }

    /// Where it must be refused: on `device` and on another one, or on another one only.
    fn devices<'a>(&'a self, device: &'a str) -> Vec<&'a str> {
        match self.kernel.value("only on") {
            Some(only) => vec![only],
            None => std::iter::once(device).chain(self.kernel.value("also on")).collect(),
        }
    }
}

fn uses(variant: &Variant, shader: &str) -> bool {
    variant.passes.iter().any(|pass| pass.shader == shader)
}

/// Wrong in the last of the orders of workgroups alone, after millions of elements were right in all others: that takes seconds.
const LATE: [&str; 2] = ["gives-a-late-tile-up", "gives-up-after-1024-tiles"];

/// What is said of a kernel that runs for longer than it may.
const ENDLESS: &str = "did not end within";

/// Wrong kernels, together as far as one run can have them.
fn batches<'a>(bank: impl Iterator<Item = &'a Wrong>) -> Vec<Vec<&'a Wrong>> {
    let mut batches: Vec<Vec<&Wrong>> = Vec::new();
    for wrong in bank {
        match batches.iter_mut().find(|batch| batch.iter().all(|other| wrong.goes_with(other))) {
            Some(batch) => batch.push(wrong),
            None => batches.push(vec![wrong]),
        }
    }
    batches
}

/// Asserts that a device, and the one that a kernel names besides, refuse the wrong kernels of a lab, those that are found late or the others.
fn refuses_its_bank(lab: &str, late: bool) {
    let bank: Vec<Wrong> = bank(lab).into_iter().map(|wrong| Wrong::new(lab, wrong)).collect();
    let mut failures = Vec::new();
    for device in ["auto", "sim"] {
        let here = bank.iter().filter(|wrong| wrong.is_late() == late && wrong.devices("auto").contains(&device));
        for batch in batches(here) {
            let report = refused(lab, device, &batch);
            failures.extend(batch.iter().filter_map(|wrong| complaint(wrong, &report, device)));
        }
    }
    assert!(failures.is_empty(), "{lab}:\n{}", failures.join("\n"));
}

/// The report of a run with these kernels in place of those that they change.
fn refused(lab: &str, device: &str, batch: &[&Wrong]) -> Value {
    let folder = folder(&format!("wrong-{lab}-{device}-{}", batch[0].file));
    fs::create_dir_all(folder.join(lab)).expect("the folder can be made");
    for wrong in batch {
        fs::write(folder.join(lab).join(&wrong.replaces), &wrong.kernel.text).expect("it can be written");
    }
    let names: Vec<&str> = batch.iter().map(|wrong| wrong.variant.name).collect();
    let (names, folder) = (names.join(","), folder.to_string_lossy());
    let flags = typed("--quick --size 40 --json - --variant");
    // Time for the others on a machine that is busy; what never ends has as much as it gets.
    let time = if batch[0].is_endless() { "1" } else { "10" };
    let on = ["--device", device, "--timeout", time, "--shaders", &folder];
    let output = lockstep(&[&["run", lab], &flags[..], &[&names], &on].concat());
    assert_eq!(output.status.code(), Some(1), "{lab} on {device}: {names}");
    json(&output)
}

/// What a report says of a wrong kernel, where it is not what it should.
fn complaint(wrong: &Wrong, report: &Value, device: &str) -> Option<String> {
    let found = variant(report, wrong.variant.name);
    let reason = found["reason"].as_str().unwrap_or_default();
    let (verdict, message) = (wrong.value("verdict"), wrong.value("message"));
    let right = found["status"] == verdict && reason.contains(message) && found["throughput"].is_null();
    (!right).then(|| {
        format!("{} on {device}: wanted {verdict} with \"{message}\", got {}: {reason}", wrong.file, found["status"])
    })
}

#[test]
fn every_lab_refuses_its_wrong_kernels() {
    if has_device() {
        for_each_lab(|lab| refuses_its_bank(lab.name, false));
    }
}

#[test]
#[ignore = "a quarter of a minute: millions of elements in every order, which .ci/long runs"]
fn every_lab_refuses_what_only_the_last_order_of_workgroups_shows() {
    if has_device() {
        for_each_lab(|lab| refuses_its_bank(lab.name, true));
    }
}

/// So large that its outputs are compared on the device, by one element wrong where no smaller problem reaches.
#[test]
fn what_the_device_finds_wrong_is_told_in_the_host_s_words() {
    if !has_device() {
        return;
    }
    let copy = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/coalescing/copy.wgsl"));
    let copy = copy.expect("it is there");
    let right = "destination[e] = source[e];";
    assert!(copy.contains(right));
    let wrong = copy.replace(right, "destination[e] = select(source[e], 9.0, e == 1200001u);");
    let folder = folder("wrong-far-out");
    fs::create_dir_all(folder.join("coalescing")).expect("the folder can be made");
    fs::write(folder.join("coalescing/copy.wgsl"), wrong).expect("it can be written");
    let folder = folder.to_string_lossy();
    let flags = typed("run coalescing --quick --size 1100 --variant copy,offset --json - --shaders");
    let output = lockstep(&[&flags[..], &[&folder]].concat());
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    let reason = variant(&report, "copy")["reason"].as_str().expect("a reason").to_owned();
    assert!(reason.starts_with("1 of 1210000 values of the output is wrong"), "{reason}");
    assert!(reason.contains("[1200001] got 9, expected "), "{reason}");
    assert_eq!(variant(&report, "offset")["check"]["elements"].as_u64().map(|all| all > 2 * 1_210_000), Some(true));
    assert!(!report["notes"].to_string().contains("compared on the host"), "{}", report["notes"]);
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
    // Before it and after it, in its part and in another one.
    let others = "copy,offset,stride-2,vec4,soa,tiled";
    let flags = typed("run coalescing --quick --size 33 --timeout 2 --json - --variant");
    let output = lockstep(&[&flags[..], &[others, "--shaders", &folder]].concat());
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    assert_eq!(report["variants"].as_array().map(Vec::len), Some(6));
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
