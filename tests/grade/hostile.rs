//! Submissions that mean harm: one clear message each, all others marked, nothing touched.

use std::fs;
use std::io::{Cursor, Write};

use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::common::stderr;
use crate::kernels;
use crate::setup::{Course, tree, write};

/// Why the one exercise of `mark` earned nothing: of the submission, of the exercise, or of its first unmet goal.
fn message(mark: &Value) -> String {
    let exercise = &mark["exercises"][0];
    let goals = exercise["goals"].as_array().cloned().unwrap_or_default();
    let unmet = goals.into_iter().find(|goal| goal["outcome"] == "unmet");
    let places = [
        mark["refused"].clone(),
        exercise["refused"].clone(),
        unmet.map_or(Value::Null, |goal| goal["message"].clone()),
    ];
    let text = places.iter().find_map(Value::as_str);
    text.unwrap_or_else(|| panic!("no message in {mark:#}")).to_owned()
}

fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (path, bytes) in entries {
        writer.start_file(*path, options).expect("it can be added");
        writer.write_all(bytes).expect("it can be packed");
    }
    writer.finish().expect("it can be finished").into_inner()
}

#[test]
fn hostile_kernels_cost_one_clear_message_each() {
    let course = Course::of("hostile-kernels", &["coalescing/exercise"]);
    let kernels: &[(&str, String, &str)] = &[
        ("endless", kernels::endless(), ""),
        ("deep-expression", kernels::deep_expression(), "nested too deeply"),
        ("deep-operators", kernels::deep_operators(), "more than 4000 operators"),
        ("deep-blocks", kernels::deep_blocks(), "nest"),
        ("deep-type", kernels::deep_type(), "more than 4000 operators"),
        ("huge-workgroup-array", kernels::huge_workgroup_array(), "type is too large"),
        ("huge-private-array", kernels::huge_private_array(), "type is too large"),
        ("huge-workgroup", kernels::huge_workgroup(), "Workgroup size is out of range"),
        ("escapes", kernels::escapes(), "\\u{1b}"),
        ("toiling", kernels::toiling(), ""),
        ("exploding", kernels::exploding_calls(), "after inlining calls"),
        ("long-sum", kernels::long_sum(), "more than 4000 operators"),
        ("empty", String::new(), "no @compute entry point"),
        ("zeros", "\0".repeat(1000), ""),
    ];
    for (name, kernel, _) in kernels {
        course.hand_in(name, &[("exercise.wgsl", kernel)]);
    }
    course.hand_in("honest", &[("exercise.wgsl", &kernels::right())]);
    course.hand_in("dispatch", &[("exercise.wgsl", &kernels::huge_dispatch())]);
    let marks = course.marks();
    for (name, _, words) in kernels {
        let found = message(marks.of(name));
        assert!(found.contains(words), "{name}: {found}");
        assert!(!found.contains('\u{1b}') && found.len() < 5000, "{name}: {found}");
        assert_eq!(marks.goal(name, 0, "correct").1, 0.0, "{name}");
    }
    for endless in ["endless", "toiling"] {
        let findings = marks.exercise(endless, 0)["findings"].to_string();
        assert!(findings.contains("step-limit"), "{findings}");
    }
    assert_eq!(marks.points("honest"), marks.of("honest")["of"].as_f64().expect("points"));
}

#[test]
fn hostile_folders_and_zips_cost_one_clear_message_each() {
    let course = Course::of("hostile-files", &["coalescing/exercise"]);
    let at = |name: &str| course.handed_in().join(name);
    let secret = course.root.join("secret.wgsl");
    write(&secret, kernels::right().as_bytes());
    write(&at("latin.wgsl"), b"// caf\xe9\n");
    fs::create_dir_all(at("empty")).expect("it can be made");
    let large = fs::File::create(at("large.wgsl")).expect("it can be made");
    large.set_len(100 << 20).expect("it can be as large");
    let bomb = vec![b' '; 50 << 20];
    write(&at("bomb.zip"), &zipped(&[("exercise.wgsl", &bomb)]));
    write(&at("slip.zip"), &zipped(&[("../../../slipped.wgsl", b"// up"), ("/slipped.wgsl", b"// root")]));
    write(&at("nested.zip"), &zipped(&[("in.zip", &zipped(&[("exercise.wgsl", b"")]))]));
    write(&at("broken.zip"), b"PK\x03\x04 and no more");
    write(&at("essay.pdf"), b"%PDF-1.4");
    let case = zipped(&[("exercise.wgsl", b"// one"), ("Exercise.wgsl", b"// two")]);
    write(&at("case.zip"), &case);
    write(&at("=cmd|' calc'!A0/exercise.wgsl"), kernels::right().as_bytes());
    write(&at("honest.zip"), &zipped(&[("hw/coalescing/exercise.wgsl", kernels::right().as_bytes())]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        fs::create_dir_all(at("link")).expect("it can be made");
        symlink(&secret, at("link/exercise.wgsl")).expect("a link");
        symlink("/etc", at("whole")).expect("a link");
        fs::create_dir_all(at("pipe")).expect("it can be made");
        let pipe = std::process::Command::new("mkfifo").arg(at("pipe/exercise.wgsl")).status();
        assert!(pipe.is_ok_and(|status| status.success()));
        write(&at("new\nline \u{202e}\u{1b}[2J.wgsl"), kernels::right().as_bytes());
    }
    let before = tree(&course.handed_in());
    let output = course.grade("marks", &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said:?}");
    let marks = course.read("marks");
    let mut wanted = vec![
        ("latin", "not UTF-8"),
        ("empty", "no .wgsl file"),
        ("large", "more than 1048576 bytes"),
        ("bomb", "more than 1048576 bytes"),
        ("slip", "no .wgsl file"),
        ("nested", "no .wgsl file"),
        ("broken", "neither a zip that can be opened"),
        ("essay.pdf", "neither a folder, a zip, a .tar.gz nor a .wgsl file"),
        ("case", "several files could be this exercise"),
    ];
    if cfg!(unix) {
        wanted.extend([("link", "no .wgsl file"), ("whole", "links are never followed"), ("pipe", "no .wgsl file")]);
    }
    for (name, words) in wanted {
        let found = message(marks.of(name));
        assert!(found.contains(words), "{name}: {found}");
        assert_eq!(marks.points(name), 0.0, "{name}");
    }
    let full = marks.of("honest")["of"].as_f64().expect("points");
    assert_eq!(marks.points("honest"), full);
    assert_eq!(marks.points("=cmd|' calc'!A0"), full);
    if cfg!(unix) {
        assert_eq!(marks.points("new\\nline \\u{202e}\\u{1b}[2J"), full);
    }
    assert!(tree(&course.handed_in()) == before, "nothing handed in was touched");
    assert!(!course.root.join("slipped.wgsl").exists());
    let outside: Vec<_> = fs::read_dir(&course.root)
        .expect("it can be listed")
        .map(|entry| entry.expect("it can be listed").file_name())
        .collect();
    assert_eq!(outside.len(), 5, "only `marks` is new: {outside:?}");
}
