//! What each resource needs for a launch.

use super::term::Term;
use super::{Demand, DivergentUniformLoads, Limit};
use crate::machine::Machine;

/// A figure, or its path in the machine's file where it is missing.
pub type Figure = Result<f64, &'static str>;

/// Lines a clock that no level 1 goes beyond whose rate is known: NVIDIA's 3.5, and 4 of an RDNA compute unit (RRZE
/// gpu-benches, gpu-strides).
const MOST_LINES: f64 = 4.0;

/// Of the bytes a second that DRAM has in theory, what a kernel reaches that only reads or only writes: the median of nine
/// figures of seven GPUs, which are 0.92 to 1.00 (RRZE gpu-benches, gpu-stream, full occupancy).
const ONE_WAY: f64 = 0.98;

/// A launch on a machine.
pub(super) struct TimeByResource<'a> {
    pub machine: &'a Machine,
    pub demand: &'a Demand,
}

impl TimeByResource<'_> {
    /// What a resource takes.
    pub fn of(&self, limit: Limit) -> Term {
        let (demand, unit) = (self.demand, &self.machine.unit);
        match limit {
            Limit::Issue => self.issue(),
            Limit::Registers => self.registers(),
            Limit::F32 => self.flop(limit, demand.f32_flop, unit.f32_flop_per_clock, "unit.f32_flop_per_clock"),
            Limit::F16 => self.flop(limit, demand.f16_room, unit.f16_flop_per_clock, "unit.f16_flop_per_clock"),
            Limit::Matrix => self.matrix(),
            Limit::SpecialFunctions => self.special_functions(),
            Limit::Level1 => self.level1(),
            Limit::ConstantCache => self.constant_cache(),
            Limit::SharedMemory => self.shared_memory(),
            Limit::Barriers => self.barriers(),
            Limit::Level2 => self.level2(),
            Limit::LastLevel => self.last_level(),
            Limit::Dram => self.dram(),
            Limit::Atomics => self.atomics(),
            Limit::Starts => self.starts(),
            Limit::Latency => self.latency(),
        }
    }

    /// A term of the amount and all figures it needs, handed to `time` in order.
    pub fn term<const N: usize>(
        &self,
        limit: Limit,
        asked: u64,
        figures: [Figure; N],
        time: impl Fn([f64; N]) -> f64,
    ) -> Term {
        if asked == 0 {
            return Term { limit, time_s: Some(0.0), missing: Vec::new() };
        }
        let missing: Vec<_> = figures.iter().filter_map(|figure| figure.err()).collect();
        let time_s = missing.is_empty().then(|| time(figures.map(|figure| figure.unwrap_or(f64::NAN))));
        Term { limit, time_s, missing }
    }

    /// The busiest unit sets the time: its share of the launch's work. It has its part of the workgroups, and at least
    /// the one with most work and those that end before that one can begin.
    pub fn busiest_share(&self) -> Figure {
        let units = self.machine.unit.count.ok_or("unit.count")?;
        let demand = self.demand;
        let workgroups = demand.workgroups.max(1);
        let even = workgroups.div_ceil(u64::from(units)) as f64 / workgroups as f64;
        let heaviest = demand.lengths.heaviest as f64 / demand.subgroup_instructions.max(1) as f64;
        let others = (1.0 - heaviest).max(0.0) / (workgroups - 1).max(1) as f64;
        let before = self.rounds_before_heaviest() * f64::from(self.resident_workgroups()) * others;
        Ok(even.max(before + heaviest).min(1.0))
    }

    /// Rounds of resident workgroups that end before the one with most work begins: units take workgroups in their order.
    pub fn rounds_before_heaviest(&self) -> f64 {
        let at_a_time = u64::from(self.machine.unit.count.unwrap_or(0)) * u64::from(self.resident_workgroups());
        self.demand.lengths.heaviest_at.checked_div(at_a_time).unwrap_or(0) as f64
    }

    /// Workgroups that a unit holds at a time; none where that is not known.
    fn resident_workgroups(&self) -> u32 {
        self.demand.occupancy.map_or(0, |occupancy| occupancy.workgroups)
    }

    pub fn clock(&self) -> Figure {
        self.machine.unit.clock_hz.ok_or("unit.clock_hz")
    }

    /// Schedulers issue one instruction after the other; arithmetic holds its lanes for several clocks where a subgroup is wider
    /// than them, and longer where it multiplies integers slowly; so do shuffles. Of the lanes, some may be for floats or for
    /// integers only. Loads, stores and branches go to units of their own, and what is alike in all lanes to scalar units, where
    /// there are any.
    pub fn issue(&self) -> Term {
        let unit = &self.machine.unit;
        let asked = self.demand.subgroup_instructions;
        let figures = [
            self.busiest_share(),
            self.clock(),
            unit.issue_per_clock.ok_or("unit.issue_per_clock"),
            unit.lanes.ok_or("unit.lanes"),
        ];
        let width = f64::from(self.machine.subgroup_width());
        let demand = self.demand;
        let (arithmetic, multiplies) = (demand.arithmetic_instructions as f64, demand.multiplies as f64);
        let (float, integer) = (demand.float_instructions as f64, demand.integer_instructions as f64);
        self.term(Limit::Issue, asked, figures, |[share, clock, issue, lanes]| {
            let longer = unit.int_multiply_per_clock.map_or(0.0, |rate| (width / rate - width / lanes).max(0.0));
            let busy = arithmetic * width / lanes + multiplies * longer;
            // A sum of floats takes the lanes of a multiply-add.
            let floats = unit.f32_flop_per_clock.map_or(0.0, |rate| float * width / (rate / 2.0));
            let integers = (integer - multiplies).max(multiplies);
            let integers = unit.integer_lanes.map_or(0.0, |lanes| integers * width / lanes);
            let shuffled = unit.shuffle_per_clock.map_or(0.0, |rate| demand.shuffles as f64 * width / rate);
            let scalars = unit.scalar_per_clock.map_or(0.0, |rate| demand.scalars as f64 / rate);
            (asked as f64 / issue).max(busy).max(floats).max(integers).max(shuffled).max(scalars) * share / clock
        })
    }

    /// The register file hands on only so many operands a clock. Machines whose file does not say never run short.
    pub fn registers(&self) -> Term {
        let Some(rate) = self.machine.unit.register_reads_per_clock else {
            return self.term(Limit::Registers, 0, [], |[]| 0.0);
        };
        let asked = self.demand.register_reads;
        self.term(Limit::Registers, asked, [self.busiest_share(), self.clock()], |[share, clock]| {
            asked as f64 * share / rate / clock
        })
    }

    pub fn flop(&self, limit: Limit, flop: u64, rate: Option<f64>, name: &'static str) -> Term {
        self.term(limit, flop, [self.busiest_share(), self.clock(), rate.ok_or(name)], |[share, clock, rate]| {
            flop as f64 * share / rate / clock
        })
    }

    pub fn special_functions(&self) -> Term {
        let unit = &self.machine.unit;
        let asked = self.demand.sfu_instructions;
        let width = f64::from(self.machine.subgroup_width());
        let rate = if asked == 0 { Ok(1.0) } else { unit.sfu_per_clock.ok_or("unit.sfu_per_clock") };
        // Where nothing is said, they take the lanes that other arithmetic has.
        let [conversions, converted] =
            unit.conversion_per_clock.map_or([0.0, 1.0], |rate| [self.demand.conversions as f64, rate]);
        let all = asked + conversions as u64;
        self.term(Limit::SpecialFunctions, all, [self.busiest_share(), self.clock(), rate], |[share, clock, rate]| {
            (asked as f64 / rate + conversions / converted) * share * width / clock
        })
    }

    /// A request takes a clock, the time of its lanes' bytes, of its wavefronts or of its lines, whichever is longest;
    /// here in sums, as RRZE's gpu-strides has it for single requests. Wavefronts take part where they are known; without
    /// the rate of lines or of bytes, the rest is still waited for. Private arrays in memory are served here too, and uniform
    /// buffers whose lanes ask for several addresses, where no constant cache serves one after the other.
    pub fn level1(&self) -> Term {
        let demand = self.demand;
        let rate = self.machine.cache.l1_byte_per_clock;
        let uneven =
            self.machine.cache.constant_words_per_clock.map_or(demand.uneven, |_| DivergentUniformLoads::default());
        let requests = demand.global_requests + demand.local_requests;
        let caches = f64::from(self.machine.cache.l1_caches.unwrap_or(1));
        let lines = (demand.traffic.map_or(0, |traffic| traffic.l1_lookups) + demand.local_lines + uneven.lines) as f64;
        let lines = lines / self.machine.cache.l1_lines_per_clock.unwrap_or(MOST_LINES);
        let wavefronts = self.machine.cache.l1_banks.and(demand.global_wavefronts).unwrap_or(0) + demand.local_requests;
        let local_bytes = demand.local_requests * 4 * u64::from(self.machine.subgroup_width());
        let bytes = (demand.global_bytes + local_bytes + uneven.bytes) as f64;
        let bytes = rate.map_or(0.0, |rate| bytes / rate);
        let asked = requests + uneven.words;
        let term = self.term(Limit::Level1, asked, [self.busiest_share(), self.clock()], |[share, clock]| {
            (requests.max(wavefronts) as f64 / caches).max(bytes).max(lines) * share / clock
        });
        let missing = (requests > 0 && rate.is_none()).then_some("cache.l1_byte_per_clock");
        Term { missing: term.missing.into_iter().chain(missing).collect(), ..term }
    }

    pub fn constant_cache(&self) -> Term {
        let rate = self.machine.cache.constant_words_per_clock;
        let asked = rate.map_or(0, |_| self.demand.uneven.words);
        let needs = [self.busiest_share(), self.clock(), rate.ok_or("cache.constant_words_per_clock")];
        self.term(Limit::ConstantCache, asked, needs, |[share, clock, rate]| asked as f64 * share / rate / clock)
    }

    /// Where the banks are not known, conflicts are not either, and the bytes are a lower bound.
    pub fn shared_memory(&self) -> Term {
        let asked = self.demand.shared_wavefronts;
        if self.demand.shared_unknown {
            let bytes = self.demand.shared_bytes as f64;
            let rate = self.machine.shared.byte_per_clock.ok_or("shared.byte_per_clock");
            let figures = [self.busiest_share(), self.clock(), rate];
            let least = self.term(Limit::SharedMemory, 1, figures, |[share, clock, rate]| bytes * share / rate / clock);
            return Term { missing: vec!["shared.banks"], ..least };
        }
        let rate = self.machine.shared.wavefronts_per_clock.ok_or("shared.wavefronts_per_clock");
        self.term(Limit::SharedMemory, asked, [self.busiest_share(), self.clock(), rate], |[share, clock, rate]| {
            asked as f64 * share / rate / clock
        })
    }

    /// Each subgroup that comes to a barrier is counted. Machines whose file does not say do so as fast as it is issued.
    pub fn barriers(&self) -> Term {
        let Some(rate) = self.machine.unit.barrier_per_clock else {
            return self.term(Limit::Barriers, 0, [], |[]| 0.0);
        };
        let invocations = self.demand.barriers as f64 * f64::from(self.machine.subgroup_width());
        self.term(Limit::Barriers, self.demand.barriers, [self.busiest_share(), self.clock()], |[share, clock]| {
            invocations * share / rate / clock
        })
    }

    /// A sector that is written in part is read, changed and written: its check bits are those of the whole. Where it is known at
    /// what rates level 2 is written and changes sectors, these count.
    pub fn level2(&self) -> Term {
        let cache = &self.machine.cache;
        let traffic = self.demand.traffic.unwrap_or_default();
        let updated = traffic.l2_update_sectors;
        let [reads, writes] =
            [traffic.l2_read_sectors, traffic.l2_write_sectors].map(|sectors| sectors.saturating_sub(updated));
        let local = [self.demand.local_written, self.demand.local_partial];
        let (writes, partial) = (writes + local[0], self.demand.partial_sectors.min(writes) + local[1]);
        let bytes = |sectors: u64| sectors as f64 * f64::from(self.machine.sector_bytes());
        let needs = [self.clock(), cache.l2_byte_per_clock.ok_or("cache.l2_byte_per_clock")];
        self.term(Limit::Level2, reads + writes + updated, needs, |[clock, rate]| {
            let write = cache.l2_write_byte_per_clock.unwrap_or(rate);
            let changed = cache.l2_update_byte_per_clock.map_or_else(
                || bytes(partial) * (1.0 / rate + 1.0 / write) + bytes(updated) / rate,
                |changes| bytes(partial + updated) / changes,
            );
            (bytes(reads) / rate + bytes(writes - partial) / write + changed) / clock
        })
    }

    /// Everything that level 2 does not have goes through the memory-side cache.
    pub fn last_level(&self) -> Term {
        let Some(hits) = self.demand.traffic.and_then(|traffic| traffic.last_read_hits) else {
            return self.term(Limit::LastLevel, 0, [], |[]| 0.0);
        };
        let bytes = hits * u64::from(self.machine.sector_bytes()) + self.dram_bytes();
        let rate = self.machine.cache.last_byte_per_s.ok_or("cache.last_byte_per_s");
        self.term(Limit::LastLevel, bytes, [rate], |[rate]| bytes as f64 / rate)
    }

    fn dram_bytes(&self) -> u64 {
        self.demand.traffic.and_then(|traffic| traffic.dram_bytes()).unwrap_or(0)
    }

    /// A bus that turns from reads to writes and back stands still meanwhile. It turns most often where there are as many
    /// of both, as in the copy whose rate the machine's file has; in between, in proportion. Where level 2 is not known, what must pass
    /// takes at least the time of the data sheet's bandwidth.
    pub fn dram(&self) -> Term {
        let limit = Limit::Dram;
        let dram = &self.machine.dram;
        match self.demand.traffic {
            Some(traffic) if traffic.dram_bytes().is_none() && traffic.l2_sectors() > 0 => {
                let least = traffic.least_dram_bytes.unwrap_or(0) as f64;
                let time_s = dram.byte_per_s.map(|rate| least / rate);
                // A sample may be too small to tell what level 2 does not have.
                let missing = if self.machine.cache.l2_bytes.is_some() { "larger sample" } else { "cache.l2_bytes" };
                Term { limit, time_s, missing: vec![missing] }
            }
            _ => {
                let bytes = self.dram_bytes();
                let copy = dram.copy_byte_per_s.or(dram.byte_per_s).ok_or("dram.byte_per_s");
                let one_way = dram.byte_per_s.map_or(0.0, |peak| peak * ONE_WAY);
                let written = self.demand.traffic.and_then(|traffic| traffic.dram_write_bytes).unwrap_or(0);
                let both_ways = 2 * written.min(bytes.saturating_sub(written));
                self.term(limit, bytes, [copy], |[copy]| {
                    both_ways as f64 / copy + (bytes - both_ways) as f64 / copy.max(one_way)
                })
            }
        }
    }

    /// Turns at atomics on storage memory, where most of them meet, and on workgroup memory.
    fn atomic_turns(&self) -> [u64; 2] {
        let words = |per_turn: f64| (self.demand.atomics.words as f64 / per_turn).ceil() as u64;
        let words = self.machine.atomics.words_per_turn.map_or(0, words);
        [self.demand.atomics.turns.max(words), self.demand.shared_atomic_turns]
    }

    /// Whether atomics on storage memory take longer than those on workgroup memory.
    pub fn waits_in_storage(&self) -> bool {
        let atomics = &self.machine.atomics;
        let clocks = |turns: u64, rate: Option<f64>| turns as f64 / rate.unwrap_or(1.0);
        let [global, shared] = self.atomic_turns();
        let shared = clocks(shared, atomics.shared_same_address_per_clock) * self.busiest_share().unwrap_or(1.0);
        clocks(global, atomics.same_address_per_clock) >= shared
    }

    /// Storage atomics wait where most of them meet, which is at one line in a slice of level 2, for the turns at one address or
    /// for its words, whichever are longer; all of them together take its bandwidth ([`TimeByResource::level2`]). Those on workgroup memory
    /// meet in their unit. Where it is not known whether compilers combine those of a subgroup, they are taken to.
    pub fn atomics(&self) -> Term {
        let atomics = &self.machine.atomics;
        let [global, shared] = self.atomic_turns();
        let needed = |asked: u64, rate: Option<f64>, name| {
            if asked == 0 { Ok(1.0) } else { rate.ok_or(name) }
        };
        let figures = [
            self.busiest_share(),
            self.clock(),
            needed(global, atomics.same_address_per_clock, "atomics.same_address_per_clock"),
            needed(shared, atomics.shared_same_address_per_clock, "atomics.shared_same_address_per_clock"),
        ];
        let term = self.term(Limit::Atomics, global + shared, figures, |[share, clock, device, unit]| {
            (global as f64 / device).max(shared as f64 * share / unit) / clock
        });
        Term { missing: term.missing.into_iter().chain(self.demand.combining_unknown).collect(), ..term }
    }

    /// One after the other, whichever unit has room. Machines whose file does not say start them at once.
    pub fn starts(&self) -> Term {
        let Some(rate) = self.machine.launch.workgroups_per_clock else {
            return self.term(Limit::Starts, 0, [], |[]| 0.0);
        };
        let workgroups = self.demand.workgroups;
        self.term(Limit::Starts, workgroups, [self.clock()], |[clock]| workgroups as f64 / rate / clock)
    }
}
