//! The size that a run takes on a device, where none was asked for.

use crate::common::{folder, has_device, json, lockstep_in, typed};

#[test]
fn a_run_says_which_size_it_chose_and_why_unless_it_was_told_one() {
    if !has_device() {
        return;
    }
    let folder = folder("chosen-size");
    let run = |more: &str| {
        let line = format!("run coalescing --variant copy --quick --no-log --json - {more}");
        json(&lockstep_in(&folder, &typed(&line), ""))
    };
    let chosen = run("");
    let choice = &chosen["size_choice"];
    assert_eq!(choice["size"], chosen["problem"]["size"], "{choice}");
    assert!(choice["because"].as_str().is_some_and(|why| why.contains("take an estimated")), "{choice}");
    assert!(run("--size 64").get("size_choice").is_none());
    // One of several variants decides nothing for runs of all.
    assert!(!folder.join(".lockstep/sizes").exists());
}

#[test]
#[ignore = "a lab runs to its end twice"]
fn the_size_that_a_device_remembers_is_used_by_the_second_run_which_tries_none() {
    if !has_device() {
        return;
    }
    let folder = folder("remembered-size");
    let run = || json(&lockstep_in(&folder, &typed("run divergence --no-log --json -"), ""));
    let (first, second) = (run(), run());
    let because = |run: &serde_json::Value| run["size_choice"]["because"].as_str().expect("a reason").to_owned();
    assert_eq!(because(&second), format!("{} (found in an earlier run)", because(&first)));
    assert_eq!(first["problem"]["size"], second["problem"]["size"]);
    assert_eq!(std::fs::read_dir(folder.join(".lockstep/sizes")).expect("it is kept").count(), 1);
}
