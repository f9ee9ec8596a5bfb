//! What surrounds a run: predictions, the work log, baselines. On the simulator, so that it is the same everywhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{folder, json, lockstep_in, stderr, stdout, typed, unwrapped};

/// A run of two rungs of `tiling` in `folder`, on the simulator.
fn run(folder: &Path, more: &[&str], input: &str) -> Output {
    let flags = typed("run tiling --device sim --size 32 --variant naive,tiled");
    lockstep_in(folder, &[&flags, more].concat(), input)
}

fn log(folder: &Path) -> String {
    fs::read_to_string(folder.join("lockstep-log.md")).unwrap_or_default()
}

/// A folder with the lab's shaders, as a clone has them.
fn clone(name: &str) -> PathBuf {
    let folder = folder(name);
    let shaders = folder.join("shaders/tiling");
    fs::create_dir_all(&shaders).expect("made");
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/tiling")).expect("listed") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, shaders.join(path.file_name().expect("a name"))).expect("copied");
    }
    folder
}

fn edit(folder: &Path, from: &str, to: &str) {
    let path = folder.join("shaders/tiling/tiled.wgsl");
    let text = fs::read_to_string(&path).expect("read");
    assert!(text.contains(from), "{from} in {text}");
    fs::write(&path, text.replace(from, to)).expect("written");
}

