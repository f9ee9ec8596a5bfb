//! A judgement for a person at a terminal of 80 columns: goal by goal, with the figure, the line and the hint.

use anstyle::{AnsiColor, Style};

use super::gains::{gains, pictures, times};
use super::speech::speech;
use crate::lab::{Figure, Test};
use crate::marking::{Capped, GoalReport, GoalStatus, Judgement};
use crate::sim::{Finding, Severity};
use crate::text::{COLUMNS, REPLACED, clean, hung, paragraph, pieces_of, width, wrap};
use crate::units::{digits_apart, digits3_or_power};

/// Columns of a goal's title, where its figure stands beside it.
const TITLE: usize = 58;

/// Findings that are shown: more would hide the first.
const FINDINGS: usize = 2;

/// Lines of a goal's detail that may be examples of wrong elements: the hint below it is to be in sight on 24 rows.
const DETAIL: usize = 4;

/// Lines of a goal's detail that are shown of a driver that says more than any sentence of ours.
const LONG: usize = 20;

/// The goals with ticks, the first findings with their source lines, and the hint. Print it through `anstream`, which
/// strips styles where they do not belong.
pub fn judgement(judgement: &Judgement, columns: usize) -> String {
    let bold = Style::new().bold();
    let dim = Style::new().dimmed();
    let (lab, exercise) = (&judgement.lab, &judgement.exercise);
    let mut text = format!("{bold}{lab} · {exercise}{bold:#}  {dim}{}{dim:#}\n", plain(&judgement.file));
    text += &format!("{}\n\n", wrap(&judgement.task, COLUMNS, 0));
    text += &goals(judgement, columns);
    text += &fewest(judgement).map_or_else(String::new, |words| format!("{dim}{}{dim:#}", paragraph(words, 4)));
    text += &findings(judgement, columns);
    text += &verdict(judgement);
    text += &times(judgement);
    if judgement.solved() {
        text += &gains(judgement);
    }
    text += &pictures(judgement);
    text += &judgement.speech().map_or_else(String::new, |said| speech(&said, false));
    text + &advice(judgement)
}

/// What the fewest sectors are, where goals tell of two sorts of them.
pub(super) fn fewest(judgement: &Judgement) -> Option<&'static str> {
    let goals = || judgement.definition().into_iter().flat_map(|exercise| exercise.goals);
    let reported = |id: &str| judgement.goals.iter().any(|goal| goal.id == id && goal.measured.is_some());
    let asks = |which| {
        goals().any(|goal| matches!(goal.test, Test::AtMost(figure, _) if figure == which) && reported(goal.id))
    };
    (asks(Figure::SectorsOverIdeal) && asks(Figure::SectorsOverFewest)).then_some(
        "The fewest for its requests hold the bytes that each of them asks for; the fewest for the problem hold each input and each output once.",
    )
}

/// What was seen of an attempt, and the hint that answers it.
pub fn advice(judgement: &Judgement) -> String {
    let seen = judgement.seen.as_ref().map(|seen| hint("seen", seen));
    let answer = judgement.hint.as_ref().map(|(_, text)| hint("hint", text));
    match (seen, answer) {
        (None, None) => String::new(),
        (seen, answer) => format!("\n{}{}", seen.unwrap_or_default(), answer.unwrap_or_default()),
    }
}

/// Each goal on a line, with its figure; what is unmet with its reason.
pub fn goals(judgement: &Judgement, columns: usize) -> String {
    let mut text = String::new();
    let mut waiting = false;
    let mut whys = Vec::new();
    for goal in &judgement.goals {
        text += &self::goal(goal);
        let goal = &said_once(goal, &mut whys);
        // Why a goal waits for an earlier one need not be said at each.
        if !(waiting && goal.outcome == GoalStatus::Open) {
            text += &detail(goal, columns);
        }
        waiting |= matches!(goal.outcome, GoalStatus::Unmet | GoalStatus::Open);
    }
    text
}

/// `goal`, which leaves out why its figure does not count where an earlier goal, of those in `whys`, says the same.
fn said_once(goal: &GoalReport, whys: &mut Vec<String>) -> GoalReport {
    let mut goal = goal.clone();
    if let Some(capped) = &goal.capped {
        match whys.contains(&capped.why) {
            true => goal.detail = Capped { why: "see above".to_owned(), ..capped.clone() }.to_string(),
            false => whys.push(capped.why.clone()),
        }
    }
    goal
}

