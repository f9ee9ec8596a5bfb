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

/// Findings of one kind and on the same two lines, by subject, are one: shown once, with how often it occurred.
type Key = (&'static str, u32, u32);

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
    entries: BTreeMap<Key, BTreeMap<String, Entry>>,
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
        if self.again(kind, (line, other), subject) {
            return;
        }
        let entry = Entry {
            first: (self.workgroup, self.sequence),
            message: message(),
            severity,
            times: 1,
        };
        let known = self.entries.entry((kind, line, other)).or_default();
        join(known, subject.to_owned(), entry);
    }

    /// Counts a finding that was made before and need not be told again. A broken kernel makes one at every access.
    pub fn again(&mut self, kind: &'static str, (line, other): (u32, u32), subject: &str) -> bool {
        self.sequence += 1;
        let known = self.entries.get_mut(&(kind, line, other));
        match known.and_then(|subjects| subjects.get_mut(subject)) {
            Some(entry) if entry.first < (self.workgroup, self.sequence) => {
                entry.times += 1;
                true
            }
            _ => false,
        }
    }

    /// Starts a workgroup.
    pub fn enter(&mut self, workgroup: u64) {
        self.workgroup = workgroup;
        self.sequence = 0;
    }

    /// Takes in the findings of other workgroups.
    pub fn merge(&mut self, other: Self) {
        for (key, subjects) in other.entries {
            let known = self.entries.entry(key).or_default();
            for (subject, entry) in subjects {
                join(known, subject, entry);
            }
        }
    }

    /// The findings, errors first, then by line.
    pub fn findings(self) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self
            .entries
            .into_iter()
            .flat_map(|(key, subjects)| subjects.into_values().map(move |entry| (key, entry)))
            .map(|((kind, line, _), entry)| Finding {
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

/// Adds `entry` to what is known of its subject; the earlier one's message stays.
fn join(known: &mut BTreeMap<String, Entry>, subject: String, entry: Entry) {
    let Some(before) = known.get_mut(&subject) else {
        known.insert(subject, entry);
        return;
    };
    let times = before.times + entry.times;
    if entry.first < before.first {
        *before = entry;
    }
    before.times = times;
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
