//! Requests to workgroup memory: its banks in a row, each with its words.

use std::collections::BTreeMap;

use maud::html;

use super::picture::{Drawing, TARGETS, cost, lanes, last_byte};
use crate::report::html::text::{part, px, ranges};
use crate::sim::AccessSample;

/// Pixels of a word in the stack of a bank.
const WORD: f64 = 9.0;

/// The banks of a request to workgroup memory, each with a stack of the words that it must deliver.
pub(super) struct Banks {
    bytes: u32,
    banks: u32,
    /// By bank: each word with the lanes that ask for it.
    pub(super) stacks: BTreeMap<u32, BTreeMap<u32, Vec<u32>>>,
    pub(super) deepest: usize,
}

impl Banks {
    pub(super) fn of(request: &AccessSample, banks: u32, bytes: u32) -> Self {
        let mut stacks: BTreeMap<u32, BTreeMap<u32, Vec<u32>>> = BTreeMap::new();
        for &(lane, address) in &request.lanes {
            for word in address / bytes..=last_byte(address, request.bytes) / bytes {
                let stack = stacks.entry(word % banks).or_default();
                stack.entry(word).or_default().push(lane);
            }
        }
        Self { bytes, banks, deepest: stacks.values().map(BTreeMap::len).max().unwrap_or(0), stacks }
    }

    pub(super) fn middle(&self, bank: u32) -> f64 {
        (f64::from(bank) + 0.5) / f64::from(self.banks)
    }

    pub(super) fn draw(&self, request: &AccessSample) -> Drawing {
        let words = |address| address / self.bytes..=last_byte(address, request.bytes) / self.bytes;
        let targets = |address| {
            let (first, last) = (words(address).start() % self.banks, words(address).end() % self.banks);
            match first <= last {
                true => vec![(self.middle(first) + self.middle(last)) / 2.0],
                // Round the end: from the last bank on to the first one.
                false => vec![self.middle(first), self.middle(last)],
            }
        };
        let tell = |address| {
            let named = words(address).map(|word| format!("word {word} in bank {}", word % self.banks));
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
        let stacks = self
            .stacks
            .iter()
            .flat_map(|(bank, stack)| stack.iter().map(move |(word, lanes)| self.words(*bank, *word, lanes)));
        Drawing { shapes, words: stacks.collect(), height: self.bottom() + 18.0 }
    }

    pub(super) fn bottom(&self) -> f64 {
        TARGETS + self.deepest.max(1) as f64 * WORD
    }

    pub(super) fn words(&self, bank: u32, word: u32, lanes: &[u32]) -> String {
        let name = if lanes.len() == 1 { "lane" } else { "lanes" };
        format!("bank {bank}, word {word}: {name} {}", ranges(lanes))
    }
}
