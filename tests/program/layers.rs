//! The layers that CONTRIBUTING names: imports point down, never up.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

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

/// Below all of them.
const GROUND: [&str; 3] = ["files", "text", "date"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The room that a file of `src/` is in.
fn room(root: &Path, file: &Path) -> String {
    let below = file.strip_prefix(root).expect("it lies in src");
    let first = below.iter().next().expect("it has a name").to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// The rooms that a text names: `crate::ROOM`, alone or in braces.
fn named(text: &str) -> Vec<&str> {
    let word = |text: &'_ str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let mut names = Vec::new();
    for after in text.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(list) => {
                let list = &list[..list.find('}').unwrap_or(list.len())];
                names.extend(list.split(',').map(|one| one.trim()).map(|one| &one[..word(one)]));
            }
            None => names.push(&after[..word(after)]),
        }
    }
    names
}

#[test]
fn imports_point_down_the_layers_and_never_up() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rooms = LAYERS.iter().enumerate().flat_map(|(depth, rooms)| rooms.iter().map(move |room| (*room, depth)));
    let depth: BTreeMap<&str, usize> = rooms.chain(GROUND.map(|room| (room, LAYERS.len()))).collect();
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut up = Vec::new();
    let mut held = 0;
    for file in &files {
        let from = room(&root, file);
        let Some(own) = depth.get(from.as_str()) else { continue };
        held += 1;
        for other in named(&fs::read_to_string(file).expect("it can be read")) {
            // Of the ground, `date` and `text` may stand on `files`.
            let sideways = *own < LAYERS.len() && depth.get(other) == Some(own) && other != from;
            if depth.get(other).is_some_and(|other| other < own) || sideways {
                up.push(format!("{} imports {other}", file.display()));
            }
        }
    }
    assert!(held > 100, "only {held} files have a room");
    assert_eq!(up, Vec::<String>::new());
}
