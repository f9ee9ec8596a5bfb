//! Loops that do not end, and loops that are merely long.

use super::harness::{Case, Ran};

const HEAD: &str = "@group(0) @binding(0) var<storage, read_write> said: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
";

fn ran(body: &str, budget: u64) -> Ran {
    let case = Case::new(&format!("{HEAD}{body}\n}}")).zeros(0, 256).zeros(1, 256).groups([2, 1, 1]);
    case.option(|options| options.step_budget = budget).run()
}

/// What is said of the loop.
fn said(body: &str, budget: u64) -> String {
    let ran = ran(body, budget);
    let found = ran.finding("step-limit");
    assert_eq!(found.line, Some(4), "{found:?}");
    found.message.clone()
}

#[test]
fn a_loop_that_is_merely_long_is_not_called_endless() {
    let long = "for (var k = 0u; k < 200000u; k++) { if k == 199999u { out[i] = k; } }";
    let reported = said(long, 1 << 18);
    assert!(reported.contains("did not end within 262144 steps") && !reported.contains("does not end"), "{reported}");
    assert!(reported.contains("--steps"), "{reported}");
    ran(&long.replace("out[i]", "if w.x == 0u { out[i]").replace("= k; }", "= k; } }"), 1 << 21).clean();
}

#[test]
fn a_loop_whose_passes_repeat_has_no_end_and_is_left_soon() {
    for body in [
        "var k = i; loop { if k == 100u { break; } k = (k + 1u) % 64u; } out[i] = k;",
        "var x = 16777216.0; while x < 16777300.0 { x += 1.0; } out[i] = u32(x);",
        "loop { var s = 0u; for (var k = 0u; k < 5u; k++) { s += k; } if s == 3u { break; } } out[i] = 1u;",
    ] {
        // Far too many to be spent in a test.
        let reported = said(body, 1 << 60);
        assert!(reported.contains("does not end") && reported.contains("its iterations repeat"), "{body}: {reported}");
    }
}

#[test]
fn who_waits_for_a_word_that_nobody_says_any_more_is_told_so() {
    for body in [
        "if w.x == 9u { atomicStore(&said[0], 1u); } while atomicLoad(&said[0]) == 0u {}",
        "loop { if atomicExchange(&said[0], 1u) == 0u { break; } }",
        "if w.x == 0u { loop { if atomicLoad(&said[1]) == 1u { break; } } } else { atomicStore(&said[1], 1u); }",
    ] {
        let reported = said(body, 1 << 60);
        assert!(reported.contains("waits for a value that no other invocation will store"), "{body}: {reported}");
    }
}

#[test]
fn who_waits_for_another_subgroup_of_its_workgroup_lets_that_go_on() {
    let waits = |writer: u32, reader: u32, last: &str| {
        format!(
            "let at = w.x * 2u;
            if i == {reader}u {{ while atomicLoad(&said[at]) == 0u {{}} out[at] = 7u; {last} }}
            if i == {writer}u {{ atomicStore(&said[at], 1u); {last} }}"
        )
    };
    let answers = "while atomicLoad(&said[at + 1u]) != 3u { atomicMax(&said[at + 1u], select(3u, 1u, i < 32u)); }";
    for (writer, reader) in [(0, 40), (40, 0)] {
        for last in ["", answers] {
            let ran = ran(&waits(writer, reader, last), 1 << 40);
            assert!(!ran.kinds().contains(&"step-limit"), "{:?}", ran.outcome.findings);
            assert_eq!((ran.u32s(1)[0], ran.u32s(1)[2]), (7, 7), "{writer} writes, {reader} reads");
        }
    }
    let both = "if i % 32u == 0u {\nwhile atomicLoad(&said[1u - i / 32u]) == 0u {} atomicStore(&said[i / 32u], 1u); }";
    let ran = ran(both, 1 << 60);
    assert_eq!(ran.finding("step-limit").line, Some(5));
    let behind = "if i == 0u { while atomicLoad(&said[0]) == 0u {} } workgroupBarrier(); atomicStore(&said[0], 1u);";
    assert!(said(behind, 1 << 60).contains("waits for a value that no other invocation will store"));
}

#[test]
fn a_loop_that_changes_memory_is_not_taken_for_one_that_repeats() {
    let counts = "loop { if atomicAdd(&said[i], 1u) >= 9999u { break; } }";
    let ran = ran(counts, 1 << 40);
    assert!(!ran.kinds().contains(&"step-limit"), "{:?}", ran.kinds());
}

#[test]
fn passes_in_which_values_mean_nothing_weigh_more_for_they_take_longer() {
    let passes = |index: &str| {
        let body = format!("var k = 0u; loop {{ if out[{index}] == 1u {{ break; }} k++; }} out[i] = k;");
        let ran = ran(&body, 1 << 20);
        assert!(ran.kinds().contains(&"step-limit"), "{:?}", ran.kinds());
        ran.counters().branches
    };
    let (within, beyond) = (passes("k % 64u"), passes("k + 64u"));
    assert!(within > 3 * beyond, "{within} and {beyond}");
}
