//! The counters of a launch, in total and by source line.

use super::Tally;
use super::table::{Figure, Sum, counters};
use crate::occupancy::OccupancyLimit;
use crate::program::Program;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a counter is called and how it is read.
#[derive(Debug, Clone, Copy)]
pub struct Counter {
    /// The name: the field of [`Counters`] and the key in the JSON.
    pub name: &'static str,
    /// What is counted; empty for a share of one, and for what is no number.
    pub unit: &'static str,
    /// A heading for people.
    pub words: &'static str,
    /// Whether the counters of launches add up; others are formed anew, or kept.
    pub sums: bool,
    /// Whether it is counted by source line too.
    pub by_line: bool,
    /// Its value; `None` where it is not known, or is no number.
    pub read: fn(&Counters) -> Option<f64>,
    /// The least that it could be, where that is counted.
    pub ideal: Option<fn(&Counters) -> Option<f64>>,
}

counters! {
    { /// The machine counted for.
      figure machine: String, "", "Machine" }
    { /// Lanes in a subgroup.
      figure subgroup_width: u32, "lanes", "Lanes of a subgroup" }
    { /// Instructions executed, each counted once a subgroup.
      segment subgroup_instructions: u64, "instructions", "Instructions, one a subgroup" }
    { /// Of these, the ones that do floating-point arithmetic.
      segment float_instructions: u64, "instructions", "Floating-point instructions" }
    { /// Of these, integer arithmetic, comparisons, conversions and selections. The rest are loads and stores, branches,
      /// barriers and subgroup operations.
      segment integer_instructions: u64, "instructions", "Integer instructions, comparisons, conversions" }
    { /// Instructions for the special function unit, which may be of either sort above.
      segment special_instructions: u64, "instructions", "Instructions of the special function unit" }
    { /// Instructions that compilers add for integer divisions and remainders by what is known at run time only, beyond the one
      /// that each is above. Those that leave their loop are left out.
      segment division_instructions: u64, "instructions", "Instructions added for integer divisions: by compilers, where the divisor is known only at run time" }
    { /// Active lanes, summed over subgroup instructions.
      segment active_lanes: u64, "lanes", "Active lanes, summed over instructions" }
    { /// `active_lanes / (subgroup_width * subgroup_instructions)`, 0 to 1.
      figure lane_efficiency: f64, "", "Active lanes of all that were issued" }
    { /// Conditions evaluated, each counted once a subgroup.
      site branches: u64, "branches", "Branches" }
    { /// Branches after which lanes of one subgroup go different ways.
      site divergent_branches: u64, "branches", "Divergent branches" }
    { /// Floating-point operations: add, subtract, multiply, divide, remainder, square root and the transcendental
      /// functions count 1 each, `fma` 2; by active lane.
      segment flop: u64, "FLOP", "Floating-point operations" }
    { /// Loads and stores of storage buffers, each counted once a subgroup.
      site global_requests: u64, "requests", "Requests to storage memory" }
    { /// Distinct sectors that the requests touch, summed over requests.
      site global_sectors: u64, "sectors", "Sectors of storage memory", ideal global_sectors_ideal }
    { /// The fewest sectors that could hold the bytes of each request.
      site global_sectors_ideal: u64, "sectors", "Fewest sectors of storage memory" }
    { /// Bytes requested, by active lane.
      site global_bytes: u64, "B", "Bytes requested of storage memory" }
    { /// Wavefronts of requests to storage memory in the banks of level 1, where they are known.
      model global_wavefronts: u64, "wavefronts", "Wavefronts of level 1" }
    { /// Words that lanes ask uniform buffers for, in requests with more than one address, each address once a request.
      model constant_words: u64, "words", "Words of uneven requests to uniform buffers" }
    { /// Lines in which they lie, each once a request.
      model constant_lines: u64, "lines", "Lines of uneven requests to uniform buffers" }
    { /// Bytes of these requests, by active lane.
      model constant_bytes: u64, "B", "Bytes of uneven requests to uniform buffers" }
    { /// Sectors of stores that are written in part.
      model global_partial: u64, "sectors", "Sectors written in part" }
    { /// A checksum of the addresses of all requests.
      model global_checksum: u64, "", "Checksum of addresses" }
    { /// Bytes to and from DRAM; `None` where the machine's caches are not modelled.
      launch dram_bytes: Option<u64>, "B", "Bytes to and from DRAM" }
    { /// Bytes of the sectors that loads ask level 1 of the caches for.
      launch l1_read_bytes: Option<u64>, "B", "Bytes read from level 1" }
    { /// Of these, the ones that it has.
      launch l1_hit_bytes: Option<u64>, "B", "Bytes that level 1 has" }
    { /// `l1_hit_bytes / l1_read_bytes`, 0 to 1.
      figure l1_hit_rate: Option<f64>, "", "Hit rate of level 1" }
    { /// Bytes of the sectors that are read from level 2, atomics included.
      launch l2_read_bytes: Option<u64>, "B", "Bytes read from level 2" }
    { /// Of these, the ones that it has; `None` where the machine's level 2 is not known.
      launch l2_hit_bytes: Option<u64>, "B", "Bytes that level 2 has" }
    { /// `l2_hit_bytes / l2_read_bytes`, 0 to 1.
      figure l2_hit_rate: Option<f64>, "", "Hit rate of level 2" }
    { /// Bytes of the sectors that are written to level 2, atomics included.
      launch l2_write_bytes: Option<u64>, "B", "Bytes written to level 2" }
    { /// Bytes that the memory-side cache is asked for; `None` where the machine has none, or it is not known.
      launch last_read_bytes: Option<u64>, "B", "Bytes read from the memory-side cache" }
    { /// Of these, the ones that it has.
      launch last_hit_bytes: Option<u64>, "B", "Bytes that the memory-side cache has" }
    { /// `last_hit_bytes / last_read_bytes`, 0 to 1.
      figure last_hit_rate: Option<f64>, "", "Hit rate of the memory-side cache" }
    { /// Loads and stores of workgroup memory, each counted once a subgroup.
      site shared_requests: u64, "requests", "Requests to workgroup memory" }
    { /// Passes over the banks of workgroup memory that the requests take; `None` where the machine's banks are not known.
      site shared_wavefronts: Option<u64>, "wavefronts", "Wavefronts of workgroup memory", ideal shared_wavefronts_ideal }
    { /// The fewest passes that the requests could take; `None` where the machine's banks are not known.
      site shared_wavefronts_ideal: Option<u64>, "wavefronts", "Fewest wavefronts of workgroup memory" }
    { /// Wavefronts saved where compilers join four loads of neighbouring words.
      model shared_joined: u64, "wavefronts", "Joined wavefronts of workgroup memory" }
    { /// Loads that are joined to one before them.
      model shared_joined_requests: u64, "requests", "Joined requests to workgroup memory" }
    { /// Wavefronts that a subgroup wider than the banks takes although few words are asked for: it comes in parts.
      model shared_repeated: u64, "wavefronts", "Repeated wavefronts of workgroup memory" }
    { /// Waits for storage memory, one after the other, on the longest way through each workgroup, summed over workgroups: loads that
      /// nothing parts wait together.
      launch global_waits: u64, "waits", "Waits for storage memory" }
    { /// Instructions that wait for each other, on the longest way through each workgroup, summed over workgroups.
      launch chain_instructions: u64, "instructions", "Instructions that wait for each other" }
    { /// Loads of storage memory on the longest way through each workgroup, summed over workgroups.
      launch chain_loads: u64, "loads", "Loads on the longest way through a workgroup" }
    { /// `chain_loads / global_waits`: for how many loads a subgroup asks before it waits for them. `None` where nothing waits.
      figure requests_a_wait: Option<f64>, "loads", "Loads that wait together" }
    { /// Loads and stores of private arrays that registers cannot hold, each counted once a subgroup.
      site local_requests: u64, "requests", "Requests to private arrays in memory" }
    { /// Bytes of them, by active lane.
      site local_bytes: u64, "B", "Bytes of private arrays in memory" }
    { /// Lines of level 1 that they touch.
      model local_lines: u64, "lines", "Lines of private arrays" }
    { /// Sectors that stores of them write.
      model local_written: u64, "sectors", "Sectors of private arrays that are written" }
    { /// Of these, sectors that are written in part.
      model local_partial: u64, "sectors", "Sectors of private arrays that are written in part" }
    { /// Atomic operations, each counted once a subgroup.
      site atomic_requests: u64, "requests", "Atomic requests" }
    { /// Sum over requests of the largest number of lanes at one address.
      site atomic_serializations: u64, "turns", "Turns that lanes take at atomics", ideal atomic_requests }
    { /// Passes over the banks that atomic operations on workgroup memory take: lanes that meet in a bank take turns, at one word of it or
      /// at several; `None` where the machine's banks are not known.
      site atomic_wavefronts: Option<u64>, "wavefronts", "Wavefronts of atomics on workgroup memory" }
    { /// Barriers, each counted once a subgroup.
      site barriers: u64, "barriers", "Barriers, one a subgroup" }
    { /// Of these, the ones before which, since the last barrier, no invocation touched memory that others could have
      /// written.
      site idle_barriers: u64, "barriers", "Barriers that order nothing, one a subgroup" }
    { /// Resident subgroups over the most possible, 0 to 1.
      figure occupancy: Option<f64>, "", "Occupancy: resident subgroups of all possible" }
    { /// What limits the occupancy.
      figure occupancy_limit: Option<OccupancyLimit>, "", "What limits the occupancy" }
    { /// Resident subgroups over the most possible, 0 to 1, while so many workgroups as the launch has fill the units, wave
      /// after wave.
      figure achieved_occupancy: Option<f64>, "", "Achieved occupancy, over units and waves" }
    { /// Waves: rounds of as many workgroups as all units hold at a time, the last one possibly not full.
      launch waves: Option<u64>, "waves", "Waves of resident workgroups" }
    { /// Units that have a workgroup to run, of all, 0 to 1.
      figure unit_share: Option<f64>, "", "Units with a workgroup, of all" }
    { /// Workgroups that were run to count.
      launch sampled_workgroups: u64, "workgroups", "Workgroups that were run" }
    { /// Workgroups of the launch.
      launch workgroups: u64, "workgroups", "Workgroups" }
}

/// The counters of each source line that has any, in order.
pub fn by_line(program: &Program, tally: &Tally) -> Vec<LineCounters> {
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
            line.float_instructions += u64::from(cost.float) * counted.runs;
            line.integer_instructions += u64::from(cost.integer) * counted.runs;
            line.special_instructions += u64::from(cost.special) * counted.runs;
            line.division_instructions += u64::from(cost.division) * counted.runs;
        }
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

    /// Whether some of the workgroups were run only, and the counts scaled.
    pub fn is_sampled(&self) -> bool {
        self.sampled_workgroups < self.workgroups
    }

    /// The totals of the lines of a launch, for subgroups of `width` lanes.
    pub(crate) fn of_lines(lines: &[LineCounters], width: u32) -> Self {
        let mut all = Self { subgroup_width: width, ..Self::default() };
        all.add_line(&LineCounters::default());
        for line in lines {
            all.add_line(line);
        }
        all.form_ratios();
        all
    }

    /// The counters of this launch and the one after it, together. Of two occupancies, or shares of the units, the lower one
    /// stands.
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

    pub(crate) fn form_ratios(&mut self) {
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
