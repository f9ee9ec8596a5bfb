//! The frame of a chart with two logarithmic axes. Widths are shares, heights are pixels: text keeps its size on any screen.

use maud::{Markup, html};

use super::text::{part, px};
use crate::report::axis::Axis;

/// The plot's sides, as shares of the width.
pub const LEFT: f64 = 0.13;
pub const RIGHT: f64 = 0.97;

/// The plot's upper edge, in pixels.
pub const TOP: f64 = 28.0;

/// Where values of two axes stand in a chart.
pub struct Frame {
    pub x: Axis,
    pub y: Axis,
    /// Where the horizontal axis starts, as a share of the width: left of it is room for 0, which it does not have.
    pub start: f64,
    /// The plot's lower edge, in pixels.
    pub bottom: f64,
}

impl Frame {
    /// The share of the width at a value of the horizontal axis.
    pub fn across(&self, value: f64) -> f64 {
        match value > 0.0 {
            true => self.start + self.x.position(value) * (RIGHT - self.start),
            false => (LEFT + self.start) / 2.0,
        }
    }

    /// Pixels from the top at a value of the vertical axis.
    pub fn down(&self, value: f64) -> f64 {
        self.bottom - self.y.position(value) * (self.bottom - TOP)
    }

    /// A line from side to side with its label.
    pub fn level(&self, value: f64, label: &str) -> Markup {
        let y = self.down(value);
        html! {
            line x1=(part(LEFT)) x2=(part(RIGHT)) y1=(px(y)) y2=(px(y)) {}
            text x=(part(LEFT)) dx="-6" y=(px(y + 4.0)) text-anchor="end" { (label) }
        }
    }

    /// A line from top to bottom with its label.
    pub fn upright(&self, value: f64, label: &str) -> Markup {
        let anchor = if self.x.position(value) > 0.999 { "end" } else { "middle" };
        html! {
            (self.rule(None, value))
            text x=(part(self.across(value))) y=(px(self.bottom + 17.0)) text-anchor=(anchor) { (label) }
        }
    }

    /// A line from top to bottom.
    pub fn rule(&self, class: Option<&str>, value: f64) -> Markup {
        let x = part(self.across(value));
        html! { line class=[class] x1=(x) x2=(x) y1=(px(TOP)) y2=(px(self.bottom)) {} }
    }

    /// What the horizontal axis counts.
    pub fn axis(&self, name: &str) -> Markup {
        html! { text class="axis" x=(part(RIGHT)) y=(px(self.bottom + 36.0)) text-anchor="end" { (name) } }
    }
}
