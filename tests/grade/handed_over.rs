//! What services and people hand over: downloads of a class, archives, names in any encoding, the same thing twice.

use std::fs;
use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::common::stderr;
use crate::kernels;
use crate::setup::{Course, write};

pub fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in entries {
        writer.start_file(*path, SimpleFileOptions::default()).expect("it can be added");
        writer.write_all(bytes).expect("it can be packed");
    }
    writer.finish().expect("it can be finished").into_inner()
}

fn tarred(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut builder = tar::Builder::new(packed);
    for (path, bytes) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, path, *bytes).expect("it can be added");
    }
    builder.into_inner().expect("a tar").finish().expect("packed")
}

#[test]
fn what_canvas_gives_for_a_class_goes_in_and_its_import_file_comes_out() {
    let mut course = Course::of("canvas", &["coalescing/exercise"]);
    let right = kernels::right();
    let inner = zipped(&[("hw/coalescing-exercise.wgsl", right.as_bytes())]);
    let bulk = zipped(&[
        ("doejane_77_901_hw.zip", &inner),
        ("roejim_LATE_78_902_exercise-1.wgsl", right.as_bytes()),
        ("roejim_78_800_exercise-1.wgsl", b"the first try"),
        ("poeann_80_text.html", b"<p>see the board</p>"),
        ("notes of the assistant.docx", b"PK"),
    ]);
    let path = course.root.join("submissions.zip");
    write(&path, &bulk);
    course.submissions = path;
    let roster = fixture("canvas-gradebook.csv");
    let output = course.grade("marks", &["--roster", &roster, "--format", "canvas,columns,csv"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let marks = course.read("marks");
    let of = marks.of("doejane")["of"].as_f64().expect("points");
    assert_eq!((marks.points("doejane"), marks.points("roejim"), marks.points("poeann")), (of, of, 0.0));
    let sheet = fs::read_to_string(course.root.join("marks/canvas/canvas.csv")).expect("the import file");
    let lines: Vec<&str> = sheet.lines().collect();
    assert!(lines[0].starts_with("Student,ID,SIS User ID,SIS Login ID,Section,"), "{sheet}");
    assert!(lines[2].starts_with("\"Doe, Jane\",77,s1,jane,Lab 1,11"), "{sheet}");
    assert_eq!(lines.len(), 5, "who handed in nothing has no row, and keeps what Canvas holds: {sheet}");
    let class = fs::read_to_string(course.root.join("marks/class.csv")).expect("the class report");
    assert!(class.contains("roejim_78_800_exercise-1.wgsl` was left out"), "{class}");
    assert!(class.contains("nothing handed in,,\"s4 Away, Al\""), "{class}");
    assert!(class.contains("`notes of the assistant.docx` was left out: its name does not say whose it is"), "{class}");
    let columns = fs::read_to_string(course.root.join("marks/columns/columns.csv")).expect("the columns");
    assert!(columns.lines().next().expect("a header").contains("coalescing/exercise: coalesced"), "{columns}");
}

#[test]
fn what_moodle_gives_for_a_class_goes_in_and_its_import_file_comes_out() {
    let course = Course::of("moodle", &["coalescing/exercise"]);
    let right = kernels::right();
    let at = |name: &str| course.handed_in().join(name);
    let inner = tarred(&[("hw/coalescing/exercise.wgsl", right.as_bytes()), ("hw/readme.txt", b"hello")]);
    write(&at("Jane Doe_123_assignsubmission_file_/hw.tar.gz"), &inner);
    write(&at("John Roe_124_assignsubmission_file_exercise.wgsl"), right.as_bytes());
    write(&at("John Roe_124_assignsubmission_onlinetext_onlinetext.html"), b"<p>done</p>");
    write(&at("John Roe_125_assignsubmission_file_exercise.wgsl"), kernels::slow().as_bytes());
    let roster = fixture("moodle-worksheet.csv");
    let output = course.grade("marks", &["--roster", &roster, "--format", "moodle"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let marks = course.read("marks");
    let of = marks.of("Jane Doe")["of"].as_f64().expect("points");
    assert_eq!((marks.points("Jane Doe"), marks.points("John Roe (124)")), (of, of));
    assert!(marks.points("John Roe (125)") < of, "namesakes stay apart");
    assert!(marks.of("Jane Doe")["notes"].to_string().contains("readme.txt"), "what is left out is named");
    let sheet = fs::read_to_string(course.root.join("marks/moodle/moodle.csv")).expect("the import file");
    let lines: Vec<&str> = sheet.lines().collect();
    assert_eq!(
        lines[0],
        "Identifier,Full name,ID number,Email address,Grade,Maximum Grade,Last modified (grade),Feedback comments"
    );
    assert!(lines[1].starts_with("Participant 123,Jane Doe,s1,jane@example.org,11,11,-,"), "{sheet}");
    let graded = "Participant 124,John Roe,s2,john@example.org,11,11,\"Monday, 30 November 2026, 8:00 AM\",";
    assert!(lines[2].starts_with(graded), "Moodle asks for the moment that it gave: {sheet}");
    assert!(lines[4].starts_with("Participant 126,\"Away, Al\",s4,al@example.org,,11,-,nothing"), "{sheet}");
}

#[test]
fn who_is_unknown_to_moodle_costs_nobody_else_a_row() {
    let course = Course::of("unknown-to-one", &["coalescing/exercise"]);
    let at = |name: &str| course.handed_in().join(name);
    for name in ["Jane Doe_123_assignsubmission_file_", "Group A_12_assignsubmission_file_"] {
        write(&at(&format!("{name}/exercise.wgsl")), kernels::right().as_bytes());
    }
    write(&at("read me.txt"), b"what Moodle's zip was unpacked with");
    let output = course.grade("marks", &["--roster", &fixture("moodle-worksheet.csv"), "--format", "moodle"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("`Group A` has no row in the file of --format moodle"), "{}", stderr(&output));
    let marks = course.read("marks");
    assert_eq!(marks.points("Group A"), marks.points("Jane Doe"));
    let sheet = fs::read_to_string(course.root.join("marks/moodle/moodle.csv")).expect("the import file");
    assert!(sheet.contains("Participant 123,Jane Doe,s1") && !sheet.contains("Group A"), "{sheet}");
    let class = fs::read_to_string(course.root.join("marks/class.csv")).expect("the class report");
    assert!(class.contains("`read me.txt` was left out: its name does not say whose it is"), "{class}");
}

/// The path of a file of a service, from the repository's root.
fn fixture(name: &str) -> String {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/grade/fixtures")
        .join(name)
        .to_string_lossy()
        .into_owned()
}

#[test]
fn lateness_counts_by_what_the_service_says_and_not_by_the_age_of_its_download() {
    let course = Course::of("late", &["coalescing/exercise"]);
    let at = |name: &str| course.handed_in().join(name);
    for name in ["Jane Doe_123", "John Roe_124"] {
        write(&at(&format!("{name}_assignsubmission_file_/exercise.wgsl")), kernels::right().as_bytes());
    }
    let rules = fs::read_to_string(course.assignment()).expect("it is there");
    let late = "[late]\ndue = \"2026-11-29T23:59:59Z\"\nfree_days = 1\nper_day = 0.1\n\n[[exercise]]";
    fs::write(course.assignment(), rules.replacen("[[exercise]]", late, 1)).expect("it can be written");
    let alone = course.grade("alone", &[]);
    assert!(stderr(&alone).contains("nothing tells when 2 of 2 submissions were handed in"), "{}", stderr(&alone));
    let output = course.grade("marks", &["--roster", &fixture("moodle-worksheet.csv")]);
    assert!(output.status.success(), "{}", stderr(&output));
    let marks = course.read("marks");
    assert!(marks.of("Jane Doe")["late"].is_null());
    assert_eq!(marks.of("John Roe")["late"], serde_json::json!({ "days": 2, "free": 1, "penalty": 1.1 }));
    assert_eq!(marks.points("John Roe"), 9.9);
}

#[test]
fn grades_that_moodle_would_pass_over_without_a_word_are_refused_before_anything_is_marked() {
    let course = Course::of("maximum", &["coalescing/exercise"]);
    write(&course.handed_in().join("Jane Doe_123_assignsubmission_file_/exercise.wgsl"), kernels::right().as_bytes());
    let worksheet = fs::read_to_string(fixture("moodle-worksheet.csv")).expect("it is there");
    let roster = course.root.join("worksheet.csv");
    write(&roster, worksheet.replace("11.00", "10.00").as_bytes());
    let output = course.grade("marks", &["--roster", &roster.to_string_lossy(), "--format", "moodle"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("Moodle's assignment takes 10 points, this one gives 11"), "{}", stderr(&output));
}

#[test]
fn a_service_that_would_not_know_the_students_is_refused_before_anything_is_marked() {
    let course = Course::of("unknown", &["coalescing/exercise"]);
    course.hand_in("jane", &[("exercise.wgsl", "")]);
    for (format, words) in
        [("canvas", "Canvas's own number"), ("moodle", "a participant's number"), ("classroom50", "RELEASE_URL")]
    {
        let output = course.grade("marks", &["--format", format]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    assert!(!course.root.join("marks").exists(), "nothing was marked");
}

#[test]
fn codes_stand_for_names_and_one_submission_can_be_marked_anew() {
    let course = Course::of("codes", &["coalescing/exercise"]);
    course.hand_in("jane", &[("exercise.wgsl", &kernels::right())]);
    course.hand_in("jim", &[("exercise.wgsl", &kernels::slow())]);
    let output = course.grade("hidden", &["--anonymous"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let book = fs::read_to_string(course.root.join("hidden/gradebook.json")).expect("a gradebook");
    assert!(!book.contains("jane") && book.contains("anon-"), "{book}");
    let key = fs::read_to_string(course.root.join("hidden/key.csv")).expect("the key");
    assert!(key.contains(",jane,"), "{key}");
    course.marks();
    let mark = course.root.join("marks/marks/jane.json");
    let kept = fs::read_to_string(&mark).expect("a mark");
    fs::write(&mark, kept.replace("\"points\": 3.0", "\"points\": 1.0")).expect("it can be written");
    let again = course.grade("marks", &["--regrade", "jane"]);
    assert!(again.status.success(), "{}", stderr(&again));
    assert_eq!(fs::read_to_string(&mark).expect("a mark"), kept, "it was marked anew");
    let nobody = course.grade("marks", &["--regrade", "joan"]);
    assert!(stderr(&nobody).contains("no submission has this name"), "{}", stderr(&nobody));
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_in_latin_1_stops_nobody() {
    use std::os::unix::ffi::OsStrExt;
    let course = Course::of("latin", &["coalescing/exercise"]);
    let folder = course.handed_in().join(std::ffi::OsStr::from_bytes(b"M\xfcller"));
    write(&folder.join("coalescing/exercise.wgsl"), kernels::right().as_bytes());
    let marks = course.marks();
    assert!(marks.points("M\\xfcller") > 0.0);
}
