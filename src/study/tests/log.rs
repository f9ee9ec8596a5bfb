use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::*;
use crate::study::prediction::{Accuracy, Row};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lockstep-log-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn now() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_795_250_112)
}

fn kernel(text: &str) -> KernelText {
    KernelText {
        key: "tiling/naive.wgsl".to_owned(),
        path: "shaders/tiling/naive.wgsl".to_owned(),
        text: text.to_owned(),
        original: Some("const A = 1u;\nconst B = 2u;\n".to_owned()),
    }
}

fn add(log: &WorkLog, kernels: &[KernelText]) -> String {
    let entry = LogEntry { title: "lab tiling", kernels, ..LogEntry::default() };
    let before = fs::read_to_string(log.path()).unwrap_or_default();
    log.append(&entry, now()).expect("logged");
    let after = fs::read_to_string(log.path()).expect("there is a log");
    after.strip_prefix(&before).expect("a run only adds to a log").to_owned()
}

#[test]
fn the_first_entry_compares_with_the_original_and_the_next_with_the_last() {
    let log = WorkLog::at(folder("diff").join(LOG_FILE));
    let first = add(&log, &[kernel("const A = 1u;\nconst B = 3u;\n")]);
    assert!(first.starts_with("# Lockstep work log"), "{first}");
    assert!(first.contains("## 2026-11-21 08:35:12 UTC: lab tiling"), "{first}");
    assert!(first.contains("against the original"), "{first}");
    assert!(first.contains("-const B = 2u;\n+const B = 3u;"), "{first}");
    let second = add(&log, &[kernel("const A = 1u;\nconst B = 4u;\n")]);
    assert!(second.contains("since it was logged"), "{second}");
    assert!(second.contains("-const B = 3u;\n+const B = 4u;"), "{second}");
    let third = add(&log, &[kernel("const A = 1u;\nconst B = 4u;\n")]);
    assert!(third.contains("Nothing: each kernel is as it was at its last entry."), "{third}");
}

#[test]
fn where_nothing_changed_it_is_said_against_what() {
    let log = WorkLog::at(folder("nothing").join(LOG_FILE));
    let original = kernel("const A = 1u;\nconst B = 2u;\n");
    let first = add(&log, std::slice::from_ref(&original));
    assert!(first.contains("Nothing: the kernels are as the lab gives them."), "{first}");
    let other = KernelText { key: "tiling/tiled.wgsl".to_owned(), ..original.clone() };
    let mixed = add(&log, &[original, other]);
    assert!(mixed.contains("at its last entry, or, where this is its first, as the lab gives it."), "{mixed}");
}

#[test]
fn what_changed_is_known_before_a_run_is_logged() {
    let log = WorkLog::at(folder("changed").join(LOG_FILE));
    let original = kernel("const A = 1u;\nconst B = 2u;\n");
    let edited = kernel("const A = 9u;\n");
    assert!(log.changed(std::slice::from_ref(&original)).is_empty());
    assert_eq!(log.changed(std::slice::from_ref(&edited)), [&edited]);
    add(&log, std::slice::from_ref(&edited));
    assert!(log.changed(&[edited]).is_empty());
    assert_eq!(log.changed(&[original]).len(), 1);
}

#[test]
fn a_damaged_memory_of_kernels_costs_a_comparison_and_no_entry() {
    let folder = folder("damaged");
    let log = WorkLog::at(folder.join(LOG_FILE));
    add(&log, &[kernel("const A = 7u;\n")]);
    let kept = folder.join(".lockstep/logged/tiling/naive.wgsl");
    fs::write(&kept, [0xff, 0xfe, 0x00]).expect("overwritten");
    let entry = add(&log, &[kernel("const A = 8u;\n")]);
    assert!(entry.contains("against the original"), "{entry}");
    assert!(entry.contains("+const A = 8u;"), "{entry}");
    let again = add(&log, &[kernel("const A = 8u;\n")]);
    assert!(again.contains("Nothing: each kernel is as it was at its last entry."), "{again}");
}

#[test]
fn runs_that_end_at_once_each_add_their_entry() {
    let log = WorkLog::at(folder("at-once").join(LOG_FILE));
    std::thread::scope(|scope| {
        for number in 0..16 {
            let log = &log;
            scope.spawn(move || {
                let title = format!("run {number}.");
                let entry = LogEntry { title: &title, ..LogEntry::default() };
                log.append(&entry, now()).expect("logged");
            });
        }
    });
    let text = fs::read_to_string(log.path()).expect("there is a log");
    for number in 0..16 {
        assert_eq!(text.matches(&format!(": run {number}.\n")).count(), 1, "{text}");
    }
    assert_eq!(text.matches("# Lockstep work log").count(), 1);
}

#[test]
fn an_entry_after_a_line_without_an_end_begins_a_line_of_its_own() {
    let folder = folder("torn");
    fs::write(folder.join(LOG_FILE), "torn off he").expect("written");
    let entry = add(&WorkLog::at(folder.join(LOG_FILE)), &[]);
    assert!(entry.starts_with("\n\n## "), "{entry}");
}

#[test]
fn text_from_a_kernel_cannot_break_out_of_the_log() {
    let log = WorkLog::at(folder("escapes").join(LOG_FILE));
    let mut hostile = kernel("// ```` \u{1b}[2J\n");
    hostile.key = "../../../escape.wgsl".to_owned();
    let entry = add(&log, &[hostile]);
    assert!(entry.contains("\n`````diff\n"), "{entry}");
    assert!(!entry.contains('\u{1b}'), "{entry}");
    let folder = log.path().parent().expect("a folder");
    assert!(folder.join(".lockstep/logged/_/_/_/escape.wgsl").is_file());
}

#[test]
fn a_prediction_stands_beside_what_was_found() {
    let log = WorkLog::at(folder("predicted").join(LOG_FILE));
    let judged = Review {
        lab: "tiling".to_owned(),
        part: "matmul".to_owned(),
        rows: vec![Row {
            question: "bound by".to_owned(),
            predicted: Some("memory | bandwidth".to_owned()),
            result: Some("compute".to_owned()),
            accuracy: Accuracy::Wrong,
            why: "85.3 FLOP/B, right of the ridge".to_owned(),
        }],
    };
    let entry = LogEntry { title: "lab tiling", prediction: Some(&judged), ..LogEntry::default() };
    log.append(&entry, now()).expect("logged");
    let text = fs::read_to_string(log.path()).expect("there is a log");
    assert!(text.contains("| bound by | memory \\| bandwidth | compute | wrong |"), "{text}");
    assert!(text.contains("- bound by: 85.3 FLOP/B"), "{text}");
}
