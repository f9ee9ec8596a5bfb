//! The picture, its sentence, and the row of lanes.

use maud::{Markup, html};

use super::banks::Banks;
use super::sectors::Sectors;
use crate::report::html::text::{part, px};
use crate::sim::{AccessKind, AccessSample, MemorySpace};

/// Pixels from the top: the lanes' boxes, the ends of the lines, and the height of a box.
const LANES: f64 = 16.0;
pub(super) const TARGETS: f64 = 88.0;
const BOX: f64 = 13.0;

/// The picture with its sentence, and the same in words, target by target.
pub fn picture(request: &AccessSample) -> Markup {
    let drawing = Drawing::of(request);
    let (spent, ideal) = cost(request);
    let class = if spent > ideal { "access worse" } else { "access" };
    html! {
        figure class=(class) data-line=(request.line) data-name=(request.name) data-spent=(spent) data-ideal=(ideal) {
            figcaption { (sentence(request)) }
            svg width="100%" height=(px(drawing.height)) role="img" {
                title { (sentence(request)) }
                desc { "The list below says which lane touches what." }
                (drawing.shapes)
            }
            details class="words" {
                summary { "In words" }
                ul { @for words in &drawing.words { li { (words) } } }
            }
        }
    }
}

/// A few words for who has not opened the picture.
pub fn summary(request: &AccessSample) -> String {
    let (spent, ideal) = cost(request);
    let unit = match request.goes {
        MemorySpace::Storage { .. } => "sector",
        MemorySpace::Workgroup { .. } => "pass",
    };
    let plural = match (spent, unit) {
        (1, _) => "",
        (_, "pass") => "es",
        _ => "s",
    };
    let held = if spent == ideal { ", the fewest possible".to_owned() } else { format!(" where {ideal} would do") };
    format!("{}: {spent} {unit}{plural}{held}", action(request))
}

/// What it takes, and the least that it could take.
pub fn cost(request: &AccessSample) -> (u64, u64) {
    match request.goes {
        MemorySpace::Storage { sectors, ideal, .. } => (sectors, ideal),
        MemorySpace::Workgroup { wavefronts, ideal, .. } => (wavefronts, ideal),
    }
}

fn action(request: &AccessSample) -> String {
    let verb = match request.does {
        AccessKind::Reads => "reads",
        AccessKind::Writes => "writes",
        AccessKind::Updates => "updates",
    };
    format!("{verb} {}", request.name)
}

pub fn sentence(request: &AccessSample) -> String {
    let [x, y, z] = request.workgroup;
    let (spent, ideal) = cost(request);
    let takes = match request.goes {
        MemorySpace::Storage { sector_bytes, .. } => {
            let touches = if spent == 1 { "sector" } else { "sectors" };
            format!("{spent} {touches} of {sector_bytes} bytes where {ideal} could hold the data")
        }
        MemorySpace::Workgroup { .. } => {
            let passes = if spent == 1 { "pass" } else { "passes" };
            format!("{spent} {passes} over the banks where {ideal} could do")
        }
    };
    format!(
        "Line {}, first request: subgroup {} of workgroup ({x}, {y}, {z}) {}, {} of {} lanes, {} bytes each: {takes}.",
        request.line,
        request.subgroup,
        action(request),
        request.lanes.len(),
        request.width,
        request.bytes
    )
}

/// What is drawn, and the same in words.
pub struct Drawing {
    pub shapes: Markup,
    pub words: Vec<String>,
    pub height: f64,
}

/// The lanes' row: a box each, numbered, hollow where it is not active; each active lane with its `lines` to the
/// shares of the width that it touches.
pub(super) fn lanes(request: &AccessSample, lines: impl Fn(u32) -> Vec<f64>, tell: impl Fn(u32) -> String) -> Markup {
    let width = request.width.max(1);
    let middle = |lane: u32| (f64::from(lane) + 0.5) / f64::from(width);
    let active = |lane: u32| request.lanes.iter().any(|(active, _)| *active == lane);
    html! {
        g class="numbers" aria-hidden="true" {
            @for lane in (0..width).step_by((width as usize / 8).max(1)) {
                text x=(part(middle(lane))) y="11" text-anchor="middle" { (lane) }
            }
        }
        @for lane in (0..width).filter(|lane| !active(*lane)) {
            (lane_box(lane, width, "idle"))
        }
        @for &(lane, address) in &request.lanes {
            g class="lane" data-lane=(lane) data-address=(address) {
                title { "lane " (lane) ": " (tell(address)) }
                @for target in lines(address) {
                    line x1=(part(middle(lane))) y1=(px(LANES + BOX)) x2=(part(target)) y2=(px(TARGETS)) {}
                }
                (lane_box(lane, width, "active"))
            }
        }
    }
}

fn lane_box(lane: u32, width: u32, class: &str) -> Markup {
    let one = 1.0 / f64::from(width);
    html! {
        rect class=(class) x=(part((f64::from(lane) + 0.06) * one)) y=(px(LANES)) width=(part(0.88 * one)) height=(px(BOX)) {}
    }
}

impl Drawing {
    pub fn of(request: &AccessSample) -> Self {
        match request.goes {
            MemorySpace::Storage { sector_bytes, .. } => Sectors::of(request, sector_bytes).draw(request),
            MemorySpace::Workgroup { banks, bank_bytes, .. } => Banks::of(request, banks, bank_bytes).draw(request),
        }
    }
}

/// The last byte of an access.
pub(super) fn last_byte(address: u32, bytes: u32) -> u32 {
    address.saturating_add(bytes.max(1) - 1)
}
