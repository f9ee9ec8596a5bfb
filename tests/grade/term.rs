//! A term after the marks: extensions, excuses, overrides, bonus, updates, anonymous marking, and what students ask.

use std::fs;

use crate::common::{lockstep, stderr};
use crate::kernels;
use crate::setup::{Course, tree, write};

/// A course with a due date, a right, a slow and a copied kernel, of which one came late.
fn course(name: &str) -> Course {
    let course = Course::of(name, &["coalescing/exercise", "--due", "2026-11-29T23:00:00Z"]);
    course.hand_in("ann", &[("exercise.wgsl", &kernels::right())]);
    course.hand_in("bob", &[("exercise.wgsl", &kernels::slow())]);
    course.hand_in("cy", &[("exercise.wgsl", &kernels::tuned())]);
    course
}

fn roster(course: &Course, due: &str) -> String {
    let path = course.root.join("roster.csv");
    let rows = format!(
        "id,name,submitted,due,excused\nann,Ann Ash,2026-11-30T12:00:00Z,{due},\nbob,Bob Birch,2026-11-29T12:00:00Z,,\n\
         cy,Cy Cedar,2026-11-29T12:00:00Z,,ill\ndi,Di Dogwood,,,\n"
    );
    write(&path, rows.as_bytes());
    path.to_string_lossy().into_owned()
}

fn edit(path: &std::path::Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("it is there");
    assert!(text.contains(from), "{from} in {text}");
    fs::write(path, text.replacen(from, to, 1)).expect("it can be written");
}

#[test]
fn extensions_excuses_overrides_and_earlier_marks_are_kept_apart_from_what_is_marked() {
    let course = course("term");
    let flags = |roster: &str| ["--roster".to_owned(), roster.to_owned()];
    let grade = |more: &[String]| {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let output = course.grade("marks", &more);
        assert!(output.status.success(), "{}", stderr(&output));
        (course.read("marks"), stderr(&output))
    };
    let (late, reported) = grade(&flags(&roster(&course, "")));
    let of = late.of("ann")["of"].as_f64().expect("points");
    assert_eq!(late.of("ann")["late"]["days"], 1);
    assert!(late.points("ann") < of);
    assert_eq!(late.of("cy")["excused"], true);
    assert!(
        reported.contains("who needs a person")
            && reported.contains("right in all that students see, wrong in a hidden case"),
        "{reported}"
    );

    let (extended, reported) = grade(&flags(&roster(&course, "2026-12-01T23:00:00Z")));
    assert_eq!(extended.points("ann"), of, "within the student's own date");
    assert!(reported.contains("ann: ") && reported.contains("earlier/gradebook-1.json"), "{reported}");

    let overrides = course.assignment().with_file_name("overrides.csv");
    write(&overrides, b"student,exercise,goal,points,comment\nbob,coalescing/exercise,coalesced,2,explained well\n");
    let before = extended.points("bob");
    let (decided, _) = grade(&flags(&roster(&course, "2026-12-01T23:00:00Z")));
    assert_eq!(decided.points("bob"), before + 2.0);
    let feedback = fs::read_to_string(course.root.join("marks/feedback/bob.md")).expect("feedback");
    assert!(feedback.contains("set by the instructor, 0 as it was marked: explained well"), "{feedback}");
    let (again, _) = grade(
        &flags(&roster(&course, "2026-12-01T23:00:00Z"))
            .iter()
            .cloned()
            .chain(["--regrade".to_owned(), "bob".to_owned()])
            .collect::<Vec<_>>(),
    );
    assert_eq!(again.points("bob"), before + 2.0, "marking again keeps it");

    write(&overrides, b"student,exercise,goal,points,comment\nzoe,coalescing/exercise,,2,\n");
    let refused = course.grade("marks", &[]);
    assert!(stderr(&refused).contains("no submission is called `zoe`"), "{}", stderr(&refused));
    fs::remove_file(&overrides).expect("it is there");

    let output =
        course.grade("marks", &["--as-student", "bob", "--lecture", &course.root.join("talk.html").to_string_lossy()]);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.starts_with("# bob: ") && shown.contains("**Next, in coalescing/exercise:**"), "{shown}");
    let talk = fs::read_to_string(course.root.join("talk.html")).expect("the page");
    assert!(talk.contains("This is still the start") && !talk.contains("bob"), "{talk}");
}

#[test]
fn a_change_is_written_to_all_copies_and_says_what_students_hold_that_is_old() {
    let course = course("update");
    let path = course.assignment();
    let handout = course.root.join("handout");
    let students = handout.to_string_lossy();
    let same = lockstep(&["assign", "--update", &students]);
    assert!(String::from_utf8_lossy(&same.stdout).contains("what students hold is as it was"), "{}", stderr(&same));
    edit(&path, "id = \"coalesced\"", "bonus = true\nid = \"coalesced\"");
    edit(&path, "2026-11-29T23:00:00Z", "2026-12-06T23:00:00Z");
    let updated = lockstep(&["assign", "--update", &students]);
    let said = String::from_utf8_lossy(&updated.stdout).into_owned();
    assert!(said.contains("students hold an old assignment.toml and an old README.md"), "{said}{}", stderr(&updated));
    assert_eq!(fs::read(&path).expect("it is there"), fs::read(handout.join("assignment.toml")).expect("it is there"));
    let readme = fs::read_to_string(handout.join("README.md")).expect("it is there");
    assert!(
        readme.contains("(bonus)") && readme.contains("2026-12-06") && readme.contains("## Install\n\nUnpack"),
        "{readme}"
    );
    let marks = course.marks();
    assert!(marks.points("ann") > marks.of("ann")["of"].as_f64().expect("points"), "the bonus comes on top");
}

#[test]
fn anonymous_marking_leaves_names_in_the_key_alone() {
    let course = Course::of("nameless", &["coalescing/exercise"]);
    course.hand_in("annash", &[("Ann Ash/exercise.wgsl", &format!("// by Ann Ash\n{}", kernels::slow()))]);
    // Another's name, where a finding and where a compiler's message quote the line.
    let of_another = |text: &str| text.lines().map(|line| format!("{line} // by Ann Ash\n")).collect::<String>();
    course.hand_in("bob", &[("exercise.wgsl", &of_another(&kernels::slow()))]);
    course.hand_in("eve", &[("exercise.wgsl", &of_another(&kernels::slow().replace("let ", "let final")))]);
    let roster = roster(&course, "").replace("ann,", "annash,");
    edit(std::path::Path::new(&roster), "ann,Ann Ash", "annash,Ann Ash");
    let output = course.grade("marks", &["--anonymous", "--roster", &roster]);
    assert!(output.status.success(), "{}", stderr(&output));
    for (path, bytes) in tree(&course.root.join("marks")) {
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        let key = path.ends_with("key.csv");
        for name in ["annash", "ann ash", "dogwood"] {
            assert_eq!(text.contains(name), key, "{name} in {}", path.display());
        }
    }
}
