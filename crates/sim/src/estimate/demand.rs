//! What a launch asks of a machine.

use super::Lengths;
use crate::cache::Traffic;
use crate::count::AtomicContention;
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
