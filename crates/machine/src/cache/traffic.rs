//! A launch's traffic, from what was asked of the caches and what passed them.

use super::l2::{Flow, LEVELS};
use super::requests::Totals;
use super::reuse::Share;

/// A launch's global memory traffic. Bytes are whole sectors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Places among L1's tags that requests took, each request's counted on its own: its lines, and where the tags lie
    /// in banks, as many as if all banks were asked as often as the busiest one.
    pub l1_lookups: u64,
    /// Sectors that loads asked L1 for.
    pub l1_read_sectors: u64,
    /// Of these, the ones that L1 had.
    pub l1_read_hits: u64,
    /// Sectors read from L2, atomics included.
    pub l2_read_sectors: u64,
    /// Of these, the ones that L2 had; none where L2 is not known, or too few workgroups were run to tell.
    pub l2_read_hits: Option<u64>,
    /// Sectors written to L2, atomics included.
    pub l2_write_sectors: u64,
    /// Sectors that atomics read and write in L2, part of both.
    pub l2_update_sectors: u64,
    /// Read sectors that the memory-side cache had, where the machine has one.
    pub last_read_hits: Option<u64>,
    /// Bytes read from DRAM; none where L2 is not known, or too few workgroups were run to tell.
    pub dram_read_bytes: Option<u64>,
    /// Bytes written to DRAM; none where L2 is not known, or too few workgroups were run to tell.
    pub dram_write_bytes: Option<u64>,
    /// Bytes that pass between DRAM and the chip whatever L2 holds: what is read once, and what is written once. Only where L2 is not
    /// known.
    pub least_dram_bytes: Option<u64>,
    /// Requests of loads and atomics, by where the first line came from that L1 did not have: L2, the memory-side
    /// cache, DRAM; before these, the requests of which L1 had all. A request's lines are waited for together.
    pub waited: [u64; 1 + LEVELS],
    /// Whether a trace was longer than what is kept of it, so that its end was extrapolated.
    pub truncated: bool,
}

/// What stands for the traffic of a whole launch behind L2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// All workgroups, the last write-back included.
    All(Flow),
    /// Parts of the launch: until the caches were full, and some stretches after that, which stand for the rest of it.
    Some {
        /// Until the caches were full.
        cold: Flow,
        /// In caches that were full.
        warm: Flow,
    },
    /// Nothing: the caches hold all that the launch touches, so that what is touched first passes, and nothing else. Of two
    /// levels the first may be too small for that: then what flowed while it was full, else a flow of nothing.
    First(Flow),
    /// It is not known: too few workgroups were run.
    Unknown,
}

impl Traffic {
    /// Sectors that reached L2, which reads and writes those of atomics at once: many take hardly longer than loads (NVIDIA
    /// Nsight user guide, memory statistics, atomics).
    pub fn l2_sectors(&self) -> u64 {
        (self.l2_read_sectors + self.l2_write_sectors).saturating_sub(self.l2_update_sectors)
    }

    /// Bytes between DRAM and the chip, both ways; none where L2 is not known, or too few workgroups were run to tell.
    pub fn dram_bytes(&self) -> Option<u64> {
        Some(self.dram_read_bytes? + self.dram_write_bytes?)
    }

    /// So much of what L1 did not have is there from earlier workgroups: L2, which has it as well, is not asked.
    pub(super) fn find_again(&mut self, share: Share) {
        let of = |all: u64, share: f64| (all as f64 * share).round() as u64;
        let found = of(self.l1_read_sectors - self.l1_read_hits, share.sectors);
        let found = self.l2_read_hits.map_or(found, |hits| found.min(hits));
        self.l1_read_hits += found;
        self.l2_read_sectors -= found;
        self.l2_read_hits = self.l2_read_hits.map(|hits| hits - found);
        let waiting = self.waited[1..].iter().sum();
        let near = of(waiting, share.requests).min(self.waited[1]);
        self.waited[0] += near;
        self.waited[1] -= near;
    }

