//! How long to measure.

use serde::{Deserialize, Serialize};

use super::Summary;
use crate::device::{DeviceType, Facts};
use crate::units::Seconds;

/// When a batch is long enough and when there are samples enough.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// A batch repeats its kernel until it lasts this long: far above the clock's resolution and the cost of a
    /// submission, far below a driver's watchdog (2 s on Windows).
    pub batch: Seconds,
    /// No more repeats than this in a batch.
    pub most_repeats: u32,
    /// Batches to run before the first sample, until two agree: the clock ramps up.
    pub most_warmups: u32,
    /// Fewest samples.
    pub fewest: usize,
    /// Most samples.
    pub most: usize,
    /// Stop once the interval's half-width is below this share of the median.
    pub spread: f64,
    /// Stop once a kernel has been sampled for this long.
    pub budget: Seconds,
    /// Fewest samples of a kernel that takes longer than the budget.
    pub fewest_slow: usize,
    /// The most processes that a run times in, one after the other: its sessions.
    pub sessions: usize,
    /// The time within which a run ends, as far as its first session leaves room for others.
    pub limit: Seconds,
    /// The least half-width of where another run's times are expected, as a share: from minute to minute they move by more than the
    /// processes of one run show.
    pub drift: f64,
    /// Seed of the order within rounds.
    pub order: u64,
}

impl Plan {
    /// The plan that suits a device: a CPU device must finish a whole lab within 20 s.
    pub fn for_device(facts: &Facts) -> Self {
        let cpu = facts.kind == DeviceType::Cpu;
        Self {
            batch: Seconds(if cpu { 0.010 } else { 0.025 }),
            most_repeats: 4096,
            most_warmups: if cpu { 3 } else { 20 },
            fewest: 5,
            most: 15,
            spread: 0.035,
            budget: Seconds(if cpu { 0.12 } else { 0.3 }),
            fewest_slow: 1,
            sessions: if facts.kind == DeviceType::Simulated { 1 } else { 4 },
            limit: Seconds(if cpu { 18.0 } else { 15.0 }),
            drift: if cpu { Self::CPU_DRIFT } else { Summary::DRIFT },
            order: 1,
        }
    }

    /// The plan for as much in one process: an answer that is waited for.
    pub fn in_one_process(self) -> Self {
        let sessions = self.sessions;
        Self {
            sessions: 1,
            fewest_slow: 3,
            fewest: 7,
            most: self.most * sessions,
            budget: Seconds(self.budget.0 * sessions as f64),
            ..self
        }
    }

    /// The plan for a first look.
    pub fn quick(self) -> Self {
        Self {
            batch: Seconds(self.batch.0 / 2.0),
            most_warmups: self.most_warmups.min(3),
            fewest: 3,
            most: 10,
            budget: Seconds(self.budget.0 / 2.0),
            sessions: 1,
            fewest_slow: 3,
            ..self
        }
    }

    /// The plan of a run that holds kernels against others: it takes twice as long as one of as many kernels, for more processes, and
    /// what takes long is sampled as often as the shorter, at the least.
    pub fn held_against(self) -> Self {
        Self {
            limit: Seconds(2.0 * self.limit.0),
            fewest_slow: self.fewest_slow.max(3),
            sessions: Self::PAIRED_SESSIONS,
            ..self
        }
    }

    /// How often to repeat a kernel that takes `once`, so that a batch lasts as long as planned.
    pub fn repeats(&self, once: Seconds) -> u32 {
        let wanted = (self.batch.0 / once.0.max(1e-9)).ceil();
        (wanted as u32).clamp(1, self.most_repeats)
    }

    /// See `drift`, of a CPU, whose clock follows what else its machine does. Two times twenty runs of `tiling` on a quiet virtual
    /// machine: for a minute or two all kernels were 5 % faster, then 5 % slower; their medians lay up to 13 % from the middle
    /// (labs/results/accuracy.md).
    const CPU_DRIFT: f64 = 0.12;

    /// How many sessions there is time for, where the first took `took`, and `another` takes as long as that: two at least,
    /// where there may be several, for one alone does not show what differs between processes.
    pub fn sessions_in_time(&self, took: Seconds, another: Seconds) -> usize {
        let more = ((self.limit.0 - took.0) / another.0.max(1e-9)) as usize;
        self.sessions.min(1 + more.max(1))
    }

    /// Sessions that time everything, where those after them time pairs only: two, for one alone does not show what differs
    /// between processes.
    pub const WHOLE_SESSIONS: usize = 2;

    /// Sessions where only a few pairs matter: of 4 whose ratios scatter by 1.2 %, 8 in 10 find a change of 5 %, of 7 nearly all.
    pub const PAIRED_SESSIONS: usize = 7;

    /// Sessions, at the most, where their ratios scatter so much that a change of [`Self::FINE`] would not be seen.
    pub const MOST_PAIRED_SESSIONS: usize = 16;

    /// The smallest change, as a share, that is to be seen where only a few pairs matter: one of 5 % is then nearly always found.
    pub const FINE: f64 = 0.03;

    /// How many sessions there is time for, where all but the first [`Self::WHOLE_SESSIONS`] time pairs only: the first took `took`,
    /// another whole one takes as long as `whole`, and one of pairs as long as `pairs`.
    pub fn sessions_of_pairs(&self, took: Seconds, whole: Seconds, pairs: Seconds) -> usize {
        let left = self.limit.0 - took.0 - whole.0;
        let more = (left / pairs.0.max(1e-9)) as usize;
        Self::WHOLE_SESSIONS + more.max(1)
    }

    /// The plan for the points of a curve: there are many, and each has neighbours that tell of it too.
    pub fn for_points(self) -> Self {
        Self { fewest: self.fewest.min(3), budget: Seconds(self.budget.0 / 2.0), ..self }
    }

    /// The stopping rule in words.
    pub fn describe(&self) -> String {
        format!(
            "in up to {} processes, batches of {} or more in rounds of random order; a variant stops after {} to {} samples \
             a process, at an interval within ±{:.1} % or after {}",
            self.sessions,
            self.batch,
            self.fewest,
            self.most,
            self.spread * 100.0,
            self.budget
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(sessions: usize) -> Plan {
        Plan {
            batch: Seconds(0.01),
            most_repeats: 100,
            most_warmups: 3,
            fewest: 5,
            most: 15,
            spread: 0.035,
            budget: Seconds(0.12),
            fewest_slow: 1,
            sessions,
            limit: Seconds(18.0),
            drift: Summary::DRIFT,
            order: 0,
        }
    }

    #[test]
    fn a_pair_alone_has_more_processes_than_a_ladder_and_a_long_pair_fewer() {
        let paired = plan(4).held_against();
        assert_eq!(plan(4).sessions_in_time(Seconds(9.0), Seconds(3.0)), 4);
        assert_eq!(paired.sessions_of_pairs(Seconds(9.0), Seconds(3.0), Seconds(2.0)), 14);
        assert_eq!(paired.sessions_of_pairs(Seconds(16.0), Seconds(6.0), Seconds(6.0)), 4);
        assert_eq!(paired.sessions_of_pairs(Seconds(30.0), Seconds(9.0), Seconds(9.0)), 3);
    }
}
