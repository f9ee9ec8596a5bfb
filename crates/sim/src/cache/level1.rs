use super::asked::Asked;
use super::lru::Lru;
use super::traffic::{Passed, Traffic};
use super::{Memory, Regions};
use crate::config::Config;
use crate::machine::Machine;
use crate::occupancy::Occupancy;

/// Entries that a trace keeps: 2 MiB.
pub const TRACE_ENTRIES: usize = 1 << 18;

/// Entries that a workgroup's subgroups queue before they take their turns: 8 MiB.
pub const QUEUED_ENTRIES: usize = 1 << 20;

/// What a request does with a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Loads it.
    Read,
    /// Stores to it.
    Write,
    /// Reads and writes it in level 2.
    Atomic,
}

/// The sizes of a launch's caches, from which its [`Level1`]s and its [`Memory`] are made.
#[derive(Clone, Debug)]
pub struct Caches {
    pub(super) line_bytes: u64,
    pub(super) sector_bytes: u64,
    /// Lines of level 1 that one workgroup has; none where the machine's level 1 is not known.
    pub(super) level1_lines: Option<usize>,
    /// Lines of level 2; none where it is not known, and then DRAM traffic is not modelled.
    pub(super) level2_lines: Option<usize>,
    pub(super) last_lines: Option<usize>,
    /// Workgroups that run at the same time.
    pub(super) wave: usize,
    /// The banks of level 1; none where they are not known.
    pub(super) banks: Option<Config>,
}

impl Caches {
    /// The caches that a launch finds on a machine. `shared_bytes` is a workgroup's workgroup memory.
    pub fn new(machine: &Machine, occupancy: Option<&Occupancy>, shared_bytes: u32) -> Self {
        let line_bytes = u64::from(machine.line_bytes());
        let lines = |bytes: u64| ((bytes / line_bytes) as usize).max(1);
        let resident = occupancy.map_or(1, |occupancy| occupancy.workgroups.max(1));
        let level1 = level1_bytes(machine, u64::from(resident) * u64::from(shared_bytes));
        Self {
            line_bytes,
            sector_bytes: u64::from(machine.sector_bytes()),
            level1_lines: level1.map(|bytes| lines(bytes / u64::from(resident))),
            level2_lines: machine.cache.l2_bytes.map(lines),
            last_lines: machine.cache.last_bytes.map(lines),
            wave: machine
                .unit
                .count
                .map_or(1, |units| units as usize * resident as usize),
            banks: machine.level1_config(),
        }
    }

    /// Bytes in a sector.
    pub fn sector_bytes(&self) -> u64 {
        self.sector_bytes
    }

    /// What the wavefronts of global requests are counted for: the banks of level 1. None where they are not known.
    pub fn banks(&self) -> Option<&Config> {
        self.banks.as_ref()
    }

    /// Sectors in a line, at least one.
    pub fn sectors_per_line(&self) -> u64 {
        (self.line_bytes / self.sector_bytes.max(1)).max(1)
    }

    /// Workgroups that run at the same time: a sampled launch should run several times as many.
    pub fn wave(&self) -> usize {
        self.wave
    }

    /// An empty level 1 for one worker thread.
    pub fn level1(&self) -> Level1 {
        Level1 {
            cache: self.level1_lines.map(Lru::new),
            line_bytes: self.line_bytes,
            sector_bytes: self.sector_bytes,
            queues: Vec::new(),
            queued: 0,
            trace: Trace::default(),
        }
    }

    /// The empty shared levels of the launch.
    pub fn memory(&self) -> Memory {
        Memory::new(self)
    }

    /// What a launch asks for: nothing yet. Each workgroup of a stratum stands for `factors` workgroups of the launch.
    pub fn asked(&self, regions: &Regions, factors: &[f64], sampled: bool) -> Asked {
        Asked::new(self, regions, factors, sampled)
    }

    /// Whether the level before DRAM holds all lines of these bindings, or is not known.
    pub fn hold(&self, regions: &Regions) -> bool {
        let Some(lines) = self.last_lines.or(self.level2_lines) else {
            return true;
        };
        let needed =
            (0..regions.len()).map(|binding| regions.bytes(binding).div_ceil(self.line_bytes));
        needed.fold(0, u64::saturating_add) <= lines as u64
    }

    /// The traffic of a launch.
    pub fn traffic(&self, asked: &Asked, passed: Passed) -> Traffic {
        let levels = match (self.level2_lines, self.last_lines) {
            (None, _) => 0,
            (Some(_), None) => 1,
            (Some(_), Some(_)) => 2,
        };
        Traffic::new(asked.totals(), passed, levels, self.sector_bytes)
    }
}

