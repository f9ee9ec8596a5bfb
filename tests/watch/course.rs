//! Exercises: saves of every kind, keys, and what is remembered.

use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::session::{Desk, LOCKSTEP, alive, children, endless, solution, start, start_with};
use rustix::process::{Pid, Signal, kill_process};

#[test]
fn a_student_solves_the_first_exercise_and_it_is_remembered_after_a_kill() {
    let desk = Desk::new("first");
    let mut session = desk.open(&[]);
    session.see(&[
        "coalescing · exercise",
        "exercise 1 of",
        "0 solved",
        "✗ at most 1.1 x the fewest sectors for its requests",
        "run 1 in",
        "hint  This is still the start",
        "q quit",
    ]);
    // Wrong, and answered with the matching hint.
    desk.save(&start_with("A * x[i] + y[i]", "A * x[i] - y[i]"));
    session.see(&["✗ every element right", "Every element must be computed once", "run 2 in"]);
    // Wrong in many elements: the hint is in sight all the same.
    desk.save(&start_with("local * ITEMS + item", "local * WORKGROUP + item"));
    session.see(&["never", "written", "hint  ", "run 3 in"]);
    desk.save(&solution());
    session.see(&["✓ solved, run 4 in", "1 solved", "Solved:"]);
    let log = fs::read_to_string(desk.folder.join("lockstep-log.md")).expect("a work log");
    for part in [
        "exercise coalescing/exercise",
        "-            z[i] = A * x[i] + y[i];",
        "- [ ] every element right",
        "Hint given: Every element must be computed once",
        "- [x] every element right",
    ] {
        assert!(log.contains(part), "{part} in\n{log}");
    }
    session.signal(Signal::KILL);
    session.end();
    let mut again = desk.open(&[]);
    again.see(&["exercise 1 of", "1 solved", "✓ solved, run 1 in"]);
    again.press("n");
    again.see(&["exercise 2 of", "run 1 in"]);
    again.press("q");
    let status = again.end();
    assert_eq!(status.exit_code(), 0);
    again.see(&["1 of", "exercises solved"]);
    again.is_as_found();
    // Where the student left off.
    let mut third = desk.open(&["watch"]);
    third.see(&["exercise 2 of", "1 solved"]);
}

#[test]
fn a_compile_error_is_shown_with_its_source_line_and_a_caret_under_it() {
    let desk = Desk::new("compile");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in"]);
    desk.save(&start_with("ITEMS + item;", "ITEMS + itemm;"));
    let screen = session.see(&["✗ compiles", "itemm", "run 2 in"]);
    let lines: Vec<&str> = screen.lines().collect();
    let source = lines
        .iter()
        .position(|line| line.contains("│") && line.contains("ITEMS + itemm"))
        .unwrap_or_else(|| panic!("no source line:\n{screen}"));
    let column = |line: &str, text: &str| {
        let at = line.find(text)?;
        Some(line[..at].chars().count())
    };
    assert_eq!(column(lines[source], "itemm"), column(lines[source + 1], "^"), "{screen}");
}

#[test]
fn a_burst_of_saves_ends_with_the_last_of_them() {
    let desk = Desk::new("burst");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in"]);
    for number in 0..40 {
        desk.save(&format!("{} // {number}", start()));
        std::thread::sleep(Duration::from_millis(10));
    }
    desk.save(&solution());
    let screen = session.see(&["✓ solved"]);
    let run: u32 = screen
        .split_once("solved, run ")
        .and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or_else(|| panic!("no number of the run:\n{screen}"));
    assert!(run < 10, "41 saves made {run} runs:\n{screen}");
}

#[test]
fn a_file_that_is_replaced_removed_and_comes_back_is_followed() {
    let desk = Desk::new("replaced");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in"]);
    // As editors save: another file, renamed onto it.
    let beside = desk.folder.join("new.wgsl");
    fs::write(&beside, solution()).expect("written");
    fs::rename(&beside, desk.exercise()).expect("renamed");
    session.see(&["✓ solved, run 2 in"]);
    fs::remove_file(desk.exercise()).expect("removed");
    session.see(&["is not there: waiting for it"]);
    fs::remove_dir_all(desk.folder.join("shaders/coalescing")).expect("removed");
    fs::create_dir_all(desk.folder.join("shaders/coalescing")).expect("made");
    desk.save(start());
    session.see(&["run 3 in", "✗ at most 1.1 x the fewest sectors for its requests"]);
    // Not text, and text again.
    fs::write(desk.exercise(), [0xff, 0xfe, 0x00]).expect("written");
    session.see(&["cannot be read", "not UTF-8"]);
    desk.save(&solution());
    session.see(&["✓ solved, run 4 in"]);
}

