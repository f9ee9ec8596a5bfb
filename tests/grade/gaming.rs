//! Who wants points without the work, or to know what is hidden: no points beyond the rubric, and nothing revealed.

use crate::kernels;
use crate::setup::Course;

#[test]
fn figures_that_are_bought_with_needless_work_earn_nothing() {
    let course = Course::of("gaming", &["coalescing/exercise"]);
    let gamers = kernels::gaming("coalescing", "exercise");
    assert!(gamers.len() >= 6, "{}", gamers.len());
    // Right and coalesced, by too few invocations: that costs the lanes, and nothing else.
    let few = ["gaming-one-subgroup.patch", "gaming-one-workgroup.patch"];
    for (name, attempt) in &gamers {
        course.hand_in(name, &[("exercise.wgsl", &attempt.text)]);
    }
    course.hand_in("right", &[("exercise.wgsl", &kernels::right())]);
    course.hand_in("untouched", &[("exercise.wgsl", &format!("// mine\n{}", kernels::renamed(&kernels::slow())))]);
    course.hand_in("racy", &[("exercise.wgsl", &kernels::racy())]);
    course.hand_in("copied", &[("exercise.wgsl", &kernels::renamed(&kernels::right()))]);
    let marks = course.marks();
    let of = marks.of("right")["of"].as_f64().expect("a number");
    assert_eq!(marks.points("right"), of);
    for (name, attempt) in &gamers {
        for goal in attempt.value("unmet").expect("it says so").split(", ") {
            assert_eq!(marks.goal(name, 0, goal).1, 0.0, "{name}: {:#}", marks.exercise(name, 0)["goals"]);
        }
        assert!(marks.points(name) < of, "{name} has {} of {of}", marks.points(name));
        assert!(
            few.contains(&name.as_str()) || marks.points(name) < of / 2.0,
            "{name} has {} of {of}",
            marks.points(name)
        );
    }
    for launched in ["over-launched", "over-launched-and-told", "half-a-launch-told-from-all"] {
        let name = format!("gaming-{launched}.patch");
        let why = marks.goal_value(&name, 0, "correct")["message"].as_str().expect("a message").to_owned();
        assert!(why.contains("`const COVER` must say"), "{why}");
        assert!(marks.points(&name) < marks.points("untouched"));
    }
    assert!(marks.points("untouched") <= 0.1 * of, "{} of {of}", marks.points("untouched"));
    assert!(marks.points("racy") < marks.points("untouched"), "a race earns less than a slow kernel that is right");
    assert!(marks.points("racy") > 0.0);
    let class = std::fs::read_to_string(course.root.join("marks/class.csv")).expect("the class report");
    assert!(class.contains("handed in as it was handed out: coalescing/exercise"), "{class}");
    assert!(class.contains("look alike,coalescing/exercise,,\"copied, right\""), "{class}");
}

#[test]
fn no_ratio_is_bought_in_other_labs() {
    assert_no_ratio_is_bought(&[
        ("occupancy", "exercise", "gaming-dead-loads"),
        ("tiling", "exercise-2", "gaming-no-tile"),
        ("offload", "exercise", "gaming-idle-turns"),
    ]);
}

#[test]
#[ignore = "ten seconds: a solution that adds up much is tried in hidden cases, which .ci/long does"]
fn no_ratio_is_bought_in_a_reduction() {
    assert_no_ratio_is_bought(&[("reduction", "exercise", "gaming-workgroups-of-one")]);
}

/// Of each lab an exercise and an attempt at it.
fn assert_no_ratio_is_bought(attempts: &[(&str, &str, &str)]) {
    let names: Vec<String> = attempts.iter().map(|(lab, name, _)| format!("{lab}/{name}")).collect();
    let course =
        Course::of(&format!("ratios-{}", attempts[0].0), &names.iter().map(String::as_str).collect::<Vec<_>>());
    let text = |(lab, name, which): &(&str, &str, &str)| {
        let all = kernels::gaming(lab, name);
        all.into_iter().find(|(file, _)| file.starts_with(which)).expect("there is the attempt").1.text
    };
    for (name, attempt) in names.iter().zip(attempts) {
        course.hand_in("gamer", &[(&format!("{name}.wgsl"), &text(attempt))]);
    }
    let marks = course.marks();
    for place in 0..attempts.len() {
        let exercise = marks.exercise("gamer", place);
        let (points, of) = (exercise["points"].as_f64().expect("points"), exercise["of"].as_f64().expect("points"));
        // What compiles has a tenth, and sectors that are almost few enough a part of theirs.
        assert!(points <= 0.16 * of, "{} of {of}: {:#}", points, exercise["goals"]);
    }
}

#[test]
fn hidden_runs_tell_the_goal_and_the_kind_of_fault_and_no_line_index_or_value() {
    let course = Course::of("telling", &["coalescing/exercise"]);
    course.hand_in("telling", &[("exercise.wgsl", &kernels::telling())]);
    let marks = course.marks();
    let exercise = marks.exercise("telling", 0);
    let hidden: Vec<_> =
        exercise["findings"].as_array().expect("a list").iter().filter(|finding| finding["hidden"] == true).collect();
    assert_eq!(hidden.len(), 1, "one of a kind: {exercise:#}");
    assert!(hidden[0]["line"].is_null() && hidden[0]["source"].is_null(), "{:#}", hidden[0]);
    assert_eq!(hidden[0]["message"], "out-of-bounds in a hidden case");
    assert_eq!(marks.goal("telling", 0, "faults"), ("unmet".to_owned(), 0.0));
    let feedback = std::fs::read_to_string(course.root.join("marks/feedback/telling.md")).expect("feedback");
    assert!(!feedback.contains("line "), "{feedback}");
}
