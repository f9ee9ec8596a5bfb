//! What whole-program tests share: running commands, reading their JSON, and asking for a device.
#![allow(dead_code)] // Each test file uses its own part.

pub mod browser;
pub mod json_schema;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use lockstep::device;
use lockstep::lab::{Altered, Lab};
use lockstep::labs;
use serde_json::Value;

/// Whether this machine has a device. Without one the test that asks is skipped, loudly; on CI (where the
/// variable `CI` is set) it fails.
pub fn has_device() -> bool {
    let found = !pollster::block_on(device::adapters()).is_empty();
    if !found {
        assert!(std::env::var_os("CI").is_none(), "CI has no Vulkan, Metal or DX12 device: this test must run there");
        eprintln!("SKIPPED: this machine has no Vulkan, Metal or DX12 device (install mesa-vulkan-drivers for one)");
    }
    found
}

/// Runs `lockstep` with `arguments` in the repository; a run is added to no work log there.
pub fn lockstep(arguments: &[&str]) -> Output {
    let runs = arguments.first() == Some(&"run");
    Command::new(env!("CARGO_BIN_EXE_lockstep"))
        .args(arguments)
        .args(runs.then_some("--no-log"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the command starts")
}

/// Runs `lockstep` with `arguments` in `folder`, with `input` on its stdin.
pub fn lockstep_in(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lockstep"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that asks nothing may end before it has read.
    let _ = child.stdin.take().expect("stdin is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

/// What a command wrote to stdout.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A text on one line: its line breaks are where so many columns put them.
pub fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A file of text.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails with the lines in which `found` differs from what is `wanted`, and no others.
pub fn assert_same_lines(found: &str, wanted: &str, what_to_do: &str) {
    let only = |text: &str, other: &str, sign: char| {
        let other: Vec<&str> = other.lines().collect();
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !other.contains(line));
        lines.map(|(number, line)| format!("{sign}{number:5}: {line}\n")).collect::<String>()
    };
    let differ = only(found, wanted, '-') + &only(wanted, found, '+');
    let differ = if differ.is_empty() { "the lines are the same, in another order\n" } else { &differ };
    assert!(found == wanted, "- found, + wanted\n{differ}{what_to_do}");
}

/// The JSON that a command wrote to stdout.
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error} in:\n{}\n{}", String::from_utf8_lossy(&output.stdout), stderr(output)))
}

/// What a command wrote to stderr.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The kernel of a bank, such as `tests/wrong/tiling/missing-term.patch`.
pub fn altered(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kernel = Altered::read(root, Path::new(file));
    kernel.unwrap_or_else(|error| panic!("{error}")).text
}

/// Does `what` for every lab of the registry, all at once.
pub fn for_each_lab(what: impl Fn(&'static Lab) + Sync) {
    std::thread::scope(|scope| {
        for lab in labs::ALL {
            scope.spawn(|| what(lab));
        }
    });
}

/// Does `what` for each of `all`, as many at once as there are processors.
pub fn for_each<T: Sync>(all: &[T], what: impl Fn(&T) + Sync) {
    let (next, workers) = (AtomicUsize::new(0), std::thread::available_parallelism().map_or(1, usize::from));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    what(one);
                }
            });
        }
    });
}

/// The report on a lab at the size at which it is counted, on the simulator, and what is printed: one run for all that
/// look at it. They look at its variants: each sweep has one point.
pub fn counted(lab: &Lab) -> &'static (Value, String) {
    static REPORTS: [OnceLock<(Value, String)>; labs::ALL.len()] = [const { OnceLock::new() }; labs::ALL.len()];
    let at = labs::ALL.iter().position(|other| other.name == lab.name).expect("a lab of the registry");
    REPORTS[at].get_or_init(|| run_counted(lab, &["--points", "64"]))
}

/// A run of a lab at that size, with `more` arguments.
pub fn run_counted(lab: &Lab, more: &[&str]) -> (Value, String) {
    let size = lab.counted_size.to_string();
    let file = folder(&format!("counted-{}{}", lab.name, more.concat())).join("report.json");
    let path = file.display().to_string();
    let arguments = ["run", lab.name, "--device", "sim", "--size", &size, "--json", &path];
    let output = lockstep(&[&arguments, more].concat());
    assert_eq!(output.status.code(), Some(0), "{}: {}", lab.name, stderr(&output));
    let report = fs::read(&file).expect("the JSON is written");
    (serde_json::from_slice(&report).expect("it is JSON"), stdout(&output))
}

/// The words of a command line in which no word holds a blank.
pub fn typed(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// A fresh, empty folder of this name.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// The variants of a report by name.
pub fn variant<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["variants"]
        .as_array()
        .expect("variants is an array")
        .iter()
        .find(|variant| variant["name"] == name)
        .unwrap_or_else(|| panic!("no variant {name} in {report:#}"))
}
