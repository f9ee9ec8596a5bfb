//! What a launch asks of a machine: what the compiled kernel's instructions take, as often as they were counted.

use super::Lengths;
use crate::cache::Traffic;
use crate::compile::{Compiled, Cost};
use crate::count::{AtomicContention, Counters, SiteTally, Tally};
use crate::ir::Combining;
use crate::machine::Machine;
use crate::occupancy::Occupancy;

/// What a launch asks of a machine: totals over all its workgroups.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// How many workgroups the launch has.
    pub workgroups: u64,
    /// Subgroup instructions, whatever the number of active lanes.
    /// Those that only count the iterations of loops with a constant number of them are left out: compilers unroll.
    pub subgroup_instructions: u64,
    /// Of these, arithmetic: what takes a subgroup wider than the lanes several clocks.
    pub arithmetic_instructions: u64,
    /// Of these, the ones on floats of 32 bits.
    pub float_instructions: u64,
    /// Of these, the ones on integers, comparisons, conversions and selections.
    pub integer_instructions: u64,
    /// Of these, products of integers.
    pub multiplies: u64,
    /// Values that lanes hand to others, each once a subgroup.
    pub shuffles: u64,
    /// Instructions of scalar units beside the lanes.
    pub scalars: u64,
    /// Registers that the arithmetic among them reads, each once a subgroup.
    pub register_reads: u64,
    /// What must happen one after the other in a workgroup.
    pub lengths: Lengths,
    /// FLOP in f32 of the active lanes, an FMA being two.
    pub f32_flop: u64,
    /// FLOP in f16 of the active lanes, an FMA being two.
    pub f16_flop: u64,
    /// As many as their instructions could do: one on a single half takes as long as on a pair.
    pub f16_room: u64,
    /// FLOP of the matrix units: on f16 with sums in f16, on f16 with sums in f32, on f32.
    pub matrix_flop: [u64; 3],
    /// Subgroup instructions for the special function unit.
    pub sfu_instructions: u64,
    /// Conversions between integers and floats and counts of bits, which that unit does on some machines.
    pub conversions: u64,
    /// Requests to storage and uniform memory.
    pub global_requests: u64,
    /// Sectors of storage memory that these touch.
    pub global_sectors: u64,
    /// Bytes of all requests, by active lane.
    pub global_bytes: u64,
    /// Loads from uniform buffers by lanes that do not all ask for one address.
    pub uneven: DivergentUniformLoads,
    /// Wavefronts of all requests in the banks of level 1 (`cache.l1_banks`), counted as those of workgroup memory; none
    /// where they were not counted.
    pub global_wavefronts: Option<u64>,
    /// Sectors of stores that are written in part.
    pub partial_sectors: u64,
    /// Requests to private arrays that registers cannot hold.
    pub local_requests: u64,
    /// Lines of level 1 that they touch.
    pub local_lines: u64,
    /// Sectors that their stores write to level 2, where they go on to it.
    pub local_written: u64,
    /// Of these, sectors that are written in part.
    pub local_partial: u64,
    /// Wavefronts of workgroup memory.
    pub shared_wavefronts: u64,
    /// Bytes of workgroup memory, those that several lanes of a request ask for once.
    pub shared_bytes: u64,
    /// Workgroup memory is asked for, and the machine's banks are not known, so that its wavefronts are not either.
    pub shared_unknown: bool,
    /// Atomic operations on storage memory, at the line where most of them meet.
    pub atomics: AtomicContention,
    /// Turns at atomic operations on workgroup memory, which lanes take that meet in a bank.
    pub shared_atomic_turns: u64,
    /// The figure for want of which it is not known whether compilers combine the atomics of lanes that meet at one address.
    pub combining_unknown: Option<&'static str>,
    /// Barriers, each counted once a subgroup.
    pub barriers: u64,
    /// What the caches did; none where they were not simulated.
    pub traffic: Option<Traffic>,
    /// What is resident; none where it is not modelled.
    pub occupancy: Option<Occupancy>,
}

/// Loads from uniform buffers by lanes that do not all ask for one address.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DivergentUniformLoads {
    /// Words, those of one address once a request.
    pub words: u64,
    /// Lines in which they lie, summed over requests.
    pub lines: u64,
    /// Bytes, by active lane.
    pub bytes: u64,
}

