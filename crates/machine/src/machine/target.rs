//! A machine as the compiler and the executor see it: the figures that decide instructions and counts.

use super::{Machine, Offers};

/// The figures of a machine that decide instructions and counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Lanes in a subgroup, 4 to 128 and a power of two.
    pub subgroup_width: u32,
    /// Bytes in a sector of global memory, a power of two (32 on NVIDIA).
    pub sector_bytes: u32,
    /// Banks of workgroup memory, a power of two of at most [`MOST_BANKS`].
    pub banks: u32,
    /// Bytes in one word of a bank.
    pub bank_bytes: u32,
    /// Whether a wide load of workgroup memory serves two parts of the subgroup at once, where lanes share addresses in pairs.
    pub paired_loads: bool,
    /// Bytes of storage memory whose atomics one slice of L2 performs, one sector at a time; without it, lines are
    /// looked at one by one.
    pub atomic_slice_bytes: Option<u32>,
    /// Whether a subgroup's atomics at one address become one: where the compiler knows that operands are alike, too. None where that is
    /// not known.
    pub combines_alike: Option<bool>,
    /// The same where operands differ.
    pub combines_values: Option<bool>,
    /// The same where only a run shows that the address is one.
    pub combines_found: Option<bool>,
    /// Whether adding the literal 1 to workgroup memory takes the wavefronts of a store.
    pub counts_at_once: bool,
    /// Components of a vector of f16 on which one instruction works.
    pub packed_f16: u32,
    /// The latency of the special function unit, as a multiple of an ordinary instruction's.
    pub sfu_latency_ratio: u32,
    /// The latency of an integer product, as a multiple of an ordinary instruction's.
    pub multiply_latency_ratio: u32,
    /// Instructions in each step of a subgroup reduction: two where a shuffle and a sum are separate instructions.
    pub reduction_step_instructions: u32,
    /// Instructions of a subgroup reduction outside its steps, and the further ones of an exclusive scan.
    pub reduction_overhead: [u32; 2],
    /// Lanes in a row, within which an instruction may read another lane's operand. `None` where a shuffle takes no time of
    /// the lanes.
    pub row_lanes: Option<u32>,
    /// The latency of a multiply-add of the matrix unit, as a multiple of an ordinary instruction's.
    pub matrix_latency_ratio: u32,
    /// The multiply-adds of cooperative matrices that there are.
    pub offers: Offers,
    /// Whether a scalar unit computes what is the same in all lanes.
    pub scalar_unit: bool,
    /// The most iterations of a loop that compilers unroll whole, where the trip count is known: the second figure holds
    /// where the loads of the body can be in flight together.
    pub max_unroll: [u32; 2],
    /// The unroll factor of loops whose trip count is known at run time only.
    pub runtime_unroll: u32,
    /// Whether compilers move loop-invariant code out of loops.
    pub hoists_invariants: bool,
    /// Whether two sums, a shift and a sum, or two logical operations on integers are one instruction.
    pub three_operands: bool,
    /// Whether any logical function of three words is one instruction.
    pub any_logic: bool,
    /// Whether a logical operation can set a predicate, so that a test of bits takes no instruction of its own.
    pub logic_sets_predicate: bool,
    /// Whether one instruction extracts only whole bytes of a word, not any field of bits.
    pub extracts_bytes_only: bool,
    /// Whether one instruction converts any byte of a word to a float.
    pub converts_bytes: bool,
    /// Whether trailing zeros are counted by reversing the bits first.
    pub reverses_to_count_trailing: bool,
    /// Whether the least, the middle or the greatest of three values is one instruction.
    pub three_extremes: bool,
    /// Whether an instruction that adds or multiplies can clamp its result to 0 to 1.
    pub saturates: bool,
    /// Whether the integer lanes convert integers to floats.
    pub integer_to_float: bool,
}

impl Default for Target {
    /// 32 lanes, 32-byte sectors, 32 banks of 4 bytes, two components of f16 at once: NVIDIA since Volta. The rest is that of a machine
    /// of which nothing is known.
    fn default() -> Self {
        Self {
            subgroup_width: 32,
            combines_alike: Some(false),
            combines_values: Some(false),
            combines_found: Some(false),
            packed_f16: 2,
            offers: Offers::ALL,
            ..Machine::default().target()
        }
    }
}

