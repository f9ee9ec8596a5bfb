//! The terminal is left as it was found, however the program ends or pauses; and what is said where there is none.

use std::process::{Command, Stdio};

use portable_pty::CommandBuilder;
use rustix::process::Signal;

use crate::session::{Desk, LOCKSTEP, Session};

#[test]
fn ctrl_c_leaves_the_terminal_as_it_was_found() {
    let desk = Desk::new("ctrl-c");
    let mut session = desk.open(&[]);
    session.see(&["run 1 in"]);
    session.press("\x03");
    assert_eq!(session.end().exit_code(), 0);
    session.is_as_found();
}

#[test]
fn signals_end_it_and_leave_the_terminal_as_it_was_found() {
    for (signal, number) in [(Signal::TERM, 15), (Signal::INT, 2), (Signal::QUIT, 3), (Signal::HUP, 1)] {
        let desk = Desk::new("signal");
        let mut session = desk.open(&[]);
        session.see(&["run 1 in"]);
        session.signal(signal);
        assert_eq!(session.end().exit_code(), 128 + number, "{signal:?}");
        session.is_as_found();
    }
}

#[test]
fn it_can_be_suspended_and_comes_back() {
    let desk = Desk::new("suspend");
    let mut command = CommandBuilder::new("bash");
    command.args(["--norc", "--noprofile", "-i"]);
    command.env("PS1", "prompt> ");
    let mut session = Session::start(command, &desk.folder);
    session.see(&["prompt> "]);
    session.press(&format!("'{LOCKSTEP}'; echo status $?\n"));
    session.see(&["run 1 in", "exercise 1 of"]);
    session.press("\x1a");
    session.wait("the prompt", |screen| screen.contains("Stopped") && !screen.contains("exercise 1 of"));
    session.press("stty -a | tr ' ' '\\n' | grep -c -x -e icanon -e echo\n");
    session.wait("two modes", |screen| screen.lines().any(|line| line == "2"));
    session.press("fg\n");
    session.see(&["exercise 1 of", "q quit"]);
    session.press("q");
    // The shell's new prompt, not an older one above: what is typed before it reads is lost.
    session.wait("the shell's prompt", |screen| {
        screen.contains("exercises solved") && screen.trim_end().ends_with("prompt>")
    });
    session.press("exit\n");
    session.end();
    session.is_as_found();
}

#[test]
fn where_no_colour_is_wanted_none_is_shown() {
    let desk = Desk::new("colour");
    for (wanted, name) in [(true, "COLORTERM"), (false, "NO_COLOR")] {
        let mut command = CommandBuilder::new(LOCKSTEP);
        command.env_remove("NO_COLOR");
        command.env(name, "1");
        let mut session = Session::start(command, &desk.folder);
        session.see(&["run 1 in", "✓ compiles"]);
        assert_eq!(session.is_styled(), wanted, "{name}");
    }
}

#[test]
fn without_a_terminal_it_says_what_to_run_instead() {
    let desk = Desk::new("none");
    let run = |arguments: &[&str]| {
        Command::new(LOCKSTEP)
            .args(arguments)
            .current_dir(&desk.folder)
            .stdin(Stdio::null())
            .output()
            .expect("it starts")
    };
    let bare = run(&[]);
    assert_eq!(bare.status.code(), Some(0));
    let text = String::from_utf8_lossy(&bare.stdout).into_owned();
    assert!(text.contains("try coalescing") && text.contains("hint coalescing"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text:?}");
    let watch = run(&["watch", "tiling"]);
    assert_eq!(watch.status.code(), Some(2));
    let text = String::from_utf8_lossy(&watch.stderr).into_owned();
    assert!(text.contains(" try tiling"), "{text}");
    assert!(!desk.folder.join(".lockstep").exists(), "nothing is written");
}