/// As [`goals`], with those at the end that wait for an earlier one in a single line, where that leaves room for the hint.
pub fn goals_in_short(judgement: &Judgement, columns: usize) -> String {
    let all = &judgement.goals;
    let waits = |goal: &&GoalReport| matches!(goal.outcome, GoalStatus::Open | GoalStatus::NotAsked);
    let waiting = all.iter().rev().take_while(waits).count();
    let first = all.len() - waiting;
    if waiting < 2 || !all[..first].iter().any(|goal| goal.outcome == GoalStatus::Unmet) {
        return goals(judgement, columns);
    }
    let dim = Style::new().dimmed();
    let reported = all[..first].iter().map(|goal| self::goal(goal) + &detail(goal, columns));
    reported.collect::<String>() + &format!("  {dim}·{dim:#} {waiting} more goals wait for that\n")
}

/// The goals of an exercise of which no attempt was judged yet.
pub fn open_goals(titles: &[String]) -> String {
    titles.iter().map(|title| goal(&GoalReport::new("", title, GoalStatus::Open))).collect()
}

/// A hint after its heading.
pub fn hint(heading: &str, text: &str) -> String {
    let cyan = Style::new().fg_color(Some(AnsiColor::Cyan.into())).bold();
    let indent = width(heading) + 2;
    let body = wrap(text, COLUMNS, indent);
    let body = body.get(indent..).unwrap_or_default();
    format!("{cyan}{heading}{cyan:#}  {body}\n")
}

/// One goal on a line.
fn goal(goal: &GoalReport) -> String {
    let (mark, style) = (sign(goal.outcome), style(goal.outcome));
    let head = format!("  {style}{mark}{style:#} ");
    let rest = match figure(goal) {
        Some(figure) if width(&goal.title) < TITLE && width(&figure) + TITLE + 4 <= COLUMNS => {
            format!("{:<TITLE$}{style}{figure}{style:#}\n", goal.title)
        }
        Some(figure) => format!("{}: {style}{figure}{style:#}\n", goal.title),
        None => format!("{}\n", goal.title),
    };
    head + &rest
}

/// Why a goal is not met, below it.
fn detail(goal: &GoalReport, columns: usize) -> String {
    if goal.detail.is_empty() || goal.outcome == GoalStatus::Met {
        return String::new();
    }
    let dim = Style::new().dimmed();
    let lines = quoted(&some_examples(&plain(&goal.detail)), columns);
    // A compiler's message quotes the source, and its carets may stand below many lines.
    let most = if goal.detail.contains('│') { usize::MAX } else { LONG };
    let mut shown: Vec<String> = lines.iter().take(most).cloned().collect();
    if let Some(more @ 1..) = lines.len().checked_sub(most) {
        shown.push(format!("      ... ({more} more; `--json -` has all of it)"));
    }
    format!("{dim}{}{dim:#}\n", shown.join("\n"))
}

/// `text` with as many of its examples, one for a wrong element, as fit [`DETAIL`] lines: one at least.
fn some_examples(text: &str) -> String {
    let mut taken = 0;
    let mut examples = 0;
    let fits = |line: &&str| {
        let height = wrap(line, COLUMNS, 6).lines().count();
        let example = line.trim_start().starts_with('[');
        let kept = !example || examples == 0 || taken + height <= DETAIL;
        taken += if kept { height } else { DETAIL };
        examples += usize::from(example);
        kept
    };
    text.lines().filter(fits).collect::<Vec<_>>().join("\n")
}

/// The lines of a goal's detail. Those that quote the source keep their spaces: a caret stands under its place, also
/// where a line goes on below.
fn quoted(text: &str, columns: usize) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut shown = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let below = lines
            .get(at + 1)
            .filter(|below| line.contains('│') && !at_number(line).is_empty() && at_number(below).is_empty());
        let block: Vec<&str> =
            [Some(*line), below.filter(|below| below.contains('│')).copied()].into_iter().flatten().collect();
        at += block.len();
        if line.contains('│') {
            shown.extend(side_by_side(&block, columns));
        } else {
            // A word may be longer than a line.
            shown.extend(wrap(line, COLUMNS, 6).lines().flat_map(|line| pieces_of(line, columns)));
        }
    }
    shown
}

/// The number of a quoted line; empty for carets.
fn at_number(line: &str) -> &str {
    line.split('│').next().unwrap_or_default().trim()
}

