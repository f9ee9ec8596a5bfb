//! `lockstep tune`: the fastest of the candidates that are right.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::{folder, has_device, json, lockstep, stderr, stdout, typed, unwrapped};

/// A transpose of which some candidates are faster because they are wrong, each in a way of its own.
const PLANTED: &str = "
struct Params { side: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> matrix: array<f32>;
@group(0) @binding(2) var<storage, read_write> transposed: array<f32>;
const TILE: u32 = 16u; // tune: 8, 16, 32
const ROWS: u32 = 8u; // tune: 4, 8, 64
// Where it is 2, every other group of rows stays as it was.
const STEP: u32 = 1u; // tune: 1, 2
// Where it is 3, one element alone is another's.
override LAST: u32 = 7u; // tune: 3, 7
const_assert TILE >= ROWS;
var<workgroup> tile: array<f32, TILE * (TILE + 1u)>;
@compute @workgroup_size(TILE, ROWS)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let column = group.x * TILE + local.x;
    let row = group.y * TILE + local.y;
    for (var r = 0u; r < TILE; r += ROWS * STEP) {
        if (column < params.side && row + r < params.side) {
            tile[(local.y + r) * (TILE + 1u) + local.x] = matrix[(row + r) * params.side + column];
        }
    }
    workgroupBarrier();
    let new_column = group.y * TILE + local.x;
    let new_row = group.x * TILE + local.y;
    for (var r = 0u; r < TILE; r += ROWS * STEP) {
        if (new_column < params.side && new_row + r < params.side) {
            let at = (new_row + r) * params.side + new_column;
            transposed[at] = tile[local.x * (TILE + 1u) + local.y + r] + select(0.0, 1.0, LAST == 3u && at == 3u);
        }
    }
}";

/// A kernel in a folder of its own, and `lockstep tune` on its 64 rows with these words behind.
fn tuned(name: &str, kernel: &str, more: &str) -> (Value, PathBuf) {
    let folder = folder(name);
    let file = folder.join("k.wgsl");
    fs::write(&file, kernel).expect("it can be written");
    let line = "--buffer 0.1=rand:f32:4096 --buffer 0.2=zero:16384 --set params.side=64 --json -";
    let across = "(params.side + TILE - 1) / TILE";
    let file = file.display().to_string();
    let words = [vec!["tune", &file, "--grid", across, "--grid", across], typed(line), typed(more)].concat();
    let output = lockstep(&words);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    (json(&output), folder)
}

/// That none that is wrong wins, and that each says why.
fn only_right_ones_win(report: &Value) {
    let candidates = report["candidates"].as_array().expect("a list");
    assert_eq!(candidates.len(), 36, "{report}");
    for one in candidates {
        let values = &one["values"];
        let number = |name: &str| -> u32 {
            values[name].as_str().expect("a value").trim_end_matches('u').parse().expect("a number")
        };
        let (tile, rows, step, last) = (number("TILE"), number("ROWS"), number("STEP"), number("LAST"));
        let reason = one["reason"].as_str().unwrap_or_default();
        let (status, reported) = match () {
            () if tile < rows => ("failed", "const_assert"),
            () if last == 3 => ("wrong", "element 3"),
            // Of ROWS that are all of TILE, no group is left out.
            () if step == 2 && tile > rows => ("wrong", ""),
            () => ("ok", ""),
        };
        assert_eq!(one["status"], status, "{one}");
        assert!(reason.contains(reported) || status == "wrong" && step == 2, "{one}");
        assert_eq!(one["time"].is_object(), status == "ok", "{one}");
        assert!(status == "ok" || report["best"] != one["name"] && report["runner_up"] != one["name"], "{one}");
    }
    assert_eq!(report["also_verified"], "params.side=63");
}

#[test]
fn wrong_candidates_never_win_on_the_simulator() {
    let (report, folder) = tuned("tune-planted", PLANTED, "--device sim");
    only_right_ones_win(&report);
    assert_eq!(report["estimated"], true);
    // What it found is what another machine's search begins with.
    let found = folder.join("found.json");
    fs::write(&found, report.to_string()).expect("it can be written");
    let (other, _) = tuned("tune-other", PLANTED, &format!("--device sim:rdna3 --elsewhere {}", found.display()));
    assert_eq!(other["elsewhere"]["name"], report["best"]);
    assert!(other["elsewhere"]["ratio"]["value"].as_f64().expect("it runs here") >= 1.0);
}

#[test]
fn wrong_candidates_never_win_on_a_device() {
    if has_device() {
        let (report, _) = tuned("tune-device", PLANTED, "");
        only_right_ones_win(&report);
        assert_eq!(report["estimated"], false);
    }
}

