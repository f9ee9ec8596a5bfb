//! L1 of one worker: the share of it that one workgroup has, and what it passes on.

use super::caches::Caches;
use super::lru::{Lru, bits};
use crate::machine::MOST_TAG_BANKS;
use serde::{Deserialize, Serialize};

/// Entries that a trace keeps at least: 2 MiB.
pub const TRACE_ENTRIES: usize = 1 << 18;

/// Entries that the trace of a workgroup that runs alone keeps: 32 MiB. Many workgroups share as much.
pub const ALONE_ENTRIES: usize = 1 << 22;

/// Entries that the subgroups of a workgroup queue before they are served: 8 MiB.
pub const QUEUED_ENTRIES: usize = 1 << 20;

/// What a request does with the bytes that it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessKind {
    /// A load.
    Reads,
    /// A store.
    Writes,
    /// An atomic operation, which is done in L2.
    Updates,
}

impl AccessKind {
    /// Its request to the caches. The L1 of one unit does not see the writes of others, so it does not serve atomic loads (PTX
    /// ISA, memory consistency model, `ld.relaxed` of the device's scope; LLVM AMDGPU backend, memory model: `glc`).
    pub fn asks(self, atomic: bool) -> Asks {
        match self {
            Self::Reads if atomic => Asks::Fetches,
            Self::Reads => Asks::Reads,
            Self::Writes => Asks::Writes,
            Self::Updates => Asks::Updates,
        }
    }
}

/// What a request asks of the caches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// To read.
    Reads,
    /// To write.
    Writes,
    /// To read and write in L2.
    Updates,
    /// To read what L2 has.
    Fetches,
}

impl Asks {
    /// Whether something is read from L2 or before it.
    pub fn reads(self) -> bool {
        self != Self::Writes
    }

    /// Whether L2 is written to.
    pub fn writes(self) -> bool {
        matches!(self, Self::Writes | Self::Updates)
    }
}

/// A worker's L1: the share of it that one workgroup has.
#[derive(Clone, Debug)]
pub struct L1 {
    cache: Option<Lru>,
    /// What the subgroups have read in their current burst, in the whole L1: with oldest-first scheduling no other
    /// workgroup's requests come in between. `None` where a burst is a single line.
    round: Option<Lru>,
    line_bytes: u64,
    sector_bytes: u64,
    /// The requests of each subgroup, until they are served.
    queues: Vec<Queue>,
    queued: usize,
    trace: AddressTrace,
    /// Banks of its tags.
    tag_banks: u32,
    /// The most requests of a subgroup's burst, as long as none waits; `None` where subgroups alternate line by line.
    turn_requests: Option<u32>,
    /// Entries that a trace keeps.
    most: usize,
}

/// The requests of a subgroup, in bursts.
#[derive(Clone, Debug, Default)]
struct Queue {
    /// Packed.
    entries: Vec<u64>,
    /// Requests of its last burst so far.
    requests: u32,
}

impl Queue {
    /// Whether a new burst begins with this request: it waits, differs in kind from the one before it, or comes after so many.
    fn begins_turn(&mut self, waits: bool, does: Asks, most: u32) -> bool {
        let same = self.entries.last().is_some_and(|last| unpack(*last).0 == does);
        let begins = waits || !same || self.requests >= most;
        self.requests = if begins { 1 } else { self.requests + 1 };
        begins
    }
}

/// Which subgroup makes a request, and how.
#[derive(Debug, Clone, Copy)]
pub struct Requester {
    /// Its number in the workgroup.
    pub subgroup: usize,
    /// Whether it waits for those before it.
    pub waits: bool,
}

impl L1 {
    /// An empty L1 as a workgroup has it.
    pub(super) fn new(caches: &Caches) -> Self {
        Self {
            cache: caches.l1_lines.map(Lru::new),
            round: caches.l1_lines.and(caches.turn_requests).map(|_| Lru::new(caches.whole_l1_lines)),
            line_bytes: caches.line_bytes,
            sector_bytes: caches.sector_bytes,
            queues: Vec::new(),
            queued: 0,
            trace: AddressTrace::default(),
            tag_banks: caches.tag_banks,
            turn_requests: caches.turn_requests,
            most: caches.trace_entries,
        }
    }

    /// Begins a workgroup: the cache is empty.
    pub fn begin(&mut self) {
        if let Some(cache) = &mut self.cache {
            cache.clear();
        }
        self.queues.iter_mut().for_each(|queue| queue.entries.clear());
        self.queued = 0;
        self.trace = AddressTrace::default();
    }

