//! The foot of the screen: how the last run stands, and the keys.

use std::time::Duration;

use anstyle::{AnsiColor, Style};

use super::course::Course;
use super::frame::rule_with;
use super::input::{FileChange, Job};
use super::state::{LastRun, Running, State, Subject, View};
use super::views::{green, red, solves};
use crate::files::Shown;
use crate::text::{plain, width, wrap_styled};
use crate::units::Seconds;

/// Lines of a notice.
const NOTICE: usize = 3;

/// A rule, what a person is to know now, how the last run stands, and the keys.
pub(super) fn footer(state: &State) -> Vec<String> {
    let yellow = Style::new().fg_color(Some(AnsiColor::Yellow.into()));
    let mut lines = vec![rule_with(state.columns, "")];
    if let Some(notice) = &state.notice {
        let notice = wrap_styled(&plain(notice), state.columns);
        let notice = notice.iter().take(NOTICE);
        lines.extend(notice.map(|line| format!("{yellow}{line}{yellow:#}")));
    }
    if state.view == View::Reset {
        let question = format!("Write the starting kernel back to {}? Yours is kept.", state.path.shown());
        let bold = Style::new().bold();
        let question = wrap_styled(&plain(&question), state.columns);
        lines.extend(question.iter().map(|line| format!("{bold}{line}{bold:#}")));
    } else {
        lines.extend(wrap_styled(&status(state), state.columns).into_iter().take(NOTICE));
    }
    lines.push(keys(state));
    lines
}

fn status(state: &State) -> String {
    if let Some(running) = &state.running {
        return self::running(state, running);
    }
    if state.view == View::Ladder {
        return ladder(state);
    }
    let path = plain(&state.path.shown());
    match &state.file {
        None => return format!("· looking at {path}"),
        Some(FileChange::Gone) => {
            let reset = match state.subject {
                Subject::Course(_) => " (x writes the starting kernel)",
                Subject::Kernel => "",
            };
            return format!("· {path} is not there: waiting for it{reset}");
        }
        Some(FileChange::Unreadable(_)) => return format!("· {path} cannot be read"),
        Some(FileChange::Text(_)) => {}
    }
    let (green, red) = (green(), red());
    match &state.outcome {
        None => "· not run yet".to_owned(),
        Some(LastRun::Judged(judgement, took, _)) if judgement.solved() => {
            format!("{green}✓ solved{green:#}{}", when(state, *took))
        }
        Some(LastRun::Judged(judgement, took, _)) => {
            let (met, of) = (judgement.met(), judgement.goals.len());
            let best = match state.best {
                Some((most, run)) if most > met => format!("; best so far {most}, run {run}"),
                _ => String::new(),
            };
            format!("{red}✗ {met} of {of} goals{red:#}{}{best}", when(state, *took))
        }
        Some(LastRun::Explained(report, took)) => match report.fault() {
            None => format!("{green}✓ no faults{green:#}{}", when(state, *took)),
            Some(fault) => format!("{red}✗ {}{red:#}{}", fault.kind, when(state, *took)),
        },
        Some(LastRun::Failed(_)) => format!("{red}✗ it cannot be run{red:#}, run {}", state.runs),
    }
}

fn ladder(state: &State) -> String {
    let (green, red) = (green(), red());
    match &state.ladder {
        Some(Ok(report)) if report.failed() => {
            format!("{red}✗ a kernel of the ladder is wrong or failed{red:#}")
        }
        Some(Ok(_)) => format!("{green}✓ the ladder was run{green:#}"),
        Some(Err(_)) | None => format!("{red}✗ the ladder was not run to its end{red:#}"),
    }
}

fn when(state: &State, took: Duration) -> String {
    format!(", run {} in {}", state.runs, Seconds(took.as_secs_f64()))
}

fn running(state: &State, running: &Running) -> String {
    let yellow = Style::new().fg_color(Some(AnsiColor::Yellow.into()));
    let what = match &running.job {
        Job::Ladder(lab) => format!("running the ladder of {lab}"),
        _ => format!("run {}", state.runs + 1),
    };
    let doing = running.doing.as_ref().map_or(String::new(), |doing| format!(": {}", plain(doing)));
    let seconds = match running.seconds {
        0 => String::new(),
        seconds => format!(", {seconds} s"),
    };
    let saved = if state.stale && state.ladder_runs() { "; then your kernel" } else { "" };
    format!("{yellow}● {what}{yellow:#}{doing}{seconds}{saved}")
}

/// The keys that fit, the most needed ones kept longest.
fn keys(state: &State) -> String {
    let keys = match (state.view, &state.subject) {
        (View::Main, Subject::Course(course)) => exercise_keys(state, course),
        (View::Main, Subject::Kernel) => vec![("↑↓", "scroll"), ("o", "report"), ("?", "help"), ("q", "quit")],
        (View::List(_), _) => vec![("↑↓", "choose"), ("Enter", "open"), ("Esc", "back")],
        (View::Help, _) => vec![("↑↓", "scroll"), ("Esc", "back")],
        (View::Ladder, _) if state.ladder_runs() => vec![("Esc", "stop and go back")],
        (View::Ladder, _) => vec![("↑↓", "scroll"), ("o", "report"), ("r", "run again"), ("Esc", "back")],
        (View::Reset, _) => vec![("y", "yes"), ("n", "no")],
    };
    fitting(&keys, state.columns)
}

/// Those of an exercise: hints, while there is one to see; answers, once it is solved.
fn exercise_keys(state: &State, course: &Course) -> Vec<(&'static str, &'static str)> {
    let solved = solves(state);
    let hint = match (solved, course.hints_shown()) {
        (false, _) => Some(("h", "hint")),
        (true, 0) => None,
        (true, _) => Some(("h", "hints")),
    };
    // With the most keys, one word is short, so that all words fit 80 columns.
    let previous = if solved && hint.is_some() { "prev" } else { "previous" };
    let first = [("n", "next"), ("p", previous)].into_iter().chain(hint).chain(solved.then_some(("a", "answers")));
    let rest = [("l", "list"), ("r", "ladder"), ("o", "report"), ("x", "reset"), ("?", "help"), ("q", "quit")];
    first.chain(rest).collect()
}

fn fitting(keys: &[(&str, &str)], columns: usize) -> String {
    let bold = Style::new().bold();
    let dim = Style::new().dimmed();
    // From the words that tell least to those that are missed first.
    let attempts = [2, 1].map(|gap| {
        let shown = keys.iter().map(|(key, word)| format!("{bold}{key}{bold:#} {dim}{word}{dim:#}"));
        shown.collect::<Vec<String>>().join(&" ".repeat(gap))
    });
    if let Some(line) = attempts.into_iter().find(|line| width(line) <= columns) {
        return line;
    }
    let letters: Vec<String> = keys
        .iter()
        .map(|(key, word)| match *key {
            "?" | "q" | "Esc" => format!("{bold}{key}{bold:#} {dim}{word}{dim:#}"),
            key => format!("{bold}{key}{bold:#}"),
        })
        .collect();
    letters.join(" ")
}
