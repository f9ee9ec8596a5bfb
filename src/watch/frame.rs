//! A state as lines of text, one a row of the terminal.

use anstyle::Style;

use super::course::Course;
use super::footer::footer;
use super::state::{State, Subject, View};
use super::views;
use crate::files::Shown;
use crate::invoked::command;
use crate::report::{self, Ways};
use crate::text::{COLUMNS, cut, tame, width, wrap, wrap_styled};

/// Rows that are not the body's: the heading and its rule, the rule above the footer, the status and the keys.
pub const FURNITURE: usize = 5;

/// The smallest screen that is drawn.
const SMALLEST: (usize, usize) = (40, 10);

/// A screen's lines: as many as it has rows, none wider than it, styled with SGR sequences.
pub fn frame(state: &State) -> Vec<String> {
    let (columns, rows) = (state.columns, state.rows);
    if columns < SMALLEST.0 || rows < SMALLEST.1 {
        return too_small(columns, rows);
    }
    let footer = footer(state);
    let body = body(state);
    let room = rows.saturating_sub(2 + footer.len());
    let farthest = body.len().saturating_sub(room);
    let above = state.scroll.min(farthest);
    let below = farthest - above;
    let mut lines = heading(state);
    lines.extend(body.into_iter().skip(above).take(room));
    lines.resize(2 + room, String::new());
    let mut footer = footer;
    if let Some(rule) = footer.first_mut() {
        *rule = rule_with(columns, &scroll_note(above, below));
    }
    lines.extend(footer);
    lines.iter().map(|line| cut(line, columns)).collect()
}

/// The largest sensible scroll of what is in front.
pub fn farthest(state: &State) -> usize {
    let room = state.rows.saturating_sub(2 + footer(state).len());
    body(state).len().saturating_sub(room)
}

/// The line of the list that is chosen.
pub fn chosen_line(state: &State) -> Option<usize> {
    let (View::List(cursor), Subject::Course(course)) = (state.view, &state.subject) else {
        return None;
    };
    let (_, places) = list(course, cursor, state.columns);
    places.get(cursor).copied()
}

fn too_small(columns: usize, rows: usize) -> Vec<String> {
    let words = format!("{columns}x{rows} is too small: {}x{} or more. q quits.", SMALLEST.0, SMALLEST.1);
    let mut lines = wrap_styled(&words, columns);
    lines.resize(rows, String::new());
    lines.iter().map(|line| cut(line, columns)).collect()
}

fn heading(state: &State) -> Vec<String> {
    let bold = Style::new().bold();
    let dim = Style::new().dimmed();
    let (left, right) = match (&state.subject, state.view) {
        (_, View::Help) => ("lockstep · help".to_owned(), String::new()),
        (Subject::Course(course), View::List(_)) => {
            let (solved, of) = (course.solved_count(), course.spots.len());
            ("exercises".to_owned(), format!("{solved} of {of} solved"))
        }
        (Subject::Course(course), View::Ladder) => {
            let lab = course.spot().lab.name;
            (format!("{lab} · the ladder"), String::new())
        }
        (Subject::Course(course), _) => {
            let spot = course.spot();
            let (here, of) = (course.here + 1, course.spots.len());
            let solved = course.solved_count();
            let left = format!("{} · {}", spot.lab.name, spot.exercise.name);
            (left, format!("exercise {here} of {of}, {solved} solved"))
        }
        (Subject::Kernel, _) => {
            let path = state.path.shown();
            (crate::text::plain(&path), "watching".to_owned())
        }
    };
    let gap = state.columns.saturating_sub(width(&left) + width(&right));
    let line = if gap > 1 {
        format!("{bold}{left}{bold:#}{}{dim}{right}{dim:#}", " ".repeat(gap))
    } else {
        format!("{bold}{left}{bold:#}")
    };
    vec![line, rule_with(state.columns, "")]
}

/// A line across the screen, with a word near its end.
pub(super) fn rule_with(columns: usize, word: &str) -> String {
    let dim = Style::new().dimmed();
    if word.is_empty() {
        return format!("{dim}{}{dim:#}", "─".repeat(columns));
    }
    let left = columns.saturating_sub(width(word) + 4);
    format!("{dim}{} {word} ──{dim:#}", "─".repeat(left))
}

fn scroll_note(above: usize, below: usize) -> String {
    match (above, below) {
        (0, 0) => String::new(),
        (0, below) => format!("{below} more below ↓"),
        (above, 0) => format!("{above} more above ↑"),
        (above, below) => format!("{above} above ↑  {below} below ↓"),
    }
}

