//! The roofline as a drawing.

use maud::{Markup, html};

use super::frame::{Frame, LEFT, TOP};
use super::text::{exact, exactly, part, px};
use crate::harness::Roofs;
use crate::report::axis::{decimal, power};
use crate::report::roofline::{Point, Roofline};
use crate::roof::pair::{RoofKind, RoofPair, Unit};
use crate::units::{digits3, intensity, percent, si};

/// The plot's lower edge, and the height of the whole, in pixels.
const BOTTOM: f64 = 330.0;
pub(super) const HEIGHT: f64 = 378.0;

/// The share of the width that points without arithmetic have, left of the horizontal axis.
const ZERO: f64 = 0.09;

/// Pixels between two labels.
const APART: f64 = 16.0;

/// The chart, its legend, and what is unknown.
pub fn roofline(roofline: &Roofline, roofs: &Roofs, estimated: bool) -> Markup {
    let how = if estimated { "estimated " } else { "" };
    let title = format!("Roofline: {how}{} by intensity", roofline.unit.name());
    html! {
        figure class="chart" {
            figcaption {
                strong { "Roofline" } ": " (how) (roofline.unit.name())
                " against arithmetic intensity, both axes logarithmic. Higher is faster; the lines are what the device allows."
            }
            svg class="roofline" width="100%" height=(px(HEIGHT)) role="img" aria-label=(format!("{title}. {}", words(roofline))) {
                title { (title) }
                desc { (words(roofline)) }
                (plot(roofline))
            }
            (legend(roofs))
            @if roofline.points.iter().any(|point| point.other_units) {
                p class="small" { "A hollow point multiplies matrices on units of their own: these roofs do not bound it." }
            }
        }
    }
}

/// The axes, the roofs and the points, to be drawn in an `svg` of [`HEIGHT`].
pub(super) fn plot(roofline: &Roofline) -> Markup {
    let frame = frame(roofline);
    html! {
        (frame.grid(roofline))
        @for ceiling in &roofline.ceilings { (frame.ceiling(roofline, ceiling)) }
        (frame.points(roofline))
    }
}

/// The chart in words.
fn words(roofline: &Roofline) -> String {
    let unit = roofline.unit.name();
    let points = roofline.points.iter().map(|point| {
        let at = intensity(point.intensity);
        format!("{} reaches {} at {at} FLOP/B", point.name, si(point.rate, unit))
    });
    let ceilings = roofline.ceilings.iter().map(|ceiling| {
        let value = |value: Option<f64>, unit| value.map_or("unknown".to_owned(), |v| si(v, unit));
        format!(
            "The {} roofs: compute {}, memory {}",
            ceiling.kind,
            value(ceiling.compute, "FLOP/s"),
            value(ceiling.memory, "B/s")
        )
    });
    format!("{}.", ceilings.chain(points).collect::<Vec<_>>().join(". "))
}

fn frame(roofline: &Roofline) -> Frame {
    let start = LEFT + if roofline.has_zero() { ZERO } else { 0.0 };
    Frame { x: roofline.intensities(), y: roofline.rates(), start, bottom: BOTTOM }
}

impl Frame {
    fn grid(&self, roofline: &Roofline) -> Markup {
        html! {
            g class="grid" aria-hidden="true" {
                @for rate in self.y.decades() { (self.level(rate, &power(rate))) }
                @for intensity in self.x.decades() { (self.upright(intensity, &decimal(intensity, 1e6))) }
                @if roofline.has_zero() {
                    (self.rule(Some("zero"), 0.0))
                    text x=(part(self.across(0.0))) y=(px(BOTTOM + 16.0)) text-anchor="middle" { "0" }
                }
                (self.axis("arithmetic intensity, FLOP/B"))
                text class="axis" x="0" y="12" { (roofline.unit.name()) }
            }
        }
    }

    /// The lines of one pair of roofs: from where they enter the plot over the ridge to where they leave it.
    fn ceiling(&self, roofline: &Roofline, ceiling: &RoofPair) -> Markup {
        let corners = self.corners(roofline, ceiling);
        html! {
            g class={ "roof " (ceiling.kind) } {
                title { (ceiling.kind) " roofs: " (figures(ceiling)) }
                @for pair in corners.windows(2) {
                    line x1=(part(pair[0].0)) y1=(px(pair[0].1)) x2=(part(pair[1].0)) y2=(px(pair[1].1)) {}
                }
            }
        }
    }

