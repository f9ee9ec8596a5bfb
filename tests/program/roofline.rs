//! The roofline on the terminal.

use crate::common::{lockstep, stderr, stdout, unwrapped};

fn printed(arguments: &[&str]) -> String {
    printed_at("64", arguments)
}

fn printed_at(size: &str, arguments: &[&str]) -> String {
    let run = ["run", "coalescing", "--device", "sim", "--size", size];
    let output = lockstep(&[&run[..], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

#[test]
fn a_run_ends_in_a_roofline_that_names_every_variant_and_both_roofs_in_80_columns() {
    let text = printed(&["--detail"]);
    let (_, roofline) = text.split_once("\nroofline: estimated").expect("a roofline");
    for word in ["a copy", "h vec4", "m padded", "theoretical", "ridge at"] {
        assert!(roofline.contains(word), "{word} in\n{roofline}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn a_sampled_run_fits_80_columns_and_says_below_its_tables_how_many_workgroups_ran() {
    let run = ["run", "coalescing", "--device", "sim", "--variant", "copy,vec4", "--detail"];
    let text = String::from_utf8_lossy(&lockstep(&run).stdout).into_owned();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let said = unwrapped(&text);
    assert!(said.contains("workgroups run, from which all these are estimated: "), "{text}");
    assert!(said.contains("of 1048577 (`copy`); ") && said.contains("of 262145 (`vec4`)."), "{text}");
}

#[test]
fn a_quick_run_has_no_roofline() {
    assert!(!printed(&["--detail", "--quick"]).contains("roofline"));
}

#[test]
fn peaks_of_one_s_own_are_the_roofs() {
    let text = printed(&["--detail", "--peak-flops", "2T", "--peak-bandwidth", "100G"]);
    assert!(text.contains("compute 2.00 TFLOP/s, memory 100 GB/s, ridge at 20.0 FLOP/B"), "{text}");
}

#[test]
fn the_first_screen_is_a_screen_and_says_where_the_rest_is() {
    // Large enough that an access limits, and not the launch.
    let text = printed_at("256", &[]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.lines().count() <= 60, "{text}");
    let said = unwrapped(&text);
    for words in [
        "8.00 x sectors",
        "What this run shows, by estimate",
        "run coalescing --detail",
        "watch coalescing",
        "over fewest",
        "32 lanes",
    ] {
        assert!(said.contains(words), "{words} in\n{text}");
    }
    assert!(said.contains("x slower"), "{text}");
}
