//! Requests to the caches, scaled from the workgroups that were run to the whole launch.

use super::l1::AddressTrace;
use super::regions::Regions;

/// The requests, by stratum of the sample.
#[derive(Debug)]
pub struct CacheRequests {
    regions: Regions,
    line_bytes: u64,
    sector_bytes: u64,
    /// How many workgroups of the launch one stands for, by stratum.
    factors: Vec<f64>,
    strata: Vec<Stratum>,
    /// Which sectors have been read and written: only where the launch is sampled or L2 is not known.
    seen: Option<[Vec<Vec<u64>>; 2]>,
}

#[derive(Clone, Debug, Default)]
struct Stratum {
    lookups: u64,
    read_sectors: u64,
    read_hits: u64,
    l2_reads: u64,
    l2_writes: u64,
    l2_updates: u64,
    requests: [u64; 2],
    recorded: u64,
    unrecorded: u64,
    /// Sectors that were read, and written, for the first time, by binding.
    first: [Vec<u64>; 2],
}

/// The requests of a whole launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Lookups in L1's tags.
    pub lookups: u64,
    /// Sectors that loads asked L1 for.
    pub read_sectors: u64,
    /// Of these, the hits.
    pub read_hits: u64,
    /// Sectors read from L2.
    pub l2_reads: u64,
    /// Sectors written to L2.
    pub l2_writes: u64,
    /// Sectors that atomics read and write there, part of both.
    pub l2_updates: u64,
    /// Different sectors that L2 was asked for: at most those of the bindings. Only where the launch is sampled or L2 is
    /// not known.
    pub first_reads: u64,
    /// Different sectors that were written to L2.
    pub first_writes: u64,
    /// Requests of loads and atomics, and those of them for which L1 had all lines.
    pub requests: [u64; 2],
    /// Whether the end of a trace is missing.
    pub truncated: bool,
}

impl Totals {
    /// Sectors that L2 was asked for.
    pub fn l2_sectors(&self) -> u64 {
        self.l2_reads + self.l2_writes
    }
}

impl CacheRequests {
    pub(super) fn new(regions: &Regions, [line_bytes, sector_bytes]: [u64; 2], factors: &[f64], seen: bool) -> Self {
        let none = vec![Vec::new(); regions.len()];
        let stratum = Stratum { first: [vec![0; regions.len()], vec![0; regions.len()]], ..Stratum::default() };
        Self {
            regions: regions.clone(),
            line_bytes,
            sector_bytes,
            factors: factors.to_vec(),
            strata: vec![stratum; factors.len()],
            seen: seen.then(|| [none.clone(), none]),
        }
    }

    /// Adds a workgroup of a stratum.
    pub fn push(&mut self, trace: &AddressTrace, stratum: usize) {
        let sums = &mut self.strata[stratum];
        sums.lookups += trace.lookups;
        sums.read_sectors += trace.read_sectors;
        sums.read_hits += trace.read_hits;
        sums.l2_reads += trace.l2_reads;
        sums.l2_writes += trace.l2_writes;
        sums.l2_updates += trace.l2_updates;
        sums.requests = [0, 1].map(|at| sums.requests[at] + trace.requests[at]);
        sums.recorded += trace.recorded_sectors;
        sums.unrecorded += trace.unrecorded_sectors;
        if let Some(mut seen) = self.seen.take() {
            for (does, line, sectors, _) in trace.slice(0, trace.len()) {
                if does.reads() {
                    self.note(&mut seen, stratum, 0, line, sectors);
                }
                if does.writes() {
                    self.note(&mut seen, stratum, 1, line, sectors);
                }
            }
            self.seen = Some(seen);
        }
    }

    /// Counts the sectors that were not requested before.
    fn note(&mut self, seen: &mut [Vec<Vec<u64>>; 2], stratum: usize, way: usize, line: u64, sectors: u16) {
        let address = line * self.line_bytes;
        let binding = self.regions.of(address);
        let Some(words) = seen[way].get_mut(binding) else {
            return;
        };
        if words.is_empty() {
            words.resize(self.sectors(binding).div_ceil(64) as usize, 0);
        }
        let start = (address - self.regions.base(binding)) / self.sector_bytes;
        // A line's sectors lie in one word: both are powers of two, and bindings begin at a line.
        if let Some(word) = words.get_mut((start / 64) as usize) {
            let asked = u64::from(sectors) << (start % 64);
            let first = asked & !*word;
            *word |= asked;
            self.strata[stratum].first[way][binding] += u64::from(first.count_ones());
        }
    }

    /// Sectors of a binding, the last one possibly in part.
    fn sectors(&self, binding: usize) -> u64 {
        self.regions.bytes(binding).div_ceil(self.sector_bytes)
    }

    /// Everything, scaled to the launch.
    pub fn totals(&self) -> Totals {
        let sum = |count: fn(&Stratum) -> u64| {
            let parts = self.strata.iter().zip(&self.factors);
            parts.map(|(stratum, factor)| scaled(count(stratum), *factor)).sum()
        };
        Totals {
            lookups: sum(|stratum| stratum.lookups),
            read_sectors: sum(|stratum| stratum.read_sectors),
            read_hits: sum(|stratum| stratum.read_hits),
            l2_reads: sum(|stratum| stratum.l2_reads),
            l2_writes: sum(|stratum| stratum.l2_writes),
            l2_updates: sum(|stratum| stratum.l2_updates),
            first_reads: self.first(0),
            first_writes: self.first(1),
            requests: [sum(|stratum| stratum.requests[0]), sum(|stratum| stratum.requests[1])],
            truncated: self.strata.iter().any(|stratum| stratum.unrecorded > 0),
        }
    }

    /// Different sectors that are requested: a launch cannot touch more of a binding than there is.
    fn first(&self, way: usize) -> u64 {
        let of = |binding: usize| {
            let parts = self.strata.iter().zip(&self.factors);
            let all = parts.map(|(stratum, factor)| {
                let (recorded, all) = (stratum.recorded, stratum.recorded + stratum.unrecorded);
                scaled(stratum.first[way][binding], factor * all as f64 / recorded.max(1) as f64)
            });
            all.sum::<u64>().min(self.sectors(binding))
        };
        (0..self.regions.len()).map(of).sum()
    }
}

fn scaled(count: u64, factor: f64) -> u64 {
    if factor == 1.0 { count } else { (count as f64 * factor).round() as u64 }
}
