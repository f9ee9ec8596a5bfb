//! Level 1 of one worker: the share of it that one workgroup has, and what it passes on.

use super::lru::Lru;
use serde::{Deserialize, Serialize};

/// Entries that a trace keeps: 2 MiB.
pub const TRACE_ENTRIES: usize = 1 << 18;

/// Entries that a workgroup's subgroups queue before they take their turns: 8 MiB.
pub const QUEUED_ENTRIES: usize = 1 << 20;

/// What a request does with the bytes that it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Does {
    /// A load.
    Reads,
    /// A store.
    Writes,
    /// An atomic operation, which is done in level 2.
    Updates,
}

/// A worker's level 1: the share of it that one workgroup has.
#[derive(Clone, Debug)]
pub struct Level1 {
    cache: Option<Lru>,
    line_bytes: u64,
    sector_bytes: u64,
    /// What each subgroup asked for, packed, until all take their turns.
    queues: Vec<Vec<u64>>,
    queued: usize,
    trace: Trace,
}

impl Level1 {
    /// An empty level 1 of so many lines; none where the machine's is not known.
    pub(super) fn new(lines: Option<usize>, line_bytes: u64, sector_bytes: u64) -> Self {
        Self {
            cache: lines.map(Lru::new),
            line_bytes,
            sector_bytes,
            queues: Vec::new(),
            queued: 0,
            trace: Trace::default(),
        }
    }

    /// Begins a workgroup: the cache is empty.
    pub fn begin(&mut self) {
        if let Some(cache) = &mut self.cache {
            cache.clear();
        }
        self.queues.iter_mut().for_each(Vec::clear);
        self.queued = 0;
        self.trace = Trace::default();
    }

    /// Accesses sectors of one line for a subgroup of the workgroup: `line` is an address over the machine's line size, bit
    /// i of `sectors` its sector i. The subgroups may come in any order.
    #[inline]
    pub fn access(&mut self, subgroup: usize, does: Does, line: u64, sectors: u16) {
        if subgroup >= self.queues.len() {
            self.queues.resize_with(subgroup + 1, Vec::new);
        }
        self.queues[subgroup].push(pack(does, line, sectors));
        self.queued += 1;
        if self.queued >= QUEUED_ENTRIES {
            self.take_turns();
        }
    }

    /// Accesses the sectors of a request to a binding that begins at `base`: those of each range of its bytes, by start
    /// and end. The ranges ascend by their starts.
    pub fn request(&mut self, subgroup: usize, does: Does, base: u64, ranges: impl Iterator<Item = (u32, u32)>) {
        let shift = self.sector_bytes.trailing_zeros();
        let per_line = (self.line_bytes / self.sector_bytes).max(1);
        let (mut line, mut sectors) = (u64::MAX, 0u16);
        for (start, end) in ranges {
            let first = (base + u64::from(start)) >> shift;
            let last = (base + u64::from(end) - 1) >> shift;
            for sector in first..=last {
                let here = sector / per_line;
                if here != line {
                    if sectors != 0 {
                        self.access(subgroup, does, line, sectors);
                    }
                    (line, sectors) = (here, 0);
                }
                sectors |= 1 << (sector % per_line);
            }
        }
        if sectors != 0 {
            self.access(subgroup, does, line, sectors);
        }
    }

    /// Lets the subgroups take their turns with what they asked for so far. Call it where all of them wait for each other.
    pub fn barrier(&mut self) {
        self.take_turns();
    }

    /// Ends the workgroup: what level 1 passed on.
    pub fn finish(&mut self) -> Trace {
        self.take_turns();
        std::mem::take(&mut self.trace)
    }

    /// One entry of each subgroup after the other, until all queues are empty.
    fn take_turns(&mut self) {
        let mut queues = std::mem::take(&mut self.queues);
        let longest = queues.iter().map(Vec::len).max().unwrap_or(0);
        for turn in 0..longest {
            for entry in queues.iter().filter_map(|queue| queue.get(turn)) {
                let (does, line, sectors) = unpack(*entry);
                self.serve(does, line, sectors);
            }
        }
        queues.iter_mut().for_each(Vec::clear);
        (self.queues, self.queued) = (queues, 0);
    }

