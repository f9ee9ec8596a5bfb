use super::level1::{Access, Caches, Trace, bits};
use super::lru::Lru;
use super::regions::Regions;
use super::scale::{Again, Sample};

/// Trace entries of one workgroup that go to level 2 before it is the next workgroup's turn.
pub const TURN: usize = 32;

/// Trace entries that wait for their wave to be full: 64 MiB.
pub const PENDING_ENTRIES: usize = 1 << 23;

/// The levels that all units share, and DRAM behind them.
#[derive(Debug)]
pub struct Memory {
    wave: usize,
    sector_bytes: u64,
    pending: Vec<Trace>,
    pending_entries: usize,
    /// Level 2, and the last level where there is one. Empty where level 2 is not known.
    levels: Vec<Lru>,
    dram: Dram,
    counts: Counts,
    first_wave: Option<FirstWave>,
}

/// What the first replay left, on cold caches.
#[derive(Clone, Copy, Debug)]
struct FirstWave {
    workgroups: u64,
    again: [u64; 3],
}

/// Sectors, as counted in the workgroups that were pushed.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    workgroups: u64,
    l1_lines: u64,
    l1_reads: u64,
    l1_hits: u64,
    recorded: u64,
    unrecorded: u64,
    l2_reads: u64,
    l2_writes: u64,
    /// Read hits in level 2 and in the last level.
    hits: [u64; 2],
}

/// A launch's global memory traffic. Bytes are whole sectors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Lines that requests touched, each request's counted on its own.
    pub l1_lines: u64,
    /// Sectors that loads asked level 1 for.
    pub l1_read_sectors: u64,
    /// Of these, the ones that level 1 had.
    pub l1_read_hits: u64,
    /// Sectors read from level 2, atomics included.
    pub l2_read_sectors: u64,
    /// Of these, the ones that level 2 had; none where level 2 is not known.
    pub l2_read_hits: Option<u64>,
    /// Sectors written to level 2, atomics included.
    pub l2_write_sectors: u64,
    /// Read sectors that the memory-side cache had, where the machine has one.
    pub last_read_hits: Option<u64>,
    /// Bytes read from DRAM; none where level 2 is not known.
    pub dram_read_bytes: Option<u64>,
    /// Bytes written to DRAM; none where level 2 is not known.
    pub dram_write_bytes: Option<u64>,
    /// Whether a trace was longer than [`TRACE_ENTRIES`](super::TRACE_ENTRIES), so that its end was extrapolated.
    pub truncated: bool,
}

impl Traffic {
    /// Sectors that reached level 2.
    pub fn l2_sectors(&self) -> u64 {
        self.l2_read_sectors + self.l2_write_sectors
    }

    /// Bytes between DRAM and the chip, both ways; none where level 2 is not known.
    pub fn dram_bytes(&self) -> Option<u64> {
        Some(self.dram_read_bytes? + self.dram_write_bytes?)
    }
}

impl Memory {
    pub(super) fn new(caches: &Caches, regions: &Regions) -> Self {
        let level2 = caches.level2_lines;
        let last = level2.and(caches.last_lines);
        Self {
            wave: caches.wave.max(1),
            sector_bytes: caches.sector_bytes,
            pending: Vec::new(),
            pending_entries: 0,
            levels: level2.into_iter().chain(last).map(Lru::new).collect(),
            dram: Dram::new(caches, regions),
            counts: Counts::default(),
            first_wave: None,
        }
    }

    /// Takes the next workgroup's trace. Call it in ascending workgroup order.
    pub fn push(&mut self, trace: Trace) {
        let counts = &mut self.counts;
        counts.workgroups += 1;
        counts.l1_lines += trace.lines;
        counts.l1_reads += trace.read_sectors;
        counts.l1_hits += trace.read_hits;
        counts.recorded += trace.recorded_sectors;
        counts.unrecorded += trace.unrecorded_sectors;
        self.pending_entries += trace.len();
        self.pending.push(trace);
        if self.pending.len() >= self.wave || self.pending_entries >= PENDING_ENTRIES {
            self.replay();
        }
    }

