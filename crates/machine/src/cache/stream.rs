//! The traffic behind L2 of a launch of which a few workgroups were run, derived from their address streams.
//!
//! In most kernels a workgroup asks for what its neighbour asks for, so many bytes further on, in each binding by a
//! distance of its own. Where the traces of neighbours along each axis say so, entry by entry, those of all others
//! follow, and waves of them are replayed without running them. To be quick, only lines whose hash is a multiple of
//! some number are replayed, in levels that are smaller by that number: a spatial sample, from which the share of
//! misses follows (Waldspurger et al., "Efficient MRC construction with SHARDS", 2015).

use super::caches::Caches;
use super::distance::distances;
use super::l1::{AddressTrace, Asks};
use super::l2::{Flow, L2, QUANTUM};
use super::regions::Regions;
use super::traffic::Passed;
use super::waves::Waves;

/// Entries of a wave that are replayed at most, about.
const WAVE_ENTRIES: u64 = 1 << 16;

/// Entries of a launch that are replayed at most, about, where the levels allow it.
const LAUNCH_ENTRIES: u64 = 1 << 21;

/// The fewest lines that a level keeps.
const FEWEST_LINES: usize = 256;

/// About the most entries that are examined for a launch: some tenths of a second.
const LOOKED_AT: u64 = 1 << 26;

/// The same where there is a memory-side cache: each access to so large a model misses the host's own caches.
const LOOKED_AT_BEHIND: u64 = 1 << 22;

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

/// By what a line's number is multiplied for its hash. The sum of two numbers has the sum of their products for its
/// product, so that an entry's hash in another workgroup is one addition.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// The bits of a product from here on are the hash.
const HASH: u32 = 40;

/// The share of the requests that are known where they are moved to from which on a stream stands for all workgroups.
const MOST: f64 = 0.9;

/// A request of a workgroup.
#[derive(Debug)]
struct Entry {
    line: u64,
    /// The line, times [`MIX`].
    mixed: u64,
    sectors: u16,
    does: Asks,
    leads: bool,
    binding: usize,
}

/// The address stream of one workgroup, and how it moves along each axis.
#[derive(Debug)]
pub struct Stream {
    place: [u64; 3],
    entries: Vec<Entry>,
    /// Sectors to a workgroup further on along each axis, by binding, and how far on it is: one alone may move by part of a sector.
    steps: [(Vec<i64>, i64); 3],
    /// By binding, whether the next workgroups move by whole sectors.
    whole: Vec<bool>,
    /// The first line of each binding and the one behind its last.
    lines: Vec<(u64, u64)>,
    /// Sectors of a line, a power of two: their logarithm.
    per_line: u32,
    /// Whether the level before DRAM holds all that the launch touches.
    held: bool,
}

impl Stream {
    /// The stream of the workgroup at `place`, and of one so many further on along each axis that has one; `None` where they do not
    /// ask for the same at a distance.
    pub fn new(
        caches: &Caches,
        regions: &Regions,
        place: [u64; 3],
        trace: &AddressTrace,
        neighbours: [Option<(u64, &AddressTrace)>; 3],
    ) -> Option<Self> {
        let mut steps: [(Vec<i64>, i64); 3] = std::array::from_fn(|_| (vec![0; regions.len()], 1));
        for (step, neighbour) in steps.iter_mut().zip(neighbours) {
            if let Some((away, neighbour)) = neighbour {
                *step = (distances(caches, regions, trace, neighbour)?, away as i64);
            }
        }
        let whole = |binding: usize| steps.iter().all(|(steps, apart)| steps[binding] % apart == 0);
        let whole = (0..regions.len()).map(whole).collect();
        let lines = (0..regions.len()).map(|at| {
            let first = regions.base(at) / caches.line_bytes;
            (first, first + regions.bytes(at).div_ceil(caches.line_bytes))
        });
        let all = trace.slice(0, trace.len());
        let entries = all.map(|(does, line, sectors, leads)| Entry {
            line,
            mixed: line.wrapping_mul(MIX),
            sectors,
            does,
            leads,
            binding: regions.of(line * caches.line_bytes),
        });
        Some(Self {
            place,
            entries: entries.collect(),
            steps,
            whole,
            lines: lines.collect(),
            per_line: (caches.line_bytes / caches.sector_bytes).trailing_zeros(),
            held: caches.hold_behind_l2(regions),
        })
    }

