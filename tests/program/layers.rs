//! The layers of `src/`: imports point down, never up, and in no crate in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::imports::{circles, folders, imports, imports_below, rooms};

/// The rooms of `src/`, the highest first; those on one line do not know of each other.
const LAYERS: [&[&str]; 10] = [
    &["cli"],
    &["watch", "grade"],
    &["report"],
    &["study"],
    &["marking"],
    &["compare"],
    &["harness"],
    &["roof"],
    &["measure"],
    &["device"],
];

/// Below all of them; `date` and `text` may stand on `files`.
const GROUND: [&str; 4] = ["files", "text", "date", "invoked"];

#[test]
fn imports_point_down_the_layers_and_never_up() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layers = LAYERS.iter().enumerate().flat_map(|(depth, rooms)| rooms.iter().map(move |room| (*room, depth)));
    let depth: BTreeMap<&str, usize> = layers.chain(GROUND.map(|room| (room, LAYERS.len()))).collect();
    let there: BTreeSet<String> = rooms(&root).into_iter().collect();
    assert!(there.iter().eq(depth.keys()), "every room has its layer, and no other: {there:?}");
    let mut up = Vec::new();
    for (room, others) in imports(&root, true) {
        let own = depth[room.as_str()];
        let wrong =
            |other: &&String| depth[other.as_str()] < own || (depth[other.as_str()] == own && own < LAYERS.len());
        up.extend(others.iter().filter(wrong).map(|other| format!("{room} imports {other}")));
    }
    assert_eq!(up, Vec::<String>::new());
}

/// A crate's folder, and the rooms of it that do import each other, until somebody parts them.
const CIRCLES: [(&str, &[&[&str]]); 4] = [
    ("crates/machine", &[]),
    ("crates/sim", &[]),
    ("crates/labs", &[]),
    (
        "crates/wgpu",
        // Devices, what they make and what records it hold each other, as in WebGPU.
        &[&[
            "adapter", "binding", "buffer", "device", "encoder", "pass", "pipeline", "query", "queue", "session",
            "texture", "transfer",
        ]],
    ),
];

#[test]
fn no_rooms_of_a_crate_import_each_other_but_those_that_are_known_to() {
    for (folder, known) in CIRCLES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src");
        let circles = circles(&imports(&root, false));
        assert!(circles.iter().eq(known), "{folder}: {circles:?}");
    }
}

/// Rooms within which no file or folder imports another in a circle, at any depth: a crate's folder and the room.
const STRAIGHT: [(&str, &str); 3] = [("crates/machine", "exec"), ("crates/sim", "compile"), ("crates/sim", "estimate")];

#[test]
fn nothing_within_these_rooms_imports_in_a_circle() {
    for (folder, room) in STRAIGHT {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src");
        for within in folders(&root, room) {
            let path: Vec<&str> = within.iter().map(String::as_str).collect();
            let circles = circles(&imports_below(&root, &path));
            assert!(circles.is_empty(), "{folder}: {}: {circles:?}", within.join("/"));
        }
    }
}
