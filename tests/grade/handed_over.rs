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
        ("poeann_80_904_essay.pdf", b"%PDF"),
    ]);
    let path = course.root.join("submissions.zip");
    write(&path, &bulk);
    course.submissions = path;
    write(
        &course.root.join("roster.csv"),
        "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Doe, Jane\",77,s1,jane,Lab 1\n\"Roe, Jim\",78,s2,jim,\n\
         \"Poe, Ann\",80,s3,ann,\n\"Away, Al\",81,s4,al,\n"
            .as_bytes(),
    );
    let roster = course.root.join("roster.csv").to_string_lossy().into_owned();
    let output = course.grade("marks", &["--roster", &roster, "--format", "canvas,columns,csv"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let marks = course.read("marks");
    let of = marks.of("doejane")["of"].as_f64().expect("points");
    assert_eq!((marks.points("doejane"), marks.points("roejim"), marks.points("poeann")), (of, of, 0.0));
    let sheet = fs::read_to_string(course.root.join("marks/canvas/canvas.csv")).expect("the import file");
    let lines: Vec<&str> = sheet.lines().collect();
    assert!(lines[0].starts_with("Student,ID,SIS User ID,SIS Login ID,Section,"), "{sheet}");
    assert!(lines[2].starts_with("\"Doe, Jane\",77,s1,jane,Lab 1,11"), "{sheet}");
    assert!(sheet.contains("\"Away, Al\",81,s4,al,,\n"), "who handed in nothing keeps what Canvas holds: {sheet}");
    let class = fs::read_to_string(course.root.join("marks/class.csv")).expect("the class report");
    assert!(class.contains("roejim_78_800_exercise-1.wgsl` was left out"), "{class}");
    assert!(class.contains("nothing handed in,,\"s4 Away, Al\""), "{class}");
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
    let output = course.grade("marks", &["--format", "moodle"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let marks = course.read("marks");
    let of = marks.of("Jane Doe")["of"].as_f64().expect("points");
    assert_eq!((marks.points("Jane Doe"), marks.points("John Roe (124)")), (of, of));
    assert!(marks.points("John Roe (125)") < of, "namesakes stay apart");
    assert!(marks.of("Jane Doe")["notes"].to_string().contains("readme.txt"), "what is left out is named");
    let sheet = fs::read_to_string(course.root.join("marks/moodle/moodle.csv")).expect("the import file");
    assert!(sheet.contains("Participant 123,Jane Doe,,,11,11,"), "{sheet}");
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
