//! The example workflow's check, as it stands.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::folder;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/integrations/github");

/// Runs the commands of the step that checks, in `folder`.
fn check(folder: &Path) -> Output {
    let workflow = fs::read_to_string(format!("{FOLDER}/kernels.yml")).expect("it is there");
    let (_, step) = workflow.split_once("- name: Check the kernels\n        run: |\n").expect("it has that step");
    let program = Path::new(env!("CARGO_BIN_EXE_lockstep")).parent().expect("it is in a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    // As GitHub runs a step on Linux.
    let shell = Command::new("bash").args(["-e", "-c", step]).current_dir(folder).env("PATH", path).output();
    shell.expect("there is a shell")
}

#[test]
fn the_example_workflow_passes_the_example_and_fails_it_with_a_race() {
    let folder = folder("workflow");
    for file in ["sum.wgsl", "sum.lockstep.toml"] {
        fs::copy(format!("{FOLDER}/{file}"), folder.join(file)).expect("it can be copied");
    }
    let passed = check(&folder);
    assert!(passed.status.success(), "{passed:?}");
    let kernel = fs::read_to_string(folder.join("sum.wgsl")).expect("it is there");
    fs::write(folder.join("sum.wgsl"), kernel.replacen("    workgroupBarrier();\n", "", 1)).expect("it can be written");
    let failed = check(&folder);
    assert_eq!(failed.status.code(), Some(1));
    let text = String::from_utf8_lossy(&failed.stdout);
    assert!(text.contains("::error file=sum.wgsl,line=") && text.contains("title=race::"), "{text}");
}
