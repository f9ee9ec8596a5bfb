//! A system whose files, network and processes cannot be bounded from within.

use std::path::Path;

use super::Profile;

pub fn files(_: Profile, _: &[&Path]) -> Vec<String> {
    vec!["files: not bounded on this system".to_owned()]
}

pub fn descriptors() -> Vec<String> {
    vec!["inherited descriptors: not closed on this system".to_owned()]
}

pub fn open_descriptors() -> Vec<i32> {
    Vec::new()
}

pub fn privileges(_: bool) -> Vec<String> {
    Vec::new()
}

pub fn has_privileges() -> bool {
    false
}

pub fn sought_after() {}

pub fn processes() -> Vec<String> {
    vec!["network and processes: not bounded on this system".to_owned()]
}

pub fn all_but_computing() -> Vec<String> {
    Vec::new()
}
