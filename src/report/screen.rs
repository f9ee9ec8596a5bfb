//! A lab's first screen: the device in three lines, a table with the picture in it, three sentences. The whole stands in
//! [`super::terminal`].

use anstyle::Style;

use super::access::{brief, limiting};
use super::bound;
use super::chart::bar;
use super::curves::{LOW, plot};
use super::table::{Align, Cell, table};
use super::terminal::{by_part, errors, reasons, status_word, undone};
use super::waste::{WORTH, Waste, less_than_its_waste, waste};
use crate::device::DeviceType;
use crate::harness::{Report, Status, VariantReport};
use crate::lab::Accuracy;
use crate::measure::Clock;
use crate::roof::floor::Precision;
use crate::sim::AccessSample;
use crate::text::{COLUMNS, paragraph, wrap};
use crate::units::{BytePerSecond, FlopPerSecond, digits3, percent, share};

/// Columns of a bar.
const BARS: usize = 12;

/// Sentences of what the run shows.
const SENTENCES: usize = 3;

/// Up to which factor three digits show no more than the fewest.
const NONE: f64 = 1.005;

/// What a person does next, in words that follow a colon: commands, or keys where the screen has them.
pub struct Ways<'a> {
    /// For the whole report.
    pub whole: &'a str,
    /// For the same run on a simulated GPU.
    pub simulated: &'a str,
    /// For the exercises; `None` of a lab that has none.
    pub exercises: Option<&'a str>,
}

/// The first screen.
pub fn screen(report: &Report, ways: &Ways<'_>) -> String {
    let bold = Style::new().bold();
    let name = format!("lab {}", report.lab);
    let head = wrap(&format!("{name}: {}", report.question), COLUMNS, 0);
    let mut text = format!("{}\n\n", head.replacen(&name, &format!("{bold}{name}{bold:#}"), 1));
    text += &device(report);
    text += &blocks(&report.variants, report.clock.source == Clock::Estimate);
    text += &match report.sweeps.first() {
        Some(sweep) => format!("\n{}", plot(sweep, report.clock.source == Clock::Estimate, LOW)),
        None => lesson(report, brief),
    };
    text += &columns(report);
    text += &sentences(report);
    let dim = Style::new().dimmed();
    let elsewhere = on_a_cpu(report, ways.simulated);
    let more = paragraph(&format!("All that was counted: {}", ways.whole), 0);
    let turn = |exercises| paragraph(&format!("Your turn, the exercises: {exercises}"), 0);
    let turn = ways.exercises.map(turn).unwrap_or_default();
    text + &format!("{dim}{elsewhere}{more}{dim:#}{turn}")
}

/// The rows of the first screen that are known so far, with their parts' headings; `estimated` where a model gives the times.
pub fn rows(variants: &[VariantReport], estimated: bool) -> String {
    blocks(variants, estimated)
}

/// Where the lesson is to be seen, if the device runs on the processor.
fn on_a_cpu(report: &Report, simulated: &str) -> String {
    if report.device.kind != DeviceType::Cpu {
        return String::new();
    }
    let words = "This device runs on the processor, where the ladder comes out differently (handbook: On a CPU). A GPU's, by estimate";
    paragraph(&format!("{words}: {simulated}"), 0)
}

