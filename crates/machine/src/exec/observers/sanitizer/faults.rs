//! The faults of a launch, gathered.

use super::participation::Participation;
use crate::finding::{Finding, FindingKind, RacingAccesses, Severity};
use naga::FastHashSet;
use std::collections::BTreeSet;

/// Findings of one kind, about one subject and between the same two lines are one, shown with how often it occurred.
#[derive(Debug, Clone)]
struct Entry {
    kind: FindingKind,
    lines: (u32, u32),
    subject: String,
    /// The workgroup and the order within it, so that the first one is shown on any number of threads.
    first: (u64, u64),
    message: String,
    severity: Severity,
    times: u64,
    /// Of a race.
    accesses: Option<RacingAccesses>,
    /// Of a read that races with a write: the line of the write, and what is said where several invocations write one place there.
    update: Option<(u32, String)>,
}

impl Entry {
    fn is(&self, kind: FindingKind, lines: (u32, u32), subject: &str) -> bool {
        self.lines == lines && self.kind == kind && self.subject == subject
    }

    /// Whether it warns of a load that came before what others change.
    fn is_early_load(&self) -> bool {
        self.severity == Severity::Warning && self.kind == FindingKind::OrderDependentAtomic
    }

    fn shows_in_order(&self) -> bool {
        self.severity == Severity::Error && self.kind != FindingKind::StepLimit
    }
}

/// The findings of some workgroups.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    entries: Vec<Entry>,
    /// The entry found last: a broken kernel makes the same finding lane after lane.
    last: usize,
    pub workgroup: u64,
    sequence: u64,
    /// Races found in this workgroup.
    races: u32,
    /// The places of those, and the last two: one may be of another workgroup, one of this.
    raced: FastHashSet<Places>,
    last_raced: [Option<Places>; 2],
    /// Whether a workgroup had more races than are looked for.
    more_races: bool,
    /// Lines, and variables, at which several invocations write one place with nothing between.
    overwritten: BTreeSet<(u32, String)>,
    /// Whether a budget of steps was spent.
    pub cut_off: bool,
    /// Which lanes took part in operations across them.
    pub participation: Participation,
}

/// What is said of a fault that the first order did not show.
const ANOTHER_ORDER: &str = "; this shows only when invocations run in another order";

/// Two sites that race, and whether the barrier between them is of the wrong kind.
pub type Places = (u32, u32, bool);

/// Races that are counted in one workgroup, beside the first of each two places: stress without synchronisation makes one at
/// nearly every access.
const MOST_RACES: u32 = 1 << 16;

impl Faults {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether one more race in this workgroup is reported.
    #[inline]
    pub fn reports_race(&mut self, places: Places) -> bool {
        let counted = self.races < MOST_RACES;
        let again = self.last_raced.contains(&Some(places)) || self.raced_before(places);
        self.races += u32::from(counted);
        self.more_races |= !counted && again;
        counted || !again
    }

    fn raced_before(&mut self, places: Places) -> bool {
        self.last_raced = [Some(places), self.last_raced[0]];
        !self.raced.insert(places)
    }

    /// Records a finding about `subject` between two lines (the second is 0 where there is one only).
    pub fn add(
        &mut self,
        kind: FindingKind,
        severity: Severity,
        lines: (u32, u32),
        subject: &str,
        message: impl FnOnce() -> String,
    ) {
        self.add_times(1, kind, severity, lines, subject, message);
    }

    /// The same, as often as is said.
    pub fn add_times(
        &mut self,
        times: u64,
        kind: FindingKind,
        severity: Severity,
        lines: (u32, u32),
        subject: &str,
        message: impl FnOnce() -> String,
    ) {
        if !self.again_times(times, kind, lines, subject) {
            self.record(times, (kind, None), severity, lines, subject, message());
        }
    }

    /// Records a race, which is not known yet, between two lines.
    pub fn add_race(
        &mut self,
        (kind, accesses): (FindingKind, RacingAccesses),
        lines: (u32, u32),
        subject: &str,
        message: String,
    ) {
        self.record(1, (kind, Some(accesses)), Severity::Error, lines, subject, message);
    }

    fn record(
        &mut self,
        times: u64,
        (kind, accesses): (FindingKind, Option<RacingAccesses>),
        severity: Severity,
        lines: (u32, u32),
        subject: &str,
        message: String,
    ) {
        let (subject, first) = (subject.to_owned(), (self.workgroup, self.sequence));
        self.join(Entry { kind, lines, subject, first, message, severity, times, accesses, update: None });
    }

    /// Says so of the race that was found last, if it is between these lines: where several invocations write one place on `line`, each of
    /// them after it read it, their updates are lost.
    pub fn may_lose_updates(
        &mut self,
        (lines, subject): ((u32, u32), &str),
        line: u32,
        message: impl FnOnce() -> String,
    ) {
        if let Some(entry) = self.find(FindingKind::Race, lines, subject).filter(|entry| entry.update.is_none()) {
            entry.update = Some((line, message()));
        }
    }

    /// Notes that several invocations write one place on a line, and nothing orders them.
    pub fn overwrites(&mut self, line: u32, subject: &str) {
        if !self.overwritten.iter().any(|(other, name)| *other == line && name == subject) {
            self.overwritten.insert((line, subject.to_owned()));
        }
    }

    /// Says of reads that race with writes to the same places that updates are lost; the race of these writes says no more.
    fn tell_lost_updates(&mut self) {
        let mut reported = Vec::new();
        for entry in &mut self.entries {
            let lost =
                entry.update.take().filter(|(line, _)| self.overwritten.contains(&(*line, entry.subject.clone())));
            if let Some((line, message)) = lost {
                entry.message = message;
                reported.push(((line, line), entry.subject.clone(), entry.lines));
            }
        }
        self.entries.retain(|entry| {
            let is_told =
                reported.iter().any(|(lines, subject, by)| entry.is(FindingKind::Race, *lines, subject) && by != lines);
            !is_told
        });
    }

