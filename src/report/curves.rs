//! A swept part's curves: where they stand, and in Unicode for a terminal of 80 columns.

use super::axis::Axis;
use super::table::{Align, Cell, table};
use crate::harness::{OrdinateUnit, RateUnit, SweepReport};
use crate::lab::{AxisUnit, Curve, CurvePoint, Knee};
use crate::text::{COLUMNS, wrap};
use crate::units::{Bytes, Seconds, digits3, share, si};

/// Columns of the plot.
const WIDE: usize = 65;

/// Rows of the plot in the whole report, and on a first screen.
pub const HIGH: usize = 12;
pub const LOW: usize = 7;

/// Columns of the labels of the vertical axis.
const LABEL: usize = 12;

/// What letters stand for where several curves share a cell.
const SEVERAL: char = '*';

/// The axes of a sweep's chart: points, and what the curves show.
pub fn axes(sweep: &SweepReport) -> (Axis, Axis) {
    let points = || sweep.curves.iter().flat_map(|curve| &curve.points);
    let across = Axis::around(points().map(|point| f64::from(point.at)));
    (across, Axis::around(points().map(|point| point.value)))
}

/// A point of the axis with its unit: "96 KiB", "64".
pub fn point_label(sweep: &SweepReport, at: f64) -> String {
    match sweep.unit {
        AxisUnit::Byte => Bytes(at.round()).to_string(),
        AxisUnit::Count => count(at),
        AxisUnit::Percent => format!("{} %", count(at)),
    }
}

/// A whole number as it is, of others three digits.
fn count(at: f64) -> String {
    if at.fract() == 0.0 && at < 1e6 { format!("{at}") } else { digits3(at) }
}

/// What a curve shows at a point, with its unit.
pub fn value(sweep: &SweepReport, value: f64) -> String {
    match &sweep.ordinate_unit {
        OrdinateUnit::Second | OrdinateUnit::SecondPer(_) => Seconds(value).to_string(),
        OrdinateUnit::Rate(unit) => si(value, &rate(unit)),
        OrdinateUnit::Error => format!("{value:.1e}"),
        OrdinateUnit::Lost => share(value),
    }
}

/// What the curves show over which axis, and whether that is estimated: errors and what is lost are not.
pub fn title(sweep: &SweepReport, estimated: bool) -> String {
    let how = if estimated && !matches!(sweep.ordinate_unit, OrdinateUnit::Error | OrdinateUnit::Lost) {
        "estimated "
    } else {
        ""
    };
    format!("{how}{} over {}", ordinate(sweep), sweep.axis)
}

/// What the curves show, in words.
pub fn ordinate(sweep: &SweepReport) -> String {
    match &sweep.ordinate_unit {
        OrdinateUnit::Second => "time of a run".to_owned(),
        OrdinateUnit::SecondPer(item) => format!("time of a {item}"),
        OrdinateUnit::Rate(unit) => rate(unit),
        OrdinateUnit::Error => "error against the truth (root mean square, relative)".to_owned(),
        OrdinateUnit::Lost => "share of values that became zero or infinite (none: at the lower edge)".to_owned(),
    }
}

fn rate(unit: &Option<RateUnit>) -> String {
    unit.as_ref().map(RateUnit::shown).unwrap_or_default()
}

/// A curve's name, with its knees where they say something.
pub fn named(sweep: &SweepReport, curve: &Curve) -> String {
    format!("{}{}", curve.name, behind(sweep, curve))
}

/// What stands behind a curve's name: its knees, where they say something.
fn behind(sweep: &SweepReport, curve: &Curve) -> String {
    if sweep.rule.is_empty() { String::new() } else { format!(": {}", knees(sweep, curve)) }
}

/// The knees of a curve in a few words.
fn knees(sweep: &SweepReport, curve: &Curve) -> String {
    let one = |knee: &Knee| format!("{}{}", point_label(sweep, knee.at), between(sweep, knee));
    match curve.knees.as_slice() {
        [] if curve.is_restless() => "the machine was too unsteady to look for knees".to_owned(),
        [] => "no knee".to_owned(),
        [knee] => format!("knee at {}", one(knee)),
        several => format!("knees at {}", several.iter().map(one).collect::<Vec<_>>().join(", ")),
    }
}