#[test]
fn a_kernel_that_never_ends_leaves_the_screen_alive_and_a_newer_save_ends_it() {
    let desk = Desk::new("endless");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in"]);
    desk.save(&endless());
    session.see(&["● run 2"]);
    session.press("?");
    session.see(&["Keys", "Ctrl-Z"]);
    session.press("\x1b");
    session.see(&["● run 2", "goals"]);
    desk.save(&solution());
    session.see(&["✓ solved"]);
    let left = || children(session.id()).len();
    let mut looks = 0;
    while left() > 0 {
        looks += 1;
        assert!(looks < 600, "{} workers are left", left());
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_kernel_that_never_ends_is_ended_and_answered_with_its_hint() {
    let desk = Desk::new("ended");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in"]);
    desk.save(&endless());
    session.see(&["hint  A loop never ends", "run 2 in"]);
}

#[test]
fn a_worker_that_crashes_costs_one_run() {
    let desk = Desk::new("crash");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in"]);
    desk.save(&endless());
    session.see(&["● run 2", "verifying"]);
    for worker in children(session.id()) {
        let worker = Pid::from_raw(worker as i32).expect("a process id");
        kill_process(worker, Signal::KILL).expect("killed");
    }
    session.see(&["run 2 in", "crashed", "q quit"]);
    desk.save(&solution());
    session.see(&["✓ solved, run 3 in"]);
}

#[test]
fn quitting_while_a_kernel_runs_ends_its_worker() {
    let desk = Desk::new("quit");
    desk.save(&endless());
    let mut session = desk.open(&[]);
    session.see(&["● run 1", "verifying"]);
    let workers = children(session.id());
    session.press("q");
    assert_eq!(session.end().exit_code(), 0);
    session.is_as_found();
    for worker in workers {
        let mut looks = 0;
        while alive(worker) {
            looks += 1;
            assert!(looks < 600, "worker {worker} lives on");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

#[test]
fn hints_come_one_by_one_and_are_remembered() {
    let desk = Desk::new("hints");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in"]);
    session.press("h");
    session.see(&["hint 1 of 3"]);
    session.press("h");
    session.see(&["hint 2 of 3"]);
    session.press("hh");
    session.see(&["hint 3 of 3", "That was the last hint"]);
    session.press("q");
    session.end();
    let mut again = desk.open(&[]);
    again.see(&["run 1 in", "more below"]);
    again.press("\x1b[F");
    again.see(&["hint 3 of 3", "more above"]);
}

#[test]
fn what_the_commands_remember_the_screen_knows() {
    let desk = Desk::new("shared");
    let run = |arguments: &[&str]| {
        let output = Command::new(LOCKSTEP).args(arguments).current_dir(&desk.folder).output().expect("it starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(run(&["hint", "coalescing"]).contains("hint 1 of 3"));
    desk.save(&solution());
    assert!(run(&["try", "coalescing", "--device", "sim"]).contains("Solved"));
    desk.save(start());
    let mut session = desk.open(&[]);
    session.see(&["1 solved", "run 1 in"]);
    session.press("h");
    session.see(&["hint 2 of 3"]);
    session.press("q");
    session.end();
    assert!(run(&["hint", "coalescing"]).contains("hint 3 of 3"));
}

#[test]
fn a_reset_asks_first_and_keeps_what_was_there() {
    let desk = Desk::new("reset");
    desk.save(&solution());
    let mut session = desk.open(&[]);
    session.see(&["✓ solved, run 1 in"]);
    session.press("x");
    session.see(&["Write the starting kernel back", "y yes"]);
    session.press("n");
    session.see(&["Nothing was changed", "n next"]);
    assert_eq!(fs::read_to_string(desk.exercise()).expect("read"), solution());
    session.press("x");
    session.see(&["y yes"]);
    session.press("y");
    session.see(&["yours is kept as", "run 2 in"]);
    assert_eq!(fs::read_to_string(desk.exercise()).expect("read"), start());
    let kept = desk.folder.join(".lockstep/kept/coalescing-exercise-1.wgsl");
    assert_eq!(fs::read_to_string(kept).expect("kept"), solution());
}

#[test]
fn the_list_leads_to_any_exercise_and_the_report_is_written() {
    let desk = Desk::new("list");
    let mut session = desk.open(&["watch", "tiling"]);
    session.see(&["tiling · exercise", "run 1 in"]);
    session.press("l");
    session.see(&["exercises", "(here)", "tiling"]);
    session.press("\x1b[H");
    session.see(&["› · exercise"]);
    session.press("\r");
    // Its own result: the screen may be half drawn, with the last exercise's below.
    session.see(&["coalescing · exercise", "✗ at most 1.1 x"]);
    session.press("o");
    session.see(&["The report is .lockstep/report.html", "over SSH"]);
    let page = fs::read_to_string(desk.folder.join(".lockstep/report.html")).expect("a page");
    assert!(page.contains("coalescing") && page.contains("</html>"));
}

#[test]
fn the_ladder_runs_and_can_be_stopped() {
    let desk = Desk::new("ladder");
    let mut session = desk.open(&["watch", "coalescing", "--device", "sim"]);
    session.see(&["run 1 in"]);
    session.press("r");
    session.see(&["coalescing · the ladder", "● running the ladder", "Esc stop"]);
    session.press("\x1b");
    session.see(&["The ladder's run was stopped"]);
    session.press("r");
    session.see(&["coalescing · the ladder", "lab coalescing", "r run again"]);
    session.press("\x1b");
    session.see(&["exercise 1 of"]);
}

#[test]
fn the_screen_follows_the_terminals_size() {
    let desk = Desk::new("size");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in", "q quit"]);
    for (columns, rows) in [(60, 15), (132, 50), (41, 10), (80, 24)] {
        session.resize(columns, rows);
        let rule = "─".repeat(usize::from(columns));
        session.wait("the rule", |screen| screen.lines().nth(1) == Some(rule.as_str()) && screen.contains("quit"));
    }
    session.resize(30, 6);
    session.see(&["30x6 is too small"]);
    session.resize(80, 24);
    session.see(&["exercise 1 of", "q quit"]);
}

#[test]
fn what_a_file_holds_does_not_command_the_terminal() {
    let desk = Desk::new("commands");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in"]);
    desk.save(&start_with(
        "let i = first",
        "let j = \u{1b}[2J\u{1b}]0;owned\u{7}\u{1b}[?1049l\u{202e}first; let i = first",
    ));
    session.see(&["✗ compiles", "run 2 in", "exercise 1 of", "q quit"]);
}
