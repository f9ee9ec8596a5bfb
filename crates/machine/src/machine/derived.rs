//! What follows from the figures of a machine.

use super::{Machine, MachineError};

impl Machine {
    /// Lanes in a subgroup.
    pub fn subgroup_width(&self) -> u32 {
        self.subgroup.width.unwrap_or(1).max(1)
    }

    /// Bytes in a cache line.
    pub fn line_bytes(&self) -> u32 {
        self.cache.line_bytes.unwrap_or(self.sector_bytes())
    }

    /// Bytes in a sector: the unit in which global memory traffic is counted.
    pub fn sector_bytes(&self) -> u32 {
        self.cache.sector_bytes.or(self.cache.line_bytes).unwrap_or(32)
    }

    /// Where a figure comes from, by its path in the file, such as `dram.byte_per_s`.
    pub fn source(&self, figure: &str) -> Option<&str> {
        self.sources.get(figure).map(String::as_str)
    }

    /// FLOP per second in f32, where units, clock and rate are known.
    pub fn f32_flop_per_s(&self) -> Option<f64> {
        let unit = &self.unit;
        Some(f64::from(unit.count?) * unit.clock_hz? * unit.f32_flop_per_clock?)
    }

    /// The same machine with subgroups of another width, within what its drivers may choose.
    pub fn with_subgroup_width(mut self, width: u32) -> Result<Self, MachineError> {
        let default = self.subgroup_width();
        let (min, max) = (self.subgroup.min_width.unwrap_or(default), self.subgroup.max_width.unwrap_or(default));
        if !width.is_power_of_two() || width < min || width > max {
            return Err(MachineError::Width { machine: self.name, width, min, max });
        }
        self.subgroup.width = Some(width);
        Ok(self)
    }
}
