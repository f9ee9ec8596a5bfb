//! The groups of figures of a machine.

use std::collections::BTreeMap;

use super::MachineError;
use super::figure::{Reader, Value};
use super::offers::Offers;

/// Declares a group of figures: a struct of optional fields, and how to read it from the TOML table of that name.
macro_rules! group {
    ($(#[$doc:meta])* $name:ident($table:literal) { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: Option<$type>,)*
        }

        impl $name {
            /// The name of the group's TOML table.
            pub const TABLE: &'static str = $table;
            /// The names of the group's figures.
            pub const FIGURES: &'static [&'static str] = &[$(stringify!($field)),*];

            pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, MachineError> {
                let mut group = reader.group(Self::TABLE, Self::FIGURES)?;
                Ok(Self { $($field: <$type as Value>::read(&mut group, stringify!($field))?,)* })
            }

            /// Takes over what `changes` says.
            pub(super) fn change(&mut self, changes: Self) {
                $(if changes.$field.is_some() { self.$field = changes.$field; })*
            }
        }
    };
}

group! {
    /// How many lanes run in lockstep.
    Subgroup("subgroup") {
        /// Lanes in a subgroup, as the driver compiles compute shaders by default; always present.
        width: u32,
        /// The narrowest subgroup that a driver may choose.
        min_width: u32,
        /// The widest subgroup that a driver may choose.
        max_width: u32,
    }
}

group! {
    /// The compute units of the device (SM, WGP, Xe-core, core) and their rates per clock.
    Unit("unit") {
        /// Units that the device has.
        count: u32,
        /// Units of the part's data sheet that form one here, such as the two compute units of a WGP; one if absent.
        part_units: u32,
        /// Clock of the units, in Hz.
        clock_hz: f64,
        /// Subgroup instructions that a unit issues per clock, all its schedulers together.
        issue_per_clock: f64,
        /// ALU lanes of a unit: lanes that can execute an instruction in one clock. A subgroup wider than a
        /// scheduler's share of them occupies it for several clocks.
        lanes: f64,
        /// Registers that a unit reads per clock for all lanes of a subgroup, where this can limit it.
        register_reads_per_clock: f64,
        /// f32 FLOP per clock, an FMA being two.
        f32_flop_per_clock: f64,
        /// f16 FLOP per clock outside matrix units, an FMA being two.
        f16_flop_per_clock: f64,
        /// Components of a vector of f16 on which one instruction works.
        packed_f16: u32,
        /// Instructions per step of a subgroup reduction: two where one shuffles and one adds; one if absent.
        fold_instructions: u32,
        /// Instructions of a subgroup reduction outside its steps: for idle lanes, moves between parts of a subgroup, and
        /// the result. None if absent.
        fold_instructions_beside: u32,
        /// Further instructions of an exclusive scan, which passes values on to the next lane.
        exclusive_instructions: u32,
        /// Lanes in a row, within which an instruction may read another lane's operand; a value from outside the row takes
        /// an instruction of its own. Without limit if absent.
        row_lanes: u32,
        /// Lanes of a unit that receive a shuffled value per clock, where shuffles are instructions of their own.
        shuffle_per_clock: f64,
        /// Instructions per clock of the scalar units, where there are any.
        scalar_per_clock: f64,
        /// The most iterations of a loop with a known trip count that compilers unroll whole; any number if absent.
        laid_out_passes: u32,
        /// The same for a loop without branches that loads from storage memory.
        laid_out_passes_with_loads: u32,
        /// The unroll factor of compilers for loops whose trip count is known at run time only; one if absent.
        unrolled_passes: u32,
        /// 1 where kernels arrive in a language in which naga gives each loop a count and an exit of its own; otherwise absent.
        bounded_loops: u32,
        /// 1 where compilers hoist loop-invariant code; otherwise absent.
        hoists: u32,
        /// 1 where two sums of integers, a shift by a literal and a sum, some pairs of logical operations, and a rotation
        /// are one instruction of three operands; otherwise absent.
        three_operands: u32,
        /// 1 where any logical function of three words is one instruction; otherwise absent.
        any_logic: u32,
        /// 1 where a logical operation can set a predicate, so that a test of bits takes no instruction of its own; otherwise
        /// absent.
        logic_sets_predicate: u32,
        /// 1 where one instruction extracts only whole bytes of a word; absent where it extracts any field of bits.
        extracts_bytes_only: u32,
        /// 1 where one instruction converts any byte of a word to a float; otherwise absent.
        converts_bytes: u32,
        /// 1 where trailing zeros are counted by reversing the bits and counting leading ones; otherwise absent.
        reverses_to_count_trailing: u32,
        /// 1 where the least, the middle or the greatest of three values is one instruction; otherwise absent.
        three_extremes: u32,
        /// 1 where an instruction that adds or multiplies can clamp its result to 0 to 1; otherwise absent.
        saturates: u32,
        /// Lanes that can execute an instruction on integers, a comparison or a selection, where not all can. Products have
        /// a rate of their own.
        integer_lanes: f64,
        /// Products of 32-bit integers per clock, where they take longer than other arithmetic.
        int_multiply_per_clock: f64,
        /// Results per clock of the special function unit (exp2, log2, reciprocal, square root, sine).
        sfu_per_clock: f64,
        /// Clocks from an instruction of the special function unit to one that needs its result; as for any other
        /// instruction if absent.
        sfu_latency_clocks: f64,
        /// Conversions between 32-bit integers and floats, and bit counts, per clock, where the special function unit
        /// performs them.
        conversion_per_clock: f64,
        /// 1 where the integer lanes convert 32-bit integers to floats nevertheless; otherwise absent.
        integer_to_float: u32,
        /// Invocations whose arrival at a barrier a unit registers per clock, where that takes longer than issuing it.
        barrier_per_clock: f64,
        /// Clocks from an f32 FMA to an instruction that needs its result.
        alu_latency_clocks: f64,
    }
}

