//! A sweep as a drawing.

use maud::{Markup, html};

use super::frame::{Frame, LEFT, TOP};
use super::text::{exact, part, px};
use crate::harness::SweepReport;
use crate::lab::{Curve, CurvePoint};
use crate::report::curves::{axes, named, ordinate, point_label, title, value};

/// Lines of each axis' grid.
const GRID: usize = 4;

/// The curves with their knees and the device's marks, and every point in a table.
pub fn curves(sweep: &SweepReport, estimated: bool) -> Markup {
    let (x, y) = axes(sweep);
    let frame = Frame { x, y, start: LEFT, bottom: 300.0 };
    let title = title(sweep, estimated);
    html! {
        figure class="chart" data-sweep=(sweep.part) {
            figcaption { strong { (sweep.part) } ": " (title) ", both axes logarithmic." }
            svg class="curves" width="100%" height=(px(frame.bottom + 46.0)) role="img" aria-label=(format!("{title}. {}", words(sweep))) {
                title { (title) }
                desc { (words(sweep)) }
                (grid(&frame, sweep))
                (marks(&frame, sweep))
                @for (at, curve) in sweep.curves.iter().enumerate() { (self::curve(&frame, sweep, curve, at)) }
            }
            ul class="legend" {
                @for (at, curve) in sweep.curves.iter().enumerate() {
                    li class={ "curve-" (at % 6) } { (named(sweep, curve)) }
                }
                @for mark in &sweep.marks { li class="mark" { (mark.label) ": " (point_label(sweep, mark.at)) } }
            }
            (table(sweep))
            @if !sweep.rule.is_empty() { p class="small" { (sweep.rule) "." } }
            @for note in &sweep.notes { p class="small" { (note) "." } }
        }
    }
}

/// The chart in words.
fn words(sweep: &SweepReport) -> String {
    let each = sweep.curves.iter().filter_map(|curve| {
        let (first, last) = (curve.points.first()?, curve.points.last()?);
        let end = |point: &CurvePoint| {
            format!("{} at {}", value(sweep, point.value), point_label(sweep, f64::from(point.at)))
        };
        Some(format!("{}; from {} to {}", named(sweep, curve), end(first), end(last)))
    });
    format!("{}.", each.collect::<Vec<_>>().join(". "))
}

fn table(sweep: &SweepReport) -> Markup {
    html! {
        details {
            summary { "every point" }
            table {
                thead { tr { th scope="col" { (sweep.axis) } th scope="col" { "variant" } th scope="col" class="num" { (ordinate(sweep)) } th scope="col" { "verified" } } }
                tbody {
                    @for curve in &sweep.curves {
                        @for point in &curve.points {
                            tr data-variant=(curve.name) data-at=(point.at) data-value=(exact(point.value)) {
                                th scope="row" { (point_label(sweep, f64::from(point.at))) }
                                td { (curve.name) }
                                td class="num" { (value(sweep, point.value)) @if point.unsteady.is_some() { " ?" } }
                                td { (point.elements) " elements" @if let Some(why) = &point.unsteady { ", " (why) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn grid(frame: &Frame, sweep: &SweepReport) -> Markup {
    let places = (0..=GRID).map(|at| at as f64 / GRID as f64);
    html! {
        g class="grid" aria-hidden="true" {
            @for at in places.clone().map(|place| frame.y.value(place)) { (frame.level(at, &value(sweep, at))) }
            @for at in places.map(|place| frame.x.value(place)) { (frame.upright(at, &point_label(sweep, at))) }
            (frame.axis(&sweep.axis))
        }
    }
}

fn marks(frame: &Frame, sweep: &SweepReport) -> Markup {
    let within = sweep.marks.iter().filter(|mark| (0.0..=1.0).contains(&frame.x.position(mark.at)));
    html! {
        @for mark in within {
            g class="mark" {
                title { (mark.label) ": " (point_label(sweep, mark.at)) }
                (frame.rule(None, mark.at))
                text x=(part(frame.across(mark.at))) y=(px(TOP - 8.0)) text-anchor="middle" { (mark.label) }
            }
        }
    }
}

fn curve(frame: &Frame, sweep: &SweepReport, curve: &Curve, at: usize) -> Markup {
    let dot = |point: &CurvePoint| (frame.across(f64::from(point.at)), frame.down(point.value));
    html! {
        g class={ "curve curve-" (at % 6) } data-variant=(curve.name) {
            @for pair in curve.points.windows(2) {
                @let ((x1, y1), (x2, y2)) = (dot(&pair[0]), dot(&pair[1]));
                line x1=(part(x1)) y1=(px(y1)) x2=(part(x2)) y2=(px(y2)) {}
            }
            @for point in &curve.points {
                @let (x, y) = dot(point);
                circle cx=(part(x)) cy=(px(y)) r="4" {
                    title { (curve.name) " at " (point_label(sweep, f64::from(point.at))) ": " (value(sweep, point.value)) }
                }
            }
            @for knee in curve.knees.iter().filter(|knee| (0.0..=1.0).contains(&frame.x.position(knee.at))) {
                line class="knee" x1=(part(frame.across(knee.at))) x2=(part(frame.across(knee.at))) y1=(px(frame.bottom - 10.0)) y2=(px(frame.bottom)) {}
            }
        }
    }
}
