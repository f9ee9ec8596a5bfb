//! A report for a person at a terminal of 80 columns.

use anstyle::{AnsiColor, Style};

use super::access::picture;
use super::bound;
use super::chart::bar;
use super::conditions::conditions;
use super::counted::{counted, counted_columns, listed};
use super::curves::{HIGH, plot, points};
use super::roofline::{Roofline, unicode};
use super::screen::{lesson, peaks};
use super::table::{Align, Cell, table};
use crate::harness::{RateUnit, Report, Roofs, Status, SweepReport, Throughput, VariantReport, in_words};
use crate::measure::Clock;
use crate::roof::pair::Bound;
use crate::text::{COLUMNS, paragraph, wrap};
use crate::units::{Bytes, Seconds, digits3, intensity, percent, share, si};

/// Columns of the chart's bars.
const BARS: usize = 40;

/// The whole report, with ANSI styles; print it through `anstream`, which strips them where they do not belong.
/// A `compact` one has no roofline; where each peak comes from is not said again after `before`.
pub fn terminal(report: &Report, compact: bool, before: Option<&Report>) -> String {
    let bold = Style::new().bold();
    let name = format!("lab {}", report.lab);
    let head = wrap(&format!("{name}: {}", report.question), COLUMNS, 0);
    let head = head.replacen(&name, &format!("{bold}{name}{bold:#}"), 1);
    let mut text = format!("{head}\n\n{}", conditions(report, before));
    let estimated = report.clock.source == Clock::Estimate;
    for part in by_part(&report.variants) {
        text += &format!("\n{}", part_block(part, &report.roofs, estimated));
        for sweep in swept(report, part) {
            text += &format!("\n{}\n{}", plot(sweep, estimated, HIGH), points(sweep));
        }
    }
    let roofline = Roofline::of(&report.variants, &report.roofs);
    let drawn = roofline.filter(|roofline| !compact && !roofline.ceilings.is_empty());
    if let Some(roofline) = drawn {
        text += &format!("\n{}", unicode(&roofline, estimated));
    }
    text += &lesson(report, picture);
    text += &footer(report);
    text
}

/// The sweeps of the part of these variants.
fn swept<'a>(report: &'a Report, variants: &[VariantReport]) -> impl Iterator<Item = &'a SweepReport> {
    let part = variants.first().map(|variant| variant.part.clone());
    report.sweeps.iter().filter(move |sweep| Some(&sweep.part) == part.as_ref())
}

/// The variants of each part, in order.
pub(super) fn by_part(variants: &[VariantReport]) -> Vec<&[VariantReport]> {
    variants.chunk_by(|a, b| a.part == b.part).collect()
}

fn part_block(variants: &[VariantReport], roofs: &Roofs, estimated: bool) -> String {
    let Some(first) = variants.first() else {
        return String::new();
    };
    let bold = Style::new().bold();
    let mut text = format!(
        "{bold}{}{bold:#}\n{}\n",
        wrap(&format!("{}: {}", first.part, first.problem.label), COLUMNS, 0),
        wrap(&problem_line(first, roofs), COLUMNS, 2)
    );
    let time = if estimated { "estimated" } else { "time" };
    let header = [
        ("variant", Align::Left),
        (time, Align::Right),
        ("±", Align::Right),
        ("throughput", Align::Right),
        ("of peak", Align::Right),
        ("of meas.", Align::Right),
        ("against first", Align::Right),
        ("verdict", Align::Left),
    ];
    let rows: Vec<Vec<Cell>> = variants.iter().map(row).collect();
    text += &table(&header, &rows);
    text += &roofs_of(variants);
    text += &reasons(variants.iter());
    text += &errors(variants);
    text += &accuracies(variants);
    text += &chart(variants, estimated);
    text += &counted(variants);
    text += &steps(variants);
    text + &small(variants)
}

