//! What passes the shared levels of a launch of which a few workgroups were run, told from their address streams.
//!
//! In most kernels a workgroup asks for what its neighbour asks for, so many bytes further on, in each binding by a
//! distance of its own. Where the traces of neighbours along each axis say so, entry by entry, those of all others
//! follow, and waves of them are replayed without running them. To be quick, only lines whose hash is a multiple of
//! some number are replayed, in levels that are smaller by that number: a spatial sample, from which the share of
//! misses follows (Waldspurger et al., "Efficient MRC construction with SHARDS", 2015).

use super::caches::Caches;
use super::level1::{Does, Trace};
use super::regions::Regions;
use super::shared::{Flow, SharedLevels, TURN};
use super::traffic::Passed;

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
    /// What is done, line, sectors, what its request weighs, and the binding.
    entries: Vec<(Does, u64, u16, bool, usize)>,
    /// Sectors to the next workgroup along each axis, by binding.
    steps: [Vec<i64>; 3],
    /// The first line of each binding and the one behind its last.
    lines: Vec<(u64, u64)>,
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
        let flat = |trace: &Trace| {
            let mut all = Vec::with_capacity(trace.len());
            for (does, line, sectors, _) in trace.turn(0, trace.len()) {
                let set = (0..per_line).filter(|at| sectors >> at & 1 == 1);
                all.extend(set.map(|at| (binding(line), does as u8, line * per_line + at)));
            }
            all.sort_unstable();
            all
        };
        let own = flat(trace);
        let mut steps: [Vec<i64>; 3] = std::array::from_fn(|_| vec![0; regions.len()]);
        for (steps, neighbour) in steps.iter_mut().zip(neighbours) {
            let Some(neighbour) = neighbour.map(flat) else {
                continue;
            };
            if neighbour.len() != own.len() {
                return None;
            }
            let mut known = vec![false; regions.len()];
            for (&(binding, does, sector), &(other, as_well, there)) in own.iter().zip(&neighbour) {
                let step = there as i64 - sector as i64;
                if !std::mem::replace(known.get_mut(binding)?, true) {
                    steps[binding] = step;
                }
                if (binding, does, steps[binding]) != (other, as_well, step) {
                    return None;
                }
            }
        }
        let lines = (0..regions.len()).map(|at| {
            let first = regions.base(at) / caches.line_bytes;
            (first, first + regions.bytes(at).div_ceil(caches.line_bytes))
        });
        let all = trace.turn(0, trace.len());
        let entries = all.map(|(does, line, sectors, leads)| (does, line, sectors, leads, binding(line)));
        Some(Self {
            place,
            entries: entries.collect(),
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
        let run = |memory: &mut SharedLevels, at: u64| {
            self.wave(memory, at * wave..((at + 1) * wave).min(total), workgroups, share);
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
    fn wave(&self, memory: &mut SharedLevels, numbers: std::ops::Range<u64>, workgroups: [u64; 3], share: u64) {
        let [nx, ny, _] = workgroups;
        let away = |number: u64| {
            let id = [number % nx, number / nx % ny, number / nx / ny];
            let by: [i64; 3] = std::array::from_fn(|axis| id[axis] as i64 - self.place[axis] as i64);
            let of = |binding: usize| (0..3).map(|axis| by[axis] * self.steps[axis][binding]).sum::<i64>();
            (0..self.lines.len()).map(of).collect::<Vec<i64>>()
        };
        let all: Vec<Vec<i64>> = numbers.map(away).collect();
        for turn in self.entries.chunks(TURN) {
            for by in &all {
                for &(does, line, sectors, leads, binding) in turn {
                    self.send(memory, (does, leads), (line, sectors, binding), by[binding], share);
                }
            }
        }
    }

    /// Sends an entry, so many sectors further on, to level 2.
    #[inline]
    fn send(
        &self,
        memory: &mut SharedLevels,
        (does, leads): (Does, bool),
        (line, sectors, binding): (u64, u16, usize),
        by: i64,
        share: u64,
    ) {
        let per_line = 1 << self.per_line;
        let at = ((line as i64) << self.per_line) + by;
        // Towards minus infinity, as lines before the first one lie.
        let (first, rest) = ((at >> self.per_line) as u64, at & (per_line - 1));
        let wide = u32::from(sectors) << rest;
        for (line, sectors) in [(first, wide & ((1 << per_line) - 1)), (first.wrapping_add(1), wide >> per_line)] {
            let hash = line.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
            if sectors == 0 || hash & (share - 1) != 0 {
                continue;
            }
            let (start, end) = self.lines[binding];
            if (start..end).contains(&line) {
                memory.request(does, line, sectors as u16, leads);
            }
        }
    }
}
