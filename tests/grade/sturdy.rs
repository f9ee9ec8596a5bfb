//! A run that is killed, cut in shards, or finds no room: the same gradebook in the end.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use crate::common::stderr;
use crate::kernels;
use crate::setup::{Course, tree};

/// A small class of every kind.
fn course(name: &str) -> Course {
    let course = Course::of(name, &["coalescing/exercise"]);
    for at in 0..2 {
        let kinds = [
            ("right", kernels::right()),
            ("slow", kernels::slow()),
            ("racy", kernels::racy()),
            ("broken", kernels::does_not_compile()),
        ];
        for (kind, kernel) in kinds {
            let text = format!("// {at}\n{kernel}");
            course.hand_in(&format!("{kind}-{at}"), &[("exercise.wgsl", &text)]);
        }
    }
    course
}

#[test]
fn a_run_that_is_killed_at_any_moment_ends_with_the_same_bytes() {
    let course = course("killed");
    let whole = course.grade("whole", &["--jobs", "2"]);
    assert!(whole.status.success(), "{}", stderr(&whole));
    // Moments spread over a run's first half second; how far each got does not matter to the end.
    for moment in 0..6u64 {
        let mut child = course
            .command("killed", &["--jobs", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(20 + moment * moment * 17));
        // SIGKILL, on Unix.
        let _ = child.kill();
        let _ = child.wait();
    }
    let resumed = course.grade("killed", &[]);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    let relative = |out: &str| -> Vec<(std::path::PathBuf, Vec<u8>)> {
        let root = course.root.join(out);
        let within = |path: &std::path::Path| path.strip_prefix(&root).expect("within").to_owned();
        tree(&root).into_iter().map(|(path, bytes)| (within(&path), bytes)).collect()
    };
    assert_eq!(relative("killed"), relative("whole"));
}

#[test]
fn shards_merge_to_the_gradebook_of_one_run_and_a_lost_shard_is_named() {
    let course = course("shards");
    let whole = course.grade("whole", &[]);
    assert!(whole.status.success(), "{}", stderr(&whole));
    for shard in ["1/3", "3/3"] {
        let output = course.grade("sharded", &["--shard", shard]);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let early = course.grade("sharded", &["--merge"]);
    assert_eq!(early.status.code(), Some(3));
    assert!(stderr(&early).contains("have no mark yet"), "{}", stderr(&early));
    let rows = course.read("sharded").0["marks"].as_array().expect("a list").len();
    assert_eq!(rows, 8, "the gradebook has a row for everybody");
    let last = course.grade("sharded", &["--shard", "2/3"]);
    assert!(last.status.success(), "{}", stderr(&last));
    let merged = course.grade("sharded", &["--merge"]);
    assert!(merged.status.success(), "{}", stderr(&merged));
    let book = |out: &str| fs::read(course.root.join(out).join("gradebook.json")).expect("there");
    assert!(book("sharded") == book("whole"), "the same bytes");
}

#[test]
fn marks_are_kept_until_the_submission_or_the_rules_change() {
    let course = course("kept");
    course.marks();
    let mark = |name: &str| course.root.join(format!("marks/marks/{name}.json"));
    let time = |name: &str| {
        let about = fs::metadata(mark(name)).expect("there is a mark");
        about.modified().expect("the system tells")
    };
    let (kept, changed) = (time("right-1"), time("right-0"));
    course.hand_in("right-0", &[("exercise.wgsl", &kernels::slow())]);
    fs::remove_file(mark("slow-0")).expect("it is there");
    fs::write(mark("slow-1"), "{ half a fi").expect("it can be written");
    let marks = course.marks();
    assert_eq!(time("right-1"), kept, "an unchanged submission keeps its mark");
    assert_ne!(time("right-0"), changed);
    assert_eq!(marks.points("right-0"), marks.points("slow-0"));
    assert_eq!(marks.points("slow-1"), marks.points("slow-0"));
    let path = course.assignment();
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, text.replace("points = 3", "points = 5")).expect("it can be written");
    let richer = course.marks();
    assert!(richer.points("right-1") > marks.points("right-1"), "other rules, other marks");
}

#[cfg(unix)]
#[test]
fn marks_that_cannot_be_written_cost_no_other_mark() {
    let course = course("unwritable");
    // A folder stands where one mark should go.
    let blocked = course.root.join("marks/marks/slow-1.json/in-the-way");
    fs::create_dir_all(blocked).expect("it can be made");
    let output = course.grade("marks", &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("slow-1: not marked"), "{}", stderr(&output));
    let written = tree(&course.root.join("marks/marks")).len();
    assert_eq!(written, 7, "all others have their mark");
    let open = course.read("marks").of("slow-1").clone();
    assert!(open["open"].as_str().is_some_and(|why| why.contains("slow-1.json")), "{open:#}");
    fs::remove_dir_all(course.root.join("marks/marks/slow-1.json")).expect("it is there");
    assert!(course.grade("marks", &[]).status.success());
    assert!(course.read("marks").of("slow-1").get("open").is_none());
}

#[test]
fn marks_do_not_go_among_the_submissions() {
    let course = course("among");
    let output = course.grade("handed-in/marks", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("choose a folder beside it"), "{}", stderr(&output));
}

/// Processes that `parent` started, by the system's own list.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<i32> {
    let tasks = fs::read_dir(format!("/proc/{parent}/task"));
    let lists = tasks.into_iter().flatten().filter_map(|task| {
        let path = task.ok()?.path().join("children");
        fs::read_to_string(path).ok()
    });
    let lists: Vec<String> = lists.collect();
    let pids = lists.iter().flat_map(|list| list.split_whitespace());
    pids.filter_map(|pid| pid.parse().ok()).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_process_that_is_killed_from_outside_costs_its_submission_nothing() {
    let course = course("outside");
    let whole = course.grade("whole", &["--jobs", "2"]);
    assert!(whole.status.success(), "{}", stderr(&whole));
    let mut child = course
        .command("shot", &["--jobs", "2", "--quiet"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    // As a scheduler does that takes a machine back: the innermost processes first. Twice at most for one submission.
    let mut shot = Vec::new();
    while shot.len() < 2 && child.try_wait().expect("it can be asked").is_none() {
        for pid in children(child.id()) {
            let process = rustix::process::Pid::from_raw(pid).expect("a process");
            if rustix::process::kill_process(process, rustix::process::Signal::KILL).is_ok() {
                shot.push(pid);
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!shot.is_empty(), "no process was there to be shot");
    let ended = child.wait().expect("it ends");
    if !ended.success() {
        // The probe of the bounds was hit, or one submission twice too often: the next run finishes.
        let again = course.grade("shot", &[]);
        assert!(again.status.success(), "{}", stderr(&again));
    }
    let book = |out: &str| fs::read(course.root.join(out).join("gradebook.json")).expect("there");
    assert!(book("shot") == book("whole"), "the same bytes");
}

/// The process of a submission among those that `parent` started.
#[cfg(target_os = "linux")]
fn worker(parent: u32) -> Option<rustix::process::Pid> {
    let is_worker = |pid: &i32| {
        let arguments = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        arguments.contains(lockstep::grade::worker::GRADE_WORKER)
    };
    children(parent).into_iter().find(is_worker).and_then(rustix::process::Pid::from_raw)
}

/// As the system does when memory runs out.
#[test]
#[cfg(target_os = "linux")]
fn a_submission_whose_process_is_killed_each_time_is_a_row_that_says_so_and_a_rerun_tries_it() {
    use rustix::process::{Signal, kill_process};
    let course = Course::of("killed-each-time", &["coalescing/exercise"]);
    course.hand_in("one", &[("exercise.wgsl", &kernels::right())]);
    let mut child =
        course.command("marks", &["--quiet", "--format", "csv"]).stderr(Stdio::null()).spawn().expect("it starts");
    let ended = loop {
        if let Some(ended) = child.try_wait().expect("it can be asked") {
            break ended;
        }
        if let Some(worker) = worker(child.id()) {
            let _ = kill_process(worker, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert_eq!(ended.code(), Some(3));
    let open = course.read("marks").of("one").clone();
    let why = open["open"].as_str().expect("why").to_owned();
    assert!(why.starts_with("its process ended 3 times") && why.contains("when memory runs out"), "{why}");
    let sheet = fs::read_to_string(course.root.join("marks/csv/gradebook.csv")).expect("the gradebook");
    assert!(sheet.contains(",one,,,,,0,,"), "no score stands where there is no mark: {sheet}");
    let marks = course.marks();
    assert_eq!(marks.points("one"), marks.of("one")["of"].as_f64().expect("points"));
}

/// A class of one whose submission may take `seconds` of processor time, all in all.
#[cfg(target_os = "linux")]
fn bounded(name: &str, seconds: u32, first: &str) -> Course {
    let course = Course::new(name);
    let rules = fs::read_to_string(course.assignment()).expect("it is there");
    let bounds = format!("\nseconds = {seconds}\nsubmission_seconds = {seconds}");
    let rules = rules.replace("\nseconds = 60\nsubmission_seconds = 240", &bounds);
    fs::write(course.assignment(), rules).expect("it can be written");
    let second = kernels::solution("coalescing", "exercise-2");
    course.hand_in("one", &[("coalescing/exercise.wgsl", first), ("coalescing/exercise-2.wgsl", &second)]);
    course
}

/// A machine that does something else meanwhile, made by hand: the process stands still for longer than it may take.
#[test]
#[cfg(target_os = "linux")]
fn a_submission_that_waits_for_the_machine_has_all_its_time_left() {
    use rustix::process::{Signal, kill_process};
    const SECONDS: u32 = 3;
    let course = bounded("waiting", SECONDS, &kernels::right());
    let mut child = course.command("marks", &["--quiet"]).spawn().expect("it starts");
    let worker = loop {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ended before its worker was seen");
        if let Some(worker) = worker(child.id()) {
            break worker;
        }
    };
    kill_process(worker, Signal::STOP).expect("it can be stopped");
    std::thread::sleep(Duration::from_millis(u64::from(SECONDS) * 1000 + 500));
    kill_process(worker, Signal::CONT).expect("it goes on");
    assert!(child.wait().expect("it ends").success());
    let marks = course.read("marks");
    assert_eq!(marks.points("one"), marks.of("one")["of"].as_f64().expect("points"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_submission_that_computes_longer_than_it_may_is_told_so_and_what_comes_after_it_too() {
    let course = bounded("spinning", 1, &kernels::spinning());
    let marks = course.marks();
    let why = marks.goal_value("one", 0, "correct")["message"].as_str().expect("a message").to_owned();
    assert!(why.contains("it did not end within 1 s: an endless loop, or far more work"), "{why}");
    let after = marks.exercise("one", 1)["refused"].as_str().expect("it was not judged").to_owned();
    assert!(after.contains("the submission had used up its 1 s of processor time before it"), "{after}");
    assert!(marks.points("one") <= 1.0, "it compiles, and no more");
}

#[test]
#[cfg(target_os = "linux")]
fn a_submission_that_needs_more_memory_than_it_may_take_is_told_so_and_costs_no_other_its_marks() {
    let course = Course::of("greedy", &["coalescing/exercise"]);
    let rules = fs::read_to_string(course.assignment()).expect("it is there");
    fs::write(course.assignment(), kernels::with(&rules, "\nmemory_mib = 2048", "\nmemory_mib = 384"))
        .expect("written");
    course.hand_in("greedy", &[("exercise.wgsl", &kernels::greedy())]);
    course.hand_in("honest", &[("exercise.wgsl", &kernels::right())]);
    let marks = course.marks();
    let why = marks.goal_value("greedy", 0, "correct")["message"].as_str().expect("a message").to_owned();
    assert!(why.contains("it needs more memory than the 384 MiB that a submission may take"), "{why}");
    assert_eq!(marks.points("honest"), marks.of("honest")["of"].as_f64().expect("points"));
}
