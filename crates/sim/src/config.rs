//! What the simulator must know of a machine in order to count.

/// The parameters of a machine that decide counts. Filled from a machine description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
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
    /// Bytes of storage memory whose atomics one slice of level 2 performs, a sector a turn; lines are looked at alone without.
    pub atomic_slice_bytes: Option<u32>,
    /// Whether what the lanes of a subgroup do to one address is one atomic operation.
    pub combines_atomics: bool,
    /// Whether adding the literal 1 to workgroup memory takes the passes of a store.
    pub counts_at_once: bool,
    /// Components of a vector of f16 on which one instruction works.
    pub packed_f16: u32,
    /// For how many other instructions' time one waits that needs a result of the special function unit.
    pub special_steps: u32,
    /// And that needs a product of integers.
    pub multiply_steps: u32,
    /// Instructions of a step in which subgroups add up and the like: two where a shuffle and a sum are not one.
    pub fold_instructions: u32,
    /// Instructions of it beside its steps, and for what lies before a lane only, further ones.
    pub fold_beside: [u32; 2],
    /// Lanes beside each other of which any instruction may read another's operand, where handing on takes lanes' time else.
    pub row_lanes: Option<u32>,
    /// Whether what is alike in all lanes is computed by a unit of its own.
    pub scalar_unit: bool,
    /// The most passes of a loop that compilers lay out whole, where their number is known; and where its loads can be under way
    /// together then.
    pub laid_out: [u32; 2],
    /// Passes of a loop that compilers lay out together where how many there are is known at run time only.
    pub unrolled_passes: u32,
    /// Whether compilers move out of loops what no pass changes.
    pub hoists: bool,
    /// Whether two sums, a shift and a sum, or two logical operations on integers are one instruction.
    pub three_operands: bool,
    /// Whether any logical function of three words is.
    pub any_logic: bool,
    /// Whether the least, the middle or the greatest of three values is.
    pub three_extremes: bool,
    /// Whether what holds a sum or a product between 0 and 1 is part of it.
    pub saturates: bool,
    /// Whether the lanes of integers make floats of them.
    pub integer_to_float: bool,
}

impl Default for Config {
    /// 32 lanes, 32-byte sectors, 32 banks of 4 bytes, two components of f16 at once: NVIDIA since Volta.
    fn default() -> Self {
        Self {
            subgroup_width: 32,
            sector_bytes: 32,
            banks: 32,
            bank_bytes: 4,
            paired_loads: false,
            atomic_slice_bytes: None,
            combines_atomics: false,
            counts_at_once: false,
            packed_f16: 2,
            special_steps: 1,
            multiply_steps: 1,
            fold_instructions: 1,
            fold_beside: [0; 2],
            row_lanes: None,
            scalar_unit: false,
            laid_out: [u32::MAX; 2],
            unrolled_passes: 1,
            hoists: false,
            three_operands: false,
            any_logic: false,
            three_extremes: false,
            saturates: false,
            integer_to_float: false,
        }
    }
}

impl Config {
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

/// Banks of level 1's tags at most, which a machine file may name.
pub const MOST_TAG_BANKS: u32 = 64;

/// The widest subgroup: a mask of lanes is a `u128`.
pub const MAX_WIDTH: usize = 128;
