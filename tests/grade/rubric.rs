//! Every kind of kernel gets what the rubric says, and its student what helps.

use std::fs;

use crate::common::{lockstep, typed};
use crate::kernels;
use crate::setup::Course;

#[test]
fn kernels_get_what_the_rubric_says_and_not_more() {
    let course = Course::of("rubric", &["coalescing/exercise"]);
    let kinds = [
        ("right", kernels::right()),
        ("slow", kernels::slow()),
        ("halfway", kernels::halfway()),
        ("wrong", kernels::wrong()),
        ("edge", kernels::edge()),
        ("outside", kernels::out_of_bounds()),
        ("racy", kernels::racy()),
        ("tuned", kernels::tuned()),
        ("fast-where-seen", kernels::fast_where_seen()),
        ("no-wgsl", kernels::does_not_compile()),
    ];
    for (name, kernel) in &kinds {
        course.hand_in(name, &[("coalescing/exercise.wgsl", kernel)]);
    }
    course.hand_in("nothing", &[("readme.txt", "I did nothing")]);
    let marks = course.marks();
    let outcome = |name: &str, goal: &str| marks.goal(name, 0, goal).0;
    let of = marks.of("right")["of"].as_f64().expect("a number");
    assert_eq!(marks.points("right"), of);

    assert_eq!(outcome("slow", "correct"), "met");
    assert_eq!(marks.goal("slow", 0, "coalesced"), ("unmet".to_owned(), 0.0));
    assert!(marks.points("halfway") < of && marks.points("halfway") > marks.points("slow"));

    for wrong in ["wrong", "edge", "tuned"] {
        assert_eq!(outcome(wrong, "compiles"), "met", "{wrong}");
        assert_eq!(outcome(wrong, "correct"), "unmet", "{wrong}");
        assert_eq!(marks.goal(wrong, 0, "coalesced"), ("open".to_owned(), 0.0), "{wrong}");
    }
    for faulty in ["outside", "racy"] {
        assert_eq!(outcome(faulty, "faults"), "unmet", "{faulty}");
        assert_ne!(outcome(faulty, "correct"), "met", "{faulty}");
        assert_eq!(outcome(faulty, "coalesced"), "open", "{faulty}");
    }
    // The same kernel, but for the size that students can count at: it is no better than the slow one.
    assert_eq!(outcome("fast-where-seen", "correct"), "met");
    assert_eq!(marks.goal("fast-where-seen", 0, "coalesced"), ("unmet".to_owned(), 0.0));

    assert_eq!(outcome("no-wgsl", "compiles"), "unmet");
    assert_eq!(marks.points("no-wgsl"), 0.0);
    assert_eq!(marks.points("nothing"), 0.0);
    let why = marks.exercise("nothing", 0)["refused"].as_str();
    assert!(why.expect("a reason").contains("no .wgsl file"));
}

#[test]
fn feedback_names_lines_and_hints_and_gives_nothing_hidden_away() {
    let course = Course::of("feedback", &["coalescing/exercise"]);
    course.hand_in("slow", &[("exercise.wgsl", &kernels::slow())]);
    course.hand_in("tuned", &[("exercise.wgsl", &kernels::tuned())]);
    course.hand_in("outside", &[("exercise.wgsl", &kernels::out_of_bounds())]);
    let marks = course.marks();
    let feedback = |name: &str| {
        let path = course.root.join("marks/feedback");
        let read = |ending| fs::read_to_string(path.join(format!("{name}.{ending}")));
        (read("md").expect("Markdown"), read("html").expect("HTML"))
    };
    let (slow, slow_html) = feedback("slow");
    for words in ["line 36, uncoalesced", "**Next, in coalescing/exercise:** This is still the start"] {
        assert!(slow.contains(words), "{words} in\n{slow}");
    }
    assert!(slow_html.contains("z[i] = A * x[i] + y[i];"), "{slow_html}");
    assert!(!slow_html.contains("<script") && !slow_html.contains("http:"));

    let (tuned, tuned_html) = feedback("tuned");
    let next = tuned.lines().find(|line| line.starts_with("**Next")).unwrap_or_default();
    assert!(next.contains("right in the cases that you can see, but not in a hidden one"), "{tuned}");
    let mut secrets: Vec<String> = Vec::new();
    for case in course.hidden().cases {
        secrets.push(case.seed.to_string());
        for side in case.sizes {
            secrets.push(format!("size {side}"));
            let elements = (side * side).to_string();
            // A short number may be part of any figure.
            if elements.len() > 3 {
                secrets.push(elements);
            }
        }
    }
    let public = |name: &str| {
        let mut mark = marks.of(name).clone();
        mark["instructor"].take();
        mark.to_string()
    };
    for shown in [&tuned, &tuned_html, &public("tuned"), &feedback("outside").0, &public("outside")] {
        for secret in &secrets {
            assert!(!shown.contains(secret), "{secret} in\n{shown}");
        }
    }
    let reported = marks.of("tuned")["instructor"].to_string();
    assert!(reported.contains("seed"), "the instructor sees it all: {reported}");
}

#[test]
fn a_report_handed_in_is_held_against_the_marking_and_sets_no_points() {
    let course = Course::of("evidence", &["coalescing/exercise"]);
    let kernel = course.root.join("kernel.wgsl");
    crate::setup::write(&kernel, kernels::slow().as_bytes());
    let file = kernel.to_string_lossy();
    let flags = typed("try coalescing --exercise exercise --device sim --json - --file");
    let report = lockstep(&[&flags[..], &[&file]].concat());
    let report = String::from_utf8(report.stdout).expect("it is text");
    let honest = [("exercise.wgsl", kernels::slow()), ("report.json", report.clone())];
    let forged = report.replace("\"global_sectors\":", "\"global_sectors\": 1, \"was\":");
    let forged = [("exercise.wgsl", kernels::slow()), ("report.json", forged)];
    let garbage = [("exercise.wgsl", kernels::slow()), ("report.json", "[".repeat(9999))];
    let none = [("exercise.wgsl", kernels::slow()), ("notes.txt", String::new())];
    for (name, files) in [("honest", honest), ("forged", forged), ("garbage", garbage), ("none", none)] {
        let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (*n, t.as_str())).collect();
        course.hand_in(name, &files);
    }
    let marks = course.marks();
    for name in ["honest", "forged", "garbage"] {
        assert_eq!(marks.points(name), marks.points("none"), "{name}");
    }
    let differences = |name: &str| marks.of(name)["evidence"][0]["differences"].to_string();
    assert_eq!(differences("honest"), "[]");
    assert!(differences("forged").contains("the report says global_sectors 1"), "{}", differences("forged"));
    assert!(differences("garbage").contains("it is not JSON"));
}