/// A quoted line, and the carets below it, broken at the same columns.
fn side_by_side(block: &[&str], columns: usize) -> Vec<String> {
    let room = |left: &str| columns.saturating_sub(width(left)).max(COLUMNS / 4);
    let split: Vec<(String, Vec<String>)> = block
        .iter()
        .map(|line| {
            let end = line.find('│').map_or(0, |at| at + '│'.len_utf8());
            let left = format!("      {}", &line[..end]);
            let pieces = pieces_of(&line[end..], room(&left));
            (left, pieces)
        })
        .collect();
    let longest = split.iter().map(|(_, pieces)| pieces.len()).max().unwrap_or(0);
    let rows = (0..longest).flat_map(|row| {
        split.iter().enumerate().filter_map(move |(at, (left, pieces))| {
            let piece = pieces.get(row)?;
            let bar = format!("{}│", " ".repeat(width(left).saturating_sub(1)));
            // Carets may stand in a later row alone.
            let kept = at == 0 && row == 0 || !piece.trim_start_matches('│').trim().is_empty();
            kept.then(|| format!("{}{piece}", if row == 0 { left } else { &bar }).trim_end().to_owned())
        })
    });
    rows.collect()
}

/// A goal's outcome in one character.
pub(super) fn sign(outcome: GoalStatus) -> char {
    match outcome {
        GoalStatus::Met => '✓',
        GoalStatus::Unmet => '✗',
        GoalStatus::Open | GoalStatus::NotAsked => '·',
        GoalStatus::Inconclusive => '?',
    }
}

fn style(outcome: GoalStatus) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match outcome {
        GoalStatus::Met => colour(AnsiColor::Green),
        GoalStatus::Unmet => colour(AnsiColor::Red).bold(),
        GoalStatus::Open | GoalStatus::NotAsked => Style::new().dimmed(),
        GoalStatus::Inconclusive => colour(AnsiColor::Yellow),
    }
}

/// "8.00" where a figure was measured; what it counts stands in the goal's title.
pub(super) fn figure(goal: &GoalReport) -> Option<String> {
    let measured = goal.measured?;
    Some(match goal.outcome {
        GoalStatus::Met => digits3_or_power(measured),
        _ => {
            let [measured, wanted] = digits_apart(measured, goal.wanted?);
            format!("{measured} (wanted {wanted})")
        }
    })
}

/// The first findings that concern what is unmet: faults before the rest.
pub fn findings(judgement: &Judgement, columns: usize) -> String {
    if judgement.solved() {
        return String::new();
    }
    let faults = judgement.findings().any(|f| f.severity == Severity::Error);
    let shown = judgement.findings().filter(|f| !faults || f.severity == Severity::Error);
    // A race on a line that uses two arrays is two faults, with one name and place.
    let mut shown: Vec<&Finding> = shown.collect();
    shown.dedup_by(|b, a| a.severity == Severity::Error && (a.line, a.kind) == (b.line, b.kind));
    let shown = shown.into_iter().take(FINDINGS).enumerate();
    let blocks: Vec<String> = shown.map(|(at, finding)| self::finding(finding, at, judgement, columns)).collect();
    if blocks.is_empty() {
        return String::new();
    }
    format!("\n{}", blocks.concat())
}

/// A line of the source, and what was seen there: of a fault its name (the first is its goal's detail), and never what to do,
/// which is for the hints.
fn finding(finding: &Finding, at: usize, judgement: &Judgement, columns: usize) -> String {
    let dim = Style::new().dimmed();
    let yellow = Style::new().fg_color(Some(AnsiColor::Yellow.into()));
    let source = finding.line.and_then(|line| {
        let text = plain(judgement.lines.get(&line)?.trim_end());
        let lines = hung(&format!("{line:>5} | "), &text, columns);
        Some(format!("{dim}{}{dim:#}\n", lines.join("\n")))
    });
    let body = match finding.severity {
        Severity::Error => format!("{}: {}", if at == 0 { "the fault above" } else { "one more fault" }, finding.kind),
        _ => {
            let mut seen = finding.clone();
            seen.withhold_suggestion();
            plain(&seen.message)
        }
    };
    format!("{}{yellow}{}{yellow:#}\n", source.unwrap_or_default(), wrap(&body, COLUMNS, 8))
}

/// Whether it is solved, or how many goals are met.
pub fn verdict(judgement: &Judgement) -> String {
    let green = Style::new().fg_color(Some(AnsiColor::Green.into())).bold();
    let style = if judgement.solved() { green } else { Style::new() };
    let (word, rest) = standing_in_two(judgement);
    let earned = judgement.earned.as_ref().map_or(String::new(), |earned| wrap(earned, COLUMNS, 0) + "\n");
    format!("\n{style}{word}{style:#}{rest}\n{earned}")
}

/// As [`verdict`], as a plain sentence.
pub(super) fn standing(judgement: &Judgement) -> String {
    let (word, rest) = standing_in_two(judgement);
    format!("{word}{rest}")
}