impl Demand {
    /// Whether most of the latency is that of instructions which need each other's results, not of memory.
    pub fn waits_for_arithmetic(&self, machine: &Machine) -> bool {
        let paths = self.lengths.paths;
        let of = |waits: u64, latency: Option<f64>| waits as f64 * latency.unwrap_or(0.0);
        let memory = of(paths.global_waits, machine.cache.l2_latency_clocks)
            + of(paths.shared_waits, machine.shared.latency_clocks);
        of(paths.chain, machine.unit.alu_latency_clocks) > memory
    }

    /// Whether a unit stands still while its subgroups wait for each other: it holds one workgroup, which has barriers.
    pub fn is_alone(&self) -> bool {
        self.occupancy.is_some_and(|occupancy| occupancy.workgroups <= 1) && self.barriers > 0
    }
}

/// Of the waits for storage or for workgroup memory the share that is left where compilers lay out several iterations of a loop together:
/// what remains of its iterations follows one by one.
fn waits_kept(compiled: &Compiled, tally: &Tally, shared: bool) -> f64 {
    let requests = |site: usize| match &tally.sites[site] {
        counted if shared => counted.shared_requests + counted.atomic_requests,
        counted => counted.global_requests + counted.atomic_requests,
    };
    let program = &compiled.program;
    let waits = if shared { tally.lengths.paths.shared_waits } else { tally.lengths.paths.global_waits };
    // Requests are those of all subgroups, the waits those of the longest: each is taken to save its part.
    let all = (waits * u64::from(program.invocations().div_ceil(program.width))) as f64;
    let saved = compiled.partly_unrolled.iter().map(|partly| {
        let [entries, passes] = [partly.entry, partly.iteration].map(|segment| tally.segments[segment].runs as f64);
        let each = passes / entries.max(1.0);
        let together = f64::from(partly.together);
        let groups = (each / together).floor();
        let kept = (groups + each - groups * together) / each.max(1.0);
        let sites = partly.sites.iter().map(|&site| site as usize).filter(|&site| program.sites[site].shared == shared);
        sites.map(requests).sum::<u64>() as f64 * (1.0 - kept)
    });
    let saved = saved.sum::<f64>();
    if saved > 0.0 { (1.0 - saved / all).max(0.0) } else { 1.0 }
}

/// What the launch asks of a machine.
pub fn profile(
    machine: &Machine,
    compiled: &Compiled,
    tally: &Tally,
    counters: &Counters,
    (traffic, occupancy): (Traffic, Option<Occupancy>),
) -> Demand {
    let mut demand = Demand {
        workgroups: counters.workgroups,
        lengths: tally.lengths.waiting([false, true].map(|shared| waits_kept(compiled, tally, shared))),
        barriers: counters.barriers,
        traffic: Some(traffic),
        occupancy,
        atomics: tally.contention.hottest(counters.sampled_workgroups),
        ..Demand::default()
    };
    add_instructions(&mut demand, compiled, tally);
    add_global(&mut demand, compiled, tally, counters);
    add_shared(&mut demand, compiled, tally, counters);
    add_local(&mut demand, machine, tally, counters);
    demand.shared_bytes *= u64::from(machine.target().banks * machine.target().bank_bytes);
    if machine.l1_target().is_none() {
        demand.global_wavefronts = None;
    }
    // Of the loads that compilers spare, each workgroup is spared its share.
    let all = tally.segments.iter().zip(&compiled.tables.segments);
    let all: u64 = all.map(|(counted, segment)| counted.runs * u64::from(segment.issued)).sum();
    demand.lengths = demand.lengths.issuing(demand.subgroup_instructions as f64 / all.max(1) as f64);
    demand
}

/// Adds what each instruction takes, as often as its straight line ran; of copies, those that are left.
fn add_instructions(demand: &mut Demand, compiled: &Compiled, tally: &Tally) {
    for (instruction, cost) in &compiled.instructions {
        let Some(segment) = instruction.segment else { continue };
        let counted = tally.segments[segment];
        add(demand, cost, instruction.kept_of(counted.runs), instruction.kept_of(counted.lanes));
    }
}

