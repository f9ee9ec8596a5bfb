//! How near a launch comes to a roof, and what any change could save.

use std::collections::BTreeMap;

use super::evidence::Evidence;
use crate::estimate::Limit;
use crate::si_units::{Seconds, digits3, percent};
use crate::{Finding, FindingKind};

/// The share of a roof from which on there is nothing left worth doing, where nothing else is suggested, and whatever is suggested: a
/// kernel could at most be 1.25 times, and 1.05 times, as fast.
const NEAR: f64 = 0.8;
const REACHED: f64 = 0.95;

/// The share from which on it is said how much is left.
const LEFT: f64 = 0.5;

/// The roof that a launch comes nearest to.
pub(super) struct Roof {
    limit: Limit,
    /// Seconds that the launch takes at least: what the roof alone takes.
    least_s: f64,
    /// Of the kernel's own time.
    share: f64,
    /// Whether DRAM's rate is that of a copy, not of its bus.
    copies: bool,
}

impl Roof {
    /// Of DRAM, with each byte of the buffers moved once, and of arithmetic, the nearer one; `None` where nothing is known.
    pub fn of(evidence: &Evidence<'_>) -> Option<Self> {
        let all = kernel_s(evidence)?;
        let arithmetic = [Limit::F32, Limit::F16, Limit::Matrix];
        let arithmetic = arithmetic.into_iter().filter_map(|limit| Some((limit, evidence.estimate.term_s(limit)?)));
        let dram = dram_s(evidence).map(|dram| (Limit::Dram, dram));
        let (limit, least_s) =
            arithmetic.chain(dram).reduce(|best, other| if other.1 > best.1 { other } else { best })?;
        let copies = evidence.machine.dram.copy_byte_per_s.is_some();
        (least_s > 0.0).then_some(Self { limit, least_s, share: least_s / all, copies })
    }

    /// Whether it takes such a share of the time, by an estimate that lacks no figure.
    fn takes(&self, share: f64, evidence: &Evidence<'_>) -> bool {
        self.share >= share && !evidence.estimate.at_least()
    }

    /// Whether it is near enough where nothing else is suggested.
    pub fn is_near(&self, evidence: &Evidence<'_>) -> bool {
        self.takes(NEAR, evidence)
    }

    /// How near the kernel is.
    pub fn nearness(&self, evidence: &Evidence<'_>) -> String {
        let share = percent(self.share);
        let left = match (LEFT..REACHED).contains(&self.share) && self.takes(LEFT, evidence) {
            true => format!(", so that another one could be at most {} times as fast", digits3(1.0 / self.share)),
            false => String::new(),
        };
        match self.limit {
            Limit::Dram => format!(
                "Moving each byte of its buffers once takes {} at {}: the kernel reaches {share} of that{left}. ",
                Seconds(self.least_s),
                if self.copies { "DRAM's copy rate" } else { "DRAM's peak" },
            ),
            limit => format!("The kernel reaches {share} of the peak of {}{left}. ", limit.describe()),
        }
    }
}

/// Seconds without the launch overhead.
fn kernel_s(evidence: &Evidence<'_>) -> Option<f64> {
    let time = evidence.estimate.time_s? - evidence.estimate.launch_s.unwrap_or(0.0);
    (time > 0.0).then_some(time)
}

/// Seconds in which DRAM moves each byte that the kernel uses of its buffers once; as much as it does move where that is less.
fn dram_s(evidence: &Evidence<'_>) -> Option<f64> {
    Some(evidence.estimate.term_s(Limit::Dram)? * (1.0 - moved_again(evidence)?))
}

/// The share of what DRAM moves that is moved more than once.
pub(super) fn moved_again(evidence: &Evidence<'_>) -> Option<f64> {
    let moved = evidence.counters.dram_bytes.filter(|bytes| *bytes > 0)? as f64;
    // By buffer: whether it is read and written, its bytes, and those that accesses ask for.
    let mut buffers: BTreeMap<(&str, bool), (u64, u64)> = BTreeMap::new();
    for request in evidence.every_request().filter(|request| request.sectors().is_some()) {
        let sample = request.0;
        let asked = buffers.entry((&sample.name, sample.does == crate::AccessKind::Reads)).or_default();
        // Where a condition leaves lanes out, the sectors are moved for the others.
        let line = evidence.lines.iter().find(|line| line.line == sample.line && evidence.leaves_out(&request));
        let sectors = line.map_or(0, |line| line.global_sectors * u64::from(evidence.machine.sector_bytes()));
        *asked = (sample.buffer_bytes, asked.1 + sample.all.bytes.max(sectors));
    }
    let fewest: u64 = buffers.values().map(|(whole, asked)| *whole.min(asked)).sum();
    let fewest = if buffers.is_empty() { return None } else { fewest as f64 };
    Some(1.0 - (fewest / moved).min(1.0))
}

/// Withholds suggestions where the roof is reached: none could save anything. A barrier that orders nothing is dropped for nothing.
pub(super) fn withhold_vain(evidence: &Evidence<'_>, findings: &mut [Finding]) {
    if Roof::of(evidence).is_some_and(|roof| roof.takes(REACHED, evidence)) {
        let costly = findings.iter_mut().filter(|finding| finding.kind != FindingKind::IdleBarrier);
        costly.for_each(Finding::withhold_suggestion);
    }
}