/// The first word of the verdict, and the rest of its sentence.
fn standing_in_two(judgement: &Judgement) -> (&'static str, String) {
    let (met, of) = (judgement.met(), judgement.goals.len());
    let (word, rest) = match judgement.solved() {
        false => ("Not yet", ""),
        true if met < of => ("Solved", "; speed is judged on a GPU only"),
        true => ("Solved", ""),
    };
    (word, format!(": {met} of {of} goals{rest}."))
}

/// What a student's file holds must not steer the terminal, nor a tab break its columns.
fn plain(text: &str) -> String {
    clean(text, |_| REPLACED).replace('\t', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(outcome: GoalStatus, measured: Option<f64>, detail: &str) -> GoalReport {
        GoalReport {
            measured,
            wanted: Some(1.1),
            unit: "x the fewest sectors for its requests".to_owned(),
            detail: detail.to_owned(),
            ..GoalReport::new("coalesced", "at most 1.1 x the fewest sectors for its requests", outcome)
        }
    }

    fn shown(goal: &GoalReport) -> String {
        let text = self::goal(goal) + &detail(goal, COLUMNS);
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn a_goal_stands_with_its_mark_its_figure_and_why_it_is_not_met() {
        let met = shown(&report(GoalStatus::Met, Some(1.0), "hidden"));
        assert!(met.starts_with("  ✓ at most 1.1") && met.ends_with("1.00\n"), "{met}");
        let unmet = shown(&report(GoalStatus::Unmet, Some(8.0), ""));
        assert!(unmet.contains('✗') && unmet.contains("8.00 (wanted 1.10)"), "{unmet}");
        let near = shown(&report(GoalStatus::Unmet, Some(1.1004), ""));
        assert!(near.contains("1.1004 (wanted 1.1000)"), "{near}");
        let open = shown(&report(GoalStatus::Open, None, "judged when it is right"));
        assert_eq!(open, "  · at most 1.1 x the fewest sectors for its requests\n      judged when it is right\n");
        assert!(shown(&report(GoalStatus::Inconclusive, None, "")).starts_with("  ? "));
    }

    #[test]
    fn what_a_file_holds_does_not_steer_the_terminal_or_break_its_columns() {
        let long = format!("\u{1b}[2J{}\u{7}", "{".repeat(200));
        let text = detail(&report(GoalStatus::Unmet, None, &long), COLUMNS);
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert!(!plain.chars().any(|c| c.is_control() && c != '\n'), "{plain:?}");
        assert!(plain.lines().all(|line| width(line) <= COLUMNS), "{plain}");
    }

    #[test]
    fn a_message_is_whole_and_only_examples_are_left_out() {
        let of = |text: &str| detail(&report(GoalStatus::Unmet, None, text), COLUMNS);
        let fault = format!("line 7: {} (the first is shown)", "a data race ".repeat(40));
        assert!(of(&fault).contains("(the first is shown)") && !of(&fault).contains("more"), "{}", of(&fault));
        let examples: String = (0..5).map(|at| format!("\n  [{at}] got 1, expected 2")).collect();
        let text = of(&format!("5 of 9 elements are wrong{examples}"));
        assert!(text.contains("[2] got 1") && !text.contains("[3]") && !text.contains("more"), "{text}");
        let long = format!("{}\n  [8] got {}", "5 of 9 elements are wrong ".repeat(12), "1".repeat(60));
        assert!(of(&long).contains("[8] got"), "one example at least: {}", of(&long));
        let many: String = (0..50).map(|line| format!("line {line}\n")).collect();
        assert_eq!(of(&many).lines().count(), LONG + 1);
        assert!(of(&many).contains("30 more; `--json -` has all"), "{}", of(&many));
    }

    #[test]
    fn carets_stay_under_their_place_where_the_source_goes_on_below() {
        let source = format!("  7 │ {}wrong{}\n    │ {}^^^^^", "a".repeat(90), "b".repeat(9), " ".repeat(90));
        for columns in [40, 60, 80, 200] {
            let lines = quoted(&source, columns);
            assert!(lines.iter().all(|line| width(line) <= columns), "{lines:#?}");
            let carets = lines.iter().position(|line| line.contains('^')).expect("carets");
            let place = |line: &str, c| line.chars().position(|at| at == c);
            let word = lines[carets - 1].contains('w').then(|| place(&lines[carets - 1], 'w'));
            assert!(word.is_none_or(|word| word == place(&lines[carets], '^')), "{lines:#?}");
        }
    }
}