/// Which is right where the side is a multiple of 8, and where it is not only if GUARD is 1.
const UNGUARDED: &str = "
struct Params { side: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<f32>;
@group(0) @binding(2) var<storage, read_write> doubled: array<f32>;
const TILE: u32 = 8u;
const GUARD: u32 = 1u;
@compute @workgroup_size(TILE, TILE) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (GUARD == 0u || id.x < params.side && id.y < params.side) {
        doubled[id.y * params.side + id.x] = 2.0 * source[id.y * params.side + id.x];
    }
}";

#[test]
fn what_is_right_at_one_size_only_does_not_win() {
    let (report, folder) = tuned("tune-unguarded", UNGUARDED, "--vary GUARD=0,1 --device sim");
    let unguarded = &report["candidates"][1];
    assert_eq!((&unguarded["name"], &unguarded["status"]), (&"GUARD=0".into(), &"wrong".into()), "{report}");
    assert!(unguarded["reason"].as_str().is_some_and(|why| why.starts_with("at params.side=63: ")), "{unguarded}");
    assert_eq!(report["best"], "GUARD=1");
    // Where the unchanged kernel is made for this size only, that is said.
    fs::write(folder.join("k.wgsl"), UNGUARDED.replace("GUARD: u32 = 1u", "GUARD: u32 = 0u"))
        .expect("it can be written");
    let file = folder.join("k.wgsl").display().to_string();
    let line = "--vary GUARD=0,1 --device sim --buffer 0.1=rand:f32:4096 --buffer 0.2=zero:16384 --set params.side=64";
    let grid = ["--grid", "params.side / TILE", "--grid", "params.side / TILE", "--odd", "params.side=69"];
    let output = lockstep(&[vec!["tune", &file], typed(line), grid.to_vec()].concat());
    let reported = unwrapped(&stdout(&output));
    assert!(
        reported.contains("note: the best was not verified at params.side=69, for the unchanged kernel is wrong there"),
        "{reported}"
    );
    assert!(reported.contains("Best, by estimate: GUARD="), "{reported}");
}

/// A long one. Where HALF is 1, it makes half of the rounds, and is wrong.
const LONG: &str = "
struct Params { side: u32, rounds: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
const TILE: u32 = 8u;
const HALF: u32 = 0u;
@compute @workgroup_size(TILE, TILE) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.side || id.y >= params.side) { return; }
    var sum = id.x;
    let rounds = params.rounds >> HALF;
    for (var i = 0u; i < rounds; i += 1u) { sum = sum * 5u + id.y; }
    sums[id.y * params.side + id.x] = sum;
}";

#[test]
fn of_long_candidates_the_simulator_runs_some_workgroups_and_verifies_all_at_another_size() {
    let folder = folder("tune-long");
    let file = folder.join("k.wgsl");
    fs::write(&file, LONG).expect("it can be written");
    let file = file.display().to_string();
    let line = "--vary HALF=0,1 --device sim --buffer 0.1=zero:1048576 --set params.side=512 --set params.rounds=4096 --json -";
    let across = "(params.side + TILE - 1) / TILE";
    let searched =
        |more| lockstep(&[vec!["tune", &file, "--grid", across, "--grid", across], typed(line), typed(more)].concat());
    let refused = searched("");
    assert_eq!(refused.status.code(), Some(2));
    assert!(unwrapped(&stderr(&refused)).contains("too long to run each candidate whole"), "{}", stderr(&refused));
    let report = json(&searched("--odd params.side=19"));
    let half = &report["candidates"][1];
    assert_eq!((&report["best"], &half["status"]), (&"HALF=0".into(), &"wrong".into()), "{report}");
    assert!(half["reason"].as_str().is_some_and(|why| why.starts_with("at params.side=19: ")), "{half}");
    assert!(report["notes"][0].as_str().is_some_and(|note| note.starts_with("only some workgroups")), "{report}");
}

#[test]
fn what_cannot_be_searched_is_refused_with_what_to_do() {
    let folder = folder("tune-refused");
    let file = folder.join("k.wgsl");
    fs::write(&file, UNGUARDED).expect("it can be written");
    let file = file.display().to_string();
    for (more, reported) in [
        ("", "nothing says what may be varied: add --vary NAME=8,16,32"),
        ("--vary TILE=many", "`many` is not a number, true or false"),
        ("--vary WIDTH=1", "no `const` or `override` of this name"),
        ("--vary TILE=8 --grid TIL", "TIL"),
        ("--vary TILE=8 --elsewhere absent.json", "--elsewhere absent.json"),
        ("--vary TILE=8,16 --set params.side=64", "2 of its 3 buffers are not bound"),
    ] {
        let output = lockstep(&[vec!["tune", &file, "--device", "sim"], typed(more)].concat());
        assert_eq!(output.status.code().map(|code| code == 0), Some(false), "{more}");
        assert!(unwrapped(&stderr(&output)).contains(reported), "{more}: {}", stderr(&output));
    }
}