/// Bytes of level 1 that workgroup memory leaves, where the two share a store.
fn level1_bytes(machine: &Machine, shared_bytes: u64) -> Option<u64> {
    let all = machine.cache.l1_bytes?;
    let Some(carveouts) = &machine.cache.shared_carveouts else {
        return Some(all);
    };
    let carveout = carveouts
        .iter()
        .find(|carveout| **carveout >= shared_bytes)
        .or(carveouts.last());
    Some(all.saturating_sub(carveout.copied().unwrap_or(0)))
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
    pub fn access(&mut self, subgroup: usize, access: Access, line: u64, sectors: u16) {
        if subgroup >= self.queues.len() {
            self.queues.resize_with(subgroup + 1, Vec::new);
        }
        self.queues[subgroup].push(pack(access, line, sectors));
        self.queued += 1;
        if self.queued >= QUEUED_ENTRIES {
            self.take_turns();
        }
    }

    /// Accesses all sectors that `bytes` bytes from `address` on have a part in.
    pub fn span(&mut self, subgroup: usize, access: Access, address: u64, bytes: u64) {
        if bytes == 0 {
            return;
        }
        let per_line = self.line_bytes / self.sector_bytes;
        let (first, last) = (
            address / self.sector_bytes,
            (address + bytes - 1) / self.sector_bytes,
        );
        for line in first / per_line..=last / per_line {
            let from = first.max(line * per_line) - line * per_line;
            let to = last.min(line * per_line + per_line - 1) - line * per_line;
            let sectors = ((1_u32 << (to + 1)) - (1_u32 << from)) as u16;
            self.access(subgroup, access, line, sectors);
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
                let (access, line, sectors) = unpack(*entry);
                self.serve(access, line, sectors);
            }
        }
        queues.iter_mut().for_each(Vec::clear);
        (self.queues, self.queued) = (queues, 0);
    }

    #[inline]
    fn serve(&mut self, access: Access, line: u64, sectors: u16) {
        let missed = match (&mut self.cache, access) {
            (Some(cache), Access::Read) => {
                let line = cache.touch(line).0;
                let missed = sectors & !line.valid;
                line.valid |= sectors;
                missed
            }
            (Some(cache), Access::Atomic) => {
                if let Some(line) = cache.peek(line) {
                    line.valid &= !sectors;
                }
                sectors
            }
            _ => sectors,
        };
        self.trace.count(access, sectors, missed);
        if missed != 0 {
            self.trace.record(access, line, missed);
        }
    }
}

/// How many sectors a mask has. Lines mostly have up to 4, and baseline x86-64 has no instruction for it.
#[inline]
pub(super) fn bits(sectors: u16) -> u64 {
    const COUNTS: u64 = 0x4332_3221_3221_2110;
    if sectors < 16 {
        COUNTS >> (4 * sectors) & 0xF
    } else {
        u64::from(sectors.count_ones())
    }
}

/// Line, sectors and access in one word: 46 bits of line, 16 of sectors, 2 of access.
#[inline]
fn pack(access: Access, line: u64, sectors: u16) -> u64 {
    (line << 18) | (u64::from(sectors) << 2) | access as u64
}

#[inline]
fn unpack(entry: u64) -> (Access, u64, u16) {
    let access = match entry & 3 {
        0 => Access::Read,
        1 => Access::Write,
        _ => Access::Atomic,
    };
    (access, entry >> 18, (entry >> 2) as u16)
}

/// What a workgroup's level 1 passed on to level 2, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Line, sectors and access, packed.
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
    fn count(&mut self, access: Access, asked: u16, missed: u16) {
        self.lines += 1;
        if access == Access::Read {
            self.read_sectors += bits(asked);
            self.read_hits += bits(asked & !missed);
        }
    }

    #[inline]
    fn record(&mut self, access: Access, line: u64, sectors: u16) {
        const SECTORS: u64 = 0xFFFF << 2;
        let entry = pack(access, line, sectors);
        let count = bits(sectors);
        self.l2_reads += if access == Access::Write { 0 } else { count };
        self.l2_writes += if access == Access::Read { 0 } else { count };
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

    /// The entries from one on, as access, line and sectors.
    pub(super) fn turn(
        &self,
        from: usize,
        length: usize,
    ) -> impl Iterator<Item = (Access, u64, u16)> + '_ {
        let to = (from + length).min(self.entries.len());
        self.entries[from.min(to)..to]
            .iter()
            .map(|entry| unpack(*entry))
    }
}