    /// Where the lines start, bend and end: shares of the width, pixels from the top.
    fn corners(&self, roofline: &Roofline, ceiling: &RoofPair) -> Vec<(f64, f64)> {
        let unit = roofline.unit;
        let (first, last) = (self.x.value(0.0), self.x.value(1.0));
        let edges = [self.y.value(0.0), self.y.value(1.0)];
        // Where the sloped roof alone crosses an edge.
        let crossings = edges.into_iter().filter_map(|edge| match unit {
            Unit::Flop => ceiling.memory.map(|memory| edge / memory),
            Unit::Byte => ceiling.compute.map(|compute| compute / edge),
        });
        let rate = |at: f64| ceiling.rate(unit, at);
        let inside = |at: &f64| {
            let place = rate(*at).map(|rate| self.y.position(rate));
            (first..=last).contains(at) && place.is_some_and(|place| (-1e-6..=1.0 + 1e-6).contains(&place))
        };
        let mut visible: Vec<f64> = crossings.chain([first, last]).filter(inside).collect();
        visible.sort_by(f64::total_cmp);
        let ends = visible.first().copied().zip(visible.last().copied());
        let Some((start, end)) = ends else {
            return Vec::new();
        };
        let bend = ceiling.ridge().filter(|ridge| *ridge > start && *ridge < end);
        let mut corners: Vec<(f64, f64)> = [Some(start), bend, Some(end)]
            .into_iter()
            .flatten()
            .filter_map(|at| Some((self.across(at), self.down(rate(at)?))))
            .collect();
        let flat = ceiling.memory.is_some() && ceiling.ridge().is_none_or(|ridge| ridge > start);
        if roofline.has_zero() && start <= first && flat {
            corners[0].0 = LEFT;
        }
        corners
    }

    /// Dots where the variants stand, labels where there is room, and a line between them.
    fn points(&self, roofline: &Roofline) -> Markup {
        let labels = self.labels(roofline);
        html! {
            @for point in &roofline.points {
                (self.counted(point))
            }
            @for (point, label) in roofline.points.iter().zip(labels) {
                (self.point(roofline.unit, point, label))
            }
        }
    }

    /// Where each label stands: as near to its dot as the others allow.
    fn labels(&self, roofline: &Roofline) -> Vec<f64> {
        let mut order: Vec<usize> = (0..roofline.points.len()).collect();
        let dot = |at: usize| self.down(roofline.points[at].rate).clamp(TOP, BOTTOM);
        order.sort_by(|&a, &b| dot(a).total_cmp(&dot(b)));
        let dots: Vec<f64> = order.iter().map(|&at| dot(at)).collect();
        let mut labels = vec![0.0; order.len()];
        for (at, label) in order.into_iter().zip(apart(&dots)) {
            labels[at] = label;
        }
        labels
    }

    /// A ring where the counted operations and bytes put a variant, and a line to its dot.
    fn counted(&self, point: &Point) -> Markup {
        let place = point.elsewhere().filter(|counted| (0.0..=1.0).contains(&self.x.position(*counted)));
        let dot = self.down(point.rate);
        html! {
            @if let Some(counted) = place {
                g class="counted" data-variant=(point.name) {
                    title { (point.name) ": " (intensity(counted)) " FLOP for each byte counted to and from DRAM" }
                    line x1=(part(self.across(point.intensity))) x2=(part(self.across(counted))) y1=(px(dot)) y2=(px(dot)) {}
                    circle cx=(part(self.across(counted))) cy=(px(dot)) r="4" {}
                }
            }
        }
    }

