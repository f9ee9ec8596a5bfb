//! Findings: a sentence with its figures and its line.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The kernel is wrong.
    Error,
    /// The kernel may be wrong, or is slower than it need be.
    Warning,
    /// Worth knowing.
    Note,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `race`, `out-of-bounds`, `uninitialized-read`, `divergent-barrier`, `step-limit`, ...
    pub kind: String,
    /// A sentence with its figures.
    pub message: String,
    /// The line in the WGSL source, from 1; `None` where there is none.
    pub line: Option<u32>,
    /// How bad it is.
    pub severity: Severity,
}

/// What makes two findings the same: they are shown once, with how often they occurred.
type Key = (&'static str, u32, u32, String);

#[derive(Debug, Clone)]
struct Entry {
    /// The workgroup and the order within it, so that the first one is shown on any number of threads.
    first: (u64, u64),
    message: String,
    severity: Severity,
    times: u64,
}

/// The findings of some workgroups.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    entries: BTreeMap<Key, Entry>,
    pub workgroup: u64,
    sequence: u64,
}

impl Faults {
    /// Records a finding about `subject` between two lines (`other` is 0 where there is one only).
    pub fn add(
        &mut self,
        kind: &'static str,
        severity: Severity,
        (line, other): (u32, u32),
        subject: &str,
        message: impl FnOnce() -> String,
    ) {
        self.sequence += 1;
        let key = (kind, line, other, subject.to_owned());
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.times += 1;
            let now = (self.workgroup, self.sequence);
            if now < entry.first {
                entry.first = now;
                entry.message = message();
            }
            return;
        }
        let first = (self.workgroup, self.sequence);
        self.entries.insert(
            key,
            Entry {
                first,
                message: message(),
                severity,
                times: 1,
            },
        );
    }

    /// Starts a workgroup.
    pub fn enter(&mut self, workgroup: u64) {
        self.workgroup = workgroup;
        self.sequence = 0;
    }

    /// Takes in the findings of other workgroups.
    pub fn merge(&mut self, other: Self) {
        for (key, entry) in other.entries {
            match self.entries.get_mut(&key) {
                Some(known) => {
                    known.times += entry.times;
                    if entry.first < known.first {
                        known.first = entry.first;
                        known.message = entry.message;
                    }
                }
                None => {
                    self.entries.insert(key, entry);
                }
            }
        }
    }

    /// Drops reads before a write on lines that race for the same variable: where the barrier is missing, they follow.
    fn drop_consequences(&mut self) {
        let races: Vec<(u32, u32, String)> = self
            .entries
            .keys()
            .filter(|(kind, ..)| *kind == "race")
            .map(|(_, line, other, subject)| (*line, *other, subject.clone()))
            .collect();
        self.entries.retain(|(kind, line, _, subject), _| {
            let follows =
                |(a, b, of): &(u32, u32, String)| (line == a || line == b) && subject == of;
            *kind != "uninitialized-read" || !races.iter().any(follows)
        });
    }

    /// The findings, errors first, then by line.
    pub fn findings(mut self) -> Vec<Finding> {
        self.drop_consequences();
        let mut findings: Vec<Finding> = self
            .entries
            .into_iter()
            .map(|((kind, line, _, _), entry)| Finding {
                kind: kind.to_owned(),
                message: match entry.times {
                    1 => entry.message,
                    times => format!("{} ({times} times; the first is shown)", entry.message),
                },
                line: (line > 0).then_some(line),
                severity: entry.severity,
            })
            .collect();
        findings.sort_by_key(|finding| (finding.severity, finding.line));
        findings
    }
}

/// Lanes in words, as ranges: `0-15, 31`.
pub fn lane_list(first: u32, mask: u128) -> String {
    let mut ranges = Vec::new();
    let mut lane = 0;
    while lane < 128 {
        if mask >> lane & 1 == 0 {
            lane += 1;
            continue;
        }
        let start = lane;
        while lane < 128 && mask >> lane & 1 == 1 {
            lane += 1;
        }
        let (from, to) = (first + start, first + lane - 1);
        ranges.push(if from == to {
            format!("{from}")
        } else {
            format!("{from}-{to}")
        });
    }
    ranges.join(", ")
}