#[test]
fn the_handout_s_questions_are_asked_on_stderr_and_stand_beside_the_result() {
    let folder = folder("predict");
    let flags = typed("run tiling --device sim --size 32 --variant naive,coalesced,tiled --predict");
    let output = lockstep_in(&folder, &flags, "about 1.2x\nten\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let asked = stderr(&output);
    for words in [
        "These are the handout's questions. Answer each with a number",
        "Only x and y are swapped. How many times as fast as `naive` is `coalesced`?",
        "`tiled` makes 16 times fewer loads from memory.",
    ] {
        assert!(asked.contains(words), "{words} in {asked}");
    }
    assert!(!asked.contains("bound by memory or by compute") && !asked.contains("fewest bytes"), "{asked}");
    let text = stdout(&output);
    assert!(!text.contains("Answer each"), "{text}");
    let said = unwrapped(&text);
    for words in ["coalesced, times as fast as naive 1.20x", "What the simulator counts: ", "(estimated)"] {
        assert!(said.contains(words), "{words} in {text}");
    }
    assert!(log(&folder).contains("| coalesced, times as fast as naive | 1.20x |"), "{}", log(&folder));
}

#[test]
fn of_variants_that_take_the_same_time_what_is_equal_is_told_before_what_hardly_matters() {
    let folder = folder("predict-equal");
    let flags = typed("run coalescing --device sim --size 1024 --variant copy,offset --predict --no-log");
    let text = stdout(&lockstep_in(&folder, &flags, "1x\n"));
    let said = unwrapped(&text);
    assert!(said.contains("A number is right within a factor of 1.2 and close within 2."), "{text}");
    let equal =
        said.find("(estimated). What is equal: for each of the two, the estimate says that ").expect("what is equal");
    let differs = said.find(". What differs, and hardly matters here: ").expect("what differs");
    assert!(equal < differs && !said.contains("What the simulator counts"), "{text}");
}

#[test]
fn where_the_handout_asks_nothing_of_the_variants_the_general_questions_are_asked() {
    let folder = folder("predict-general");
    let output = run(&folder, &["--predict"], "compute\n12 kB\ntiled\nabout 10x\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let asked = stderr(&output);
    assert!(asked.contains("bound by memory or by compute") && asked.contains("naive, tiled"), "{asked}");
    let text = stdout(&output);
    assert!(!text.contains("Answer in a few words"), "{text}");
    let said = unwrapped(&text);
    for words in [
        "bound by compute memory wrong",
        "fewest bytes 12.0 kB 12.3 kB right",
        "A number is right within a factor of 1.2, one of bytes within 1.1, and close within 2.",
        "left of the device's ridge",
        "a 4.10 kB + b 4.10 kB + c 4.10 kB",
    ] {
        assert!(said.contains(words), "{words} in {text}");
    }
    assert!(log(&folder).contains("| bound by | compute | memory | wrong |"), "{}", log(&folder));
}

#[test]
fn the_end_of_stdin_leaves_questions_open_and_the_run_goes_on() {
    let folder = folder("predict-eof");
    let output = run(&folder, &["--predict", "--json", "-", "--no-log"], "memory\nwhat?\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // Nothing but the report is on stdout.
    assert_eq!(json(&output)["lab"], "tiling");
    let text = stderr(&output);
    assert!(text.contains("`what?` was not understood") && text.contains("not answered"), "{text}");
    assert!(!folder.join("lockstep-log.md").exists() && !folder.join(".lockstep").exists());
}

#[test]
fn a_part_to_predict_can_be_named_and_one_that_is_none_is_answered() {
    let folder = folder("predict-part");
    let flags = typed("run tiling --device sim --size 32 --variant half --predict=matmul-f16");
    let output = lockstep_in(&folder, &flags, "\n");
    assert!(stderr(&output).contains("matmul-f16: "), "{}", stderr(&output));
    let output = run(&folder, &["--predict=product"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("it has: matmul, matmul-cached, matmul-f16"), "{}", stderr(&output));
}

#[test]
fn a_run_of_the_lab_as_it_came_leaves_no_file_behind() {
    let folder = clone("no-litter");
    assert_eq!(run(&folder, &[], "").status.code(), Some(0));
    let names: Vec<_> =
        fs::read_dir(&folder).expect("listed").map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(names, ["shaders"]);
}

#[test]
fn a_changed_kernel_is_logged_with_its_diff_times_and_counters_and_then_every_run() {
    let folder = clone("logged");
    edit(&folder, "const TILE = 16u;", "const TILE = 8u;");
    let output = run(&folder, &[], "");
    assert!(stderr(&output).contains("added to the work log lockstep-log.md"), "{}", stderr(&output));
    let first = log(&folder);
    for words in [
        "-const TILE = 16u;\n+const TILE = 8u;",
        "against the original",
        "estimated time",
        "sectors a request",
        "| tiled | ok |",
    ] {
        assert!(first.contains(words), "{words} in {first}");
    }
    edit(&folder, "const TILE = 8u;", "const TILE = 4u;");
    run(&folder, &[], "");
    let second = log(&folder);
    assert!(second.starts_with(&first), "a run only adds");
    assert!(second[first.len()..].contains("-const TILE = 8u;\n+const TILE = 4u;"), "{second}");
    run(&folder, &[], "");
    assert!(
        log(&folder)[second.len()..].contains("Nothing: each kernel is as it was at its last entry."),
        "{}",
        log(&folder)
    );
    let before = log(&folder);
    run(&folder, &["--no-log"], "");
    assert_eq!(log(&folder), before);
}

#[test]
fn a_wrong_kernel_is_logged_with_its_reason() {
    let folder = clone("logged-wrong");
    edit(&folder, "workgroupBarrier();", "");
    let output = run(&folder, &["--log", "diary.md"], "");
    assert_eq!(output.status.code(), Some(1));
    let text = fs::read_to_string(folder.join("diary.md")).expect("there is a log");
    assert!(text.contains("race") && text.contains("-        workgroupBarrier();"), "{text}");
}

#[test]
fn a_log_that_cannot_be_written_costs_a_warning_and_not_the_run() {
    let folder = folder("log-refused");
    let output = run(&folder, &["--log", "no/such/folder/log.md"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("warning: the work log no/such/folder/log.md"), "{}", stderr(&output));
}

#[test]
fn runs_at_the_same_time_each_add_one_entry() {
    let folder = folder("log-at-once");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| run(&folder, &["--log", "lockstep-log.md"], ""));
        }
    });
    let text = log(&folder);
    assert_eq!(text.matches(": lab tiling\n").count(), 4, "{text}");
    assert_eq!(text.matches("# Lockstep work log").count(), 1, "{text}");
}

#[test]
fn a_run_and_its_own_baseline_have_no_difference() {
    let folder = folder("baseline");
    let output = run(&folder, &["--save-baseline", "reference"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(folder.join(".lockstep/baselines/reference.json").is_file());
    let output = run(&folder, &["--baseline", "reference"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("same kernel") && !text.contains("counters that moved"), "{text}");
    // A program that reads the JSON gets nothing else.
    let output = run(&folder, &["--baseline", "reference", "--json", "-"], "");
    let found = json(&output);
    assert_eq!(found["lab"], "tiling");
    assert_eq!(found["comparison"]["variants"][0]["standing"], "same-kernel");
    assert!(stderr(&output).contains("same kernel"), "{}", stderr(&output));
    // By the recorded times, too.
    let output = run(&folder, &["--baseline", "reference", "--recorded"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("no difference"), "{}", stdout(&output));
}

#[test]
fn kernels_of_then_run_beside_todays_on_another_device_and_leave_nothing_else_in_the_report() {
    let folder = clone("baseline-elsewhere");
    run(&folder, &["--save-baseline", "reference"], "");
    edit(&folder, "const TILE = 16u;", "const TILE = 4u;");
    let flags = typed("run tiling --device sim:rdna3 --variant naive,tiled --baseline reference --no-log --json -");
    let output = lockstep_in(&folder, &flags, "");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let found = json(&output);
    // The baseline's size, and no variant but today's.
    assert_eq!((&found["problem"]["size"], found["variants"].as_array().map(Vec::len)), (&32.into(), Some(2)));
    let (naive, tiled) = (&found["variants"][0]["then"], &found["variants"][1]["then"]);
    assert_eq!((&naive["same"], &tiled["same"], &tiled["status"]), (&true.into(), &false.into(), &"ok".into()));
    let notes = found["comparison"]["notes"].to_string();
    assert!(notes.contains("the device was") && notes.contains("--recorded"), "{notes}");
    assert_eq!(found["comparison"]["variants"][1]["standing"], "slower");
}

#[test]
fn recorded_times_show_what_the_device_changed_and_need_a_baseline() {
    let folder = folder("baseline-recorded");
    run(&folder, &["--save-baseline", "reference"], "");
    let flags = typed("run tiling --device sim:rdna3 --variant naive,tiled --baseline reference --recorded");
    let output = lockstep_in(&folder, &flags, "");
    let text = stdout(&output);
    assert!(text.contains("estimated then") && text.contains("the device was"), "{text}");
    assert_eq!(run(&folder, &["--recorded"], "").status.code(), Some(2));
}

#[test]
fn a_baseline_of_a_version_that_kept_no_kernels_is_compared_by_its_times() {
    let folder = folder("baseline-plain");
    run(&folder, &["--json", "report.json"], "");
    fs::create_dir_all(folder.join(".lockstep/baselines")).expect("made");
    fs::copy(folder.join("report.json"), folder.join(".lockstep/baselines/old.json")).expect("copied");
    let output = run(&folder, &["--baseline", "old"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = unwrapped(&stdout(&output));
    assert!(text.contains("no difference") && text.contains("this baseline has no kernels"), "{text}");
}

#[test]
fn a_kernel_that_became_slower_gives_status_1_and_its_counters() {
    let folder = clone("baseline-slower");
    let at_64 = |more: &[&str]| {
        let flags = typed("run tiling --device sim --size 64 --variant tiled --no-log");
        lockstep_in(&folder, &[&flags, more].concat(), "")
    };
    at_64(&["--save-baseline", "reference"]);
    edit(&folder, "const TILE = 16u;", "const TILE = 4u;");
    let output = at_64(&["--baseline", "reference"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("slower") && text.contains("counters that moved"), "{text}");
    // The other way round it is faster, which is well.
    at_64(&["--save-baseline", "slow"]);
    edit(&folder, "const TILE = 4u;", "const TILE = 16u;");
    let output = at_64(&["--baseline", "slow"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("faster"), "{}", stdout(&output));
}

#[test]
fn a_baseline_of_something_else_is_refused_with_status_2() {
    let folder = folder("baseline-other");
    let refused = |more: &[&str]| {
        let output = run(&folder, more, "");
        assert_eq!(output.status.code(), Some(2), "{more:?}: {}", stdout(&output));
        stderr(&output)
    };
    assert!(refused(&["--baseline", "none"]).contains("--save-baseline"));
    assert!(refused(&["--save-baseline", "../x"]).contains("not a name for a baseline"));
    run(&folder, &["--save-baseline", "one"], "");
    assert!(refused(&["--baseline", "two"]).contains("there are: one"));
    assert!(refused(&["--baseline", "one", "--seed", "2"]).contains("--seed 1"));
    assert!(refused(&["--baseline", "one", "--checks", "on"]).contains("--checks off"));
    let flags = typed("run tiling --device sim --size 16 --baseline one");
    let output = lockstep_in(&folder, &flags, "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--size 32"), "{}", stderr(&output));
}

#[test]
fn an_interrupted_or_refused_run_leaves_the_last_json_as_it_was() {
    let folder = folder("json-kept");
    fs::write(folder.join("result.json"), "the last result").expect("written");
    let output = run(&folder, &["--variant", "nonsense", "--json", "result.json"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(folder.join("result.json")).expect("read"), "the last result");
    let output = run(&folder, &["--variant", "nonsense", "--json", "new.json"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(!folder.join("new.json").exists(), "no empty file is left");
    // Said once.
    let text = stderr(&output);
    assert_eq!(text.matches("lab tiling").count(), 1, "{text}");
}
