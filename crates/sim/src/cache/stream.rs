//! What passes the shared levels of a launch of which a few workgroups were run, told from their address streams.
//!
//! In most kernels a workgroup asks for what its neighbour asks for, so many bytes further on, in each binding by a
//! distance of its own. Where the traces of neighbours along each axis say so, entry by entry, those of all others
//! follow, and waves of them are replayed without running them. To be quick, only lines whose hash is a multiple of
//! some number are replayed, in levels that are smaller by that number: a spatial sample, from which the share of
//! misses follows (Waldspurger et al., "Efficient MRC construction with SHARDS", 2015).

use super::caches::Caches;
use super::level1::Trace;
use super::regions::Regions;
use super::shared::{Flow, SharedLevels, TURN};
use super::spatial::{Entry, Held, Spatial};
use super::traffic::Passed;
use std::ops::Range;

/// Entries of a wave that are replayed at most, about.
const WAVE_ENTRIES: u64 = 1 << 18;

/// The fewest lines that a level keeps.
const FEWEST_LINES: usize = 256;

/// Entries that are looked at for a launch, about: some tenths of a second.
const LOOKED_AT: u64 = 1 << 26;

/// Points of the launch from which waves are replayed: its start and its middle.
const STRETCHES: u64 = 2;

/// Both, side by side where there are threads.
#[cfg(feature = "threads")]
fn both<T: Send>(one: impl FnOnce() -> T + Send, other: impl FnOnce() -> T + Send) -> (T, T) {
    rayon::join(one, other)
}

/// Both, one after the other.
#[cfg(not(feature = "threads"))]
fn both<T>(one: impl FnOnce() -> T, other: impl FnOnce() -> T) -> (T, T) {
    (one(), other())
}

/// The address stream of one workgroup, and how it moves along each axis.
#[derive(Debug)]
pub struct Stream {
    place: [u64; 3],
    entries: Vec<Entry>,
    /// Sectors to the next workgroup along each axis, by binding.
    steps: [Vec<i64>; 3],
    /// The first line of each binding and the one behind its last.
    lines: Vec<Range<u64>>,
    /// Sectors of a line, a power of two: their logarithm.
    per_line: u32,
}

impl Stream {
    /// The stream of the workgroup at `place`, and of its next neighbour along each axis that has one; `None` where
    /// they do not ask for the same at a distance.
    pub fn new(
        caches: &Caches,
        regions: &Regions,
        place: [u64; 3],
        trace: &Trace,
        neighbours: [Option<&Trace>; 3],
    ) -> Option<Self> {
        let per_line = caches.line_bytes / caches.sector_bytes;
        let binding = |line: u64| regions.of(line * caches.line_bytes);
        let mut steps: [Vec<i64>; 3] = std::array::from_fn(|_| vec![0; regions.len()]);
        for (steps, neighbour) in steps.iter_mut().zip(neighbours) {
            if let Some(neighbour) = neighbour {
                let each = |trace| each_sector(trace, per_line, binding);
                // Where both ask in the same order, nothing needs to be sorted to see it.
                *steps = distances(each(trace), each(neighbour), regions.len())
                    .or_else(|| distances(sorted(each(trace)), sorted(each(neighbour)), regions.len()))?;
            }
        }
        let lines = (0..regions.len()).map(|at| {
            let first = regions.base(at) / caches.line_bytes;
            first..first + regions.bytes(at).div_ceil(caches.line_bytes)
        });
        let all = trace.turn(0, trace.len());
        let entry = |(does, line, sectors, leads)| Entry { does, line, sectors, leads, binding: binding(line) };
        Some(Self {
            place,
            entries: all.map(entry).collect(),
            steps,
            lines: lines.collect(),
            per_line: per_line.trailing_zeros(),
        })
    }

