//! What the binary holds of `shaders/` and `labs/` is what lies there: `include_dir!` does not see a file that is new.

use std::fs;
use std::path::Path;

use crate::common::{for_each_lab, read};
use lockstep::lab::{Shaders, handout};

/// The names of the WGSL files of a folder.
fn shaders(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a lab's folder").map(|entry| entry.expect("an entry").file_name());
    entries.filter_map(|name| name.into_string().ok()).filter(|name| name.ends_with(".wgsl")).collect()
}

#[test]
fn the_binary_holds_every_shader_and_handout_as_it_lies_in_the_repository() {
    for_each_lab(|lab| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let starts = shaders(&root.join("labs").join(lab.name));
        let ladder = shaders(&root.join("shaders").join(lab.name));
        // Under `shaders/` lies what a student made of an exercise's start.
        let ladder = ladder.into_iter().filter(|name| !starts.contains(name)).map(|name| ("shaders", name));
        let again = "`touch crates/labs/src/lab/shaders.rs` and run this again";
        for (folder, name) in ladder.chain(starts.iter().map(|name| ("labs", name.clone()))) {
            let path = root.join(folder).join(lab.name).join(&name);
            let embedded = Shaders::embedded(lab.name, &name).map(|(_, text, _)| text).ok();
            assert_eq!(embedded, Some(read(&path)), "the binary has not {}: {again}", path.display());
        }
        let path = root.join("labs").join(lab.name).join("README.md");
        assert_eq!(handout(lab.name), Some(read(&path).as_str()), "the binary has not {}: {again}", path.display());
    });
}
