use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use super::*;
use crate::grade::mark::example::{book, mark};
use crate::grade::mark::{Mark, MarkOutcome};

fn context() -> Context {
    Context::new(
        [
            ("CLASSROOM", "gpu-2026"),
            ("ASSIGNMENT", "week-3"),
            ("SUBMISSION_TAG", "submit/1"),
            ("COMMIT_URL", "https://example.org/c"),
            ("RELEASE_URL", "https://example.org/r"),
        ],
        UNIX_EPOCH + Duration::from_secs(1_795_249_800),
    )
}

/// Holds a result against its service's format.
fn check(format: Format, text: &str) -> Result<(), String> {
    match format.name {
        "gradescope" => schema::gradescope::check(text),
        "classroom50" => schema::classroom50::check(text),
        "prairielearn" => schema::prairielearn::check(text),
        "autolab" => schema::autolab::check(text),
        "canvas" => schema::canvas::check(text),
        "moodle" => schema::moodle::check(text),
        _ => Ok(()),
    }
}

fn one(format: Format, marks: Vec<Mark>) -> Value {
    let files = format.files(&book(marks), &context()).expect("it can be written");
    serde_json::from_str(&files[0].text).expect("JSON")
}

/// Marks of every sort.
fn all_sorts() -> Vec<Mark> {
    let mut refused = mark("refused", 0.0);
    refused.refused = Some("it is not a zip".to_owned());
    refused.exercises.clear();
    refused.points = 0.0;
    let mut uncompiled = mark("uncompiled", 0.0);
    uncompiled.exercises[0].goals[0].outcome = MarkOutcome::Unmet;
    let mut unsteady = mark("unsteady", 1.0);
    unsteady.exercises[0].goals[2].outcome = MarkOutcome::Inconclusive;
    vec![mark("right", 1.0), mark("partly", 0.333), mark("slow", 0.0), refused, uncompiled, unsteady]
}

#[test]
fn every_format_keeps_the_schema_of_its_service() {
    for format in ALL {
        for mark in all_sorts() {
            let name = mark.submission.clone();
            let files = format.files(&book(vec![mark]), &context());
            let text = &files.expect("it can be written")[0].text;
            assert_eq!(check(*format, text), Ok(()), "{format:?}, {name}: {text}");
        }
    }
}

#[test]
fn the_schemas_refuse_what_the_services_would() {
    type Breakage = fn(&mut Value);
    let breakages: [(Format, Breakage); 7] = [
        (gradescope::FORMAT, |v| v["tests"][0]["status"] = json!("ok")),
        (gradescope::FORMAT, |v| v["visibility"] = json!("public")),
        (gradescope::FORMAT, |v| v["points"] = json!(1)),
        (classroom50::FORMAT, |v| v["score"] = json!(1.5)),
        (classroom50::FORMAT, |v| v["datetime"] = json!("yesterday")),
        (prairielearn::FORMAT, |v| v["score"] = json!(10)),
        (autolab::FORMAT, |v| v["scores"] = json!([1])),
    ];
    for (format, break_it) in breakages {
        let mut found = one(format, vec![mark("a", 1.0)]);
        assert_eq!(check(format, &found.to_string()), Ok(()));
        break_it(&mut found);
        assert!(check(format, &found.to_string()).is_err(), "{format:?}: {found:#}");
    }
}

#[test]
fn gradescope_shows_a_part_of_the_points_as_failed_and_keeps_the_part() {
    let found = one(gradescope::FORMAT, vec![mark("a", 0.333)]);
    let test = &found["tests"][2];
    assert_eq!((&test["status"], &test["score"]), (&json!("failed"), &json!(1.67)));
    assert_eq!(found["score"], json!(6.67));
    let output = found["output"].as_str().expect("text");
    assert!(output.starts_with("Next, in coalescing/exercise: Which index"), "{found:#}");
    assert_eq!(output.matches("Which index").count(), 1, "{found:#}");
}

#[test]
fn classroom50_has_whole_scores_that_add_up() {
    let found = one(classroom50::FORMAT, vec![mark("a", 0.333)]);
    assert_eq!(found["score"], json!(7));
    assert_eq!(found["max-score"], json!(10));
    assert_eq!(found["datetime"], json!("2026-11-21T08:30:00Z"));
    assert_eq!(found["review"], found["commit"]);
}

#[test]
fn outside_its_runner_classroom50_says_what_is_missing() {
    let context = Context::new([], UNIX_EPOCH);
    let error = (classroom50::FORMAT.ready)(&context, &book(Vec::new()).assignment).expect_err("no context");
    assert!(error.contains("SUBMISSION_TAG"), "{error}");
}

#[test]
fn prairielearn_takes_no_attempt_for_what_does_not_compile_or_cannot_be_said() {
    let found: Vec<Value> = all_sorts().into_iter().map(|mark| one(prairielearn::FORMAT, vec![mark])).collect();
    let gradable: Vec<bool> = found.iter().map(|v| v["gradable"] == json!(true)).collect();
    assert_eq!(gradable, [true, true, true, false, false, false]);
    assert_eq!(found[0]["score"], json!(1.0));
    assert!(found[3]["score"].is_null());
    assert_eq!(found[3]["format_errors"], json!(["it is not a zip"]));
}

#[test]
fn a_result_stays_below_a_megabyte_whatever_a_submission_says() {
    let mut long = mark("long", 0.0);
    let exercise = &mut long.exercises[0];
    exercise.findings[0].message = "x".repeat(3 << 20);
    exercise.goals[0].message = "y".repeat(3 << 20);
    for format in [gradescope::FORMAT, prairielearn::FORMAT] {
        let files = format.files(&book(vec![long.clone()]), &context());
        let text = &files.expect("it can be written")[0].text;
        assert!(text.len() < 1 << 20, "{format:?}: {}", text.len());
    }
}

#[test]
fn autolab_gets_one_line_with_the_total_last_on_the_scoreboard() {
    let files = autolab::FORMAT.files(&book(vec![mark("a", 0.5)]), &context());
    let text = &files.expect("it can be written")[0].text;
    assert_eq!(text, "{\"scores\":{\"coalescing/exercise\":7.5},\"scoreboard\":[7.5,7.5]}\n");
}

#[test]
fn the_spreadsheet_has_nbgraders_columns_and_no_formula() {
    let marks = vec![mark("=cmd|' /C calc'!A0", 1.0), mark("Ann, \"A\"", 0.0), mark("\t+1", 0.0)];
    let files = csv::FORMAT.files(&book(marks), &context()).expect("it can be written");
    let lines: Vec<&str> = files[0].text.lines().collect();
    assert_eq!(lines[0], csv::COLUMNS.join(","));
    assert_eq!(lines[1], "week 3,,,' +1,,,,5,0,5,10");
    assert_eq!(lines[2], "week 3,,,'=cmd|' /C calc'!A0,,,,10,0,10,10");
    assert_eq!(lines[3], "week 3,,,\"Ann, \"\"A\"\"\",,,,5,0,5,10");
}

#[test]
fn a_format_that_is_not_known_is_answered_with_those_that_are() {
    let error = "blackboard".parse::<Format>().expect_err("there is none");
    assert_eq!(error, "one of csv, columns, canvas, moodle, gradescope, classroom50, prairielearn, autolab, json");
}