impl Machine {
    /// What compilers and the executor need of the machine. Where its banks are not known, 32 banks of 4 bytes stand in, and
    /// wavefronts are not reported.
    pub fn target(&self) -> Target {
        Target {
            subgroup_width: self.subgroup_width(),
            sector_bytes: self.sector_bytes(),
            banks: self.shared.banks.unwrap_or(32),
            bank_bytes: self.shared.bank_bytes.unwrap_or(4),
            paired_loads: self.shared.paired_loads == Some(1),
            atomic_slice_bytes: self.atomics.slice_bytes,
            combines_alike: self.atomics.combines_alike,
            combines_values: self.atomics.combines_values,
            combines_found: self.atomics.combines_found,
            counts_at_once: self.atomics.counts_at_once == Some(1),
            packed_f16: self.unit.packed_f16.unwrap_or(1).max(1),
            sfu_latency_ratio: self.latency_ratio(self.unit.sfu_latency_clocks),
            multiply_latency_ratio: self.multiply_latency_ratio(),
            reduction_step_instructions: self.unit.fold_instructions.unwrap_or(1).max(1),
            reduction_overhead: [self.unit.fold_instructions_beside, self.unit.exclusive_instructions]
                .map(Option::unwrap_or_default),
            row_lanes: self.unit.row_lanes,
            matrix_latency_ratio: self.latency_ratio(self.matrix.latency_clocks),
            offers: self.offers(),
            scalar_unit: self.unit.scalar_per_clock.is_some(),
            max_unroll: [self.unit.laid_out_passes, self.unit.laid_out_passes_with_loads]
                .map(|most| most.unwrap_or(u32::MAX)),
            runtime_unroll: self.unit.unrolled_passes.unwrap_or(1).max(1),
            hoists_invariants: self.unit.hoists == Some(1),
            three_operands: self.unit.three_operands == Some(1),
            any_logic: self.unit.any_logic == Some(1),
            logic_sets_predicate: self.unit.logic_sets_predicate == Some(1),
            extracts_bytes_only: self.unit.extracts_bytes_only == Some(1),
            converts_bytes: self.unit.converts_bytes == Some(1),
            reverses_to_count_trailing: self.unit.reverses_to_count_trailing == Some(1),
            three_extremes: self.unit.three_extremes == Some(1),
            saturates: self.unit.saturates == Some(1),
            integer_to_float: self.unit.integer_to_float == Some(1),
        }
    }

    /// A latency as a multiple of an ordinary instruction's; 1 where one of the two is not known.
    fn latency_ratio(&self, clocks: Option<f64>) -> u32 {
        let latencies = clocks.zip(self.unit.alu_latency_clocks);
        latencies.map_or(1, |(clocks, other)| (clocks / other).round().max(1.0) as u32)
    }

    /// The multiply-adds of cooperative matrices that its driver offers to WGSL.
    pub fn offers(&self) -> Offers {
        self.matrix.offers.unwrap_or(Offers::UNKNOWN)
    }

    /// The latency of an integer product, as a multiple of an ordinary instruction's. The fewer lanes multiply at a time, the
    /// later the last ones begin (8 clocks to 5 on RDNA: LLVM SISchedule.td, WriteIntMul and Write32Bit).
    fn multiply_latency_ratio(&self) -> u32 {
        let unit = &self.unit;
        let begins = unit.lanes.zip(unit.int_multiply_per_clock).map(|(lanes, products)| lanes / products - 1.0);
        self.latency_ratio(begins.zip(unit.alu_latency_clocks).map(|(later, alu)| alu + later))
    }

    /// The same with the banks of L1, for which the wavefronts of global requests are counted. `None` where they are not
    /// known.
    pub fn l1_target(&self) -> Option<Target> {
        let (banks, bank_bytes) = (self.cache.l1_banks?, self.cache.l1_bank_bytes?);
        Some(Target { banks, bank_bytes, ..self.target() })
    }
}

impl Target {
    /// What is wrong with these parameters, if anything.
    pub fn problem(&self) -> Option<String> {
        let w = self.subgroup_width;
        if !w.is_power_of_two() || !(4..=MAX_WIDTH as u32).contains(&w) {
            return Some(format!("a subgroup of {w} lanes: the width must be 4, 8, 16, 32, 64 or 128"));
        }
        for (name, value) in
            [("sector_bytes", self.sector_bytes), ("bank_bytes", self.bank_bytes), ("banks", self.banks)]
        {
            if !value.is_power_of_two() {
                return Some(format!("{name} = {value}: it must be a power of two"));
            }
        }
        if self.banks > MOST_BANKS as u32 {
            return Some(format!("banks = {}: at most {MOST_BANKS} are modelled", self.banks));
        }
        if self.bank_bytes < 4 {
            return Some(format!("bank_bytes = {}: banks of less than 4 bytes are not modelled", self.bank_bytes));
        }
        None
    }
}

/// Banks that are modelled; no machine is known to have more than 128.
pub const MOST_BANKS: usize = 256;

/// The most banks of L1's tags that a machine file may name.
pub const MOST_TAG_BANKS: u32 = 64;

/// The widest subgroup: a mask of lanes is a `u128`.
pub const MAX_WIDTH: usize = 128;
