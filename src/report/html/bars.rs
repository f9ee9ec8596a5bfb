//! Horizontal bars: a line of text and a bar under it, so that they read the same at any width.

use maud::{Markup, html};

use super::text::{part, px};

#[derive(Clone, Debug, Default)]
pub struct Bar {
    pub name: String,
    /// Its length, in the unit of the chart.
    pub value: f64,
    /// Its figure, for a person.
    pub text: String,
    /// An interval around its end.
    pub interval: Option<(f64, f64)>,
    /// A mark that it is to be compared with.
    pub mark: Option<f64>,
    /// What is said where a pointer rests on it.
    pub hover: String,
    /// The variant, and the exact figure under the chart's name.
    pub data: Option<(String, String)>,
}

/// Pixels from one bar to the next.
const STEP: f64 = 38.0;

/// Where the longest bar ends.
const FULL: f64 = 1.0;

/// A chart of `bars`, the longest over the whole width, or `full` where that is longer. `figure` names what `data` holds; `words` is the chart for who
/// does not see it.
pub fn bars(figure: &str, title: &str, words: &str, bars: &[Bar], full: f64) -> Markup {
    let ends = bars.iter().flat_map(|bar| {
        let high = bar.interval.map(|(_, high)| high);
        [Some(bar.value), high, bar.mark].into_iter().flatten()
    });
    let most = ends.filter(|end| end.is_finite()).fold(full, f64::max);
    let along = |value: f64| match most > 0.0 {
        true => (value / most).clamp(0.0, 1.0) * FULL,
        false => 0.0,
    };
    html! {
        svg class="bars" width="100%" height=(px(bars.len() as f64 * STEP)) role="img" aria-label=(format!("{title}: {words}")) data-chart=(figure) {
            title { (title) }
            desc { (words) }
            @for (at, bar) in bars.iter().enumerate() {
                (row(bar, at as f64 * STEP, along))
            }
        }
    }
}

fn row(bar: &Bar, top: f64, along: impl Fn(f64) -> f64) -> Markup {
    let (variant, value) = match &bar.data {
        Some((variant, value)) => (Some(variant), Some(value)),
        None => (None, None),
    };
    let middle = px(top + 25.0);
    html! {
        g class="bar" data-variant=[variant] data-value=[value] {
            title { (bar.hover) }
            rect class="hit" x="0" y=(px(top)) width="100%" height=(px(STEP)) {}
            text x="0" y=(px(top + 13.0)) { (bar.name) }
            text class="figure" x="100%" y=(px(top + 13.0)) text-anchor="end" { (bar.text) }
            rect class="track" x="0" y=(px(top + 19.0)) width=(part(FULL)) height="12" rx="2" {}
            rect class="fill" x="0" y=(px(top + 19.0)) width=(part(along(bar.value).max(0.003))) height="12" rx="2" {}
            @if let Some(mark) = bar.mark {
                line class="mark" x1=(part(along(mark))) x2=(part(along(mark))) y1=(px(top + 16.0)) y2=(px(top + 34.0)) {}
            }
            @if let Some((low, high)) = bar.interval {
                line class="whisker" x1=(part(along(low))) x2=(part(along(high))) y1=(middle) y2=(middle) {}
                @for end in [low, high] {
                    line class="whisker" x1=(part(along(end))) x2=(part(along(end))) y1=(px(top + 20.0)) y2=(px(top + 30.0)) {}
                }
            }
        }
    }
}
