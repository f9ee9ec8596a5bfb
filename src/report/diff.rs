//! Two kernels side by side, on the terminal.

use anstyle::{AnsiColor, Style};

use super::bound;
use super::explain::compiled;
use super::format::Render;
use super::table::{Align, Cell, table};
use crate::compare::diff::{DiffReport, Difference, SideReport};
use crate::compare::{CounterRow, advantages};
use crate::harness::{Outputs, Status};
use crate::sim::Counters;
use crate::text::{COLUMNS, paragraph, wrap};
use crate::units::{count, digits3, percent};

impl Render for DiffReport {
    fn terminal(&self, columns: usize) -> String {
        diff(self, columns)
    }
}

/// What ran, what differs in a sentence, the idea, times and counters.
fn diff(report: &DiffReport, columns: usize) -> String {
    let mut text = side("A", &report.a) + &side("B", &report.b);
    if let Some(problem) = &report.problem {
        text += &paragraph(&format!("both solve {}", problem.label), 0);
    }
    let device = &report.device;
    text += &format!("{}\n\n", wrap(&format!("on {} ({})", device.name, device.driver), COLUMNS, 0));
    text += &how_they_stand(report);
    text += &ideas(report);
    text += &numbers(report);
    for side in &report.compiled {
        text += &format!("\n{}", paragraph(&format!("{} on {}", side.file, side.machine), 0));
        text += &compiled(&side.listing, &side.source, columns);
    }
    for note in &report.notes {
        text += &paragraph(&format!("note: {note}"), 0);
    }
    text
}

fn side(name: &str, side: &SideReport) -> String {
    let variant = side.variant.as_ref().map_or(String::new(), |variant| format!(" (`{variant}`)"));
    let checked = match (&side.check, side.status) {
        (Some(check), Status::Ok | Status::Inconclusive) => {
            format!(": {} elements verified", check.elements)
        }
        _ => format!(": {}", format!("{:?}", side.status).to_lowercase()),
    };
    let mut text = paragraph(&format!("{name}  {}{variant}{checked}", side.file), 0);
    if let Some(reason) = &side.reason {
        text += &paragraph(reason, 4);
    }
    text
}

fn how_they_stand(report: &DiffReport) -> String {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into())).bold();
    let style = match report.difference {
        Difference::Faster => colour(AnsiColor::Green),
        Difference::Slower | Difference::Wrong => colour(AnsiColor::Red),
        Difference::NotRun => colour(AnsiColor::Yellow),
        Difference::None | Difference::NotInTime | Difference::Untold => Style::new().bold(),
    };
    let limits = report.limits().filter(|_| report.difference != Difference::Wrong && !report.same_program);
    let limits = limits.map_or(String::new(), |limits| paragraph(&limits, 0));
    format!("{style}{}{style:#}\n{limits}", wrap(&report.summary, COLUMNS, 0))
}

/// What the two kernels' comments teach, and what counters and code show.
fn ideas(report: &DiffReport) -> String {
    if report.same_program || report.difference == Difference::Wrong {
        return String::new();
    }
    let bold = Style::new().bold();
    let mut text = format!("\n{bold}The idea that differs{bold:#}\n");
    text += &lessons(report);
    for (number, idea) in report.ideas.iter().enumerate() {
        let lead = if number == 0 { "What changes: " } else { "Also: " };
        text += &paragraph(&format!("{lead}{}.", idea.sentence), 2);
    }
    for (name, reported) in ["A", "B"].into_iter().zip(advantages(&report.counters, &report.ideas)) {
        if !reported.is_empty() {
            text += &paragraph(&format!("For {name}: {}.", reported.join("; ")), 2);
        }
    }
    if report.ideas.is_empty() {
        text += "  Nothing that the simulator counts, and no line of code, tells the two apart.\n";
    }
    text
}

/// What the kernels' comments say, once where both say the same.
fn lessons(report: &DiffReport) -> String {
    let said = |name: &str, side: &SideReport| {
        let lesson = side.lesson.as_ref()?;
        let mut text = paragraph(&format!("{name}: \"{}\"", lesson.says), 2);
        if let Some(teaches) = &lesson.teaches {
            text += &paragraph(&format!("it teaches: \"{teaches}\""), 4);
        }
        Some(text)
    };
    let reported = match report.a.lesson == report.b.lesson {
        true => [said("both say", &report.a), None],
        false => [said("A says", &report.a), said("B says", &report.b)],
    };
    reported.into_iter().flatten().collect()
}

