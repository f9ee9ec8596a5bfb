//! The bounds of a submission's process, tried from within.

use std::fs;
use std::path::Path;

use lockstep::grade::sandbox::{Bounds, Profile, Tried};
use lockstep::grade::worker::{PROBE_WORKER, ProbeTask};

use crate::common::folder;

fn probe(profile: Profile, root: &Path) -> Vec<Tried> {
    use std::io::Write;
    let file = root.join("somebody-elses.txt");
    fs::write(&file, "secret").expect("it can be written");
    let task = ProbeTask { profile, bounds: Bounds::default(), file, folder: root.to_owned() };
    // A shell that has a file open which it hands on, as a job scheduler may.
    let mut child = std::process::Command::new("bash")
        .args(["-c", "exec 7<\"$1\" \"$0\" \"$2\"", env!("CARGO_BIN_EXE_lockstep")])
        .arg(&task.file)
        .arg(PROBE_WORKER)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let line = serde_json::to_string(&task).expect("it can be written");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    writeln!(stdin, "{line}").expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    serde_json::from_slice(&output.stdout).expect("it answers")
}

#[cfg(target_os = "linux")]
#[test]
fn a_bounded_process_has_no_other_file_socket_process_memory_privilege_or_descriptor() {
    let root = folder("grade-sandbox");
    let tried = probe(Profile::Simulated, &root);
    assert_eq!(tried.len(), 7, "{tried:?}");
    let broken: Vec<&Tried> = tried.iter().filter(|tried| !tried.held).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[cfg(target_os = "linux")]
#[test]
fn with_a_driver_files_of_others_sockets_and_processes_stay_closed() {
    let root = folder("grade-sandbox-device");
    let tried = probe(Profile::Device, &root);
    let broken: Vec<&Tried> = tried.iter().filter(|tried| !tried.held).collect();
    assert!(tried.len() == 6 && broken.is_empty(), "{tried:#?}");
}