/// All lines of what is in front, each as wide as the screen at most.
fn body(state: &State) -> Vec<String> {
    if state.view == View::Help {
        return wrap_styled(&tame(&help(state)), state.columns.min(COLUMNS));
    }
    let text = match (state.view, &state.subject) {
        (View::List(cursor), Subject::Course(course)) => list(course, cursor, state.columns).0,
        (View::Ladder, Subject::Course(course)) => ladder(state, course),
        (_, Subject::Course(course)) => views::exercise(state, course),
        (_, Subject::Kernel) => views::kernel(state),
    };
    wrap_styled(&tame(&text), state.columns)
}

/// Columns before an exercise's name in the list, and those of the name.
const FIRST: usize = 5;
const NAME: usize = 13;

/// The exercises lab by lab, and on which line each stands.
fn list(course: &Course, cursor: usize, columns: usize) -> (String, Vec<usize>) {
    let bold = Style::new().bold();
    let green = views::green();
    let mut lines: Vec<String> = Vec::new();
    let mut places = Vec::new();
    for (index, spot) in course.spots.iter().enumerate() {
        if index == 0 || course.spots[index - 1].lab.name != spot.lab.name {
            if index > 0 {
                lines.push(String::new());
            }
            lines.push(format!("{bold}{}{bold:#}", spot.lab.name));
        }
        places.push(lines.len());
        let mark = if course.solved(spot) { format!("{green}✓{green:#}") } else { "·".to_owned() };
        let (arrow, style) = if index == cursor { ("›", Style::new().bold().invert()) } else { (" ", Style::new()) };
        let here = if index == course.here { " (here)" } else { "" };
        let room = columns.saturating_sub(FIRST + NAME).max(NAME);
        let task = wrap(&format!("{}{here}", spot.exercise.task), room, 0);
        for (row, task) in task.lines().enumerate() {
            lines.push(match row {
                0 => format!(" {arrow} {mark} {style}{:<NAME$}{task}{style:#}", spot.exercise.name),
                _ => format!("{}{style}{task}{style:#}", " ".repeat(FIRST + NAME)),
            });
        }
    }
    (lines.join("\n"), places)
}

fn ladder(state: &State, course: &Course) -> String {
    let lab = course.spot().lab;
    match &state.ladder {
        Some(Ok(report)) => {
            let ways = Ways {
                whole: "o opens it in a browser.",
                // The device can only be chosen at start.
                simulated: &command(&format!("watch {} --device sim", lab.name)),
                exercises: Some("Esc goes back to them."),
            };
            report::screen(report, &ways)
        }
        Some(Err(why)) => format!("{why}\n\nr runs it once more."),
        None => format!(
            "{}\n\nThe ladder's {} kernels are checked, timed, and placed next to this machine's peak. On a device without \
             a GPU that takes a minute or more.\n\nEsc stops it.",
            lab.question,
            lab.variants().count()
        ),
    }
}

const MARKS: &str = "\
Goals
  ✓  met          ✗  not met
  ·  not judged: something else must be right first, or there is no GPU
  ?  it cannot be said: the machine was not steady
";

const SCROLL: &str = "  ↑ ↓ PgUp PgDn   scroll; Home and End go to the first and last line\n";

const STOP: &str = "  q, Ctrl-C       quit: nothing is lost\n  Ctrl-Z          to the shell; fg comes back\n";

fn help(state: &State) -> String {
    match state.subject {
        Subject::Course(_) => format!(
            "Edit the exercise's file in an editor of your choice. Each save runs it on the simulator, and the goals are \
             judged anew. A kernel that does not end is stopped.\n\n\
             Keys\n\
             \x20 n  p            next and previous exercise\n\
             \x20 h              a hint, one step further each time\n\
             \x20 a              once it is solved: the answers to its questions\n\
             \x20 l              list all exercises, and go to one\n\
             \x20 r              run the lab's ladder on this machine\n\
             \x20 o              open the last result as a report in a browser\n\
             \x20 x              reset: the starting kernel again; yours is kept\n\
             {SCROLL}{STOP}\n{MARKS}\n\
             What is solved, and the hints you saw, are kept in .lockstep/progress.json."
        ),
        Subject::Kernel => format!(
            "Each save of the file runs the kernel on the simulator, and what is wrong or slow is shown with its lines.\n\n\
             Keys\n\
             \x20 o              open the last result as a report in a browser\n\
             {SCROLL}{STOP}"
        ),
    }
}