/// What ran it, how fast it could be, and how times were had.
fn device(report: &Report) -> String {
    let device = &report.device;
    let roofs = &report.roofs;
    let rate = |theoretical: Option<String>, source: &str, measured: Option<String>| {
        let theoretical = theoretical.map(|rate| format!("{rate} ({source})"));
        let both: Vec<String> =
            [theoretical, measured.map(|rate| format!("{rate} measured"))].into_iter().flatten().collect();
        if both.is_empty() { "unknown".to_owned() } else { both.join(", ") }
    };
    let flop = |rate: Option<f64>| rate.map(|rate| FlopPerSecond(rate).to_string());
    let byte = |rate: Option<f64>| rate.map(|rate| BytePerSecond(rate).to_string());
    let compute =
        rate(flop(roofs.theoretical_compute()), &roofs.compute.theoretical.source, flop(roofs.measured_compute()));
    let memory =
        rate(byte(roofs.theoretical_memory()), &roofs.memory.theoretical.source, byte(roofs.measured_memory()));
    let times = match report.clock.source {
        Clock::Estimate => "estimated by a model from what the simulator counted; nothing was measured".to_owned(),
        source => format!("medians, by {}", source.name()),
    };
    let kind = format!("{:?}, {:?}", device.backend, device.kind).to_lowercase();
    // A simulated device's name says so.
    let kind = if device.kind == DeviceType::Simulated { String::new() } else { format!(" ({kind})") };
    let mut lines = vec![
        format!("device  {}{kind}, subgroups of {}", device.name, subgroups(report)),
        format!("peaks   f32 {compute}; memory {memory}"),
        format!("times   {times}"),
    ];
    let size = report.size_choice.as_ref();
    lines.extend(size.map(|choice| format!("size    {}, chosen because {}", choice.size, choice.because)));
    lines.iter().map(|line| format!("{}\n", wrap(line, COLUMNS, 0))).collect()
}