group! {
    /// The matrix units of a compute unit, as cooperative matrices use them.
    Matrix("matrix") {
        /// The multiply-adds that the driver offers to WGSL, each by rows and columns, the type of the factors and that of the
        /// sums: `16x16 f16 f32`. Empty where it has others only, such as 8 x 16 x 16; absent where that is not known.
        offers: Offers,
        /// FLOP per clock of a unit on factors of f16 with sums in f16.
        f16_flop_per_clock: f64,
        /// FLOP per clock of a unit on factors of f16 with sums in f32.
        f16_f32_flop_per_clock: f64,
        /// FLOP per clock of a unit on factors of f32.
        f32_flop_per_clock: f64,
        /// Clocks from a multiply-add to one that needs its result.
        latency_clocks: f64,
    }
}

group! {
    /// What can be resident on one unit at a time.
    Residency("residency") {
        /// The most subgroups.
        subgroups: u32,
        /// The most workgroups.
        workgroups: u32,
        /// The most invocations.
        invocations: u32,
        /// Bytes of workgroup memory on the unit.
        shared_bytes: u32,
        /// Bytes of workgroup memory that one workgroup may have.
        shared_bytes_per_workgroup: u32,
        /// Bytes of workgroup memory that the system reserves for each workgroup.
        shared_reserve_bytes: u32,
        /// Workgroup memory is allocated in multiples of this.
        shared_granularity_bytes: u32,
        /// 32-bit registers on the unit.
        registers: u32,
        /// Registers are allocated to a subgroup in multiples of this.
        register_granularity: u32,
    }
}