    /// Accesses sectors of one line for a subgroup of the workgroup, in a burst of its own: `line` is an address divided by
    /// the machine's line size, and bit i of `sectors` stands for sector i. The subgroups may come in any order.
    #[cfg(test)]
    pub fn access(&mut self, subgroup: usize, does: Asks, line: u64, sectors: u16) {
        self.queue(subgroup).entries.push(pack(does, line, sectors) | BEGINS);
        self.trace.lookups += u64::from(self.tag_banks);
        self.queued(1);
    }

    fn queue(&mut self, subgroup: usize) -> &mut Queue {
        if subgroup >= self.queues.len() {
            self.queues.resize_with(subgroup + 1, Queue::default);
        }
        &mut self.queues[subgroup]
    }

    /// So many entries more wait in the queues.
    fn queued(&mut self, entries: usize) {
        self.queued += entries;
        if self.queued >= QUEUED_ENTRIES {
            self.take_turns();
        }
    }

    /// Accesses the sectors of a request to a binding that begins at `base`: those of each range of its bytes, by start and
    /// end, in ascending order.
    pub fn request(&mut self, from: Requester, does: Asks, base: u64, ranges: impl Iterator<Item = (u32, u32)>) {
        // All sizes are powers of two.
        let shift = self.sector_bytes.trailing_zeros();
        let per_line = (self.line_bytes / self.sector_bytes).max(1).trailing_zeros();
        let turn_requests = self.turn_requests;
        let queue = self.queue(from.subgroup);
        let begins = turn_requests.is_none_or(|most| queue.begins_turn(from.waits, does, most));
        let queue = &mut queue.entries;
        let before = queue.len();
        let (mut line, mut sectors) = (u64::MAX, 0u16);
        for (start, end) in ranges {
            let first = (base + u64::from(start)) >> shift;
            let last = (base + u64::from(end) - 1) >> shift;
            for here in first >> per_line..=last >> per_line {
                if here != line {
                    if sectors != 0 {
                        queue.push(pack(does, line, sectors));
                    }
                    (line, sectors) = (here, 0);
                }
                let (start, end) = (first.max(here << per_line), last.min(((here + 1) << per_line) - 1));
                let touched = (2 << (end - start)) - 1u32;
                sectors |= (touched << (start - (here << per_line))) as u16;
            }
        }
        if sectors != 0 {
            queue.push(pack(does, line, sectors));
        }
        let turn = |begins| if begins { BEGINS } else { 0 };
        let mut marks = turn(begins);
        for entry in &mut queue[before..] {
            *entry |= marks;
            marks = MARK | turn(turn_requests.is_none());
        }
        let lines = queue.len() - before;
        self.trace.lookups += lookups(&self.queues[from.subgroup].entries[before..], self.tag_banks);
        self.queued(lines);
    }

    /// Serves the requests of the subgroups so far. Call it where all of them wait for each other.
    pub fn barrier(&mut self) {
        self.take_turns();
    }

    /// Ends the workgroup: what L1 passed on.
    pub fn finish(&mut self) -> AddressTrace {
        self.take_turns();
        std::mem::take(&mut self.trace)
    }

    /// Serves one burst of each subgroup in turn, until all queues are empty.
    fn take_turns(&mut self) {
        let mut queues = std::mem::take(&mut self.queues);
        // How far each subgroup has come, and whether its current request waits.
        let mut come = vec![(0, false); queues.len()];
        let mut left = true;
        while left {
            left = false;
            if let Some(cache) = &mut self.round {
                cache.clear();
            }
            for (queue, (at, waits)) in queues.iter().zip(&mut come) {
                let rest = &queue.entries[*at..];
                let further = rest.iter().skip(1).take_while(|entry| **entry & BEGINS == 0);
                let turn = (further.count() + 1).min(rest.len());
                rest[..turn].iter().for_each(|entry| self.serve(*entry, waits));
                *at += turn;
                left |= *at < queue.entries.len();
            }
        }
        queues.iter_mut().for_each(|queue| queue.entries.clear());
        (self.queues, self.queued) = (queues, 0);
    }

    /// Serves one line. `waits` tells whether the request that the subgroup is at waits for a line already.
    #[inline]
    fn serve(&mut self, entry: u64, waits: &mut bool) {
        let (does, line, sectors, goes_on) = unpack(entry);
        *waits &= goes_on;
        let missed = match (&mut self.cache, does) {
            (Some(cache), Asks::Reads) => {
                let missed = |cache: &mut Lru| {
                    let line = cache.touch(line).0;
                    let missed = sectors & !line.valid;
                    line.valid |= sectors;
                    missed
                };
                missed(cache) & self.round.as_mut().map_or(sectors, missed)
            }
            (Some(cache), Asks::Updates) => {
                if let Some(line) = cache.peek(line) {
                    line.valid &= !sectors;
                }
                sectors
            }
            _ => sectors,
        };
        let leads = missed != 0 && does.reads() && !*waits;
        *waits |= leads;
        self.trace.count(does, sectors, missed, [!goes_on, leads]);
        if missed != 0 {
            let mark = if leads { MARK } else { 0 };
            self.trace.record(entry & !(SECTORS | MARK | BEGINS) | u64::from(missed) << 2 | mark, self.most);
        }
    }
}