fn add(demand: &mut Demand, cost: &Cost, runs: u64, lanes: u64) {
    let times = |each: u32| u64::from(each) * runs;
    demand.subgroup_instructions += times(cost.issued);
    demand.arithmetic_instructions += times(cost.arithmetic);
    demand.float_instructions += times(cost.float32);
    demand.integer_instructions += times(cost.arithmetic - cost.float);
    demand.multiplies += times(cost.multiplies);
    demand.shuffles += times(cost.shuffles);
    demand.scalars += times(cost.scalars);
    demand.conversions += times(cost.conversions);
    demand.register_reads += times(cost.registers_read);
    demand.sfu_instructions += times(cost.special);
    for (sum, each) in demand.matrix_flop.iter_mut().zip(cost.matrix_flop) {
        *sum += times(each);
    }
    demand.f32_flop += u64::from(cost.flop) * lanes;
    demand.f16_flop += u64::from(cost.f16_flop) * lanes;
    demand.f16_room += u64::from(cost.f16_room) * lanes;
}

/// Adds what is asked of storage and uniform memory.
fn add_global(demand: &mut Demand, compiled: &Compiled, tally: &Tally, counters: &Counters) {
    let mut wavefronts = 0;
    let mut uniform = DivergentUniformLoads::default();
    for (site, counted) in compiled.tables.sites.iter().zip(&tally.sites) {
        demand.global_requests += site.kept_of(counted.global_requests);
        demand.global_sectors += site.kept_of(counted.global_sectors);
        demand.partial_sectors += counted.global_partial;
        wavefronts += site.kept_of(counted.global_wavefronts);
        uniform.words += counted.constant_words;
        uniform.lines += counted.constant_lines;
        uniform.bytes += counted.constant_bytes;
        if site.scalar {
            demand.global_bytes += counted.global_bytes;
        }
    }
    demand.global_bytes = counters.global_bytes.saturating_sub(demand.global_bytes);
    demand.uneven = uniform;
    demand.global_wavefronts = Some(wavefronts);
}

/// Adds what is asked of workgroup memory. What the copies of a load read side by side, they read at once.
fn add_shared(demand: &mut Demand, compiled: &Compiled, tally: &Tally, counters: &Counters) {
    let mut joined = 0;
    for ((site, scheduled), counted) in compiled.program.sites.iter().zip(&compiled.tables.sites).zip(&tally.sites) {
        if let Combining::Unknown(figure) = scheduled.combining
            && counted.atomics_unknown > 0
        {
            demand.combining_unknown.get_or_insert(figure);
        }
        let kept = |n: u64| scheduled.kept_of(n);
        demand.shared_wavefronts += kept(counted.shared_wavefronts + counted.shared_repeated);
        demand.shared_wavefronts = demand.shared_wavefronts.saturating_sub(kept(counted.shared_joined));
        demand.shared_bytes += kept(counted.shared_wavefronts_ideal);
        joined += kept(counted.shared_joined_requests);
        if site.shared {
            // Without its banks, what is known is a lower bound.
            demand.shared_atomic_turns += match counters.atomic_wavefronts {
                Some(_) => counted.atomic_wavefronts_left,
                None => counted.atomic_serializations_left,
            };
        }
    }
    demand.subgroup_instructions = demand.subgroup_instructions.saturating_sub(joined);
    demand.shared_unknown = counters.shared_requests > 0 && counters.shared_wavefronts.is_none();
    if counters.shared_wavefronts.is_none() {
        demand.shared_wavefronts = 0;
    }
}

/// Adds what is asked of private arrays that registers cannot hold.
fn add_local(demand: &mut Demand, machine: &Machine, tally: &Tally, counters: &Counters) {
    let sum = |count: fn(&SiteTally) -> u64| tally.sites.iter().map(count).sum::<u64>();
    demand.local_requests = counters.local_requests;
    demand.local_lines = sum(|site| site.local_lines);
    if machine.cache.local_write_through == Some(1) {
        demand.local_written = sum(|site| site.local_written);
        demand.local_partial = sum(|site| site.local_partial);
    }
}