    /// Whether the next workgroup along an axis asks for what the steps say.
    pub fn leads(
        &self,
        regions: &Regions,
        caches: &Caches,
        axis: usize,
        (own, next): (&AddressTrace, &AddressTrace),
    ) -> bool {
        let (steps, apart) = &self.steps[axis];
        let found = distances(caches, regions, own, next);
        found.is_some_and(|found| found.iter().zip(steps).all(|(found, step)| *found == step.div_euclid(*apart)))
    }

    /// Whether each workgroup moves by whole sectors.
    pub fn is_whole(&self) -> bool {
        self.whole.iter().all(|whole| *whole)
    }

    /// The same where other workgroups were looked at and all that they ask for is where this stream has it, though it
    /// moves by parts of a sector.
    pub fn exact(mut self) -> Self {
        self.whole.fill(true);
        self
    }

    /// The traffic behind L2 of a launch of so many workgroups, and whether the stream stands for them: not where it leaves
    /// its bindings, since the other workgroups then wrap around or do nothing, nor where they move by parts of a sector,
    /// since some then reach into one sector more than others.
    pub fn passed(&self, caches: &Caches, workgroups: [u64; 3]) -> (Passed, bool) {
        let total: u64 = workgroups.iter().product();
        let wave = caches.wave().max(1) as u64;
        let waves = total.div_ceil(wave);
        let in_wave = (wave * self.entries.len() as u64).max(1);
        let smallest = caches.l2_lines.unwrap_or(FEWEST_LINES);
        let wanted =
            (in_wave / WAVE_ENTRIES).max(waves.saturating_mul(in_wave) / LAUNCH_ENTRIES).max(1).next_power_of_two();
        let share = wanted.min((smallest / FEWEST_LINES).max(1) as u64 / 2 + 1).next_power_of_two();
        let looked_at = caches.last_lines.map_or(LOOKED_AT, |_| LOOKED_AT_BEHIND);
        let affordable = (looked_at / in_wave).max(3 * STRETCHES);
        let lines = |lines: Option<usize>| lines.map(|lines| (lines / share as usize).max(1));
        let levels = || Replay {
            memory: L2::new(wave as usize, lines(caches.l2_lines), lines(caches.last_lines)),
            known: 0,
            all: 0,
        };
        let run = |replay: &mut Replay, at: u64| {
            self.wave(replay, at * wave..((at + 1) * wave).min(total), workgroups, share);
        };
        if waves <= affordable {
            let mut replay = levels();
            (0..waves).for_each(|at| run(&mut replay, at));
            replay.memory.flush();
            return (Passed::All(replay.memory.flow().times(share)), most([replay.known], [replay.all]));
        }
        // From empty caches: what passes until they are full, and then.
        let stretch = |start: u64| {
            let (mut replay, mut seen, mut left) = (levels(), Waves::new(self.held), affordable.min(8) / STRETCHES);
            for at in start..(start + affordable / STRETCHES).min(waves) {
                let before = replay.memory.before();
                run(&mut replay, at);
                left -= u64::from(seen.add(before, &replay.memory));
                if left == 0 {
                    break;
                }
            }
            (seen, [replay.known, replay.all])
        };
        let ((early, known), (late, later)) = both(|| stretch(0), || stretch(waves / STRETCHES));
        let passed = early.and(late).passed(share).unwrap_or(Passed::First(Flow::default()));
        (passed, most([known[0], later[0]], [known[1], later[1]]))
    }

    /// Replays some workgroups, [`QUANTUM`] entries of each in turn, as far as their lines are in the spatial sample.
    fn wave(&self, replay: &mut Replay, numbers: std::ops::Range<u64>, workgroups: [u64; 3], share: u64) {
        let [nx, ny, _] = workgroups;
        let bindings = self.lines.len();
        let mut near = Near::new(bindings, share);
        // Of each workgroup, one after the other: how far on each binding is.
        let mut all = Vec::with_capacity((numbers.end - numbers.start) as usize * bindings);
        for number in numbers {
            let id = [number % nx, number / nx % ny, number / nx / ny];
            let away: [i64; 3] = std::array::from_fn(|axis| id[axis] as i64 - self.place[axis] as i64);
            all.extend((0..bindings).map(|binding| {
                let along = self.steps.iter().zip(away);
                let by = along.map(|((steps, apart), away)| (away * steps[binding]).div_euclid(*apart)).sum::<i64>();
                let mixed = ((by >> self.per_line) as u64).wrapping_mul(MIX);
                let whole = by & ((1 << self.per_line) - 1) == 0;
                Away { by, mixed, set: near.index(binding, whole, near.slot(mixed)) }
            }));
        }
        for turn in self.entries.chunks(QUANTUM) {
            near.set(turn);
            for away in all.chunks_exact(bindings) {
                for at in near.of(away) {
                    self.send(replay, &turn[at], &away[turn[at].binding], share);
                }
            }
        }
    }