    /// What passes the shared levels of a launch of so many workgroups.
    pub fn passed(&self, caches: &Caches, workgroups: [u64; 3]) -> Passed {
        let total: u64 = workgroups.iter().product();
        let wave = caches.wave().max(1) as u64;
        let waves = total.div_ceil(wave);
        let in_wave = (wave * self.entries.len() as u64).max(1);
        let smallest = caches.level2_lines.unwrap_or(FEWEST_LINES);
        let wanted = (in_wave / WAVE_ENTRIES).max(1).next_power_of_two();
        let share = wanted.min((smallest / FEWEST_LINES).max(1) as u64 / 2 + 1).next_power_of_two();
        let affordable = (LOOKED_AT / in_wave).max(3 * STRETCHES);
        let lines = |lines: Option<usize>| lines.map(|lines| (lines / share as usize).max(1));
        let levels = || SharedLevels::new(wave as usize, lines(caches.level2_lines), lines(caches.last_lines));
        let sample = Spatial::new(&self.entries, self.lines.len(), share, self.per_line);
        let run = |memory: &mut SharedLevels, at: u64| {
            self.wave(memory, at * wave..((at + 1) * wave).min(total), workgroups, &sample);
        };
        if waves <= affordable {
            let mut memory = levels();
            (0..waves).for_each(|at| run(&mut memory, at));
            memory.flush();
            return Passed::All(memory.flow().times(share));
        }
        // From empty caches: what passes until they are full, and then.
        let stretch = |start: u64| {
            let (mut memory, mut cold, mut warm, mut measured) = (levels(), Flow::default(), Flow::default(), 0);
            for at in start..(start + affordable / STRETCHES).min(waves) {
                let (full, before) = (memory.is_full(), memory.flow());
                run(&mut memory, at);
                if full {
                    warm = warm.and(memory.flow().since(before));
                    measured += 1;
                } else {
                    cold = memory.flow();
                }
                if measured >= affordable.min(8) / STRETCHES {
                    break;
                }
            }
            (cold, warm)
        };
        let ((cold, warm), (_, later)) = both(|| stretch(0), || stretch(waves / STRETCHES));
        let warm = warm.and(later);
        match warm == Flow::default() {
            true => Passed::First,
            false => Passed::Some { cold: cold.times(share), warm: warm.times(share) },
        }
    }

    /// Replays some workgroups, [`TURN`] entries of each in turn, as far as their lines are in the spatial sample.
    fn wave(&self, memory: &mut SharedLevels, numbers: Range<u64>, workgroups: [u64; 3], sample: &Spatial<'_>) {
        // As many turns at a time as hold no more than a wave should.
        let together = WAVE_ENTRIES * sample.share() / (numbers.end - numbers.start).max(1) + 1;
        let together = (together as usize).next_multiple_of(TURN);
        for from in (0..self.entries.len()).step_by(together) {
            let places = from..(from + together).min(self.entries.len());
            let mut turns = vec![Vec::new(); places.len().div_ceil(TURN)];
            for number in numbers.clone() {
                for held in self.held(number, workgroups, sample, &places) {
                    turns[(held.at - from) / TURN].push(held);
                }
            }
            for Held { at, line, sectors } in turns.into_iter().flatten() {
                let Entry { does, leads, .. } = self.entries[at];
                memory.request(does, line, sectors, leads);
            }
        }
    }

    /// What the sample holds of one workgroup's entries at these places of the stream.
    fn held(&self, number: u64, [nx, ny, _]: [u64; 3], sample: &Spatial<'_>, places: &Range<usize>) -> Vec<Held> {
        let id = [number % nx, number / nx % ny, number / nx / ny];
        let by: [i64; 3] = std::array::from_fn(|axis| id[axis] as i64 - self.place[axis] as i64);
        let away = |binding: usize| (0..3).map(|axis| by[axis] * self.steps[axis][binding]).sum();
        let mut held = sample.of(places, (0..self.lines.len()).map(away));
        held.retain(|held| self.lines[self.entries[held.at].binding].contains(&held.line));
        held
    }
}

/// The sectors that a workgroup asks for, in order: binding, what is done, sector.
fn each_sector<'a>(
    trace: &'a Trace,
    per_line: u64,
    binding: impl Fn(u64) -> usize + 'a,
) -> impl Iterator<Item = (usize, u8, u64)> + 'a {
    trace.turn(0, trace.len()).flat_map(move |(does, line, sectors, _)| {
        let binding = binding(line);
        let set = (0..per_line).filter(move |at| sectors >> at & 1 == 1);
        set.map(move |at| (binding, does as u8, line * per_line + at))
    })
}

fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.into_iter()
}

/// By how many sectors each binding's lie further on in the second list; `None` where it is no one distance.
fn distances(
    mut own: impl Iterator<Item = (usize, u8, u64)>,
    mut other: impl Iterator<Item = (usize, u8, u64)>,
    bindings: usize,
) -> Option<Vec<i64>> {
    let mut steps = vec![None; bindings];
    loop {
        let ((binding, does, sector), (its, as_well, there)) = match (own.next(), other.next()) {
            (None, None) => return Some(steps.into_iter().map(Option::unwrap_or_default).collect()),
            pair => pair.0.zip(pair.1)?,
        };
        let step = there as i64 - sector as i64;
        if (binding, does, *steps.get_mut(binding)?.get_or_insert(step)) != (its, as_well, step) {
            return None;
        }
    }
}