    /// Ends the launch: writes back what is dirty, and scales what was counted to `workgroups` workgroups if only some of
    /// them were pushed.
    ///
    /// Most counts are multiplied by the workgroups that one pushed stands for. The first read and the first write of a
    /// sector are capped by the sectors of their binding, since a launch cannot touch more of a buffer than there is. What
    /// one wave takes out of the caches of another is scaled by waves, which needs more than one wave to be pushed; with
    /// less, DRAM traffic is a lower bound. Push runs of neighbouring workgroups, which share what they read, rather than
    /// every n-th.
    pub fn finish(mut self, workgroups: u64) -> Traffic {
        self.replay();
        self.write_back();
        let counts = self.counts;
        let sample = Sample {
            workgroups,
            run: counts.workgroups.max(1),
            first_wave: self.first_wave.map_or(0, |first| first.workgroups),
            passed_on: counts.recorded + counts.unrecorded,
            replayed: counts.recorded,
        };
        let again = self.again();
        let first = self.first_wave.map_or(again, |first| first.again);
        let scaled = |sectors: &Sectors, flow: usize| {
            let again = Again {
                all: again[flow],
                in_first_wave: first[flow],
            };
            self.dram.first(sectors, sample) + sample.again(again)
        };
        let known = !self.levels.is_empty();
        let l2_reads = sample.replayed(counts.l2_reads);
        // What is read for the first time misses every level.
        let l2_misses = scaled(&self.dram.reads, 0);
        let dram_reads = scaled(&self.dram.reads, 1);
        let dram_writes = scaled(&self.dram.writes, 2);
        Traffic {
            l1_lines: sample.asked(counts.l1_lines),
            l1_read_sectors: sample.asked(counts.l1_reads),
            l1_read_hits: sample.asked(counts.l1_hits),
            l2_read_sectors: l2_reads,
            l2_read_hits: known.then(|| l2_reads.saturating_sub(l2_misses)),
            l2_write_sectors: sample.replayed(counts.l2_writes),
            last_read_hits: (self.levels.len() > 1).then(|| l2_misses.saturating_sub(dram_reads)),
            dram_read_bytes: known.then(|| dram_reads * self.sector_bytes),
            dram_write_bytes: known.then(|| dram_writes * self.sector_bytes),
            truncated: counts.unrecorded > 0,
        }
    }

    /// Repeated sectors so far: read from behind level 2, read from DRAM, written to DRAM.
    fn again(&self) -> [u64; 3] {
        let reads = &self.dram.reads;
        let behind_level2 =
            self.counts.l2_reads - self.counts.hits[0] - reads.first.iter().sum::<u64>();
        [behind_level2, reads.again, self.dram.writes.again]
    }

    /// Sends the waiting workgroups' entries to level 2, [`TURN`] at a time.
    fn replay(&mut self) {
        let traces = std::mem::take(&mut self.pending);
        self.pending_entries = 0;
        let longest = traces.iter().map(Trace::len).max().unwrap_or(0);
        let mut alive: Vec<&Trace> = traces.iter().collect();
        for from in (0..longest).step_by(TURN) {
            alive.retain(|trace| trace.len() > from);
            for trace in &alive {
                for (access, line, sectors) in trace.turn(from, TURN) {
                    self.request(access, line, sectors);
                }
            }
        }
        if self.first_wave.is_none() {
            self.first_wave = Some(FirstWave {
                workgroups: traces.len() as u64,
                again: self.again(),
            });
        }
    }

    #[inline]
    fn request(&mut self, access: Access, line: u64, sectors: u16) {
        let count = bits(sectors);
        if access != Access::Write {
            self.counts.l2_reads += count;
            fetch(
                &mut self.levels,
                &mut self.counts.hits,
                &mut self.dram,
                line,
                sectors,
            );
        }
        if access != Access::Read {
            self.counts.l2_writes += count;
            store(&mut self.levels, &mut self.dram, line, sectors);
        }
    }

    fn write_back(&mut self) {
        for level in 0..self.levels.len() {
            let (above, below) = self.levels.split_at_mut(level + 1);
            for line in above[level].drain() {
                store(below, &mut self.dram, line.tag, line.dirty);
            }
        }
    }
}

