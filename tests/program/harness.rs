//! The rooms of the harness, and the steps of a lab's run: imports point down, never up.

use std::collections::BTreeSet;
use std::path::Path;

use crate::imports::imports_below;

/// The rooms of `src/harness/`, the highest first; those on one line do not know of each other.
const ROOMS: [&[&str]; 5] = [&["against"], &["run"], &["work"], &["ladder", "user"], &["protocol"]];

/// The rooms of `src/harness/ladder/`, likewise: a step knows those before it.
const STEPS: [&[&str]; 14] = [
    &["run", "execution_trace"],
    &["report"],
    &["parts"],
    &["choose_size", "small_sizes", "measure"],
    &["sweep"],
    &["context"],
    &["observe"],
    &["place"],
    &["time"],
    &["verify"],
    &["prepare"],
    &["fill"],
    &["compare_on_device"],
    &["progress"],
];

/// What the rooms of `folder` import of each other against `order`.
fn against(folder: &[&str], order: &[&[&str]]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let imports = imports_below(&root, folder);
    let depth = |room: &str| order.iter().position(|rooms| rooms.contains(&room));
    let there: BTreeSet<&str> = imports.keys().map(String::as_str).collect();
    let known: BTreeSet<&str> = order.iter().flat_map(|rooms| rooms.iter().copied()).collect();
    assert_eq!(there, known, "every room has its place in the order, and no other");
    let up = |room: &str, other: &str| depth(other) <= depth(room);
    let wrong = imports.iter().flat_map(|(room, others)| {
        others.iter().filter(move |other| up(room, other)).map(move |other| format!("{room} imports {other}"))
    });
    wrong.collect()
}

#[test]
fn the_rooms_of_the_harness_import_down_from_workers_to_the_protocol() {
    assert_eq!(against(&["harness"], &ROOMS), Vec::<String>::new());
}

#[test]
fn a_step_of_a_lab_s_run_knows_only_the_steps_before_it() {
    assert_eq!(against(&["harness", "ladder"], &STEPS), Vec::<String>::new());
}