fn numbers(report: &DiffReport) -> String {
    if report.difference == Difference::Wrong {
        return String::new();
    }
    let counters = report.counters.iter().map(counter);
    let (mut text, rows): (String, Vec<Vec<Cell>>) = match &report.time_ratio {
        // Estimates and counters have no interval.
        Some(ratio) if ratio.estimated => {
            let estimated = vec![time(report, &digits3(ratio.value), "estimated time")];
            (String::new(), estimated.into_iter().chain(counters).collect())
        }
        Some(ratio) => {
            let interval = format!("{} to {}", digits3(ratio.low), digits3(ratio.high));
            let row = [time(report, &digits3(ratio.value), "time"), vec![interval.into()]].concat();
            let header = [&HEADER[..], &[("interval", Align::Left)]].concat();
            (format!("\n{}", table(&header, &[row])), counters.collect())
        }
        None if report.difference == Difference::Untold => {
            let estimated = vec![time(report, "-", "estimated time")];
            (String::new(), estimated.into_iter().chain(counters).collect())
        }
        None => (String::new(), counters.collect()),
    };
    if !rows.is_empty() {
        text += &format!("\n{}", table(&HEADER, &rows));
    }
    if text.is_empty() {
        return text;
    }
    let machine = report.a.counters.as_ref().map_or(String::new(), |counters| {
        let text = format!("Counters are the simulator's, for {}, totals over the launch.", counters.machine);
        paragraph(&text, 2)
    });
    let outputs = report.outputs.as_ref().map_or(String::new(), |compared| paragraph(&outputs(compared), 2));
    text + &machine + &outputs
}

/// The columns of times and counters.
const HEADER: [(&str, Align); 4] =
    [("", Align::Left), ("A", Align::Right), ("B", Align::Right), ("B / A", Align::Right)];

fn time(report: &DiffReport, ratio: &str, name: &str) -> Vec<Cell> {
    let [a, b] = [&report.a, &report.b].map(told_time);
    vec![name.into(), a.into(), b.into(), ratio.into()]
}

/// What the two wrote, in a sentence.
pub(super) fn outputs(outputs: &Outputs) -> String {
    match (outputs.words, outputs.differing) {
        (0, _) => "There is no buffer that both write: nothing was compared.".to_owned(),
        (words, 0) => format!("Outputs: {words} words, the same bit for bit."),
        (words, differing) => format!(
            "Outputs: {differing} of {words} words differ in their bits, by {:.1e} of the largest number at most.",
            outputs.largest
        ),
    }
}

pub(super) fn told_time(side: &SideReport) -> String {
    match &side.time {
        None => "-".to_owned(),
        Some(time) if time.samples == 0 => bound::marked(side.at_least(), time.median),
        Some(time) => format!("{} ± {}", time.median, percent(time.spread())),
    }
}

fn counter(row: &CounterRow) -> Vec<Cell> {
    vec![words(row).into(), short(row.a).into(), short(row.b).into(), ratio(row).into()]
}

/// From this count on three digits are shown: the JSON has them all.
const LARGE: f64 = 1e7;

fn short(value: Option<f64>) -> String {
    match value {
        Some(value) if value >= LARGE => count(value),
        value => exact(value),
    }
}

pub(super) fn exact(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if value.fract() == 0.0 => format!("{value}"),
        Some(value) => format!("{value:.3}"),
    }
}

/// What a counter counts, without what its words explain.
pub(super) fn words(row: &CounterRow) -> &str {
    let known = Counters::TABLE.iter().find(|counter| counter.name == row.name);
    let words = known.map_or(row.name.as_str(), |counter| counter.words);
    words.split(": ").next().unwrap_or(words)
}

/// The second counter over the first.
pub(super) fn ratio(row: &CounterRow) -> String {
    match row.ratio {
        _ if !row.differs() => "=".to_owned(),
        Some(ratio) => digits3(ratio),
        None => "-".to_owned(),
    }
}