/// The chart, so many rows high, with its legend; every line fits 80 columns.
pub fn plot(sweep: &SweepReport, estimated: bool, high: usize) -> String {
    let (x, y) = axes(sweep);
    let mut cells = vec![[' '; WIDE]; high];
    let column = |at: f64| (x.position(at) * (WIDE - 1) as f64).round() as usize;
    let row = |value: f64| (((1.0 - y.position(value)) * (high - 1) as f64).round() as usize).min(high - 1);
    let stairs = stairs(sweep, row);
    for mark in sweep.marks.iter().filter(|mark| (0.0..=1.0).contains(&x.position(mark.at))) {
        cells.iter_mut().for_each(|row| row[column(mark.at)] = '┆');
    }
    for (curve, letter) in sweep.curves.iter().zip('a'..='z') {
        for point in &curve.points {
            let cell = &mut cells[row(point.value)][column(f64::from(point.at)).min(WIDE - 1)];
            *cell = if cell.is_alphabetic() || *cell == SEVERAL { SEVERAL } else { letter };
        }
    }
    let title = format!("{}, both logarithmic", title(sweep, estimated));
    let mut text = format!("{}\n", wrap(&title, COLUMNS, 0));
    for (at, row) in cells.iter().enumerate() {
        let labelled = at % ((high - 1) / 2 + 1) == 0 || at == high - 1;
        let height = y.value(1.0 - at as f64 / (high - 1) as f64);
        let stair = || stairs.iter().find(|(row, _)| *row == at).map(|(_, height)| *height);
        let height = if labelled { Some(height) } else { stair() };
        let label = height.map_or(String::new(), |height| value(sweep, height));
        let row: String = row.iter().collect();
        text += &format!("{label:>LABEL$} ┤{}\n", row.trim_end());
    }
    let (first, middle, last) =
        (point_label(sweep, x.value(0.0)), point_label(sweep, x.value(0.5)), point_label(sweep, x.value(1.0)));
    let half = WIDE / 2;
    text += &format!("{:LABEL$} └{}\n", "", "─".repeat(WIDE));
    text +=
        &format!("{:LABEL$}  {first:<half$}{middle}{last:>rest$}\n", "", rest = WIDE - half - middle.chars().count());
    text + &legend(sweep)
}

/// Neighbouring points that are as high as each other up to this factor are one stair.
const STAIR: f64 = 1.04;

/// The rows in which a curve stays for three points or more, each with the height of the one in the middle.
fn stairs(sweep: &SweepReport, row: impl Fn(f64) -> usize) -> Vec<(usize, f64)> {
    let level = |a: &CurvePoint, b: &CurvePoint| {
        row(a.value) == row(b.value) && (1.0 / STAIR..=STAIR).contains(&(a.value / b.value))
    };
    let stretches = sweep.curves.iter().flat_map(|curve| curve.points.chunk_by(level));
    let long = stretches.filter(|points| points.len() > 2);
    long.map(|points| (row(points[0].value), points[points.len() / 2].value)).collect()
}

/// What each letter is; curves of which the same is to be said share a line.
fn legend(sweep: &SweepReport) -> String {
    let curves = curves(sweep);
    let several = (sweep.curves.len() > 1).then(|| format!("{SEVERAL} several"));
    let marks = sweep.marks.iter().map(|mark| format!("┆ {}: {}", mark.label, point_label(sweep, mark.at)));
    let turns = sweep.curves.iter().any(|curve| !curve.knees.is_empty());
    let knee = turns.then(|| "knee: where a curve turns".to_owned());
    let signs = marks.chain(several).chain(knee).collect::<Vec<_>>().join("; ");
    let signs = (!signs.is_empty()).then_some(signs);
    let notes = sweep.notes.iter().map(|note| format!("{note}."));
    let all: Vec<String> = curves.into_iter().chain(signs).chain(notes).collect();
    all.iter().map(|line| format!("  {}\n", wrap(line, COLUMNS, 4).trim_start())).collect()
}

/// Each curve's letter, name and knees; curves of which the same is to be said share a line, and so do those that turn between the
/// same points.
fn curves(sweep: &SweepReport) -> Vec<String> {
    let mut lines: Vec<(Vec<(String, &Curve)>, String)> = Vec::new();
    for (curve, letter) in sweep.curves.iter().zip('a'..='z') {
        let named = (format!("{letter} {}", curve.name), curve);
        let said = match curve.knees.as_slice() {
            [knee] if !sweep.rule.is_empty() => between(sweep, knee),
            _ => behind(sweep, curve),
        };
        match lines.iter_mut().find(|(_, other)| *other == said) {
            Some((curves, _)) => curves.push(named),
            None => lines.push((vec![named], said)),
        }
    }
    lines.into_iter().map(|(curves, said)| line(sweep, &curves, &said)).collect()
}

fn line(sweep: &SweepReport, curves: &[(String, &Curve)], said: &str) -> String {
    let alike = curves.iter().all(|(_, curve)| behind(sweep, curve) == behind(sweep, curves[0].1));
    let at =
        |curve: &Curve| curve.knees.first().map_or(String::new(), |knee| format!(" {}", point_label(sweep, knee.at)));
    let name = |(name, curve): &(String, &Curve)| if alike { name.clone() } else { format!("{name}{}", at(curve)) };
    let names: Vec<String> = curves.iter().map(name).collect();
    let said = if alike { behind(sweep, curves[0].1) } else { format!(": knees{said}") };
    names.join(", ") + &said
}

/// The points between which a knee lies.
fn between(sweep: &SweepReport, knee: &Knee) -> String {
    format!(" ({} to {})", point_label(sweep, knee.low), point_label(sweep, knee.high))
}

