//! The counters of a launch, in total and by source line.

use super::Tally;
use super::counter_value::{Figure, Sum, counters};
use crate::ir::{CompiledTables, Program};
use crate::occupancy::OccupancyLimit;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of a counter, and how to read it.
#[derive(Debug, Clone, Copy)]
pub struct Counter {
    /// The name: the field of [`Counters`] and the key in the JSON.
    pub name: &'static str,
    /// The unit; empty for a share and for text.
    pub unit: &'static str,
    /// A heading for people.
    pub words: &'static str,
    /// How it is counted, in sentences for the handbook.
    pub description: &'static str,
    /// Whether the counters of launches are added up; others are computed from the sums, or kept.
    pub sums: bool,
    /// Whether it is counted by source line too.
    pub by_line: bool,
    /// What it depends on.
    pub depends_on: DependsOn,
    /// Its value; `None` where it is not known, or is no number.
    pub read: fn(&Counters) -> Option<f64>,
    /// The least that it could be, where that is counted.
    pub ideal: Option<fn(&Counters) -> Option<f64>>,
}

/// What a counter depends on, and so whether a sample of a launch's workgroups is enough to know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DependsOn {
    /// The machine, the kernel, which lanes are active, and the addresses that they access: the same in workgroups that do the same
    /// elsewhere. A sample is scaled.
    Addresses,
    /// The values that are read, computed or written: nothing is known of those of the workgroups that are not run. It is `None`
    /// where a launch was sampled.
    Values,
    /// The sample itself.
    Sampling,
}