    /// Sends an entry of a workgroup so far away to L2, as far as it is in the spatial sample.
    #[inline]
    fn send(&self, replay: &mut Replay, entry: &Entry, away: &Away, share: u64) {
        let per_line = 1 << self.per_line;
        let at = ((entry.line as i64) << self.per_line) + away.by;
        // Towards minus infinity, as lines before the first one lie.
        let (first, rest) = ((at >> self.per_line) as u64, at & (per_line - 1));
        let wide = u32::from(entry.sectors) << rest;
        let (here, next) = (wide & ((1 << per_line) - 1), wide >> per_line);
        let (start, end) = self.lines[entry.binding];
        let mixed = entry.mixed.wrapping_add(away.mixed);
        for (line, mixed, sectors) in [(first, mixed, here), (first.wrapping_add(1), mixed.wrapping_add(MIX), next)] {
            let in_sample = mixed & ((share - 1) << HASH) == 0;
            if sectors == 0 || !in_sample {
                continue;
            }
            replay.all += 1;
            if (start..end).contains(&line) {
                replay.known += u64::from(self.whole[entry.binding]);
                replay.memory.request(entry.does, line, sectors as u16, entry.leads);
            }
        }
    }
}

/// What is replayed.
struct Replay {
    memory: L2,
    /// Requests that lie in their binding and were moved by whole sectors.
    known: u64,
    all: u64,
}

/// Whether a stream that asks for something is known in most of it.
fn most<const N: usize>(known: [u64; N], all: [u64; N]) -> bool {
    let [known, all] = [known, all].map(|counts| counts.iter().sum::<u64>() as f64);
    all > 0.0 && known >= MOST * all
}

/// How far on a workgroup's accesses to a binding are.
struct Away {
    /// Sectors.
    by: i64,
    /// By how much that moves the products of its lines.
    mixed: u64,
    /// The set of [`Near`] with what may be in the sample so far on.
    set: usize,
}

/// Which entries of a turn may be in the sample, by how far on a workgroup's accesses are: most need no look.
struct Near {
    /// Sets of entries, by binding, by whether what is so far on is whole lines, and by the place of its product.
    sets: Vec<u32>,
    /// A power of two.
    places: usize,
}

impl Near {
    /// The bits below the hash that a place has, too: the more, the fewer entries are looked at in vain.
    const FINER: u32 = 2;

    fn new(bindings: usize, share: u64) -> Self {
        const { assert!(QUANTUM <= u32::BITS as usize) };
        let places = (share << Self::FINER) as usize;
        Self { sets: vec![0; bindings * 2 * places], places }
    }

    fn slot(&self, mixed: u64) -> usize {
        (mixed >> (HASH - Self::FINER)) as usize & (self.places - 1)
    }

    fn index(&self, binding: usize, whole: bool, place: usize) -> usize {
        (2 * binding + usize::from(whole)) * self.places + (place & (self.places - 1))
    }

    fn set(&mut self, turn: &[Entry]) {
        self.sets.fill(0);
        for (at, entry) in turn.iter().enumerate() {
            let next = entry.mixed.wrapping_add(MIX);
            // What is no whole line further on reaches into the next one.
            for (whole, mixed) in [(true, entry.mixed), (false, entry.mixed), (false, next)] {
                // Two places that add up to one of hash 0, or to one less: what lies below them may carry.
                for sum in 0..=1 << Self::FINER {
                    let rest = (sum + self.places - 1).wrapping_sub(self.slot(mixed));
                    let set = self.index(entry.binding, whole, rest);
                    self.sets[set] |= 1 << at;
                }
            }
        }
    }

    /// The entries of a workgroup so far away that may be in the sample, in their order.
    fn of(&self, away: &[Away]) -> impl Iterator<Item = usize> {
        let mut set = away.iter().fold(0, |all, away| all | self.sets[away.set]);
        std::iter::from_fn(move || {
            let at = set.trailing_zeros() as usize;
            set &= set.wrapping_sub(1);
            (at < QUANTUM).then_some(at)
        })
    }
}