/// Where an entry has its sectors.
const SECTORS: u64 = 0xFFFF << 2;

/// In a queue: the entry continues the request before it. In a trace: it is the first line that its request waits for.
const MARK: u64 = 1 << 18;

/// In a queue: the entry begins a burst of its subgroup.
const BEGINS: u64 = 1 << 19;

/// An entry in one word: 44 bits of line, both marks, 16 bits of sectors, 2 bits of kind.
#[inline]
fn pack(does: Asks, line: u64, sectors: u16) -> u64 {
    let does = match does {
        Asks::Reads => 0,
        Asks::Writes => 1,
        Asks::Updates => 2,
        Asks::Fetches => 3,
    };
    (line << 20) | (u64::from(sectors) << 2) | does
}

/// The kind, the line, its sectors and whether it is marked.
#[inline]
fn unpack(entry: u64) -> (Asks, u64, u16, bool) {
    let does = match entry & 3 {
        0 => Asks::Reads,
        1 => Asks::Writes,
        2 => Asks::Updates,
        _ => Asks::Fetches,
    };
    (does, entry >> 20, (entry >> 2) as u16, entry & MARK != 0)
}

/// Tag lookups of one request in so many banks: those of its busiest bank, times the number of banks.
fn lookups(lines: &[u64], banks: u32) -> u64 {
    match lines {
        _ if banks <= 1 => return lines.len() as u64,
        [] => return 0,
        [_] => return banks.into(),
        _ => {}
    }
    let mut asked = [0u64; MOST_TAG_BANKS as usize];
    for &entry in lines {
        let (_, line, ..) = unpack(entry);
        asked[(line % u64::from(banks)) as usize] += 1;
    }
    asked.into_iter().max().unwrap_or(0) * u64::from(banks)
}

/// What a workgroup's L1 passed on to L2, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AddressTrace {
    /// Line, sectors and kind, packed.
    entries: Vec<u64>,
    /// Sectors passed on that found no place in `entries`.
    pub(super) unrecorded_sectors: u64,
    pub(super) recorded_sectors: u64,
    /// Lookups in L1's tags, counted request by request.
    pub(super) lookups: u64,
    /// Sectors read from L2 and written to it, whether recorded or not.
    pub(super) l2_reads: u64,
    pub(super) l2_writes: u64,
    /// Of both, those of atomics.
    pub(super) l2_updates: u64,
    /// Sectors that loads asked L1 for.
    pub(super) read_sectors: u64,
    /// Of these, the hits.
    pub(super) read_hits: u64,
    /// Requests of loads and atomics, and those of them for which L1 had all lines.
    pub(super) requests: [u64; 2],
}

impl AddressTrace {
    #[inline]
    fn count(&mut self, does: Asks, asked: u16, missed: u16, [begins, leads]: [bool; 2]) {
        if does.reads() {
            self.requests = self.requests.map(|all| all + u64::from(begins));
            self.requests[1] -= u64::from(leads);
        }
        if does == Asks::Reads {
            self.read_sectors += bits(asked);
            self.read_hits += bits(asked & !missed);
        }
    }

    #[inline]
    fn record(&mut self, entry: u64, most: usize) {
        let (does, _, sectors, _) = unpack(entry);
        let count = bits(sectors);
        self.l2_reads += if does.reads() { count } else { 0 };
        self.l2_writes += if does.writes() { count } else { 0 };
        self.l2_updates += if does == Asks::Updates { count } else { 0 };
        let joins = |last: &u64| (last ^ entry) & !(SECTORS | MARK) == 0 && last & entry & SECTORS == 0;
        if let Some(last) = self.entries.last_mut().filter(|last| joins(last)) {
            *last |= entry;
        } else if self.entries.len() < most {
            self.entries.push(entry);
        } else {
            self.unrecorded_sectors += count;
            return;
        }
        self.recorded_sectors += count;
    }

    /// Sectors that L2 was asked for.
    pub fn l2_sectors(&self) -> u64 {
        self.l2_reads + self.l2_writes
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was passed on.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries from one on: kind, line, sectors, and whether it is the first line that its request waits for.
    pub(super) fn slice(&self, from: usize, length: usize) -> impl Iterator<Item = (Asks, u64, u16, bool)> + '_ {
        let to = (from + length).min(self.entries.len());
        self.entries[from.min(to)..to].iter().map(|entry| unpack(*entry))
    }
}
