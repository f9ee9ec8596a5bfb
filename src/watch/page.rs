//! The last result as a page, in a browser where there is one.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::state::{LastRun, State, View};
use crate::device::Selector;
use crate::files::{Shown, write_whole};
use crate::harness::{Job, Request, execution_trace};
use crate::host::Native;
use crate::marking::Judgement;
use crate::report::RenderHtml;
use crate::sim::execution_trace::ExecutionTrace;
use crate::study::ProgressFile;

/// Writes the page of what is in front, and opens it; what was done, in a sentence.
pub(super) fn show(state: &State, store: &ProgressFile) -> String {
    let Some(page) = page(state) else {
        return "There is no result yet that a report could show.".to_owned();
    };
    match write(store, &page) {
        Err(error) => format!("The report cannot be written: {error}"),
        Ok(path) => match open(&path) {
            Ok(()) => format!("The report opens in your browser: {}", path.shown()),
            Err(why) => format!("The report is {} ({why}).", path.shown()),
        },
    }
}

fn page(state: &State) -> Option<String> {
    if let (View::Ladder, Some(Ok(report))) = (state.view, &state.ladder) {
        return Some(std::slice::from_ref(report.as_ref()).html());
    }
    match state.outcome.as_ref()? {
        LastRun::Judged(judgement, ..) => Some(in_motion(judgement).html()),
        LastRun::Explained(explained, _) => Some(explained.html()),
        LastRun::Failed(_) => None,
    }
}

/// The judgement with the course of the attempt's first workgroup, where it has one.
fn in_motion(judgement: &Judgement) -> Judgement {
    let mut judgement = judgement.clone();
    judgement.motion = trace(&judgement).map(Box::new);
    judgement
}

fn trace(judgement: &Judgement) -> Option<(ExecutionTrace, String)> {
    let text = judgement.report.sources.last()?.text.clone();
    let file = PathBuf::from(&judgement.file);
    let request = Request {
        device: Selector::Simulated(String::new()),
        seed: judgement.report.seed,
        size: Some(judgement.report.problem.size),
        ..Request::new(Job::attempt_text(&judgement.lab, &judgement.exercise, file, text))
    };
    pollster::block_on(execution_trace(&request, &Native, [0; 3])).ok()
}

fn write(store: &ProgressFile, page: &str) -> io::Result<PathBuf> {
    let path = store.folder()?.join("report.html");
    write_whole(&path, page)?;
    Ok(path)
}

/// Opens `path`; why not, where it is not opened.
fn open(path: &Path) -> Result<(), String> {
    if let Some(why) = unseen(&|name| std::env::var_os(name).is_some_and(|value| !value.is_empty())) {
        return Err(why.to_owned());
    }
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("explorer", &[])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        Ok(mut child) => {
            // Waited for, so that it does not stay behind as a zombie.
            std::thread::spawn(move || child.wait());
            Ok(())
        }
        Err(_) => Err(format!("this system has no `{program}`")),
    }
}

/// Why a window would open where the person is not, or nowhere; `set` says whether an environment variable is.
fn unseen(set: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    if set("SSH_CONNECTION") || set("SSH_TTY") || set("SSH_CLIENT") {
        return Some("over SSH no window is opened here");
    }
    let unix_desktop = cfg!(unix) && !cfg!(target_os = "macos");
    if unix_desktop && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Some("there is no desktop here");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_opened_over_ssh() {
        assert!(unseen(&|name| name == "SSH_TTY" || name == "DISPLAY").is_some());
        assert!(unseen(&|name| name == "DISPLAY").is_none());
    }
}