/// What the problem of `variant` needs, and which roof is lower over it: where the host takes steps, its link may be, or the host itself.
pub(super) fn problem_line(variant: &VariantReport, roofs: &Roofs) -> String {
    let problem = &variant.problem;
    let flop_per_byte = problem.flop.0 / problem.byte.0;
    let cache = roofs.last_level_cache.filter(|_| variant.from_cache).map_or(String::new(), |cache| {
        let holds = if problem.working_set.0 <= cache { "holds all of it" } else { "may hold some of it" };
        format!("; a cache of {} {holds}", Bytes(cache))
    });
    let roofs = roofs.telling();
    let side = match roofs.ridge().zip(roofs.bound(flop_per_byte)) {
        None => "the ridge is unknown".to_owned(),
        Some((ridge, bound)) => {
            let side = if bound == Bound::Memory { "left" } else { "right" };
            let bound =
                if variant.steps.is_empty() { format!(": its roof is {}", bound.name()) } else { String::new() };
            format!("{side} of the ridge at {}{bound}", digits3(ridge))
        }
    };
    format!("{}, {} at least: {} FLOP/B, {side}{cache}", problem.flop, problem.byte, intensity(flop_per_byte))
}

fn row(variant: &VariantReport) -> Vec<Cell> {
    let dash = || "-".to_owned();
    let share = |share: Option<f64>| share.map_or_else(dash, percent);
    let (word, style) = status_word(variant.status);
    vec![
        variant.name.as_str().into(),
        bound::time(variant).unwrap_or_else(dash).into(),
        variant.time.filter(|time| time.samples > 0).map_or_else(dash, |time| percent(time.spread())).into(),
        variant.throughput.as_ref().map_or_else(dash, Throughput::text).into(),
        share(variant.of_theoretical).into(),
        share(variant.of_measured).into(),
        variant.against().into(),
        Cell(word.to_owned(), style),
    ]
}

pub(super) fn status_word(status: Status) -> (&'static str, Style) {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match status {
        Status::Ok => ("ok", colour(AnsiColor::Green)),
        Status::Wrong => ("wrong", colour(AnsiColor::Red).bold()),
        Status::Failed => ("failed", colour(AnsiColor::Red).bold()),
        Status::Skipped => ("skipped", Style::new().dimmed()),
        Status::Inconclusive => ("inconcl.", colour(AnsiColor::Yellow)),
    }
}

/// Why the variants that are not `ok` are not; those that the machine was too unsteady for, in one line.
pub(super) fn reasons<'a>(variants: impl Iterator<Item = &'a VariantReport> + Clone) -> String {
    let unsteady = |variant: &&VariantReport| variant.status == Status::Inconclusive;
    let names: Vec<&str> = variants.clone().filter(unsteady).map(|v| v.name.as_str()).collect();
    let inconclusive = variants.clone().find(unsteady).and_then(|v| v.reason.as_ref());
    let inconclusive = inconclusive.map(|reason| {
        let (_, style) = status_word(Status::Inconclusive);
        let body = wrap(&format!("{}: {reason}", names.join(", ")), COLUMNS, 4);
        format!("  {style}inconclusive{style:#}\n{body}\n")
    });
    variants
        .filter(|variant| !unsteady(variant))
        .filter_map(|variant| {
            let (word, style) = status_word(variant.status);
            let reason = variant.reason.as_ref()?;
            let body = wrap(&format!("{word} {}: {reason}", variant.name), COLUMNS, 4);
            let body = body.get(4 + word.len()..).unwrap_or_default();
            Some(format!("  {style}{word}{style:#}{body}\n"))
        })
        .chain(inconclusive)
        .collect()
}

/// Which roofs the rows are held against, or that their metric has none.
fn roofs_of(variants: &[VariantReport]) -> String {
    let rate = variants.iter().find_map(|variant| variant.throughput.as_ref()).filter(|rate| rate.peak().is_none());
    let text = match rate.map(|rate| &rate.unit) {
        Some(RateUnit::CacheByte) => Some("Bytes that caches deliver have no peak here to be held against.".to_owned()),
        Some(unit) => Some(format!("{} has no peak to be held against.", unit.shown())),
        None => peaks(variants).map(|whose| format!("of peak, of meas.: {whose}.")),
    };
    text.map_or_else(String::new, |text| format!("{}\n", wrap(&text, COLUMNS, 0)))
}