counters! {
    { /// The machine that is counted for.
      figure(addresses) machine: String, "", "Machine" }
    { /// Lanes of a subgroup.
      figure(addresses) subgroup_width: u32, "lanes", "Lanes of a subgroup" }
    { /// Instructions executed, one for each subgroup that executes it.
      segment(addresses) subgroup_instructions: u64, "instructions", "Instructions, one a subgroup" }
    { /// Those of them that do floating-point arithmetic.
      segment(addresses) float_instructions: u64, "instructions", "Floating-point instructions" }
    { /// Those of them that do integer arithmetic, compare, convert or select. The rest are loads and stores, branches, barriers
      /// and subgroup operations.
      segment(addresses) integer_instructions: u64, "instructions", "Integer instructions, comparisons, conversions" }
    { /// Instructions of the special function unit, which may be of either kind above.
      segment(addresses) special_instructions: u64, "instructions", "Instructions of the special function unit" }
    { /// Instructions that compilers add for an integer division or remainder whose divisor is known only at run time: those beyond
      /// the one that is counted above. A division that compilers move out of its loop is left out.
      segment(addresses) division_instructions: u64, "instructions", "Instructions added for integer divisions: by compilers, where the divisor is known only at run time" }
    { /// Active lanes, summed over the instructions of subgroups.
      segment(addresses) active_lanes: u64, "lanes", "Active lanes, summed over instructions" }
    { /// `active_lanes / (subgroup_width * subgroup_instructions)`, 0 to 1.
      figure(addresses) lane_efficiency: f64, "", "Active lanes of all that were issued" }
    { /// Conditions evaluated, one for each subgroup that evaluates it.
      site(addresses) branches: u64, "branches", "Branches" }
    { /// Branches after which the lanes of one subgroup go different ways.
      site(addresses) divergent_branches: u64, "branches", "Divergent branches" }
    { /// Floating-point operations of active lanes. An addition, subtraction, multiplication, division, remainder, square root or
      /// transcendental function is 1, a fused multiply-add is 2.
      segment(addresses) flop: u64, "FLOP", "Floating-point operations" }
    { /// Those of the `flop` that are in `f16`.
      segment(addresses) f16_flop: u64, "FLOP", "Floating-point operations in f16" }
    { /// Operations on integers of active lanes. An addition, subtraction, multiplication, division, remainder, negation, absolute value,
      /// minimum, maximum, shift or operation on bits is 1, and a packed dot product of four values of 8 bits is 8, as data sheets count it:
      /// four products, and four sums with what it is added to. Comparisons, conversions and selections are none.
      segment(addresses) integer_operations: u64, "operations", "Operations on integers" }
    { /// Floating-point operations of the matrix units, which multiply-adds of cooperative matrices make of a whole subgroup: twice the
      /// rows, columns and steps of each. They are not among the `flop`.
      segment(addresses) matrix_flop: u64, "FLOP", "Floating-point operations of the matrix units" }
    { /// Loads and stores of storage buffers, one for each subgroup with an active lane.
      site(addresses) global_requests: u64, "requests", "Requests to storage memory" }
    { /// Different sectors (pieces of 32 bytes on most machines) that the active lanes of a request touch, summed over requests.
      site(addresses) global_sectors: u64, "sectors", "Sectors of storage memory", ideal global_sectors_ideal }
    { /// The fewest sectors that could hold the different bytes of each request.
      site(addresses) global_sectors_ideal: u64, "sectors", "Fewest sectors of storage memory" }
    { /// Those of the `global_sectors` that the machine's compiler is modelled to leave: what a straight line loads twice, it loads once.
      launch(addresses) global_sectors_left: u64, "sectors", "Sectors of storage memory that compilers leave" }
    { /// Bytes that the active lanes request.
      site(addresses) global_bytes: u64, "B", "Bytes requested of storage memory" }
    { /// Wavefronts of requests to storage memory in the banks of level 1, where they are known.
      model(addresses) global_wavefronts: u64, "passes", "Passes over the banks of level 1" }
    { /// Words that lanes ask uniform buffers for, in requests with more than one address, each address once a request.
      model(addresses) constant_words: u64, "words", "Words of uneven requests to uniform buffers" }
    { /// Lines in which they lie, each once a request.
      model(addresses) constant_lines: u64, "lines", "Lines of uneven requests to uniform buffers" }
    { /// Bytes of these requests, by active lane.
      model(addresses) constant_bytes: u64, "B", "Bytes of uneven requests to uniform buffers" }
    { /// Sectors of stores that are written in part.
      model(addresses) global_partial: u64, "sectors", "Sectors written in part" }
    { /// A checksum of the addresses of all requests.
      model(addresses) global_checksum: u64, "", "Checksum of addresses" }
    { /// Bytes of the sectors that the modelled caches did not hold, read and written. Unknown where the machine's caches are not
      /// modelled.
      launch(addresses) dram_bytes: Option<u64>, "B", "Bytes to and from DRAM" }
    { /// Bytes of the sectors that loads request from the level 1 cache.
      launch(addresses) l1_read_bytes: Option<u64>, "B", "Bytes read from level 1" }
    { /// Those of them that level 1 holds.
      launch(addresses) l1_hit_bytes: Option<u64>, "B", "Bytes that level 1 has" }
    { /// `l1_hit_bytes / l1_read_bytes`, 0 to 1.
      figure(addresses) l1_hit_rate: Option<f64>, "", "Hit rate of level 1" }
    { /// Bytes of the sectors that are read from the level 2 cache, atomics included.
      launch(addresses) l2_read_bytes: Option<u64>, "B", "Bytes read from level 2" }
    { /// Those of them that level 2 holds. Unknown where the machine's level 2 is not known.
      launch(addresses) l2_hit_bytes: Option<u64>, "B", "Bytes that level 2 has" }
    { /// `l2_hit_bytes / l2_read_bytes`, 0 to 1.
      figure(addresses) l2_hit_rate: Option<f64>, "", "Hit rate of level 2" }
    { /// Bytes of the sectors that are written to level 2, atomics included.
      launch(addresses) l2_write_bytes: Option<u64>, "B", "Bytes written to level 2" }
    { /// Bytes that are requested from the memory-side cache. Unknown where the machine has none, or where it is not known.
      launch(addresses) last_read_bytes: Option<u64>, "B", "Bytes read from the memory-side cache" }
    { /// Those of them that it holds.
      launch(addresses) last_hit_bytes: Option<u64>, "B", "Bytes that the memory-side cache has" }
    { /// `last_hit_bytes / last_read_bytes`, 0 to 1.
      figure(addresses) last_hit_rate: Option<f64>, "", "Hit rate of the memory-side cache" }
    { /// Loads and stores of workgroup memory, one for each subgroup with an active lane.
      site(addresses) shared_requests: u64, "requests", "Requests to workgroup memory" }
    { /// Passes over the banks of workgroup memory: for each request the largest number of different words in one bank. A 64-bit
      /// access takes its lanes in two parts, a 128-bit one in four. Unknown where the machine's banks are not known.
      site(addresses) shared_wavefronts: Option<u64>, "passes", "Passes over the banks of workgroup memory", ideal shared_wavefronts_ideal }
    { /// The fewest passes that the requests could take. Unknown where the machine's banks are not known.
      site(addresses) shared_wavefronts_ideal: Option<u64>, "passes", "Fewest passes over the banks of workgroup memory" }
    { /// Wavefronts saved where compilers join four loads of neighbouring words.
      model(addresses) shared_joined: u64, "passes", "Joined passes over the banks of workgroup memory" }
    { /// Loads that are joined to one before them.
      model(addresses) shared_joined_requests: u64, "requests", "Joined requests to workgroup memory" }
    { /// Wavefronts that a subgroup wider than the banks takes although few words are asked for: it comes in parts.
      model(addresses) shared_repeated: u64, "passes", "Repeated passes over the banks of workgroup memory" }
    { /// Waits for storage memory, one after the other, on the longest path through each workgroup, summed over workgroups. Loads
      /// with nothing between them that needs their values wait together, also those of iterations that the machine's compiler is
      /// modelled to lay out together.
      launch(addresses) global_waits: u64, "waits", "Waits for storage memory" }
    { /// Instructions on the longest path through each workgroup, each of which waits for the one before it, summed over
      /// workgroups.
      launch(addresses) chain_instructions: u64, "instructions", "Instructions that wait for each other" }
    { /// Loads of storage memory on that path, summed over workgroups.
      launch(addresses) chain_loads: u64, "loads", "Loads on the longest way through a workgroup" }
    { /// `chain_loads / global_waits`: how many loads a subgroup issues before it waits for them. Unknown where nothing waits.
      figure(addresses) requests_a_wait: Option<f64>, "loads", "Loads that wait together" }
    { /// Loads and stores of private arrays whose index is known only at run time, which registers cannot hold; one for each
      /// subgroup.
      site(addresses) local_requests: u64, "requests", "Requests to private arrays in memory" }
    { /// Bytes that their active lanes access.
      site(addresses) local_bytes: u64, "B", "Bytes of private arrays in memory" }
    { /// Lines of level 1 that they touch.
      model(addresses) local_lines: u64, "lines", "Lines of private arrays" }
    { /// Sectors that stores of them write.
      model(addresses) local_written: u64, "sectors", "Sectors of private arrays that are written" }
    { /// Of these, sectors that are written in part.
      model(addresses) local_partial: u64, "sectors", "Sectors of private arrays that are written in part" }
    { /// Atomic operations, one for each subgroup.
      site(addresses) atomic_requests: u64, "requests", "Atomic requests" }
    { /// For each request the largest number of lanes at one address, summed over requests.
      site(addresses) atomic_serializations: u64, "turns", "Turns that lanes take at atomics", ideal atomic_requests }
    { /// Passes over the banks that atomic operations on workgroup memory take: for each the largest number of lanes in one bank,
      /// at one word of it or at several. Unknown where the machine's banks are not known.
      site(addresses) atomic_wavefronts: Option<u64>, "passes", "Passes of atomics over the banks of workgroup memory" }
    { /// The turns that compilers leave.
      model(addresses) atomic_serializations_left: u64, "turns", "Turns that compilers leave" }
    { /// The passes that compilers leave.
      model(addresses) atomic_wavefronts_left: u64, "passes", "Passes of atomics that compilers leave" }
    { /// Requests at one address of which it is not known whether compilers combine them.
      model(addresses) atomics_unknown: u64, "requests", "Atomic requests that compilers may combine" }
    { /// Barriers, one for each subgroup that arrives.
      site(addresses) barriers: u64, "barriers", "Barriers, one a subgroup" }
    { /// Those of them that order nothing: since the barrier before, no invocation touched memory that others could have written.
      site(addresses) idle_barriers: u64, "barriers", "Barriers that order nothing, one a subgroup" }
    { /// Resident subgroups over the most that a compute unit can hold, 0 to 1.
      figure(addresses) occupancy: Option<f64>, "", "Occupancy: resident subgroups of all possible" }
    { /// What limits the occupancy.
      figure(addresses) occupancy_limit: Option<OccupancyLimit>, "", "What limits the occupancy" }
    { /// The same over all units and waves: the launch may have too few workgroups to fill its last wave.
      figure(addresses) achieved_occupancy: Option<f64>, "", "Achieved occupancy, over units and waves" }
    { /// Rounds of as many workgroups as all units hold at a time. The last one may not be full.
      launch(addresses) waves: Option<u64>, "waves", "Waves of resident workgroups" }
    { /// Units that have a workgroup to run, of all units, 0 to 1.
      figure(addresses) unit_share: Option<f64>, "", "Units with a workgroup, of all" }
    { /// Workgroups that were run to count. Where these are fewer than all, the counts are scaled.
      launch(sampling) sampled_workgroups: u64, "workgroups", "Workgroups that were run" }
    { /// Workgroups of the launch.
      launch(addresses) workgroups: u64, "workgroups", "Workgroups" }
}

