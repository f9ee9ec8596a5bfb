//! A broken kernel for each fault, and its clean twin: what is wrong is found on its line, and nothing else is.
//!
//! One file of `tests/faults` holds both. `// run:` has the arguments of `lockstep exec`. In the broken kernel `//+ code`
//! is a comment; in the clean one it is code, and the lines that end in `//-` are gone, so lines keep their numbers.
//! `//~ KIND "text" ...` marks the line of a finding whose message has the texts in it, and `//~ also KIND` a line that
//! the message of such a finding names. A line `// notes: KIND` says what is reported of the clean kernel all the same, and
//! `// status: 0` that the broken one is warned of only.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::common::{folder, for_each, json, lockstep};
use lockstep::sim::FindingKind;
use serde_json::Value;

/// Kinds of faults that no kernel alone has: of buffers between launches, of a kernel that stores nothing (`advice` finds it), and of
/// a later version.
const NOT_HERE: [FindingKind; 4] =
    [FindingKind::UnwrittenBuffer, FindingKind::UnusedUpload, FindingKind::StoredNothing, FindingKind::Other];

/// The names of the findings that say that a kernel is wrong, or may be; others say that it is slow.
fn faults() -> Vec<&'static str> {
    let faults = FindingKind::ALL.iter().filter(|kind| !kind.is_about_speed() && !NOT_HERE.contains(kind));
    faults.map(|kind| kind.name()).collect()
}

/// Those that make `exec` fail.
const ERRORS: [&str; 11] = [
    "race",
    "wrong-barrier",
    "nonuniform-load",
    "partial-subgroup",
    "nonuniform-tile",
    "misaligned-tile",
    "inactive-lane",
    "divergent-barrier",
    "out-of-bounds",
    "subgroup-width",
    "step-limit",
];

/// What a line of the broken kernel is marked with.
#[derive(Debug)]
struct Mark {
    line: u64,
    kind: String,
    also: bool,
    texts: Vec<String>,
}

struct Twins {
    name: String,
    arguments: Vec<String>,
    broken: String,
    clean: String,
    marks: Vec<Mark>,
    notes: Vec<String>,
    warned: bool,
}

fn read(path: &Path) -> Twins {
    let text = fs::read_to_string(path).expect("the kernel can be read");
    let header = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
    let (mut clean, mut marks) = (String::new(), Vec::new());
    for (line, code) in (1..).zip(text.lines()) {
        let kept = match code.trim_start().strip_prefix("//+ ") {
            Some(added) => added,
            None if code.trim_end().ends_with("//-") => "",
            None => code,
        };
        clean += &format!("{kept}\n");
        let marked = code.split("//~ ").skip(1);
        marks.extend(marked.map(|mark| parse(line, mark)));
    }
    let words = |text: Option<&str>| {
        let words = text.unwrap_or_default().split_whitespace();
        words.map(str::to_owned).collect()
    };
    Twins {
        name: path.file_stem().expect("a name").to_string_lossy().into(),
        arguments: words(header("// run: ")),
        broken: text.clone(),
        clean,
        marks,
        notes: words(header("// notes: ")),
        warned: header("// status: ") == Some("0"),
    }
}

fn parse(line: u64, mark: &str) -> Mark {
    let mark = mark.trim_end().trim_end_matches("//-");
    let (rest, also) = match mark.strip_prefix("also ") {
        Some(rest) => (rest, true),
        None => (mark, false),
    };
    let (kind, texts) = rest.split_once(' ').unwrap_or((rest, ""));
    let texts = texts.split('"').skip(1).step_by(2).map(str::to_owned);
    Mark { line, kind: kind.trim().to_owned(), also, texts: texts.collect() }
}

/// The faults that `lockstep exec` finds, and its exit status.
fn run(name: &str, source: &str, arguments: &[String]) -> Result<(Vec<Value>, i32), String> {
    let file: PathBuf = folder(&format!("faults-{name}")).join("kernel.wgsl");
    fs::write(&file, source).expect("it can be written");
    let path = file.display().to_string();
    let mut all = vec!["exec", &path, "--device", "sim", "--json", "-"];
    all.extend(arguments.iter().map(String::as_str));
    let output = lockstep(&all);
    if output.stdout.is_empty() {
        return Err(crate::common::stderr(&output));
    }
    let report = json(&output);
    let findings = report["findings"].as_array().cloned().unwrap_or_default();
    let known = faults();
    let faults = findings.into_iter().filter(|finding| known.contains(&finding["kind"].as_str().unwrap_or_default()));
    Ok((faults.collect(), output.status.code().unwrap_or(-1)))
}

/// What is wrong with what is found in the broken kernel.
fn broken(twins: &Twins) -> Result<(), String> {
    let (faults, status) = run(&format!("{}-broken", twins.name), &twins.broken, &twins.arguments)?;
    let reported = || format!("broken: {faults:#?}");
    let at = |fault: &Value, mark: &Mark| fault["kind"] == mark.kind.as_str() && fault["line"] == mark.line;
    for mark in &twins.marks {
        let named = |fault: &&Value| {
            let message = fault["message"].as_str().unwrap_or_default();
            let also =
                mark.also && fault["kind"] == mark.kind.as_str() && message.contains(&format!("line {}", mark.line));
            (also || !mark.also && at(fault, mark)) && mark.texts.iter().all(|text| message.contains(text))
        };
        if !faults.iter().any(|fault| named(&fault)) {
            return Err(format!("{mark:?} is not found; {}", reported()));
        }
    }
    let marked = |fault: &&Value| !twins.marks.iter().any(|mark| at(fault, mark)) && fault["kind"] != "";
    if let Some(extra) = faults.iter().find(marked) {
        return Err(format!("{extra:#} is not marked; {}", reported()));
    }
    let fails = !twins.warned && twins.marks.iter().any(|mark| ERRORS.contains(&mark.kind.as_str()));
    if status != i32::from(fails) {
        return Err(format!("exit status {status}; {}", reported()));
    }
    Ok(())
}

/// What is wrong with what is found in the clean one.
fn clean(twins: &Twins) -> Result<(), String> {
    let (faults, status) = run(&format!("{}-clean", twins.name), &twins.clean, &twins.arguments)?;
    let noted = |fault: &&Value| !twins.notes.iter().any(|kind| fault["kind"] == kind.as_str());
    match faults.iter().find(noted) {
        Some(fault) => Err(format!("the clean twin: {fault:#}")),
        None if status != 0 => Err(format!("the clean twin: exit status {status}")),
        None => Ok(()),
    }
}

fn paths() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    let entries = fs::read_dir(folder).expect("there are kernels");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_fault_has_a_broken_kernel_and_its_clean_twin() {
    let marks: Vec<Mark> = paths().iter().flat_map(|path| read(path).marks).collect();
    let without: Vec<&str> = faults().into_iter().filter(|kind| !marks.iter().any(|mark| mark.kind == *kind)).collect();
    assert!(without.is_empty(), "no file of tests/faults has `//~` with {without:?}");
}

#[test]
fn every_broken_kernel_is_found_on_its_line_and_its_clean_twin_yields_nothing() {
    let paths = paths();
    assert!(paths.len() >= 40, "{} kernels are few", paths.len());
    let failures = Mutex::new(Vec::new());
    for_each(&paths, |path| {
        let twins = read(path);
        for problem in [broken(&twins), clean(&twins)] {
            let failure = problem.err().map(|why| format!("{}: {why}", twins.name));
            failures.lock().expect("no thread panicked").extend(failure);
        }
    });
    let failures = failures.into_inner().expect("no thread panicked");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
