//! What a handout holds, and what it does not.

use std::fs;

use crate::common::{lockstep, stderr, typed};
use crate::kernels;
use crate::setup::{Course, tree};

#[test]
fn a_handout_holds_what_students_need_and_nothing_hidden() {
    let course = Course::new("handout");
    let handout = course.root.join("handout");
    let files = tree(&handout);
    let names: Vec<String> = files
        .keys()
        .map(|path| path.strip_prefix(&handout).expect("within").to_string_lossy().replace('\\', "/"))
        .collect();
    let (handbook, names): (Vec<String>, Vec<String>) =
        names.into_iter().partition(|name| name.starts_with("labs/handbook/") && name.ends_with(".md"));
    assert!(handbook.len() > 5, "the handouts name its chapters: {handbook:?}");
    assert_eq!(
        names,
        [
            "README.md",
            "assignment.toml",
            "labs/coalescing/README.md",
            "shaders/coalescing/exercise-2.wgsl",
            "shaders/coalescing/exercise.wgsl",
        ]
    );
    let readme = String::from_utf8_lossy(&files[&handout.join("README.md")]);
    assert!(readme.contains("## Install\n\nUnpack the ready-made command of a release"), "{readme}");
    let preview = course.root.join("handout-instructor/preview/unchanged.md");
    let preview = fs::read_to_string(preview).expect("what students will see");
    assert!(preview.contains("# an unchanged hand-in: ") && preview.contains("This is still the start"), "{preview}");
    let all: String = files.values().map(|bytes| String::from_utf8_lossy(bytes)).collect();
    for case in course.hidden().cases {
        assert!(!all.contains(&case.seed.to_string()));
    }
    for exercise in ["exercise", "exercise-2"] {
        let solution = kernels::solution("coalescing", exercise);
        assert!(!all.contains(&solution[solution.len() / 2..]));
    }
}

#[test]
fn a_student_can_judge_in_the_handout_and_mark_by_what_is_seen() {
    let course = Course::new("student");
    let handout = course.root.join("handout");
    let run = |arguments: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_lockstep"))
            .args(arguments)
            .current_dir(&handout)
            .output()
            .expect("it starts")
    };
    let tried = run(&["try", "coalescing", "--device", "sim", "--json", "-"]);
    assert_eq!(tried.status.code(), Some(1), "the start does not solve it");
    let seen = typed("grade assignment.toml shaders --single --out ../seen");
    let refused = run(&seen);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--visible-only"), "{}", stderr(&refused));
    let mut by_eye = seen.to_vec();
    by_eye.push("--visible-only");
    let marked = run(&by_eye);
    assert!(marked.status.success(), "{}", stderr(&marked));
    assert_eq!(course.read("seen").goal("shaders", 0, "correct").0, "met");
}

#[test]
fn an_assignment_that_cannot_be_marked_is_refused_with_what_to_change() {
    let course = Course::new("refused");
    course.hand_in("a", &[("exercise.wgsl", "")]);
    let path = course.assignment();
    let good = fs::read_to_string(&path).expect("it is there");
    for (from, to, words) in [
        ("id = \"coalesced\"", "id = \"coalessed\"", "it has no goal `coalessed`; it has: compiles"),
        ("lab = \"coalescing\"", "lab = \"fission\"", "there is no such exercise"),
        ("points = 1\n", "points = -1\n", "its points must be a number"),
        ("none = 8", "none = 0.2", "must not lie above its `none`"),
        ("seconds = 60", "seconds = 600", "submission_seconds is less"),
        ("size = 256", "size = 0", "sizes go from 1"),
        ("lockstep/assignment/1", "lockstep/assignment/9", "this program reads"),
        ("machine = \"ampere-8.6\"", "machine = \"voodoo\"", "voodoo"),
        ("counts = false", "counts = maybe", "assignment.toml"),
    ] {
        fs::write(&path, good.replacen(from, to, 1)).expect("it can be written");
        let output = course.grade("marks", &[]);
        assert_eq!(output.status.code(), Some(2), "{to}");
        assert!(stderr(&output).contains(words), "{words} in {}", stderr(&output));
    }
}

#[test]
fn a_folder_that_holds_something_is_not_written_over() {
    let course = Course::new("twice");
    let out = course.root.join("handout");
    let again = lockstep(&["assign", "coalescing", "--out", &out.to_string_lossy()]);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("is not empty"), "{}", stderr(&again));
}
