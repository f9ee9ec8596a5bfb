//! The L2 cache, the levels behind it, and DRAM: what all units share.

use super::l1::{AddressTrace, Asks};
use super::lru::{Line, Lru, bits};

/// Trace entries of one workgroup that go to L2 before those of the next workgroup: the cache quantum.
pub const QUANTUM: usize = 32;

/// Trace entries that wait for their wave to be full: 512 MiB, a wave of 180 workgroups that ask for 2^18 sectors each.
pub const PENDING_ENTRIES: usize = 1 << 26;

/// The levels that all units share, and DRAM behind them.
#[derive(Debug)]
pub struct L2 {
    wave: usize,
    pending: Vec<AddressTrace>,
    pending_entries: usize,
    /// L2, and the last level where there is one. Empty where L2 is not known.
    levels: Vec<Lru>,
    flow: Flow,
}

/// The shared levels before a wave.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    /// What flowed so far.
    pub flow: Flow,
    /// Whether L2 has no room left, or there is none.
    pub l2_full: bool,
    /// Whether the level before DRAM has no room left, or there is none.
    pub full: bool,
}

/// Sectors that went from one level to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// Read from L2, atomics included.
    pub l2_reads: u64,
    /// Written to L2, atomics included.
    pub l2_writes: u64,
    /// Of those read, the ones that L2 did not have.
    pub l2_misses: u64,
    /// Read from DRAM.
    pub dram_reads: u64,
    /// Written to DRAM, sooner or later: counted where a sector of the last level before it becomes dirty.
    pub dram_writes: u64,
    /// Requests that wait, by the number of levels behind L1 that missed the first line that they wait for.
    pub beyond: [u64; LEVELS],
}

/// L2, the memory-side cache and DRAM.
pub const LEVELS: usize = 3;

impl Flow {
    /// What flowed since an earlier point.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            l2_reads: self.l2_reads - earlier.l2_reads,
            l2_writes: self.l2_writes - earlier.l2_writes,
            l2_misses: self.l2_misses - earlier.l2_misses,
            dram_reads: self.dram_reads - earlier.dram_reads,
            dram_writes: self.dram_writes - earlier.dram_writes,
            beyond: std::array::from_fn(|at| self.beyond[at] - earlier.beyond[at]),
        }
    }

    /// This flow, so many times.
    pub(super) fn times(self, times: u64) -> Self {
        Self {
            l2_reads: self.l2_reads * times,
            l2_writes: self.l2_writes * times,
            l2_misses: self.l2_misses * times,
            dram_reads: self.dram_reads * times,
            dram_writes: self.dram_writes * times,
            beyond: self.beyond.map(|requests| requests * times),
        }
    }

    /// The sum of this and another.
    pub fn and(self, other: Self) -> Self {
        Self {
            l2_reads: self.l2_reads + other.l2_reads,
            l2_writes: self.l2_writes + other.l2_writes,
            l2_misses: self.l2_misses + other.l2_misses,
            dram_reads: self.dram_reads + other.dram_reads,
            dram_writes: self.dram_writes + other.dram_writes,
            beyond: std::array::from_fn(|at| self.beyond[at] + other.beyond[at]),
        }
    }
}

impl L2 {
    pub(super) fn new(wave: usize, l2: Option<usize>, last: Option<usize>) -> Self {
        let last = l2.and(last);
        Self {
            wave: wave.max(1),
            pending: Vec::new(),
            pending_entries: 0,
            levels: l2.into_iter().chain(last).map(Lru::new).collect(),
            flow: Flow::default(),
        }
    }

    /// Takes the next workgroup's trace. Call it in ascending workgroup order.
    pub fn push(&mut self, trace: AddressTrace) {
        self.pending_entries += trace.len();
        self.pending.push(trace);
        if self.pending.len() >= self.wave || self.pending_entries >= PENDING_ENTRIES {
            self.replay();
        }
    }

    /// What flowed so far. Workgroups whose wave is not full have not been replayed; see [`L2::replay`].
    pub fn flow(&self) -> Flow {
        self.flow
    }

    /// How full they are before a wave, and what flowed so far.
    pub fn before(&self) -> Before {
        let full = |level: Option<&Lru>| level.is_none_or(Lru::is_full);
        Before { flow: self.flow, l2_full: full(self.levels.first()), full: full(self.levels.last()) }
    }

    /// Empties the caches without writing anything back.
    pub fn empty(&mut self) {
        self.pending.clear();
        self.pending_entries = 0;
        self.levels.iter_mut().for_each(Lru::clear);
    }

    /// Ends the launch: writes back what is dirty.
    pub fn flush(&mut self) {
        self.replay();
        for level in 1..self.levels.len() {
            let (above, below) = self.levels.split_at_mut(level);
            for line in above[level - 1].drain() {
                store(below, &mut self.flow, line.tag, line.dirty);
            }
        }
    }

    /// Sends the waiting workgroups' entries to L2, [`QUANTUM`] at a time.
    pub fn replay(&mut self) {
        let traces = std::mem::take(&mut self.pending);
        self.pending_entries = 0;
        let longest = traces.iter().map(AddressTrace::len).max().unwrap_or(0);
        let mut alive: Vec<&AddressTrace> = traces.iter().collect();
        for from in (0..longest).step_by(QUANTUM) {
            alive.retain(|trace| trace.len() > from);
            for trace in &alive {
                for (does, line, sectors, leads) in trace.slice(from, QUANTUM) {
                    self.request(does, line, sectors, leads);
                }
            }
        }
    }

    #[inline]
    pub(super) fn request(&mut self, does: Asks, line: u64, sectors: u16, leads: bool) {
        let count = bits(sectors);
        if does.reads() {
            self.flow.l2_reads += count;
            let (missed, beyond) = fetch(&mut self.levels, &mut self.flow, line, sectors);
            self.flow.l2_misses += bits(missed);
            self.flow.beyond[beyond] += u64::from(leads);
        }
        if does.writes() {
            self.flow.l2_writes += count;
            store(&mut self.levels, &mut self.flow, line, sectors);
        }
    }
}

/// Reads sectors from the first of these levels, from those below it, or from DRAM; returns those that the first lacks, and how
/// many levels lack some.
fn fetch(levels: &mut [Lru], flow: &mut Flow, line: u64, sectors: u16) -> (u16, usize) {
    let Some((level, below)) = levels.split_first_mut() else {
        flow.dram_reads += bits(sectors);
        return (0, 0);
    };
    let (held, evicted) = level.touch(line);
    let missed = sectors & !held.valid;
    held.valid |= sectors;
    drop_line(below, flow, evicted);
    match missed {
        0 => (0, 0),
        _ => (missed, 1 + fetch(below, flow, line, missed).1),
    }
}

/// Writes sectors to the first of these levels, or to DRAM.
fn store(levels: &mut [Lru], flow: &mut Flow, line: u64, sectors: u16) {
    if sectors == 0 {
        return;
    }
    let Some((level, below)) = levels.split_first_mut() else {
        flow.dram_writes += bits(sectors);
        return;
    };
    let (held, evicted) = level.touch(line);
    if below.is_empty() {
        flow.dram_writes += bits(sectors & !held.dirty);
    }
    held.valid |= sectors;
    held.dirty |= sectors;
    drop_line(below, flow, evicted);
}

/// Evicts a line: its dirty sectors go to the level below. Behind the last level they were counted when they became dirty.
fn drop_line(below: &mut [Lru], flow: &mut Flow, line: Option<Line>) {
    if let Some(line) = line.filter(|_| !below.is_empty()) {
        store(below, flow, line.tag, line.dirty);
    }
}
