//! A kernel of one's own.

use std::fs;

use crate::session::Desk;

const COPY: &str = "
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    b[id.x] = a[id.x * 1u];
}
";

const BUFFERS: &[&str] = &["--dispatch", "4", "--buffer", "0.0=rand:f32:8192", "--buffer", "0.1=zero:1024"];

#[test]
fn its_findings_follow_each_save() {
    let desk = Desk::new("own");
    let file = desk.folder.join("mine.wgsl");
    fs::write(&file, COPY).expect("written");
    let mut session = desk.open(&[&["watch", "mine.wgsl"], BUFFERS].concat());
    session.see(&["mine.wgsl", "watching", "✓ no faults, run 1 in"]);
    fs::write(&file, COPY.replace("* 1u", "* 32u")).expect("written");
    session.see(&["✓ no faults, run 2 in", "Findings", "warning: uncoalesced, line 6"]);
    session.press("\x1b[F");
    session.see(&["above"]);
    fs::write(&file, COPY.replace("id.x] =", "id.x + 1u] =")).expect("written");
    session.press("\x1b[H");
    session.see(&["✗ out-of-bounds, run 3 in", "error: out-of-bounds, line 6"]);
    fs::write(&file, COPY.replace("a[", "c[")).expect("written");
    session.see(&["✗ it cannot be run, run 4", "no definition in scope", "c[id.x"]);
    fs::remove_file(&file).expect("removed");
    session.see(&["mine.wgsl is not there"]);
    fs::write(&file, COPY).expect("written");
    session.see(&["✓ no faults, run 5 in"]);
    session.press("o");
    session.see(&["The report is .lockstep/report.html"]);
    session.press("q");
    assert_eq!(session.end().exit_code(), 0);
    session.is_as_found();
}

#[test]
fn one_that_never_ends_is_ended_by_the_timeout_or_a_newer_save() {
    let desk = Desk::new("own-endless");
    let file = desk.folder.join("mine.wgsl");
    let endless = COPY.replace("    b[id.x]", "    loop { b[0] = a[0]; if a[0] > 2.0 { break; } }\n    b[id.x]");
    fs::write(&file, &endless).expect("written");
    let arguments = [&["watch", "mine.wgsl", "--timeout", "300"], BUFFERS].concat();
    let mut session = desk.open(&arguments);
    session.see(&["● run 1"]);
    fs::write(&file, COPY).expect("written");
    session.see(&["✓ no faults, run 1 in"]);
    fs::write(&file, &endless).expect("written");
    session.see(&["● run 2"]);
    session.press("\x03");
    assert_eq!(session.end().exit_code(), 0);
    session.is_as_found();
}
