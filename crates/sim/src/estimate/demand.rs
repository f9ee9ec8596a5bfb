use crate::cache::Traffic;
use crate::occupancy::Occupancy;

/// What a launch asks of a machine: totals over all its workgroups.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// Workgroups.
    pub workgroups: u64,
    /// Subgroup instructions, whatever the number of active lanes.
    /// Those that only count the iterations of loops with a constant number of them are left out: compilers unroll.
    pub subgroup_instructions: u64,
    /// Of these, the ones that wait for each other: the longest chains of dependent instructions, summed over subgroups.
    pub chain_instructions: u64,
    /// FLOP in f32 of the active lanes, an FMA being two.
    pub f32_flop: u64,
    /// FLOP in f16 of the active lanes, an FMA being two.
    pub f16_flop: u64,
    /// Subgroup instructions for the special function unit.
    pub sfu_instructions: u64,
    /// Requests to storage and uniform memory.
    pub global_requests: u64,
    /// Of these, loads and atomics: what a subgroup waits for. All that are independent of each other may count as one.
    pub global_waits: u64,
    /// Bytes of all requests, by active lane.
    pub global_bytes: u64,
    /// Wavefronts of all requests in the banks of level 1 (`cache.l1_banks`), counted as those of workgroup memory; none
    /// where they were not counted.
    pub global_wavefronts: Option<u64>,
    /// Loads from workgroup memory.
    pub shared_waits: u64,
    /// Wavefronts of workgroup memory.
    pub shared_wavefronts: u64,
    /// Workgroup memory is asked for, and the machine's banks are not known, so that its wavefronts are not either.
    pub shared_unknown: bool,
    /// Serialised atomic operations on storage memory.
    pub atomic_serializations: u64,
    /// Serialised atomic operations on workgroup memory.
    pub shared_atomic_serializations: u64,
    /// What the caches did; none where they were not simulated.
    pub traffic: Option<Traffic>,
    /// What is resident; none where it is not modelled.
    pub occupancy: Option<Occupancy>,
}
