//! A judgement for a person at a terminal of 80 columns: goal by goal, with the figure, the line and the hint.

use anstyle::{AnsiColor, Style};

use super::table::{width, wrap};
use crate::bench::{GoalReport, Judgement, Outcome};
use crate::lab::{Exercise, Goal};
use crate::sim::{Finding, Severity};
use crate::units::digits3;

/// Columns that it keeps to.
const COLUMNS: usize = 80;

/// Columns of a goal's title, where its figure stands beside it.
const TITLE: usize = 58;

/// Findings that are shown: more would hide the first.
const FINDINGS: usize = 2;

/// Lines of a goal's detail that are shown: a compiler's message needs a few.
const DETAIL: usize = 12;

/// The goals with ticks, the first findings with their source lines, and the hint. Print it through `anstream`, which
/// strips styles where they do not belong.
pub fn judgement(judgement: &Judgement) -> String {
    let bold = Style::new().bold();
    let dim = Style::new().dimmed();
    let (lab, exercise) = (&judgement.lab, &judgement.exercise);
    let mut text = format!(
        "{bold}{lab} · {exercise}{bold:#}  {dim}{}{dim:#}\n",
        plain(&judgement.file)
    );
    text += &format!("{}\n\n", wrap(&judgement.task, COLUMNS, 0));
    text + &standing(judgement)
}

/// The judgement without its heading: goals, findings, verdict, hint.
pub fn standing(judgement: &Judgement) -> String {
    let mut text: String = judgement.goals.iter().map(goal).collect();
    text += &findings(judgement);
    text += &verdict(judgement);
    if let Some((_, text_of_hint)) = &judgement.hint {
        text += &format!("\n{}", hint("hint", text_of_hint));
    }
    text
}

/// The goals of an exercise of which no attempt was judged yet.
pub fn open_goals(exercise: &Exercise) -> String {
    let open = |goal: &Goal| GoalReport {
        id: goal.id.to_owned(),
        title: goal.title.to_owned(),
        outcome: Outcome::Open,
        measured: None,
        wanted: None,
        unit: String::new(),
        detail: String::new(),
    };
    let goals = exercise.goals.iter();
    goals.map(|goal| self::goal(&open(goal))).collect()
}

/// A hint after its heading.
pub fn hint(heading: &str, text: &str) -> String {
    let cyan = Style::new().fg_color(Some(AnsiColor::Cyan.into())).bold();
    let indent = width(heading) + 2;
    let body = wrap(text, COLUMNS, indent);
    let body = body.get(indent..).unwrap_or_default();
    format!("{cyan}{heading}{cyan:#}  {body}\n")
}

/// One goal on a line, its detail below it.
fn goal(goal: &GoalReport) -> String {
    let (mark, style) = mark(goal.outcome);
    let dim = Style::new().dimmed();
    let figure = figure(goal);
    let mut text = format!("  {style}{mark}{style:#} ");
    text += &match figure {
        Some(figure) if width(&goal.title) <= TITLE && width(&figure) + TITLE + 4 <= COLUMNS => {
            format!("{:<TITLE$}{style}{figure}{style:#}\n", goal.title)
        }
        Some(figure) => format!("{}: {style}{figure}{style:#}\n", goal.title),
        None => format!("{}\n", goal.title),
    };
    if !goal.detail.is_empty() && goal.outcome != Outcome::Met {
        let detail = plain(&goal.detail);
        let lines = wrap(&detail, COLUMNS, 6);
        let mut shown: Vec<&str> = lines.lines().take(DETAIL).collect();
        if lines.lines().count() > DETAIL {
            shown.push("      ...");
        }
        text += &format!("{dim}{}{dim:#}\n", shown.join("\n"));
    }
    text
}

fn mark(outcome: Outcome) -> (char, Style) {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match outcome {
        Outcome::Met => ('✓', colour(AnsiColor::Green)),
        Outcome::Unmet => ('✗', colour(AnsiColor::Red).bold()),
        Outcome::Open | Outcome::NotAsked => ('·', Style::new().dimmed()),
        Outcome::Inconclusive => ('?', colour(AnsiColor::Yellow)),
    }
}

/// "8.00" where a figure was measured; what it counts stands in the goal's title.
fn figure(goal: &GoalReport) -> Option<String> {
    let measured = goal.measured?;
    Some(match goal.outcome {
        Outcome::Met => digits3(measured),
        _ => format!("{} (wanted {})", digits3(measured), digits3(goal.wanted?)),
    })
}

/// The first findings that concern what is unmet: faults before the rest.
fn findings(judgement: &Judgement) -> String {
    if judgement.solved() {
        return String::new();
    }
    let all = &judgement.attempt().findings;
    let faults = all.iter().any(|f| f.severity == Severity::Error);
    let shown = all.iter().filter(|f| match f.severity {
        // A fault stands as its goal's detail already; here it has its source line.
        Severity::Error => true,
        Severity::Warning => !faults,
        Severity::Note => false,
    });
    let blocks: Vec<String> = shown
        .take(FINDINGS)
        .map(|finding| self::finding(finding, judgement))
        .collect();
    if blocks.is_empty() {
        return String::new();
    }
    format!("\n{}", blocks.concat())
}

fn finding(finding: &Finding, judgement: &Judgement) -> String {
    let dim = Style::new().dimmed();
    let yellow = Style::new().fg_color(Some(AnsiColor::Yellow.into()));
    let source = finding.line.and_then(|line| {
        let text = plain(judgement.lines.get(&line)?.trim_end());
        Some(format!(
            "{dim}{line:>5} |{dim:#} {}\n",
            clipped(&text, COLUMNS - 8)
        ))
    });
    let body = match finding.severity {
        Severity::Error => finding.kind.clone(),
        _ => plain(&finding.message),
    };
    format!(
        "{}{yellow}{}{yellow:#}\n",
        source.unwrap_or_default(),
        wrap(&body, COLUMNS, 8)
    )
}

fn verdict(judgement: &Judgement) -> String {
    let count = |wanted: Outcome| {
        judgement
            .goals
            .iter()
            .filter(|g| g.outcome == wanted)
            .count()
    };
    let (met, of) = (count(Outcome::Met), judgement.goals.len());
    if judgement.solved() {
        let green = Style::new().fg_color(Some(AnsiColor::Green.into())).bold();
        let rest = match of - met {
            0 => String::new(),
            _ => "; speed is judged on a GPU only".to_owned(),
        };
        return format!("\n{green}Solved{green:#}: {met} of {of} goals{rest}.\n");
    }
    format!("\nNot yet: {met} of {of} goals.\n")
}

/// `text` in at most `columns`.
fn clipped(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let kept: String = text.chars().take(columns.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// `text` without control characters, line breaks aside: what a student's file holds must not steer the terminal.
fn plain(text: &str) -> String {
    let harmless = |c: char| match c {
        '\n' => '\n',
        '\t' => ' ',
        c if c.is_control() => '\u{FFFD}',
        c => c,
    };
    text.chars().map(harmless).collect()
}
