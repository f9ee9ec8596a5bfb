//! A run in one drawing, an SVG file: the roofline, and the access that limits the slowest variant.

use maud::{Markup, PreEscaped, html};

use super::access::{Drawing, cost, sentence};
use super::roofline::{HEIGHT, figures, plot};
use super::text::px;
use crate::harness::{Report, VariantReport};
use crate::measure::Clock;
use crate::report::roofline::Roofline;
use crate::report::screen::dearest;
use crate::text::{REPLACED, clean, wrap};

const WIDTH: f64 = 860.0;

/// Characters of a line of text, at the drawing's size of letters.
const COLUMNS: usize = 118;

/// Pixels from one line of text to the next.
const LINE: f64 = 19.0;

/// The drawing; `None` of a run that has neither a roofline nor an access that limits.
pub fn drawing(report: &Report) -> Option<String> {
    let parts = report.variants.chunk_by(|a, b| a.part == b.part);
    let chart = parts.filter_map(|part| Some((part.first()?, Roofline::of(part, &report.roofs)?))).next();
    let access = dearest(report);
    if chart.is_none() && access.is_none() {
        return None;
    }
    let mut column = Column { shapes: Vec::new(), height: 8.0 };
    column.text("title", &format!("lab {}: {}", report.lab, report.question));
    column.text("soft", &format!("{}. {}", report.device.name, source(report.clock.source)));
    if let Some((first, roofline)) = &chart {
        column.roofline(first, roofline, report);
    }
    if let Some((slowest, request)) = access {
        let (spent, ideal) = cost(request);
        column.text("strong", &format!("{}. {}", slowest.name, sentence(request)));
        let drawing = Drawing::of(request);
        let class = if spent > ideal { "access worse" } else { "access" };
        column.nested(class, drawing.height, &drawing.shapes);
    }
    Some(clean(&column.file(), |_| REPLACED))
}

fn source(clock: Clock) -> &'static str {
    match clock {
        Clock::Estimate => "Estimated by the simulator: nothing was measured.",
        Clock::GpuTimestamps => "Measured by the device's timestamps.",
        Clock::Wall => "Measured by the wall clock.",
    }
}

/// Shapes and lines of text, one below the other.
struct Column {
    shapes: Vec<Markup>,
    height: f64,
}

impl Column {
    fn text(&mut self, class: &str, text: &str) {
        for line in wrap(text, COLUMNS, 0).lines() {
            self.height += LINE;
            self.shapes.push(html! { text class=(class) x="12" y=(px(self.height)) { (line) } });
        }
    }

    fn nested(&mut self, class: &str, height: f64, shapes: &Markup) {
        let top = self.height + 12.0;
        self.height = top + height;
        self.shapes.push(html! {
            svg class=(class) x="12" y=(px(top)) width=(px(WIDTH - 24.0)) height=(px(height)) { (shapes) }
        });
    }

    fn roofline(&mut self, first: &VariantReport, roofline: &Roofline, report: &Report) {
        self.text("strong", &format!("Roofline of {}, log-log: higher is faster", first.problem.label));
        self.nested("roofline", HEIGHT, &plot(roofline));
        for pair in report.roofs.pairs().into_iter().filter(|pair| pair.is_known()) {
            self.text("soft", &format!("{} roofs: {}", pair.kind, figures(&pair)));
        }
        if roofline.points.iter().any(|point| point.elsewhere().is_some()) {
            self.text("soft", "A ring stands at the intensity that was counted to and from DRAM.");
        }
        self.height += 10.0;
    }

    fn file(&self) -> String {
        const STYLE: &str = concat!(include_str!("drawing.css"), include_str!("drawing-file.css"));
        let height = self.height + 8.0;
        let file = html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(px(WIDTH)) height=(px(height)) viewBox={ "0 0 " (px(WIDTH)) " " (px(height)) } {
                style { (PreEscaped(STYLE)) }
                rect class="paper" width="100%" height="100%" {}
                @for shape in &self.shapes { (shape) }
            }
        };
        file.into_string() + "\n"
    }
}