fn subgroups(report: &Report) -> String {
    match (report.device.subgroup_min, report.device.subgroup_max) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// A table for each part, with the same columns; their titles stand over the first.
fn blocks(variants: &[VariantReport], estimated: bool) -> String {
    let bold = Style::new().bold();
    let wasted = is_wasted(variants);
    let mut header = vec![
        ("variant", Align::Left),
        (if estimated { "estimated" } else { "time" }, Align::Right),
        ("vs. first", Align::Right),
        ("of peak", Align::Right),
        ("throughput", Align::Left),
    ];
    let inexact = is_inexact(variants);
    match inexact {
        true => header.push(("error", Align::Right)),
        false if wasted => header.push(("over fewest", Align::Left)),
        false => {}
    }
    let parts = by_part(variants);
    let rows = parts.iter().flat_map(|part| {
        let most = full_bar(part);
        part.iter().map(move |variant| row(variant, most, (inexact, wasted)))
    });
    let whole = table(&header, &rows.collect::<Vec<_>>());
    let mut lines = whole.lines();
    let mut titles = lines.next().map(|titles| format!("{titles}\n"));
    let mut text = String::new();
    for part in parts {
        let head = paragraph(&format!("{}: {}", part[0].part, part[0].problem.label), 0);
        let rows: String = lines.by_ref().take(part.len()).map(|line| format!("{line}\n")).collect();
        let titles = titles.take().unwrap_or_default();
        text += &format!("\n{bold}{head}{bold:#}{titles}{rows}{}{}", why(part), errors(part) + &undone(part));
    }
    text
}

/// Why variants have no figures; what a device lacks is said once, in a line: the whole report has its details.
fn why(variants: &[VariantReport]) -> String {
    let mut lacking: Vec<(&str, Vec<&str>)> = Vec::new();
    for variant in variants.iter().filter(|variant| variant.status == Status::Skipped) {
        let reason = variant.reason.as_deref().unwrap_or_default();
        let reason = reason.split(" (").next().unwrap_or_default();
        match lacking.iter_mut().find(|(other, _)| *other == reason) {
            Some((_, names)) => names.push(&variant.name),
            None => lacking.push((reason, vec![&variant.name])),
        }
    }
    let style = status_word(Status::Skipped).1;
    let line = |(reason, names): (&str, Vec<&str>)| {
        let body = wrap(&format!("skipped {}: {reason}", names.join(", ")), COLUMNS, 4);
        format!("  {style}skipped{style:#}{}\n", &body[4 + "skipped".len()..])
    };
    let skipped: String = lacking.into_iter().map(line).collect();
    skipped + &reasons(variants.iter().filter(|variant| variant.status != Status::Skipped))
}

pub(super) fn rate(variant: &VariantReport) -> Option<f64> {
    variant.throughput.as_ref().map(|throughput| throughput.value)
}

/// The throughput that a whole bar stands for: the best of the part, and of a single variant, which nothing is beside, its peak.
fn full_bar(part: &[VariantReport]) -> f64 {
    let best = part.iter().filter_map(rate).fold(0.0, f64::max);
    match part {
        [only] => only.of_theoretical.or(only.of_measured).map_or(0.0, |share| best / share.min(1.0)),
        _ => best,
    }
}

fn row(variant: &VariantReport, most: f64, (inexact, wasted): (bool, bool)) -> Vec<Cell> {
    let dash = || "-".to_owned();
    let picture = match (rate(variant), variant.status) {
        (Some(rate), Status::Ok) => bar(rate, most, BARS).into(),
        (_, status) => {
            let (word, style) = status_word(status);
            Cell(word.to_owned(), style)
        }
    };
    let mut cells = vec![
        variant.name.as_str().into(),
        bound::time(variant).unwrap_or_else(dash).into(),
        variant.against().into(),
        variant.of_theoretical.or(variant.of_measured).map_or_else(dash, percent).into(),
        picture,
    ];
    if inexact {
        cells.push(accuracy(variant).map_or_else(dash, off).into());
    } else if wasted {
        let most = variant.counters.as_ref().map(waste);
        cells.push(most.map_or_else(dash, |(ratio, what)| over(ratio, what)).into());
    }
    cells
}

/// How far an output is from the truth.
fn accuracy(variant: &VariantReport) -> Option<Accuracy> {
    variant.check.as_ref()?.accuracy
}

/// The error as a share of the truth; where values are lost, how many: the error of the others says little then.
fn off(accuracy: Accuracy) -> String {
    if accuracy.lost > 0.0 { format!("{} lost", share(accuracy.lost)) } else { format!("{:.1e}", accuracy.error_l2) }
}

/// Whether the lab is about errors: their column stands in place of what is wasted.
fn is_inexact(variants: &[VariantReport]) -> bool {
    variants.iter().any(|variant| accuracy(variant).is_some())
}

/// Whether the counters of a variant are so far above the fewest that a column is worth its place.
fn is_wasted(variants: &[VariantReport]) -> bool {
    variants.iter().filter_map(|variant| variant.counters.as_ref()).any(|counters| waste(counters).0 > WORTH)
}

/// "2.00 x sectors", or that it is the fewest of all.
fn over(ratio: f64, what: Waste) -> String {
    if ratio < NONE { "none".to_owned() } else { format!("{} x {}", digits3(ratio), what.name()) }
}

/// The slowest variant's limiting access, as `draws` makes a picture of it; empty where something else limits it.
pub(super) fn lesson(report: &Report, draws: fn(&str, &AccessSample) -> String) -> String {
    dearest(report)
        .map_or_else(String::new, |(slowest, request)| format!("\n{}", draws(&format!("`{}`", slowest.name), request)))
}

/// The variant that falls furthest behind the best of its part, and the access that limits it; `None` where something else does.
pub(super) fn dearest(report: &Report) -> Option<(&VariantReport, &AccessSample)> {
    let behind = |variant: &&VariantReport| {
        let part = report.variants.iter().filter(|other| other.part == variant.part);
        part.filter_map(rate).fold(0.0, f64::max) / rate(variant).unwrap_or(f64::INFINITY)
    };
    let slowest = report.variants.iter().max_by(|a, b| behind(a).total_cmp(&behind(b)))?;
    let sources = report.sources.iter().filter(|source| source.variant == slowest.name);
    let accesses = sources.filter_map(|source| limiting(&source.first_requests, &source.findings));
    Some((slowest, accesses.max_by_key(|request| request.all.spent - request.all.ideal)?))
}

/// What the columns are.
fn columns(report: &Report) -> String {
    let mut text = format!(
        "vs. first: in time (~: no difference shown). throughput: the problem's work over time, a full bar the part's best{}{}.",
        if by_part(&report.variants).iter().any(|part| part.len() == 1) { " (of one alone, its peak)" } else { "" },
        peaks(&report.variants).map_or(String::new(), |whose| format!("; of peak: {whose}"))
    );
    if is_inexact(&report.variants) {
        text += " error: against the truth, the root mean square as a share of it.";
    } else if is_wasted(&report.variants) {
        text += " over fewest: the worst waste of sectors, passes or lanes";
        let worst = report.variants.iter().filter_map(|variant| variant.counters.as_ref()).map(waste);
        let passes = worst.filter(|(over, _)| *over > WORTH).any(|(_, what)| what == Waste::Passes);
        text += if passes { " (passes: over the banks of workgroup memory)." } else { "." };
        text += &less_than_its_waste(&report.variants).map_or_else(String::new, |words| format!(" {words}"));
    }
    if let Some(reported) = bound::legend(&report.variants) {
        text += &format!(" {reported}");
    }
    if let [first, others @ ..] = &report.sweeps[..]
        && by_part(&report.variants).len() > 1
    {
        text += &format!(" The plot is of `{}`", first.part);
        text += if others.is_empty() { "." } else { "; --detail has the others." };
    }
    format!("\n{}", paragraph(&text, 0))
}

/// Whose peak the shares refer to: the most frequent one, and of which variants it is another; `None` where there are no shares.
pub(super) fn peaks(variants: &[VariantReport]) -> Option<String> {
    let share = |variant: &VariantReport| variant.of_theoretical.or(variant.of_measured);
    variants.iter().find_map(share)?;
    let held = variants.iter().filter(|variant| variant.throughput.is_some() && variant.roof.is_some());
    let mut roofs: Vec<(&str, Vec<&VariantReport>)> = Vec::new();
    for variant in held {
        let name = variant.roof.as_deref().unwrap_or_default();
        match roofs.iter_mut().find(|(roof, _)| *roof == name) {
            Some((_, of)) => of.push(variant),
            None => roofs.push((name, vec![variant])),
        }
    }
    // Stable: the first of several that are as frequent.
    roofs.sort_by_key(|(_, of)| std::cmp::Reverse(of.len()));
    let ((usual, _), others) = roofs.split_first()?;
    let whose = |(roof, of): &(&str, Vec<&VariantReport>)| {
        let whole =
            |part: &str| variants.iter().filter(|variant| variant.part == part).all(|variant| is_of(variant, roof));
        let mut parts: Vec<&str> = of.iter().map(|variant| variant.part.as_str()).collect();
        parts.dedup();
        let names: Vec<&str> = of.iter().map(|variant| variant.name.as_str()).collect();
        let unknown = if of.iter().all(|variant| share(variant).is_none()) { " (unknown)" } else { "" };
        match parts.iter().all(|part| whole(part)) {
            true => format!(", in {} {}{unknown}", parts.join(" and "), peak(roof)),
            false => format!(", of {} {}{unknown}", names.join(", "), peak(roof)),
        }
    };
    Some(format!("{}{}", peak(usual), others.iter().map(whose).collect::<String>()))
}

/// Whether a variant has this roof, or none.
fn is_of(variant: &VariantReport, roof: &str) -> bool {
    variant.roof.as_deref().is_none_or(|own| own == roof)
}

/// Whose peak it is.
fn peak(roof: &str) -> String {
    match Precision::named(roof) {
        Some(precision @ (Precision::Int8Dot | Precision::MatrixF16 | Precision::MatrixF16F32)) => {
            format!("that of {}", precision.words())
        }
        _ => format!("{roof}'s"),
    }
}

fn sentences(report: &Report) -> String {
    let bold = Style::new().bold();
    let how = if report.clock.source == Clock::Estimate { ", by estimate" } else { "" };
    let reported: String = report.shows.iter().take(SENTENCES).map(|sentence| paragraph(sentence, 2)).collect();
    let notes: String = report.notes.iter().map(|note| paragraph(&format!("Note: {}.", note.brief()), 0)).collect();
    if report.shows.is_empty() {
        return format!("\n{notes}");
    }
    format!("\n{bold}What this run shows{how}{bold:#}\n{reported}{notes}\n")
}
