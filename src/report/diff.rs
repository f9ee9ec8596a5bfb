//! Two kernels side by side, on the terminal.

use anstyle::{AnsiColor, Style};

use super::format::Render;
use super::table::{Align, Cell, table};
use crate::compare::diff::{DiffReport, Difference, SideReport};
use crate::compare::{CounterRow, advantages};
use crate::harness::Status;
use crate::harness::own::Outputs;
use crate::measure::Summary;
use crate::text::{COLUMNS, paragraph, wrap};
use crate::units::{digits3, percent};

impl Render for DiffReport {
    fn terminal(&self, _columns: usize) -> String {
        diff(self)
    }
}

/// What ran, what differs in a sentence, the idea, times and counters.
fn diff(report: &DiffReport) -> String {
    let mut text = side("A", &report.a) + &side("B", &report.b);
    if let Some(problem) = &report.problem {
        text += &paragraph(&format!("both solve {}", problem.label), 0);
    }
    let device = &report.device;
    text += &format!("{}\n\n", wrap(&format!("on {} ({})", device.name, device.driver), COLUMNS, 0));
    text += &verdict(report);
    text += &ideas(report);
    text += &numbers(report);
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

fn verdict(report: &DiffReport) -> String {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into())).bold();
    let style = match report.difference {
        Difference::Faster => colour(AnsiColor::Green),
        Difference::Slower | Difference::Wrong => colour(AnsiColor::Red),
        Difference::NotRun => colour(AnsiColor::Yellow),
        Difference::None | Difference::NotInTime => Style::new().bold(),
    };
    format!("{style}{}{style:#}\n", wrap(&report.summary, COLUMNS, 0))
}

/// What the two kernels' comments teach, and what counters and code show.
fn ideas(report: &DiffReport) -> String {
    if report.same_program || report.difference == Difference::Wrong {
        return String::new();
    }
    let bold = Style::new().bold();
    let mut text = format!("\n{bold}The idea that differs{bold:#}\n");
    for (name, side) in [("A", &report.a), ("B", &report.b)] {
        if let Some(lesson) = &side.lesson {
            text += &paragraph(&format!("{name} says: \"{}\"", lesson.says), 2);
            if let Some(teaches) = &lesson.teaches {
                text += &paragraph(&format!("it teaches: \"{teaches}\""), 4);
            }
        }
    }
    for (number, idea) in report.ideas.iter().enumerate() {
        let lead = if number == 0 { "What changes: " } else { "Also: " };
        text += &paragraph(&format!("{lead}{}.", idea.sentence), 2);
    }
    for (name, told) in ["A", "B"].into_iter().zip(advantages(&report.counters)) {
        if !told.is_empty() {
            text += &paragraph(&format!("For {name}: {}.", told.join("; ")), 2);
        }
    }
    if report.ideas.is_empty() {
        text += "  Nothing that the simulator counts, and no line of code, tells the two apart.\n";
    }
    text
}

fn numbers(report: &DiffReport) -> String {
    if report.difference == Difference::Wrong {
        return String::new();
    }
    let mut rows: Vec<Vec<Cell>> = report
        .time_ratio
        .iter()
        .map(|ratio| {
            let name = if ratio.estimated { "estimated time" } else { "time" };
            let interval = if ratio.estimated {
                String::new()
            } else {
                format!("{} to {}", digits3(ratio.low), digits3(ratio.high))
            };
            vec![
                name.into(),
                told_time(report.a.time.as_ref()).into(),
                told_time(report.b.time.as_ref()).into(),
                digits3(ratio.value).into(),
                interval.into(),
            ]
        })
        .collect();
    rows.extend(report.counters.iter().map(counter));
    if rows.is_empty() {
        return String::new();
    }
    let header = [
        ("", Align::Left),
        ("A", Align::Right),
        ("B", Align::Right),
        ("B / A", Align::Right),
        ("interval", Align::Left),
    ];
    let machine = report.a.counters.as_ref().map_or(String::new(), |counters| {
        let text = format!("Counters are the simulator's, for {}, totals over the launch.", counters.machine);
        paragraph(&text, 2)
    });
    let outputs = report.outputs.as_ref().map_or(String::new(), |compared| paragraph(&outputs(compared), 2));
    format!("\n{}{machine}{outputs}", table(&header, &rows))
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

pub(super) fn told_time(time: Option<&Summary>) -> String {
    match time {
        None => "-".to_owned(),
        Some(time) if time.samples == 0 => time.median.to_string(),
        Some(time) => format!("{} ± {}", time.median, percent(time.spread())),
    }
}

fn counter(row: &CounterRow) -> Vec<Cell> {
    vec![row.name.as_str().into(), exact(row.a).into(), exact(row.b).into(), ratio(row).into(), "".into()]
}

pub(super) fn exact(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if value.fract() == 0.0 => format!("{value}"),
        Some(value) => format!("{value:.3}"),
    }
}

/// The second counter over the first.
pub(super) fn ratio(row: &CounterRow) -> String {
    match row.ratio {
        _ if !row.differs() => "=".to_owned(),
        Some(ratio) => digits3(ratio),
        None => "-".to_owned(),
    }
}