    #[inline]
    fn serve(&mut self, does: Does, line: u64, sectors: u16) {
        let missed = match (&mut self.cache, does) {
            (Some(cache), Does::Reads) => {
                let line = cache.touch(line).0;
                let missed = sectors & !line.valid;
                line.valid |= sectors;
                missed
            }
            (Some(cache), Does::Updates) => {
                if let Some(line) = cache.peek(line) {
                    line.valid &= !sectors;
                }
                sectors
            }
            _ => sectors,
        };
        self.trace.count(does, sectors, missed);
        if missed != 0 {
            self.trace.record(does, line, missed);
        }
    }
}

/// How many sectors a mask has. Lines mostly have up to 4, and baseline x86-64 has no instruction for it.
#[inline]
pub(super) fn bits(sectors: u16) -> u64 {
    const COUNTS: u64 = 0x4332_3221_3221_2110;
    if sectors < 16 { COUNTS >> (4 * sectors) & 0xF } else { u64::from(sectors.count_ones()) }
}

/// One entry in a word: 46 bits of line, 16 of sectors, 2 of what is done.
#[inline]
fn pack(does: Does, line: u64, sectors: u16) -> u64 {
    let does = match does {
        Does::Reads => 0,
        Does::Writes => 1,
        Does::Updates => 2,
    };
    (line << 18) | (u64::from(sectors) << 2) | does
}

#[inline]
fn unpack(entry: u64) -> (Does, u64, u16) {
    let does = match entry & 3 {
        0 => Does::Reads,
        1 => Does::Writes,
        _ => Does::Updates,
    };
    (does, entry >> 18, (entry >> 2) as u16)
}

/// What a workgroup's level 1 passed on to level 2, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Line, sectors and what is done, packed.
    entries: Vec<u64>,
    /// Sectors passed on that found no place in `entries`.
    pub(super) unrecorded_sectors: u64,
    pub(super) recorded_sectors: u64,
    /// Lines that requests asked level 1 for, each request's on its own.
    pub(super) lines: u64,
    /// Sectors read from level 2 and written to it, whether recorded or not.
    pub(super) l2_reads: u64,
    pub(super) l2_writes: u64,
    /// Sectors that loads asked level 1 for.
    pub(super) read_sectors: u64,
    /// Of these, the ones it had.
    pub(super) read_hits: u64,
}

impl Trace {
    #[inline]
    fn count(&mut self, does: Does, asked: u16, missed: u16) {
        self.lines += 1;
        if does == Does::Reads {
            self.read_sectors += bits(asked);
            self.read_hits += bits(asked & !missed);
        }
    }

    #[inline]
    fn record(&mut self, does: Does, line: u64, sectors: u16) {
        const SECTORS: u64 = 0xFFFF << 2;
        let entry = pack(does, line, sectors);
        let count = bits(sectors);
        self.l2_reads += if does == Does::Writes { 0 } else { count };
        self.l2_writes += if does == Does::Reads { 0 } else { count };
        let joins = |last: &u64| (last ^ entry) & !SECTORS == 0 && last & entry & SECTORS == 0;
        if let Some(last) = self.entries.last_mut().filter(|last| joins(last)) {
            *last |= entry;
        } else if self.entries.len() < TRACE_ENTRIES {
            self.entries.push(entry);
        } else {
            self.unrecorded_sectors += count;
            return;
        }
        self.recorded_sectors += count;
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was passed on.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries from one on: what is done, line and sectors.
    pub(super) fn turn(&self, from: usize, length: usize) -> impl Iterator<Item = (Does, u64, u16)> + '_ {
        let to = (from + length).min(self.entries.len());
        self.entries[from.min(to)..to].iter().map(|entry| unpack(*entry))
    }
}