/// The counters of each source line that has any, in order.
pub fn by_line(program: &Program, tables: &CompiledTables, tally: &Tally) -> Vec<LineCounters> {
    let mut lines: BTreeMap<u32, LineCounters> = BTreeMap::new();
    for (segment, counted) in program.segments.iter().zip(&tally.segments) {
        if counted.runs == 0 {
            continue;
        }
        for cost in &segment.costs {
            let line = lines.entry(cost.line).or_default();
            line.subgroup_instructions += u64::from(cost.instructions) * counted.runs;
            line.active_lanes += u64::from(cost.instructions) * counted.lanes;
            line.flop += u64::from(cost.flop) * counted.lanes;
            line.f16_flop += u64::from(cost.f16_flop) * counted.lanes;
            line.integer_operations += u64::from(cost.integer_operations) * counted.lanes;
            line.float_instructions += u64::from(cost.float) * counted.runs;
            line.integer_instructions += u64::from(cost.integer) * counted.runs;
            line.matrix_flop += u64::from(cost.matrix_flop) * counted.runs;
            line.special_instructions += u64::from(cost.special) * counted.runs;
        }
    }
    for division in tables.divisions.iter().filter(|division| tally.segments[division.segment].runs > 0) {
        let line = lines.entry(division.line).or_default();
        line.division_instructions += u64::from(division.instructions) * tally.segments[division.segment].runs;
    }
    for (site, counted) in program.sites.iter().zip(&tally.sites) {
        if *counted != SiteTally::default() {
            lines.entry(site.line).or_default().add_site(counted);
        }
    }
    for (&number, line) in &mut lines {
        line.line = number;
        line.complete();
    }
    lines.into_values().collect()
}

