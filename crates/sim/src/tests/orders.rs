//! Races that one order of invocations shows and another does not.

use super::harness::{Case, Ran};
use std::time::{Duration, Instant};

const HEAD: &str = "@group(0) @binding(0) var<storage, read_write> said: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
var<workgroup> word: atomic<u32>;
var<workgroup> datum: u32;
var<workgroup> queue: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
";

fn ran(workgroups: u32, body: &str, seed: u64) -> Ran {
    let case = Case::new(&format!("{HEAD}{body}\n}}")).zeros(0, 4096).zeros(1, 4096).zeros(2, 4096);
    case.groups([workgroups, 1, 1]).option(|options| options.seed = seed).run()
}

fn races(ran: &Ran) -> bool {
    ran.kinds().contains(&"race")
}

#[test]
fn whoever_comes_first_a_race_behind_a_flag_is_found() {
    for (writer, reader) in [(0, 1), (1, 0), (5, 2), (2, 5)] {
        let between = format!(
            "if w.x == {writer}u && i == 0u {{ data[0] = 1u; atomicStore(&said[0], 1u); }}
            if w.x == {reader}u && i == 0u {{ if atomicLoad(&said[0]) == 1u {{ out[0] = data[0]; }} }}"
        );
        assert!(races(&ran(8, &between, 0)), "workgroup {writer} writes, {reader} reads");
    }
    for seed in 0..8 {
        // Two subgroups, and one.
        for (writer, reader) in [(40, 3), (3, 40), (3, 5), (5, 3)] {
            let within = format!(
                "if i == {writer}u {{ datum = 1u; atomicStore(&word, 1u); }}
                if i == {reader}u {{ if atomicLoad(&word) == 1u {{ out[0] = datum; }} }}"
            );
            assert!(races(&ran(1, &within, seed)), "invocation {writer} writes, {reader} reads, seed {seed}");
        }
    }
}

#[test]
fn whoever_comes_first_in_one_subgroup_a_race_behind_a_flag_is_found() {
    let put = |lane| format!("if i == {lane}u {{ datum = 1u; atomicStore(&word, 1u); }}");
    let take = |lane| format!("if i == {lane}u {{ if atomicLoad(&word) == 1u {{ out[0] = datum; }} }}");
    for (writer, reader) in [(3, 5), (5, 3), (0, 31)] {
        assert!(races(&ran(1, &(put(writer) + &take(reader)), 0)), "{writer} writes, then {reader} reads");
        assert!(races(&ran(1, &(take(reader) + &put(writer)), 0)), "{reader} reads, then {writer} writes");
        let ordered = format!("{} workgroupBarrier(); {}", put(writer), take(reader));
        ran(1, &ordered, 0).clean();
    }
    let first = "if i < atomicLoad(&word) { out[i] = queue[i]; } queue[atomicAdd(&word, 1u)] = i;";
    assert!(races(&ran(1, first, 0)));
}

#[test]
fn a_race_is_found_that_shows_only_between_two_words_of_another_invocation() {
    let says = "data[0] = 1u; datum = 1u; atomicStore(&said[0], 1u); atomicStore(&word, 1u);
        atomicStore(&said[0], 2u); atomicStore(&word, 2u);";
    for writer in [0, 1, 7] {
        let between = format!(
            "if w.x == {writer}u && i == 0u {{ {says} }}
            if w.x == 4u && i == 0u {{ if atomicLoad(&said[0]) == 1u {{ out[0] = data[0]; }} }}"
        );
        assert!(races(&ran(8, &between, 0)), "workgroup {writer} writes");
    }
    // Of another subgroup, and of the same one.
    for writer in [0, 40, 5] {
        let within = format!(
            "if i == {writer}u {{ {says} }}
            if i == 3u {{ if atomicLoad(&word) == 1u {{ out[0] = datum; }} }}"
        );
        assert!(races(&ran(1, &within, 0)), "invocation {writer} writes");
        ran(1, &within.replace("if i == 3u", "workgroupBarrier(); if i == 3u").replace("== 1u", "== 2u"), 0).clean();
    }
    let halfway = "if i == 0u {
            if w.x != 5u { out[atomicAdd(&said[0], 1u)] = w.x; } else if atomicLoad(&said[0]) == 3u { data[0] = out[2]; }
        }";
    assert!(races(&ran(8, halfway, 0)));
}

#[test]
fn of_a_large_launch_the_ends_are_run_again() {
    let between = "if w.x == 99999u && i == 0u { data[0] = 1u; atomicStore(&said[0], 1u); }
        if w.x == 0u && i == 0u { if atomicLoad(&said[0]) == 1u { out[0] = data[0]; } }";
    assert!(races(&ran(100_000, between, 0)));
    // One of some thousands is run again whole.
    let amid = between.replace("99999u", "2001u").replace("w.x == 0u", "w.x == 2000u");
    assert!(races(&ran(4000, &amid, 0)));
}

#[test]
fn who_waits_in_vain_in_another_order_is_not_at_fault() {
    let chain = "if i == 0u {
            if w.x > 0u { loop { if atomicLoad(&said[w.x - 1u]) == 1u { break; } } }
            atomicStore(&said[w.x], 1u);
        }";
    assert_eq!(ran(64, chain, 0).kinds(), ["order-dependent-atomic"]);
    let slots = "let at = atomicAdd(&said[0], 1u); out[at] = i; data[w.x * 64u + i] = at;";
    assert_eq!(ran(4, slots, 0).kinds(), ["order-dependent-atomic"]);
}

/// The shortest of some runs, in which each invocation has an atomic of its own.
fn time_of(workgroups: u32) -> Duration {
    let source = "@group(0) @binding(0) var<storage, read_write> word: array<atomic<u32>>;
        @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            out[id.x] = atomicAdd(&word[id.x], 1u);
        }";
    let bytes = 256 * workgroups as usize;
    let case = Case::new(source).groups([workgroups, 1, 1]).zeros(0, bytes).zeros(1, bytes);
    let once = || {
        let start = Instant::now();
        case.run();
        start.elapsed()
    };
    (0..4).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn a_workgroup_does_not_look_through_the_atomics_of_those_before_it() {
    // Eight times as many take some ten times as long; 200 times, where each one looks through them.
    let (few, many) = (time_of(512), time_of(4096));
    assert!(many < few * 40, "512 workgroups take {few:?}, 4096 {many:?}");
}
