//! The picture of a request: which lane touches which sector, or which bank.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::text::{part, px, ranges};
use crate::sim::{Does, FirstRequest, Goes};

/// Sectors that are drawn in a row with the untouched ones between them; of more, the touched ones only.
const SPAN: u32 = 64;

/// The fewest places in the row of sectors: one sector need not fill the page.
const PLACES: usize = 8;

/// Pixels from the top: the lanes' boxes, the ends of the lines, and the height of a box.
const LANES: f64 = 16.0;
const TARGETS: f64 = 88.0;
const BOX: f64 = 13.0;

/// Pixels of a word in the stack of a bank.
const WORD: f64 = 9.0;

/// The picture with its sentence, and the same in words, target by target.
pub fn picture(request: &FirstRequest) -> Markup {
    let drawing = match request.goes {
        Goes::Storage { sector_bytes, .. } => Sectors::of(request, sector_bytes).draw(request),
        Goes::Workgroup {
            banks, bank_bytes, ..
        } => Banks::of(request, banks, bank_bytes).draw(request),
    };
    let (spent, ideal) = cost(request);
    let class = if spent > ideal {
        "access worse"
    } else {
        "access"
    };
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
pub fn summary(request: &FirstRequest) -> String {
    let (spent, ideal) = cost(request);
    let unit = match request.goes {
        Goes::Storage { .. } => "sectors",
        Goes::Workgroup { .. } => "wavefronts",
    };
    format!("{}: {spent} {unit}, {ideal} at best", action(request))
}

/// What it takes, and the least that it could take.
pub fn cost(request: &FirstRequest) -> (u64, u64) {
    match request.goes {
        Goes::Storage { sectors, ideal, .. } => (sectors, ideal),
        Goes::Workgroup {
            wavefronts, ideal, ..
        } => (wavefronts, ideal),
    }
}

fn action(request: &FirstRequest) -> String {
    let verb = match request.does {
        Does::Reads => "reads",
        Does::Writes => "writes",
        Does::Updates => "updates",
    };
    format!("{verb} {}", request.name)
}

fn sentence(request: &FirstRequest) -> String {
    let [x, y, z] = request.workgroup;
    let (spent, ideal) = cost(request);
    let takes = match request.goes {
        Goes::Storage { sector_bytes, .. } => {
            let touches = if spent == 1 { "sector" } else { "sectors" };
            format!("{spent} {touches} of {sector_bytes} bytes where {ideal} could hold the data")
        }
        Goes::Workgroup { .. } => {
            let passes = if spent == 1 {
                "wavefront"
            } else {
                "wavefronts"
            };
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
struct Drawing {
    shapes: Markup,
    words: Vec<String>,
    height: f64,
}

/// The lanes' row: a box each, numbered, hollow where it is not active; each active lane with its `lines` to the
/// shares of the width that it touches.
fn lanes(
    request: &FirstRequest,
    lines: impl Fn(u32) -> Vec<f64>,
    tell: impl Fn(u32) -> String,
) -> Markup {
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

/// The sectors of a request to a buffer, in a row by address.
struct Sectors {
    bytes: u32,
    /// Each sector that is drawn, with the lanes that touch it.
    shown: Vec<(u32, Vec<u32>)>,
    places: f64,
}

impl Sectors {
    fn of(request: &FirstRequest, bytes: u32) -> Self {
        let mut touched: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &(lane, address) in &request.lanes {
            for sector in address / bytes..=last_byte(address, request.bytes) / bytes {
                touched.entry(sector).or_default().push(lane);
            }
        }
        let first = touched.keys().next().copied().unwrap_or(0);
        let last = touched.keys().next_back().copied().unwrap_or(0);
        if last - first < SPAN {
            for sector in first..=last {
                touched.entry(sector).or_default();
            }
        }
        Self {
            bytes,
            places: touched.len().max(PLACES) as f64,
            shown: touched.into_iter().collect(),
        }
    }

    /// The share of the width at which a byte stands.
    fn place(&self, sector: u32, byte: u32) -> f64 {
        let at = self
            .shown
            .binary_search_by_key(&sector, |(shown, _)| *shown);
        let within = f64::from(byte) / f64::from(self.bytes);
        (at.unwrap_or(0) as f64 + 0.04 + 0.92 * within) / self.places
    }

    /// The pieces of an access, a sector each: its first byte in the sector, and the byte after its last.
    fn pieces(&self, address: u32, bytes: u32) -> impl Iterator<Item = (u32, u32, u32)> {
        let (size, last) = (self.bytes, last_byte(address, bytes));
        (address / size..=last / size).map(move |sector| {
            let start = sector * size;
            (
                sector,
                address.max(start) - start,
                last.min(start + (size - 1)) - start + 1,
            )
        })
    }

    fn draw(&self, request: &FirstRequest) -> Drawing {
        let targets = |address| {
            let pieces = self.pieces(address, request.bytes);
            let middle =
                |(sector, from, to)| (self.place(sector, from) + self.place(sector, to)) / 2.0;
            pieces.map(middle).collect()
        };
        let tell = |address| {
            let last = last_byte(address, request.bytes);
            format!("bytes {address} to {last}")
        };
        let shapes = html! {
            (lanes(request, targets, tell))
            @for (at, (sector, lanes)) in self.shown.iter().enumerate() {
                @let gap = at > 0 && self.shown[at - 1].0 + 1 != *sector;
                g class="sector" {
                    title { (self.words(*sector, lanes)) }
                    rect class=(if lanes.is_empty() { "untouched" } else { "touched" })
                        x=(part(self.place(*sector, 0))) y=(px(TARGETS)) width=(part(0.92 / self.places)) height="16" {}
                    @for (from, to) in self.used(*sector, request) {
                        rect class="used" x=(part(self.place(*sector, from))) y=(px(TARGETS))
                            width=(part(self.place(*sector, to) - self.place(*sector, from))) height="16" {}
                    }
                    @if gap {
                        line class="gap" x1=(part(at as f64 / self.places)) x2=(part(at as f64 / self.places)) y1=(px(TARGETS - 3.0)) y2=(px(TARGETS + 19.0)) {}
                    }
                }
            }
            g class="numbers" aria-hidden="true" {
                @if let (Some((first, _)), Some((last, _))) = (self.shown.first(), self.shown.last()) {
                    text x="0" y=(px(TARGETS + 30.0)) { "byte " (u64::from(*first) * u64::from(self.bytes)) }
                    @if last != first {
                        @let end = part(self.shown.len() as f64 / self.places);
                        text x=(end) y=(px(TARGETS + 30.0)) text-anchor="end" { (u64::from(*last + 1) * u64::from(self.bytes) - 1) }
                    }
                }
            }
        };
        let touched = self.shown.iter().filter(|(_, lanes)| !lanes.is_empty());
        Drawing {
            shapes,
            words: touched
                .map(|(sector, lanes)| self.words(*sector, lanes))
                .collect(),
            height: TARGETS + 36.0,
        }
    }

    /// The bytes of a sector that are asked for, united.
    fn used(&self, sector: u32, request: &FirstRequest) -> Vec<(u32, u32)> {
        let pieces = request
            .lanes
            .iter()
            .flat_map(|(_, address)| self.pieces(*address, request.bytes));
        let mut here: Vec<(u32, u32)> = pieces
            .filter(|(at, ..)| *at == sector)
            .map(|(_, from, to)| (from, to))
            .collect();
        here.sort_unstable();
        let mut united: Vec<(u32, u32)> = Vec::new();
        for (from, to) in here {
            match united.last_mut() {
                Some((_, end)) if from <= *end => *end = to.max(*end),
                _ => united.push((from, to)),
            }
        }
        united
    }

    fn words(&self, sector: u32, lanes: &[u32]) -> String {
        let start = u64::from(sector) * u64::from(self.bytes);
        let end = start + u64::from(self.bytes) - 1;
        match lanes {
            [] => format!("bytes {start} to {end}: untouched"),
            [lane] => format!("bytes {start} to {end}: lane {lane}"),
            lanes => format!("bytes {start} to {end}: lanes {}", ranges(lanes)),
        }
    }
}

/// The banks of a request to workgroup memory, each with a stack of the words that it must deliver.
struct Banks {
    bytes: u32,
    banks: u32,
    /// By bank: each word with the lanes that ask for it.
    stacks: BTreeMap<u32, BTreeMap<u32, Vec<u32>>>,
    deepest: usize,
}

impl Banks {
    fn of(request: &FirstRequest, banks: u32, bytes: u32) -> Self {
        let mut stacks: BTreeMap<u32, BTreeMap<u32, Vec<u32>>> = BTreeMap::new();
        for &(lane, address) in &request.lanes {
            for word in address / bytes..=last_byte(address, request.bytes) / bytes {
                let stack = stacks.entry(word % banks).or_default();
                stack.entry(word).or_default().push(lane);
            }
        }
        Self {
            bytes,
            banks,
            deepest: stacks.values().map(BTreeMap::len).max().unwrap_or(0),
            stacks,
        }
    }

    fn middle(&self, bank: u32) -> f64 {
        (f64::from(bank) + 0.5) / f64::from(self.banks)
    }

    fn draw(&self, request: &FirstRequest) -> Drawing {
        let words = |address| address / self.bytes..=last_byte(address, request.bytes) / self.bytes;
        let targets = |address| {
            let (first, last) = (
                words(address).start() % self.banks,
                words(address).end() % self.banks,
            );
            match first <= last {
                true => vec![(self.middle(first) + self.middle(last)) / 2.0],
                // Round the end: from the last bank on to the first one.
                false => vec![self.middle(first), self.middle(last)],
            }
        };
        let tell = |address| {
            let named =
                words(address).map(|word| format!("word {word} in bank {}", word % self.banks));
            named.collect::<Vec<_>>().join(", ")
        };
        let (_, ideal) = cost(request);
        let one = 1.0 / f64::from(self.banks);
        let shapes = html! {
            (lanes(request, targets, tell))
            @for bank in 0..self.banks {
                @let stack = self.stacks.get(&bank);
                rect class="bank" x=(part((f64::from(bank) + 0.06) * one)) y=(px(TARGETS)) width=(part(0.88 * one)) height=(px(WORD)) {}
                @for depth in 0..stack.map_or(0, BTreeMap::len) {
                    rect class=(if (depth as u64) < ideal { "word" } else { "word conflict" })
                        x=(part((f64::from(bank) + 0.06) * one)) y=(px(TARGETS + depth as f64 * WORD))
                        width=(part(0.88 * one)) height=(px(WORD - 1.5)) {}
                }
            }
            g class="numbers" aria-hidden="true" {
                @for bank in (0..self.banks).step_by((self.banks as usize / 8).max(1)) {
                    text x=(part(self.middle(bank))) y=(px(self.bottom() + 12.0)) text-anchor="middle" { (bank) }
                }
            }
        };
        let stacks = self.stacks.iter().flat_map(|(bank, stack)| {
            stack
                .iter()
                .map(move |(word, lanes)| self.words(*bank, *word, lanes))
        });
        Drawing {
            shapes,
            words: stacks.collect(),
            height: self.bottom() + 18.0,
        }
    }

    fn bottom(&self) -> f64 {
        TARGETS + self.deepest.max(1) as f64 * WORD
    }

    fn words(&self, bank: u32, word: u32, lanes: &[u32]) -> String {
        let name = if lanes.len() == 1 { "lane" } else { "lanes" };
        format!("bank {bank}, word {word}: {name} {}", ranges(lanes))
    }
}

fn last_byte(address: u32, bytes: u32) -> u32 {
    address.saturating_add(bytes.max(1) - 1)
}
