//! What the executor counts for on a machine.

use super::Machine;
use crate::Config;

impl Machine {
    /// What the executor counts for. Where the machine's banks are not known, 32 banks of 4 bytes stand in, and
    /// wavefronts are not told.
    pub fn config(&self) -> Config {
        Config {
            subgroup_width: self.subgroup_width(),
            sector_bytes: self.sector_bytes(),
            banks: self.shared.banks.unwrap_or(32),
            bank_bytes: self.shared.bank_bytes.unwrap_or(4),
            paired_loads: self.shared.paired_loads == Some(1),
            atomic_slice_bytes: self.atomics.slice_bytes,
            combines_atomics: self.atomics.combines == Some(1),
            counts_at_once: self.atomics.counts_at_once == Some(1),
            packed_f16: self.unit.packed_f16.unwrap_or(1).max(1),
            special_steps: self.special_steps(),
            multiply_steps: self.multiply_steps(),
            fold_instructions: self.unit.fold_instructions.unwrap_or(1).max(1),
            fold_beside: [self.unit.fold_instructions_beside, self.unit.exclusive_instructions]
                .map(Option::unwrap_or_default),
            row_lanes: self.unit.row_lanes,
            scalar_unit: self.unit.scalar_per_clock.is_some(),
            laid_out: [self.unit.laid_out_passes, self.unit.laid_out_passes_with_loads]
                .map(|most| most.unwrap_or(u32::MAX)),
            unrolled_passes: self.unit.unrolled_passes.unwrap_or(1).max(1),
            hoists: self.unit.hoists == Some(1),
            three_operands: self.unit.three_operands == Some(1),
            any_logic: self.unit.any_logic == Some(1),
            three_extremes: self.unit.three_extremes == Some(1),
            saturates: self.unit.saturates == Some(1),
            integer_to_float: self.unit.integer_to_float == Some(1),
        }
    }

    /// For how many other instructions' time one waits that needs a result of the special function unit.
    fn special_steps(&self) -> u32 {
        let latencies = self.unit.sfu_latency_clocks.zip(self.unit.alu_latency_clocks);
        latencies.map_or(1, |(special, other)| (special / other).round().max(1.0) as u32)
    }

    /// For how many other instructions' time one waits that needs a product of integers: its last lanes begin as many clocks later as
    /// it takes fewer lanes at a time (8 clocks to 5 on RDNA: LLVM SISchedule.td, WriteIntMul and Write32Bit).
    fn multiply_steps(&self) -> u32 {
        let unit = &self.unit;
        let begins = unit.lanes.zip(unit.int_multiply_per_clock).map(|(lanes, products)| lanes / products - 1.0);
        begins.zip(unit.alu_latency_clocks).map_or(1, |(later, alu)| ((alu + later) / alu).round().max(1.0) as u32)
    }

    /// What the executor counts the wavefronts of global requests for: the banks of level 1. None where they are not
    /// known.
    pub fn level1_config(&self) -> Option<Config> {
        let (banks, bank_bytes) = (self.cache.l1_banks?, self.cache.l1_bank_bytes?);
        Some(Config { banks, bank_bytes, ..self.config() })
    }
}