/// Every point's figures, and the rule for knees.
pub fn points(sweep: &SweepReport) -> String {
    let mut header = vec![(sweep.axis.as_str(), Align::Right)];
    header.extend(sweep.curves.iter().map(|curve| (curve.name.as_str(), Align::Right)));
    let mut places: Vec<u32> =
        sweep.curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.at)).collect();
    places.sort_unstable();
    places.dedup();
    let cell = |point: &CurvePoint| {
        let doubt = if point.unsteady.is_some() { "?" } else { "" };
        format!("{}{doubt}", value(sweep, point.value))
    };
    let rows: Vec<Vec<Cell>> = places
        .iter()
        .map(|at| {
            let found = |curve: &Curve| curve.points.iter().find(|point| point.at == *at).map_or("-".to_owned(), cell);
            let first = point_label(sweep, f64::from(*at)).into();
            std::iter::once(first).chain(sweep.curves.iter().map(|curve| found(curve).into())).collect()
        })
        .collect();
    let doubtful = sweep.curves.iter().flat_map(|curve| &curve.points).any(|point| point.unsteady.is_some());
    let doubt =
        if doubtful { " ?: the machine was too unsteady for a verdict; knees leave such points out." } else { "" };
    let rule = rule(sweep, doubt);
    let rule = if rule.is_empty() { rule } else { format!("{}\n", wrap(&rule, COLUMNS, 0)) };
    format!("{}{rule}", table(&header, &rows))
}

/// How knees are found, as a sentence, and what is in doubt.
fn rule(sweep: &SweepReport, doubt: &str) -> String {
    if sweep.rule.is_empty() { doubt.trim_start().to_owned() } else { format!("{}.{doubt}", sweep.rule) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::AxisMark;

    fn curve(name: &str, values: impl Fn(u32) -> f64) -> Curve {
        let point = |at: u32| CurvePoint {
            at,
            flop: 0.0,
            byte: 1.0,
            median_s: values(at),
            low_s: values(at),
            high_s: values(at),
            value: values(at),
            elements: 1,
            unsteady: (at == 4).then(|| "a busy machine".to_owned()),
            counters: None,
            steps: Vec::new(),
        };
        let knees = vec![Knee { at: 130.4, low: 64.0, high: 256.0 }];
        Curve { part: "p".to_owned(), name: name.to_owned(), points: (0..11).map(|p| point(1 << p)).collect(), knees }
    }

    fn sweep() -> SweepReport {
        SweepReport {
            part: "p".to_owned(),
            axis: "degree k".to_owned(),
            unit: AxisUnit::Count,
            ordinate: crate::lab::Ordinate::Time,
            ordinate_unit: OrdinateUnit::Second,
            curves: vec![
                curve("scalar", |k| 1e-3 * f64::max(1.0, f64::from(k) / 130.4)),
                curve("other", |k| 2e-3 * f64::max(1.0, f64::from(k) / 130.4)),
            ],
            marks: vec![AxisMark { at: 138.0, label: "4 x the ridge".to_owned() }],
            rule: "a rule".to_owned(),
            notes: vec!["left out at 9: too large".to_owned()],
        }
    }

    #[test]
    fn a_plot_has_each_curve_its_knee_the_device_s_mark_and_fits_80_columns() {
        let text = plot(&sweep(), true, HIGH);
        assert!(text.lines().all(|line| crate::text::width(line) <= 80), "{text}");
        for expected in [
            "estimated time of a run over degree k",
            "a scalar, b other: knee at 130 (64 to 256)",
            "┆ 4 x the ridge: 138",
            "left out at 9: too large.",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        let mut apart = sweep();
        apart.curves[1].knees[0].at = 140.0;
        assert!(plot(&apart, true, HIGH).contains("a scalar 130, b other 140: knees (64 to 256)"));
        let rows: Vec<&str> = text.lines().skip(1).take(HIGH).collect();
        assert!(rows[HIGH - 1].contains('a') && rows[0].contains('b'), "{text}");
        assert!(rows.iter().all(|row| row.contains('┆') || row.contains('a') || row.contains('b')), "{text}");
    }

    #[test]
    fn a_stair_between_the_labels_says_how_high_it_is() {
        let mut stairs = sweep();
        stairs.curves =
            vec![curve("stairs", |at| [27e-9, 150e-9, 151e-9, 152e-9, 400e-9][(at.ilog2() as usize / 2).min(4)])];
        let text = plot(&stairs, true, LOW);
        assert!(text.lines().any(|line| line.trim_start().starts_with("151 ns ┤")), "{text}");
        stairs.curves = vec![curve("slope", |at| 1e-9 * f64::from(at))];
        let labels = plot(&stairs, true, LOW).lines().filter(|line| line.contains("s ┤")).count();
        assert_eq!(labels, 3);
    }

    #[test]
    fn the_table_has_every_point_and_says_which_are_in_doubt() {
        let text = points(&sweep());
        assert!(text.contains("1.00 ms?") && text.contains("too unsteady"), "{text}");
        assert_eq!(text.lines().filter(|line| line.contains(" ms") || line.contains("µs")).count(), 11, "{text}");
    }
}
