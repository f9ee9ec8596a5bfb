//! Cases of our own for what the WGSL specification says of values and memory, driven through `lockstep exec` on the
//! simulator. `suite/` drives the public suite in the same way; see README.md.

mod accuracy;
mod bounds;
mod integers;
mod layout;

use std::fs;

/// Runs `main` of `source` with these bytes bound to `@group(0)`, by binding; gives back what they then hold.
/// A finding that is an error fails, other than those whose kind is `allowed`.
fn run(name: &str, source: &str, workgroups: u32, mut buffers: Vec<Vec<u8>>, allowed: &str) -> Vec<Vec<u8>> {
    let folder = crate::common::folder(&format!("conformance-{name}"));
    let path = |file: String| folder.join(file).display().to_string();
    let file = path("kernel.wgsl".to_owned());
    fs::write(&file, source).expect("the kernel can be written");
    let mut arguments: Vec<String> = ["exec", &file, "--device", "sim", "--json", "-"].map(String::from).into();
    arguments.extend(["--dispatch".to_owned(), workgroups.to_string()]);
    for (binding, bytes) in buffers.iter().enumerate() {
        let file = path(format!("{binding}.bin"));
        fs::write(&file, bytes).expect("the buffer can be written");
        for flag in ["--buffer", "--save"] {
            arguments.extend([flag.to_owned(), format!("0.{binding}={file}")]);
        }
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = crate::common::lockstep(&arguments);
    assert!(!output.stdout.is_empty(), "{name}: {}\n{source}", crate::common::stderr(&output));
    let report = crate::common::json(&output);
    for finding in report["findings"].as_array().expect("findings is an array") {
        let wrong = finding["severity"] == "error" && finding["kind"] != allowed;
        assert!(!wrong, "{name}: {finding}\n{source}");
    }
    for (binding, bytes) in buffers.iter_mut().enumerate() {
        *bytes = fs::read(path(format!("{binding}.bin"))).expect("the buffer was saved");
    }
    buffers
}
