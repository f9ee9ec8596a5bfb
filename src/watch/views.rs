//! What stands between heading and footer: an exercise with its goals, the last save and the hints, or a kernel of one's
//! own with what the simulator found.

use anstyle::{AnsiColor, Style};

use super::course::Course;
use super::frame::FURNITURE;
use super::input::FileChange;
use super::state::{LastRun, State};
use crate::files::Shown;
use crate::marking::Judgement;
use crate::report;
use crate::text::{COLUMNS, paragraph, plain, wrap, wrap_styled};

/// Lines above the goals: the task, what to edit, an empty one.
const HEAD: usize = 3;

/// Lines of a hint that are to be in sight.
const HINT: usize = 2;

pub(super) fn green() -> Style {
    Style::new().fg_color(Some(AnsiColor::Green.into())).bold()
}

pub(super) fn red() -> Style {
    Style::new().fg_color(Some(AnsiColor::Red.into())).bold()
}

/// The whole text.
pub(super) fn exercise(state: &State, course: &Course) -> String {
    let exercise = course.spot().exercise;
    let dim = Style::new().dimmed();
    let path = plain(&state.path.shown());
    let mut text = prose(&format!("{}\n{dim}Edit {path}; each save runs it.{dim:#}\n\n", exercise.task));
    text += &standing(state, course);
    text += &speech(state, course);
    text += &prose(&next(state, course));
    text += &prose(&before(state, course));
    text + &hints(state, course)
}

/// Sentences in the width of all others, however wide the screen is; only code takes more.
fn prose(text: &str) -> String {
    wrap_styled(text, COLUMNS).into_iter().map(|line| line + "\n").collect()
}

fn standing(state: &State, course: &Course) -> String {
    let open = || report::open_goals(&course.titles[course.here]);
    match (&state.file, &state.outcome) {
        (Some(FileChange::Unreadable(why)), _) => format!("{}\n{}\n", open(), plain(why)),
        (Some(FileChange::Gone), _) => format!(
            "{}\nThe file is not there. It is run as soon as it comes back; x writes the starting kernel.\n",
            open()
        ),
        (_, None) => open(),
        (_, Some(LastRun::Judged(judgement, _, timing))) => judged(judgement, *timing, state),
        (_, Some(LastRun::Failed(why))) => format!("{}\n{}\n", open(), plain(why)),
        (_, Some(LastRun::Explained(..))) => open(),
    }
}

/// The hint comes before the findings: it must be in sight on a small screen, where goals that wait make room for it.
fn judged(judgement: &Judgement, timing: bool, state: &State) -> String {
    let columns = state.columns;
    let goals = report::goals(judgement, columns);
    if judgement.solved() && timing {
        return goals;
    }
    if judgement.solved() {
        let gains = report::gains(judgement);
        return format!("{goals}{}{gains}{}", report::verdict(judgement), report::pictures(judgement));
    }
    let (advice, findings) = (report::advice(judgement), report::findings(judgement, columns));
    let seen = judgement.seen.as_ref().map_or(0, |seen| report::hint("seen", seen).lines().count());
    let hint_ends = goals.lines().count() + 1 + seen + HINT;
    let goals = match hint_ends > state.rows.saturating_sub(FURNITURE + HEAD) {
        true => report::goals_in_short(judgement, columns),
        false => goals,
    };
    let earned = judgement.earned.as_ref().map_or(String::new(), |earned| wrap(earned, columns, 0) + "\n");
    format!("{goals}{earned}{advice}{findings}{}", report::pictures(judgement))
}

/// Whether the file, as it is now, solves the exercise.
pub(super) fn solves(state: &State) -> bool {
    let readable = matches!(state.file, Some(FileChange::Text(_)));
    let judged = match &state.outcome {
        Some(LastRun::Judged(judgement, _, false)) => judgement.solved(),
        _ => false,
    };
    readable && judged && state.running.is_none()
}

/// What a solution lets a student explain; the answers stay folded until they are asked for.
fn speech(state: &State, course: &Course) -> String {
    let spot = course.spot();
    let Some(speech) = spot.lab.speech(spot.exercise).filter(|_| solves(state)) else {
        return String::new();
    };
    let (dim, bold) = (Style::new().dimmed(), Style::new().bold());
    let does = if state.answers_open { "folds the answers" } else { "shows the answers" };
    format!("{}  {bold}a{bold:#} {dim}{does}{dim:#}\n", report::speech(&speech, state.answers_open))
}

/// That an exercise was solved once, where what is there now does not solve it.
fn before(state: &State, course: &Course) -> String {
    let now = solves(state) || state.running.is_some() || state.outcome.is_none();
    if now || !course.solved(&course.spot()) {
        return String::new();
    }
    "\nYou have solved this exercise before; the file as it is now does not.\n".to_owned()
}

/// What a solution leads to.
fn next(state: &State, course: &Course) -> String {
    if !solves(state) {
        return String::new();
    }
    let (spot, bold) = (course.spot(), Style::new().bold());
    let lab = spot.lab.name;
    let look = match spot.exercise.part.ladder {
        [] => format!("Set it beside the kernels in shaders/{lab}/, and"),
        _ => format!("Set it beside the ladder's kernels in shaders/{lab}/ (diff shows one idea a rung), and"),
    };
    let onward = if course.here + 1 < course.spots.len() {
        format!("{bold}n{bold:#} goes on to the next exercise")
    } else if course.solved_count() == course.spots.len() {
        "you have solved them all".to_owned()
    } else {
        format!("{bold}l{bold:#} lists what is left")
    };
    format!("\n{look} run the ladder with {bold}r{bold:#}; {onward}.\n")
}

fn hints(state: &State, course: &Course) -> String {
    let shown = course.hints_shown();
    let of = course.spot().exercise.steps().count();
    if shown > 0 && solves(state) && !state.hints_open {
        let (hints, bold) = (if shown == 1 { "hint is" } else { "hints are" }, Style::new().bold());
        return format!("\n{shown} {hints} folded away; {bold}h{bold:#} shows them.\n");
    }
    let steps = course.spot().exercise.steps().take(shown).enumerate();
    steps
        .map(|(index, hint)| {
            let heading = format!("hint {} of {of}", index + 1);
            format!("\n{}", report::hint(&heading, hint.text))
        })
        .collect()
}

/// The whole text.
pub(super) fn kernel(state: &State) -> String {
    match (&state.file, &state.outcome) {
        (Some(FileChange::Gone), _) => "The file is not there. It is run as soon as it comes back.\n".to_owned(),
        (Some(FileChange::Unreadable(why)), _) => format!("{}\n", plain(why)),
        (_, Some(LastRun::Explained(explained, _))) => {
            let notes = explained.notes.iter();
            let notes: String = notes.map(|note| paragraph(&format!("note: {}", plain(note)), 0)).collect();
            format!("{}{notes}", report::explain_on_screen(explained, state.columns))
        }
        (_, Some(LastRun::Failed(why))) => format!("{}\n", plain(why)),
        _ => String::new(),
    }
}