/// Reads sectors from the first of these levels, from those below it, or from DRAM.
fn fetch(levels: &mut [Lru], hits: &mut [u64], dram: &mut Dram, line: u64, sectors: u16) {
    let Some((level, below)) = levels.split_first_mut() else {
        return dram.read(line, sectors);
    };
    let Some((hit, hits)) = hits.split_first_mut() else {
        return;
    };
    let (held, evicted) = level.touch(line);
    let missed = sectors & !held.valid;
    held.valid |= sectors;
    *hit += bits(sectors & !missed);
    if let Some(evicted) = evicted {
        store(below, dram, evicted.tag, evicted.dirty);
    }
    if missed != 0 {
        fetch(below, hits, dram, line, missed);
    }
}

/// Writes sectors to the first of these levels, or to DRAM.
fn store(levels: &mut [Lru], dram: &mut Dram, line: u64, sectors: u16) {
    if sectors == 0 {
        return;
    }
    let Some((level, below)) = levels.split_first_mut() else {
        return dram.write(line, sectors);
    };
    let (held, evicted) = level.touch(line);
    held.valid |= sectors;
    held.dirty |= sectors;
    if let Some(evicted) = evicted {
        store(below, dram, evicted.tag, evicted.dirty);
    }
}

/// What reaches DRAM.
#[derive(Debug)]
struct Dram {
    regions: Regions,
    line_bytes: u64,
    sector_bytes: u64,
    reads: Sectors,
    writes: Sectors,
}

/// Sectors of each binding that went one way.
#[derive(Debug)]
struct Sectors {
    /// One bit for each sector of a binding that has gone before.
    seen: Vec<Vec<u64>>,
    /// Sectors that went for the first time, by binding.
    first: Vec<u64>,
    /// Sectors that went again.
    again: u64,
}

impl Dram {
    fn new(caches: &Caches, regions: &Regions) -> Self {
        let (line_bytes, sector_bytes) = (caches.line_bytes, caches.sector_bytes);
        let sectors = || Sectors {
            seen: vec![Vec::new(); regions.len()],
            first: vec![0; regions.len()],
            again: 0,
        };
        Self {
            regions: regions.clone(),
            line_bytes,
            sector_bytes,
            reads: sectors(),
            writes: sectors(),
        }
    }

    fn read(&mut self, line: u64, sectors: u16) {
        let (binding, first, words) = self.place(line);
        self.reads.go(binding, first, words, sectors);
    }

    fn write(&mut self, line: u64, sectors: u16) {
        let (binding, first, words) = self.place(line);
        self.writes.go(binding, first, words, sectors);
    }

    /// The binding that a line belongs to, the line's first sector there, and the words that its bits need.
    fn place(&self, line: u64) -> (usize, u64, usize) {
        let address = line * self.line_bytes;
        let binding = self.regions.of(address);
        let base = if self.regions.is_empty() {
            0
        } else {
            self.regions.base(binding)
        };
        (
            binding,
            (address - base) / self.sector_bytes,
            self.sectors(binding).div_ceil(64) as usize,
        )
    }

    /// Sectors that went for the first time, for all workgroups, up to what their bindings have.
    fn first(&self, sectors: &Sectors, sample: Sample) -> u64 {
        let first = sectors.first.iter().enumerate();
        first
            .map(|(binding, count)| {
                sample
                    .replayed(*count)
                    .min(self.sectors(binding).max(*count))
            })
            .sum()
    }

    /// Sectors of a binding, the last one possibly in part.
    fn sectors(&self, binding: usize) -> u64 {
        if binding < self.regions.len() {
            self.regions.bytes(binding).div_ceil(self.sector_bytes)
        } else {
            0
        }
    }
}

impl Sectors {
    fn go(&mut self, binding: usize, first: u64, words: usize, sectors: u16) {
        let Some(seen) = self.seen.get_mut(binding) else {
            self.again += bits(sectors);
            return;
        };
        if seen.is_empty() {
            seen.resize(words, 0);
        }
        for sector in (0..16).filter(|sector| sectors >> sector & 1 == 1) {
            let place = first + sector;
            match seen.get_mut((place / 64) as usize) {
                Some(word) if *word >> (place % 64) & 1 == 0 => {
                    *word |= 1 << (place % 64);
                    self.first[binding] += 1;
                }
                _ => self.again += 1,
            }
        }
    }
}
