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