    /// Counts a finding that was made before, and whose message is not needed; false where it is.
    pub fn again(&mut self, kind: FindingKind, lines: (u32, u32), subject: &str) -> bool {
        self.again_times(1, kind, lines, subject)
    }

    /// The same, as often as is said.
    pub fn again_times(&mut self, times: u64, kind: FindingKind, lines: (u32, u32), subject: &str) -> bool {
        self.sequence += 1;
        let now = (self.workgroup, self.sequence);
        match self.find(kind, lines, subject) {
            Some(entry) if entry.first < now => {
                entry.times += times;
                true
            }
            _ => false,
        }
    }

    fn find(&mut self, kind: FindingKind, lines: (u32, u32), subject: &str) -> Option<&mut Entry> {
        let same = |entry: &Entry| entry.is(kind, lines, subject);
        if !self.entries.get(self.last).is_some_and(same) {
            self.last = self.entries.iter().position(same)?;
        }
        self.entries.get_mut(self.last)
    }

    /// Adds to what is known; the earlier message stays.
    fn join(&mut self, entry: Entry) {
        let Some(known) = self.find(entry.kind, entry.lines, &entry.subject) else {
            self.entries.push(entry);
            return;
        };
        let times = known.times + entry.times;
        if entry.first < known.first {
            *known = entry;
        }
        known.times = times;
    }

    pub fn enter(&mut self, workgroup: u64) {
        self.workgroup = workgroup;
        self.sequence = 0;
        self.races = 0;
        self.raced.clear();
        self.last_raced = [None; 2];
    }

    /// Takes in the findings of other workgroups.
    pub fn merge(&mut self, other: Self) {
        self.more_races |= other.more_races;
        self.cut_off |= other.cut_off;
        self.overwritten.extend(other.overwritten);
        self.participation.merge(other.participation);
        for entry in other.entries {
            self.join(entry);
        }
    }

    /// Whether there is a finding of this kind.
    pub fn has(&self, kind: FindingKind) -> bool {
        self.entries.iter().any(|entry| entry.kind == kind)
    }

    /// Whether anything is wrong for certain.
    pub fn has_errors(&self) -> bool {
        self.entries.iter().any(|entry| entry.severity == Severity::Error)
    }

    /// Whether something is wrong that another order of invocations shows: not that loops wait there for what comes later.
    pub fn shows_in_order(&self) -> bool {
        self.entries.iter().any(Entry::shows_in_order)
    }

    /// Takes in what is wrong in another order of invocations.
    pub fn learn(&mut self, other: Self) {
        self.more_races |= other.more_races;
        self.overwritten.extend(other.overwritten);
        for mut entry in other.entries {
            if entry.shows_in_order() {
                let update = entry.update.as_mut().map(|(_, message)| message);
                update.into_iter().chain([&mut entry.message]).for_each(|message| message.push_str(ANOTHER_ORDER));
                self.join(entry);
            } else if entry.is_early_load() && self.find(entry.kind, entry.lines, &entry.subject).is_none() {
                self.entries.push(entry);
            }
        }
    }

    /// Drops reads before a write of variables that are raced for: where the barrier is missing, the write comes too late for them. Of
    /// several reads on different lines the race names one.
    fn drop_consequences(&mut self) {
        let races =
            self.entries.iter().filter(|entry| matches!(entry.kind, FindingKind::Race | FindingKind::WrongBarrier));
        let raced: Vec<String> = races.map(|entry| entry.subject.clone()).collect();
        self.entries.retain(|entry| entry.kind != FindingKind::UninitializedRead || !raced.contains(&entry.subject));
    }

    /// Drops the note on a value that is discarded where some lane used it, and on an order where a load came too early.
    fn drop_notes_of_errors(&mut self) {
        let discards = |kind| {
            matches!(kind, FindingKind::OutOfBounds | FindingKind::InactiveLane | FindingKind::OrderDependentAtomic)
        };
        let place = |entry: &Entry| (entry.kind, entry.lines.0, entry.subject.clone());
        let used = self.entries.iter().filter(|entry| entry.severity != Severity::Note);
        let errors: Vec<_> = used.map(place).collect();
        self.entries.retain(|entry| {
            let is_note = discards(entry.kind) && entry.severity == Severity::Note;
            !is_note || !errors.contains(&place(entry))
        });
    }

    /// The findings, errors first, then by line.
    pub fn findings(mut self) -> Vec<Finding> {
        self.tell_lost_updates();
        self.drop_consequences();
        self.drop_notes_of_errors();
        let line = |entry: &Entry| (entry.lines.0 > 0).then_some(entry.lines.0);
        self.entries.sort_by(|a, b| {
            let key = |entry: &Entry| (entry.severity, line(entry), entry.kind.name(), entry.lines.1);
            key(a).cmp(&key(b)).then(a.subject.cmp(&b.subject))
        });
        let findings = self.entries.into_iter().map(|entry| Finding {
            kind: entry.kind,
            line: line(&entry),
            message: match entry.times {
                1 => entry.message,
                times => {
                    let race = matches!(entry.kind, FindingKind::Race | FindingKind::WrongBarrier);
                    let capped = self.more_races && race;
                    let at_least = if capped { "at least " } else { "" };
                    format!("{} ({at_least}{times} times; the first is shown)", entry.message)
                }
            },
            severity: entry.severity,
            suggestion: None,
            accesses: entry.accesses,
            variable: (!entry.subject.is_empty()).then_some(entry.subject),
            reason: None,
        });
        findings.collect()
    }
}
