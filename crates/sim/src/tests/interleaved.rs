//! Workgroups that take turns: what comes out where they tell each other something.

use super::harness::{Case, Ran};
use crate::Schedule;

/// Workgroups of these launches: more than are resident at a time.
const GROUPS: u32 = 100;

/// Each workgroup does `says`, then `looks`, and stores what it found in `found`.
fn ran(says: &str, looks: &str, schedule: Schedule) -> Ran {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> state: array<atomic<u32>>;
         @group(0) @binding(1) var<storage, read_write> found: array<u32>;
         @compute @workgroup_size(32)
         fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {{
             let own = group.x;
             if local == 0u {{ {says} }}
             workgroupBarrier();
             if local == 0u {{ {looks} }}
         }}"
    );
    let bytes = 4 * GROUPS as usize;
    let case = Case::new(&source).groups([GROUPS, 1, 1]).zeros(0, bytes).zeros(1, bytes);
    case.option(|options| options.schedule = schedule).run()
}

const SAYS: &str = "atomicStore(&state[own], 1u);";

/// Counts those before it that have said something.
const COUNTS: &str = "for (var at = 0u; at < own; at++) { found[own] += atomicLoad(&state[at]); }";

fn in_order() -> Vec<u32> {
    (0..GROUPS).collect()
}

#[test]
fn in_order_everyone_before_has_spoken_and_in_turns_not() {
    assert_eq!(ran(SAYS, COUNTS, Schedule::InOrder).u32s(1), in_order());
    let turns = ran(SAYS, COUNTS, Schedule::Interleaved);
    let found = turns.u32s(1);
    assert!(found.iter().zip(in_order()).all(|(found, most)| *found <= most), "{found:?}");
    assert!(found.iter().zip(in_order()).filter(|(found, most)| *found < most).count() > 0, "{found:?}");
    assert_eq!(found, ran(SAYS, COUNTS, Schedule::Interleaved).u32s(1), "the seed decides");
    assert!(!turns.kinds().contains(&"step-limit"), "{:?}", turns.outcome.findings);
}

#[test]
fn a_flag_is_seen_before_the_value_that_comes_after_it() {
    let says = "atomicStore(&state[own], 1u << 31u); atomicAdd(&state[own], 1u);";
    let looks = "for (var at = 0u; at < own; at++) { found[own] += u32(atomicLoad(&state[at]) == 1u << 31u); }";
    let between = |schedule| ran(says, looks, schedule).u32s(1).iter().sum::<u32>();
    assert_eq!(between(Schedule::InOrder), 0);
    assert!(between(Schedule::Interleaved) > 0);
}

#[test]
fn one_that_waits_for_those_before_it_sees_them_come() {
    let waits = "loop { if own == 0u || atomicLoad(&state[own - 1u]) != 0u { break; } } found[own] = own;";
    let turns = ran(SAYS, waits, Schedule::Interleaved);
    assert_eq!(turns.u32s(1), in_order());
    assert!(!turns.kinds().contains(&"step-limit"), "{:?}", turns.outcome.findings);
}

#[test]
fn one_that_waits_for_a_workgroup_that_cannot_begin_ends_with_a_finding() {
    let waits = "loop { if atomicLoad(&state[arrayLength(&state) - 1u]) != 0u { break; } }";
    assert_eq!(ran(SAYS, waits, Schedule::Interleaved).kinds(), ["step-limit"]);
}

#[test]
fn where_no_workgroup_depends_on_another_nothing_changes() {
    let adds = |schedule| ran("atomicAdd(&state[own % 7u], own);", "found[own] = own;", schedule);
    let (order, turns) = (adds(Schedule::InOrder), adds(Schedule::Interleaved));
    assert_eq!((order.u32s(0), order.u32s(1)), (turns.u32s(0), turns.u32s(1)));
    assert_eq!(order.counters(), turns.counters());
}

#[test]
fn in_a_crowd_the_last_one_finds_hardly_anybody_who_has_ended_however_many_there_are() {
    let ends = "for (var at = 0u; at < own; at++) { found[own] += u32(atomicLoad(&state[at]) == 2u); } atomicStore(&state[own], 2u);";
    let crowd = ran(SAYS, ends, Schedule::Crowded);
    let found = crowd.u32s(1);
    // The first has nobody to look for.
    assert!(found[GROUPS as usize - 1] <= 1, "{found:?}");
    assert!(found.iter().filter(|found| **found > 0).count() > 50, "{found:?}");
    let says = ran(SAYS, COUNTS, Schedule::Crowded).u32s(1);
    assert_eq!(says, in_order(), "each has said something");
}

#[test]
fn in_a_crowd_one_that_waits_lets_others_go_on_and_one_that_waits_for_ever_ends_with_a_finding() {
    let waits = "loop { if own == 0u || atomicLoad(&state[own - 1u]) == 2u { break; } } atomicStore(&state[own], 2u); found[own] = own;";
    let turns = ran(SAYS, waits, Schedule::Crowded);
    assert_eq!(turns.u32s(1), in_order());
    assert!(!turns.kinds().contains(&"step-limit"), "{:?}", turns.outcome.findings);
    let never = "loop { if atomicLoad(&state[own]) == 7u { break; } }";
    assert_eq!(ran(SAYS, never, Schedule::Crowded).kinds(), ["step-limit"]);
}