impl LineCounters {
    /// Instructions, with what compilers add for divisions.
    pub fn with_divisions(&self) -> u64 {
        self.subgroup_instructions + self.division_instructions
    }
}

impl Counters {
    /// Instructions, with what compilers add for divisions.
    pub fn with_divisions(&self) -> u64 {
        self.subgroup_instructions + self.division_instructions
    }

    /// Whether only some of the workgroups were run, and the counts scaled.
    pub fn is_sampled(&self) -> bool {
        self.sampled_workgroups < self.workgroups
    }

    /// The totals of the lines of a launch, for subgroups of `width` lanes.
    pub fn of_lines(lines: &[LineCounters], width: u32) -> Self {
        let mut all = Self { subgroup_width: width, ..Self::default() };
        all.add_line(&LineCounters::default());
        for line in lines {
            all.add_line(line);
        }
        all.form_ratios();
        all
    }

    /// The counters of this launch and the one after it, together. The lower of two occupancies, or of two shares of the
    /// units, is kept.
    #[must_use]
    pub fn then(mut self, next: &Self) -> Self {
        self.add_launch(next);
        self.form_ratios();
        if next.occupancy < self.occupancy {
            self.occupancy = next.occupancy;
            self.occupancy_limit = next.occupancy_limit;
        }
        let lower = |a: Option<f64>, b: Option<f64>| if b < a { b } else { a };
        self.achieved_occupancy = lower(self.achieved_occupancy, next.achieved_occupancy);
        self.unit_share = lower(self.unit_share, next.unit_share);
        self
    }

    /// Computes the counters that are ratios of others.
    pub fn form_ratios(&mut self) {
        let slots = self.subgroup_instructions as f64 * f64::from(self.subgroup_width);
        self.lane_efficiency = self.active_lanes as f64 / slots.max(1.0);
        let rate =
            |hits: Option<u64>, reads: Option<u64>| Some(hits? as f64 / reads.filter(|reads| *reads > 0)? as f64);
        self.requests_a_wait = rate(Some(self.chain_loads), Some(self.global_waits));
        self.l1_hit_rate = rate(self.l1_hit_bytes, self.l1_read_bytes);
        self.l2_hit_rate = rate(self.l2_hit_bytes, self.l2_read_bytes);
        self.last_hit_rate = rate(self.last_hit_bytes, self.last_read_bytes);
    }
}
