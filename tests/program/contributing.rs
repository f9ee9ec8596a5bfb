//! The files, folders and names of the code that CONTRIBUTING names are there.

use std::path::Path;

use crate::common::read;
use crate::imports::sources;

/// Where a path of the repository begins.
const FOLDERS: [&str; 9] =
    [".ci/", "benches/", "classroom/", "crates/", "labs/", "schema/", "shaders/", "src/", "tests/"];

/// What stands for any name, the lab that its recipe invents, and what is a command.
const NO_PATH: [&str; 5] = ["LAB", "NAME", "*", "banks", " "];

#[test]
fn every_path_that_contributing_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = read(&root.join("CONTRIBUTING.md"));
    let codes = text.split('`').skip(1).step_by(2);
    let is_path = |code: &&str| {
        FOLDERS.iter().any(|folder| code.starts_with(folder)) && !NO_PATH.iter().any(|no| code.contains(no))
    };
    let paths: Vec<&str> = codes.filter(is_path).collect();
    assert!(paths.len() > 40, "{paths:?}");
    let gone: Vec<&&str> = paths.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(gone.is_empty(), "CONTRIBUTING names {gone:?}, which are not there");
}

#[test]
fn every_name_of_the_code_that_contributing_has_is_in_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = read(&root.join("CONTRIBUTING.md"));
    let is_name = |code: &&str| code.contains('_') && code.chars().all(|c| c.is_ascii_alphabetic() || "_:".contains(c));
    let names: Vec<&str> = text.split('`').skip(1).step_by(2).filter(is_name).collect();
    assert!(names.len() > 10, "{names:?}");
    let mut files = Vec::new();
    ["crates", "labs", "src", "tests"].iter().for_each(|folder| sources(&root.join(folder), &mut files));
    let code: String = files.iter().map(|file| read(file)).collect();
    let gone: Vec<&&str> =
        names.iter().filter(|name| !code.contains(name.rsplit("::").next().unwrap_or_default())).collect();
    assert!(gone.is_empty(), "CONTRIBUTING names {gone:?}, which the code does not have");
}