group! {
    /// Workgroup memory ("shared" in CUDA's words, LDS in AMD's, SLM in Intel's).
    Shared("shared") {
        /// Banks that serve one word each in a wavefront.
        banks: u32,
        /// Bytes in a bank's word.
        bank_bytes: u32,
        /// 1 where a load of 8 or 16 bytes per lane takes half the wavefronts if each lane shares its address with its
        /// neighbour, or with the lane after that. Its result takes as long to return as any.
        paired_loads: u32,
        /// Bytes that a unit serves per clock: for machines whose banks are not known.
        byte_per_clock: f64,
        /// Wavefronts that a unit serves in a clock.
        wavefronts_per_clock: f64,
        /// Clocks from a load to its result, without conflicts.
        latency_clocks: f64,
    }
}

group! {
    /// The caches between a unit and memory. L1 belongs to one unit; L2 and the last level to the device.
    Cache("cache") {
        /// Bytes that share a tag; always present.
        line_bytes: u32,
        /// Bytes that are fetched together; a cache without sectors fetches whole lines. Always present.
        sector_bytes: u32,
        /// Bytes of L1 in a unit. With `shared_carveouts`, of L1 and workgroup memory together.
        l1_bytes: u64,
        /// The sizes that workgroup memory can take out of `l1_bytes`, ascending.
        shared_carveouts: Vec<u64>,
        /// Bytes that L1 returns to the lanes of a unit in a clock.
        l1_byte_per_clock: f64,
        /// Words that the constant cache of a unit returns per clock, where lanes ask it for several addresses. If absent,
        /// L1 serves them.
        constant_words_per_clock: f64,
        /// L1 caches of a unit, each of which takes a request per clock (two in AMD's WGP); one if absent.
        l1_caches: u32,
        /// Lines that L1 looks up per clock and unit.
        l1_lines_per_clock: f64,
        /// Banks of the tags of such a cache, by line number: lines of one request in one bank are looked up one after the
        /// other. One if absent.
        l1_tag_banks: u32,
        /// Requests of a subgroup that L1 serves before another subgroup's, as long as they are of one kind and none waits
        /// for those before it: for schedulers that favour the oldest subgroup. If absent, subgroups alternate line by
        /// line.
        l1_turn_requests: u32,
        /// Banks of L1's data, as of workgroup memory: different words of one bank take a wavefront each, and a
        /// wavefront takes a clock.
        l1_banks: u32,
        /// Bytes in one word of such a bank.
        l1_bank_bytes: u32,
        /// 1 where stores to private arrays in memory are written through to L2.
        local_write_through: u32,
        /// Clocks from a load to its result, when L1 has it.
        l1_latency_clocks: f64,
        /// Bytes of loads that L1 of a unit waits for at a time, at most: what bounds the bandwidth that a unit draws while others idle.
        bytes_under_way: f64,
        /// Bytes of L2.
        l2_bytes: u64,
        /// Bytes that L2 serves per clock of the units, for the whole device.
        l2_byte_per_clock: f64,
        /// Bytes of whole sectors that L2 accepts per such clock, where it accepts stores more slowly than it serves loads.
        l2_write_byte_per_clock: f64,
        /// Bytes of sectors that L2 updates per such clock: those written in part, and those of atomics. If absent, the
        /// former are read and written, and the latter take the time of loads.
        l2_update_byte_per_clock: f64,
        /// Clocks from a load to its result, when L2 has it.
        l2_latency_clocks: f64,
        /// Bytes of a memory-side cache behind L2 (Infinity Cache, system level cache).
        last_bytes: u64,
        /// Bytes per second that it serves.
        last_byte_per_s: f64,
        /// Clocks from a load to its result, when it has it.
        last_latency_clocks: f64,
    }
}

group! {
    /// The device's memory.
    Dram("dram") {
        /// Bytes per second, in theory.
        byte_per_s: f64,
        /// Bytes per second that a copy or scale kernel reaches, both ways together.
        copy_byte_per_s: f64,
        /// Clocks of the units from a load to its result.
        latency_clocks: f64,
    }
}