    /// The traffic of a launch that asked for `asked`. `levels` of the caches behind L1 are known.
    pub(super) fn new(asked: Totals, passed: Passed, levels: usize, sector_bytes: u64) -> Self {
        let (reads, writes) = (asked.l2_reads, asked.l2_writes);
        let [l2_misses, dram_reads, dram_writes] = match passed {
            Passed::First(flow) => {
                let [missed, ..] = through(flow, reads, writes);
                [missed.max(asked.first_reads), asked.first_reads, asked.first_writes]
            }
            Passed::All(flow) => through(flow, reads, writes),
            Passed::Unknown => [0; 3],
            Passed::Some { cold, warm } => {
                let rest = through(warm, reads.saturating_sub(cold.l2_reads), writes.saturating_sub(cold.l2_writes));
                [rest[0] + cold.l2_misses, rest[1] + cold.dram_reads, rest[2] + cold.dram_writes]
            }
        };
        let known = levels > 0 && passed != Passed::Unknown;
        let [all, near] = asked.requests;
        let beyond = |flow: Flow, requests: u64| {
            let total = flow.beyond.iter().sum();
            flow.beyond.map(|part| ratio(part, requests, total))
        };
        let mut far = match passed {
            Passed::All(flow) => beyond(flow, all.saturating_sub(near)),
            Passed::Some { cold, warm } => {
                let rest = all.saturating_sub(near).saturating_sub(cold.beyond.iter().sum());
                let warm = beyond(warm, rest);
                std::array::from_fn(|at| cold.beyond[at] + warm[at])
            }
            Passed::Unknown => [all.saturating_sub(near), 0, 0],
            Passed::First(flow) => {
                let waiting = all.saturating_sub(near);
                let first = ratio(asked.first_reads, waiting, reads);
                let [l2, ..] = beyond(flow, waiting);
                let missed = if flow == Flow::default() { first } else { waiting.saturating_sub(l2).max(first) };
                let mut far = [0; LEVELS];
                far[0] = waiting.saturating_sub(missed);
                far[1] = missed.saturating_sub(first);
                far[levels] += first;
                far
            }
        };
        // Behind the last level that is known lies DRAM.
        if levels == 1 {
            far.swap(1, 2);
        }
        Self {
            l1_lookups: asked.lookups,
            l1_read_sectors: asked.read_sectors,
            l1_read_hits: asked.read_hits,
            l2_read_sectors: reads,
            l2_read_hits: known.then(|| reads.saturating_sub(l2_misses)),
            l2_write_sectors: writes,
            l2_update_sectors: asked.l2_updates,
            last_read_hits: (levels > 1 && known).then(|| l2_misses.saturating_sub(dram_reads)),
            dram_read_bytes: known.then(|| dram_reads * sector_bytes),
            dram_write_bytes: known.then(|| dram_writes * sector_bytes),
            least_dram_bytes: (levels == 0).then(|| (asked.first_reads + asked.first_writes) * sector_bytes),
            waited: [near, far[0], far[1], far[2]],
            truncated: asked.truncated,
        }
    }
}

/// Misses of L2, reads and writes of DRAM, where so much is asked for and passes in the proportions of `flow`.
fn through(flow: Flow, reads: u64, writes: u64) -> [u64; 3] {
    [
        ratio(flow.l2_misses, reads, flow.l2_reads),
        ratio(flow.dram_reads, reads, flow.l2_reads),
        ratio(flow.dram_writes, writes, flow.l2_writes),
    ]
}

/// `count * numerator / denominator`, to the nearest.
fn ratio(count: u64, numerator: u64, denominator: u64) -> u64 {
    let denominator = u128::from(denominator.max(1));
    let scaled = u128::from(count) * u128::from(numerator);
    u64::try_from((scaled + denominator / 2) / denominator).unwrap_or(u64::MAX)
}
