//! Requests to a buffer: its sectors in a row.

use std::collections::BTreeMap;

use maud::html;

use super::picture::{Drawing, TARGETS, lanes, last_byte};
use crate::report::html::text::{part, px, ranges};
use crate::sim::AccessSample;

/// Sectors that are drawn in a row with the untouched ones between them; of more, the touched ones only.
const SPAN: u32 = 64;

/// The fewest places in the row of sectors: one sector need not fill the page.
const PLACES: usize = 8;

/// The sectors of a request to a buffer, in a row by address.
pub(super) struct Sectors {
    bytes: u32,
    /// Each sector that is drawn, with the lanes that touch it.
    shown: Vec<(u32, Vec<u32>)>,
    places: f64,
}

impl Sectors {
    pub(super) fn of(request: &AccessSample, bytes: u32) -> Self {
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
        Self { bytes, places: touched.len().max(PLACES) as f64, shown: touched.into_iter().collect() }
    }

    /// The share of the width at which a byte stands.
    pub(super) fn position(&self, sector: u32, byte: u32) -> f64 {
        let at = self.shown.binary_search_by_key(&sector, |(shown, _)| *shown);
        let within = f64::from(byte) / f64::from(self.bytes);
        (at.unwrap_or(0) as f64 + 0.04 + 0.92 * within) / self.places
    }

    /// The pieces of an access, a sector each: its first byte in the sector, and the byte after its last.
    pub(super) fn pieces(&self, address: u32, bytes: u32) -> impl Iterator<Item = (u32, u32, u32)> {
        let (size, last) = (self.bytes, last_byte(address, bytes));
        (address / size..=last / size).map(move |sector| {
            let start = sector * size;
            (sector, address.max(start) - start, last.min(start + (size - 1)) - start + 1)
        })
    }

    pub(super) fn draw(&self, request: &AccessSample) -> Drawing {
        let targets = |address| {
            let pieces = self.pieces(address, request.bytes);
            let middle = |(sector, from, to)| (self.position(sector, from) + self.position(sector, to)) / 2.0;
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
                        x=(part(self.position(*sector, 0))) y=(px(TARGETS)) width=(part(0.92 / self.places)) height="16" {}
                    @for (from, to) in self.used(*sector, request) {
                        rect class="used" x=(part(self.position(*sector, from))) y=(px(TARGETS))
                            width=(part(self.position(*sector, to) - self.position(*sector, from))) height="16" {}
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
            words: touched.map(|(sector, lanes)| self.words(*sector, lanes)).collect(),
            height: TARGETS + 36.0,
        }
    }

    /// The bytes of a sector that are asked for, united.
    pub(super) fn used(&self, sector: u32, request: &AccessSample) -> Vec<(u32, u32)> {
        let pieces = request.lanes.iter().flat_map(|(_, address)| self.pieces(*address, request.bytes));
        let mut here: Vec<(u32, u32)> =
            pieces.filter(|(at, ..)| *at == sector).map(|(_, from, to)| (from, to)).collect();
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

    pub(super) fn words(&self, sector: u32, lanes: &[u32]) -> String {
        let start = u64::from(sector) * u64::from(self.bytes);
        let end = start + u64::from(self.bytes) - 1;
        match lanes {
            [] => format!("bytes {start} to {end}: untouched"),
            [lane] => format!("bytes {start} to {end}: lane {lane}"),
            lanes => format!("bytes {start} to {end}: lanes {}", ranges(lanes)),
        }
    }
}