    fn point(&self, unit: Unit, point: &Point, label: f64) -> Markup {
        let across = self.across(point.intensity);
        let (low, high) = (
            self.down(point.rate * point.time.median.0 / point.time.high.0),
            self.down(point.rate * point.time.median.0 / point.time.low.0),
        );
        let dot = self.down(point.rate);
        let left = across > 0.58;
        let (side, anchor) = if left { (-1.0, "end") } else { (1.0, "start") };
        let class = if point.other_units { "point other" } else { "point" };
        html! {
            svg class=(class) x=(part(across)) overflow="visible" data-variant=(point.name)
                data-intensity=(exact(point.intensity)) data-counted=[point.counted.map(exact)] data-rate=(exact(point.rate)) data-median-s=(exact(point.time.median.0)) {
                g tabindex="0" role="img" aria-label=(hover(unit, point)) {
                    title { (hover(unit, point)) }
                    polyline class="leader" points=(format!("0,{} {},{} {},{}", px(dot), px(side * 14.0), px(label), px(side * 19.0), px(label))) {}
                    @if point.time.samples > 0 {
                        line class="whisker" x1="0" x2="0" y1=(px(low)) y2=(px(high)) {}
                    }
                    circle cx="0" cy=(px(dot)) r="5" {}
                    text x=(px(side * 22.0)) y=(px(label + 4.0)) text-anchor=(anchor) {
                        (point.name) tspan class="more" { " " (si(point.rate, unit.name())) }
                    }
                }
            }
        }
    }
}

/// Places for ascending `dots`, each `APART` from the next and together as near to them as can be (least squares:
/// neighbours that would overlap are pooled into a block around their mean), inside the plot.
fn apart(dots: &[f64]) -> Vec<f64> {
    // Each block: the sum of its dots less their offsets, and how many they are.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (at, dot) in dots.iter().enumerate() {
        let mut block = (dot - at as f64 * APART, 1);
        while let Some(&(sum, len)) = blocks.last() {
            if sum / len as f64 <= block.0 / block.1 as f64 {
                break;
            }
            block = (sum + block.0, len + block.1);
            blocks.pop();
        }
        blocks.push(block);
    }
    let means = blocks.iter().flat_map(|&(sum, len)| std::iter::repeat_n(sum / len as f64, len));
    let spare = BOTTOM - TOP - 10.0 - (dots.len() as f64 - 1.0) * APART;
    means.enumerate().map(|(at, mean)| mean.clamp(TOP + 6.0, TOP + 6.0 + spare.max(0.0)) + at as f64 * APART).collect()
}

/// Everything about a point.
fn hover(unit: Unit, point: &Point) -> String {
    let mut text = format!("{}: {}", point.name, si(point.rate, unit.name()));
    for (share, kind) in point.shares.iter().zip([RoofKind::Theoretical, RoofKind::Measured]) {
        if let Some(share) = share {
            text += &format!(", {} of the {kind} roof", percent(*share));
        }
    }
    if point.other_units {
        text += ", on matrix units, which the f32 roof does not bound";
    }
    text += &format!("; {} at {} FLOP/B", point.time.median, intensity(point.intensity));
    if let Some(counted) = point.counted {
        text += &format!(", {} FLOP for each byte counted to and from DRAM", intensity(counted));
    }
    text
}

pub(super) fn figures(ceiling: &RoofPair) -> String {
    let value = |value: Option<f64>, unit| value.map_or("unknown".to_owned(), |v| si(v, unit));
    let ridge = match ceiling.ridge() {
        Some(ridge) => format!("ridge at {} FLOP/B", digits3(ridge)),
        None => "no ridge is known".to_owned(),
    };
    format!("compute {}, memory {}, {ridge}", value(ceiling.compute, "FLOP/s"), value(ceiling.memory, "B/s"))
}

/// What the lines are, and what there is no line for.
fn legend(roofs: &Roofs) -> Markup {
    html! {
        ul class="legend" {
            @for pair in roofs.pairs() {
                li data-roof=(pair.kind) data-flop-per-s=[exactly(pair.compute)] data-byte-per-s=[exactly(pair.memory)] {
                    svg class={ "sample roof " (pair.kind) } width="34" height="10" aria-hidden="true" {
                        line x1="1" x2="33" y1="5" y2="5" {}
                    }
                    " " strong { (pair.kind) } ": "
                    @if pair.is_known() { (figures(&pair)) }
                    @else if pair.kind == RoofKind::Measured { "none in this run" }
                    @else { "unknown" }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_apart_and_around_their_dots() {
        let labels = apart(&[100.0, 100.0, 100.0, 300.0]);
        assert_eq!(labels, [84.0, 100.0, 116.0, 300.0]);
        let low = apart(&[BOTTOM; 5]);
        assert!(low.windows(2).all(|pair| pair[1] - pair[0] >= APART));
        assert!(low.last().is_some_and(|last| *last <= BOTTOM));
    }
}