group! {
    /// The cost of a dispatch before its first instruction.
    Launch("launch") {
        /// Seconds between two dependent launches that do nothing.
        overhead_s: f64,
        /// Clocks of a unit from the end of a workgroup to the first instruction of the next in its place, and from
        /// there to its first address.
        workgroup_clocks: f64,
        /// Workgroups that the device starts in a clock of the units, where that is known.
        workgroups_per_clock: f64,
        /// Clocks for which a workgroup that has ended still waits for its stores, where it keeps its place meanwhile.
        store_clocks: f64,
    }
}

group! {
    /// The link between the host's memory and the device's.
    Link("link") {
        /// Seconds that a copy takes, however few its bytes are.
        latency_s: f64,
        /// Bytes per second of large copies, one way.
        byte_per_s: f64,
    }
}

group! {
    /// The host beside the device.
    Host("host") {
        /// Seconds to record a dispatch, and what it binds, in a compute pass.
        dispatch_s: f64,
        /// Seconds to begin and end a compute pass, in addition.
        pass_s: f64,
        /// Seconds to finish the commands and to submit them, in addition.
        submit_s: f64,
        /// FLOP/s of f32, all cores, well-written code.
        flop_per_s: f64,
        /// Bytes per second of its memory.
        byte_per_s: f64,
    }
}

group! {
    /// Read-modify-write operations.
    Atomics("atomics") {
        /// Atomic operations on one address of storage memory per clock, whole device.
        same_address_per_clock: f64,
        /// Different words of one line of storage memory that are updated in the time of one operation on an address, where
        /// that takes longer than serving one request after the other.
        words_per_turn: f64,
        /// Adjacent bytes of storage memory whose atomics one slice of L2 performs, at a time those on different words of
        /// one sector. If absent, only contention within a line is modelled.
        slice_bytes: u32,
        /// Whether the operations of a subgroup's lanes become one where the compiler knows that they have one address and one operand,
        /// such as a literal: one lane does it for all.
        combines_alike: bool,
        /// The same where the compiler knows that they have one address, and operands differ: they are reduced first.
        combines_values: bool,
        /// The same where only a run shows that they have one address.
        combines_found: bool,
        /// 1 where adding the literal 1 to workgroup memory, with the old value unused, takes the wavefronts of a store.
        counts_at_once: u32,
        /// Atomic operations on one address of workgroup memory per clock, a unit.
        shared_same_address_per_clock: f64,
    }
}

/// A machine that the simulator can count and estimate for.
///
/// A figure that is `None` is not known. The fields are public so that a caller who knows more (an adapter's own number
/// of units, its clock, its bandwidth) can fill it in on a copy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Machine {
    /// The name after `sim:` on the command line, such as `ampere-8.6`.
    pub name: String,
    /// Other names that [`Machine::builtin`] answers to.
    pub aliases: Vec<String>,
    /// The part of the GPU database that it is based on, if any.
    pub part: Option<String>,
    /// The product whose figures these are, such as `NVIDIA GeForce RTX 3060 Laptop GPU`.
    pub device: String,
    /// The architecture, in its vendor's words.
    pub architecture: String,
    /// What the vendor calls a unit: `SM`, `WGP`, `Xe-core`, `GPU core`.
    pub unit_name: String,
    /// Adapter names that this machine stands for, in addition to those of its part's architecture: whole words, or
    /// prefixes of words with a `*`.
    pub adapters: Vec<String>,
    /// Lockstep lanes.
    pub subgroup: Subgroup,
    /// Units and their rates.
    pub unit: Unit,
    /// Matrix units and their rates.
    pub matrix: Matrix,
    /// Residency limits of a unit.
    pub residency: Residency,
    /// Workgroup memory.
    pub shared: Shared,
    /// The levels between a unit and DRAM: sizes, lines, rates.
    pub cache: Cache,
    /// Memory.
    pub dram: Dram,
    /// Launch overhead.
    pub launch: Launch,
    /// Copies between host and device.
    pub link: Link,
    /// The host's costs of a launch.
    pub host: Host,
    /// Rates of atomic operations.
    pub atomics: Atomics,
    /// Where each figure comes from, by `group.figure`.
    pub sources: BTreeMap<String, String>,
}