/// The errors of all elements together, relative to the values, where the reference limits them: a speed means little without
/// its error. They are not called L2 errors, since L2 is a cache here.
pub(super) fn errors(variants: &[VariantReport]) -> String {
    let checked = variants.iter().filter_map(|variant| Some((variant, variant.check.as_ref()?.together?)));
    let rows: Vec<Vec<Cell>> = checked
        .map(|(variant, all)| {
            let figures = [all.error_l2, all.low, all.high, all.tolerance_l2].map(|figure| format!("{figure:.1e}"));
            [vec![variant.name.as_str().into()], figures.map(Cell::from).to_vec()].concat()
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let header = [
        ("error", Align::Left),
        ("root mean square", Align::Right),
        ("lowest", Align::Right),
        ("highest", Align::Right),
        ("allowed", Align::Right),
    ];
    table(&header, &rows)
}

/// How far outputs are from what they would be if no data had been rounded, where a part asks for that.
pub(super) fn accuracies(variants: &[VariantReport]) -> String {
    let known = variants.iter().filter_map(|variant| Some((variant, variant.check.as_ref()?.accuracy?)));
    let rows: Vec<Vec<Cell>> = known
        .map(|(variant, all)| {
            let figures = [all.error_l2, all.max_ulp].map(|figure| Cell::from(format!("{figure:.1e}")));
            [vec![variant.name.as_str().into()], figures.to_vec(), vec![share(all.lost).into()]].concat()
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let header = [
        ("error against the truth", Align::Left),
        ("root mean square", Align::Right),
        ("worst, in units in the last place", Align::Right),
        ("lost", Align::Right),
    ];
    table(&header, &rows) + &undone(variants)
}

/// What compilers have undone of kernels, as their values tell it.
pub(super) fn undone(variants: &[VariantReport]) -> String {
    let undone = variants.iter().filter_map(|variant| Some((variant, variant.check.as_ref()?.undone.as_ref()?)));
    undone.map(|(variant, says)| format!("{}\n", wrap(&format!("note {}: {says}", variant.name), COLUMNS, 2))).collect()
}

fn chart(variants: &[VariantReport], estimated: bool) -> String {
    // A bar alone shows nothing.
    if variants.len() < 2 {
        return String::new();
    }
    let value = |v: &VariantReport| v.throughput.as_ref().map_or(0.0, |t| t.value);
    let most = variants.iter().map(value).fold(0.0, f64::max);
    if most == 0.0 {
        return String::new();
    }
    let rows: Vec<Vec<Cell>> = variants
        .iter()
        .filter(|variant| variant.throughput.is_some())
        .map(|variant| vec![variant.name.as_str().into(), bar(value(variant), most, BARS).into()])
        .collect();
    let scale = variants
        .iter()
        .find_map(|variant| variant.throughput.as_ref())
        .map_or(String::new(), |throughput| si(most, &throughput.unit.shown()));
    let word = if estimated { "estimated throughput" } else { "throughput" };
    let title = format!("{word}, full width is {scale}");
    table(&[("", Align::Left), (&title, Align::Left)], &rows)
}

/// What the times of steps are.
pub(super) const STEPS: &str = "Step by step, each alone with a wait of its own: a run waits less often, so these may add up to more than it takes";

/// What the host does, step by step, where it does more than one thing; variants that take the same steps share them.
fn steps(variants: &[VariantReport]) -> String {
    let several = variants.iter().filter(|variant| variant.steps.len() > 1);
    let mut kept: Vec<(Vec<[String; 4]>, Vec<&str>)> = Vec::new();
    for variant in several {
        let cells = variant.steps.iter().map(|step| {
            let alone = step.seconds.map_or("-".to_owned(), |seconds| Seconds(seconds).to_string());
            let rate = step.rate().map_or("-".to_owned(), |rate| si(rate, "B/s"));
            [step.name.clone(), step.times.to_string(), alone, rate]
        });
        let cells: Vec<[String; 4]> = cells.collect();
        match kept.iter_mut().find(|(other, _)| *other == cells) {
            Some((_, names)) => names.push(&variant.name),
            None => kept.push((cells, vec![&variant.name])),
        }
    }
    if kept.is_empty() {
        return String::new();
    }
    let of = |(steps, names): &(Vec<[String; 4]>, Vec<&str>)| {
        let row = |step: &[String; 4]| [vec![names[0].into()], step.clone().map(Cell::from).to_vec()].concat();
        steps.iter().map(row).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<Cell>> = kept.iter().flat_map(of).collect();
    let shared = kept.iter().filter_map(|(_, names)| names.split_first()).filter(|(_, others)| !others.is_empty());
    let shared = shared.map(|(first, others)| {
        let take = if others.len() == 1 { "takes" } else { "take" };
        paragraph(&format!("{} {take} the steps of `{first}`, in the same times.", listed(others)), 2)
    });
    let shared: String = shared.collect();
    let header = [
        ("variant", Align::Left),
        ("step", Align::Left),
        ("times", Align::Right),
        ("alone", Align::Right),
        ("rate", Align::Right),
    ];
    format!("{}{}{shared}", paragraph(&format!("{STEPS}:"), 0), table(&header, &rows))
}

/// The launch-bound size, apart.
fn small(variants: &[VariantReport]) -> String {
    let Some(size) = variants.iter().find_map(|v| v.small.as_ref()).map(|s| s.size) else {
        return String::new();
    };
    let rows: Vec<Vec<Cell>> = variants
        .iter()
        .filter_map(|variant| {
            let small = variant.small.as_ref()?;
            Some(vec![
                variant.name.as_str().into(),
                small.time.median.into(),
                percent(small.time.spread()).into(),
                variant.shader.len().into(),
                small.per_dispatch_s.into(),
                small.speedup.map_or("-".to_owned(), |s| format!("{}x", digits3(s))).into(),
            ])
        })
        .collect();
    let header = [
        ("variant", Align::Left),
        ("time", Align::Right),
        ("±", Align::Right),
        ("dispatches", Align::Right),
        ("each", Align::Right),
        ("speedup", Align::Right),
    ];
    format!("At size {size} the launches cost more than the work:\n{}", table(&header, &rows))
}

/// What the columns of times mean.
const SHARES: &str = "throughput: the work that the problem needs over the time, not what a kernel happens to do; of peak, of meas.: the share of the \
                      theoretical and of the measured roof, memory's for B/s and f32's for FLOP/s. against first: against the first variant of the part in time.";

fn footer(report: &Report) -> String {
    let how = if report.clock.source == Clock::Estimate {
        "Times are estimated from what each resource of the modelled machine would need: the longest, which `limits`, and a part of the \
         others', because they overlap, but not fully. A problem's roof is where the roofs put it, whatever the kernel. Compare times \
         with each other, not with a clock."
            .to_owned()
    } else {
        format!(
            "Times are medians; ± is half the width of where another run's median is expected (at least ±3 %); ~ marks a \
             difference that this run cannot tell from none. Sampling: {}.",
            report.clock.sampling
        )
    };
    let mut text = format!("\n{}{}", paragraph(&how, 0), paragraph(SHARES, 0));
    text += &bound::legend(&report.variants).map_or_else(String::new, |reported| paragraph(reported, 0));
    if let Some(counters) = report.variants.iter().find_map(|variant| variant.counters.as_ref()) {
        text += &paragraph(&counted_columns(counters), 0);
    }
    if !report.shows.is_empty() {
        let bold = Style::new().bold();
        let how = match report.clock.source {
            Clock::Estimate => ", by estimate",
            _ => "",
        };
        text += &format!("\n{bold}What this run shows{how}{bold:#}\n");
        for sentence in &report.shows {
            text += &paragraph(sentence, 2);
        }
    }
    if !report.stages.is_empty() {
        text += &paragraph(&format!("Where the run's time went: {}.", in_words(&report.stages)), 0);
    }
    for note in &report.notes {
        text += &paragraph(&format!("Note: {note}."), 0);
    }
    text
}
