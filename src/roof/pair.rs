//! A roof of arithmetic and one of memory, and what the two allow: the roofline model (Williams, Waterman and Patterson,
//! 2009).

use std::fmt;

/// The name of the memory roof.
pub const MEMORY: &str = "memory";

/// Which of the two roofs bounds a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Arithmetic.
    Compute,
    /// Memory traffic.
    Memory,
}

impl Bound {
    /// As it is printed, and in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compute => "compute",
            Self::Memory => MEMORY,
        }
    }
}

/// How a pair of roofs came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoofKind {
    /// From data sheets and queries.
    Theoretical,
    /// From micro-kernels that ran on the device.
    Measured,
}

impl RoofKind {
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Theoretical => "theoretical",
            Self::Measured => "measured",
        }
    }
}

impl fmt::Display for RoofKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a rate that has a roof counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// FLOP/s: the memory roof rises up to the ridge, the compute roof is flat.
    Flop,
    /// B/s, where a problem has no arithmetic: the memory roof is flat, the compute roof falls from the ridge on.
    Byte,
}

impl Unit {
    pub fn name(self) -> &'static str {
        match self {
            Self::Flop => "FLOP/s",
            Self::Byte => "B/s",
        }
    }

    /// The unit of this name; `None` of a rate that has no roof.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Flop, Self::Byte].into_iter().find(|unit| unit.name() == name)
    }
}

/// The least time of a workload, `t >= max(FLOP / peak, bytes / bandwidth)`, and what asks for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// Seconds.
    pub time_s: f64,
    /// What takes that long.
    pub bound: Bound,
}

/// A roof of arithmetic and one of memory, of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoofPair {
    /// How they came about.
    pub kind: RoofKind,
    /// FLOP/s; `None` is unknown.
    pub compute: Option<f64>,
    /// B/s; `None` is unknown.
    pub memory: Option<f64>,
}

impl RoofPair {
    /// Whether something is known of them.
    pub fn is_known(&self) -> bool {
        self.compute.or(self.memory).is_some()
    }

    /// The roof of what a rate counts.
    pub fn of(&self, unit: Unit) -> Option<f64> {
        match unit {
            Unit::Flop => self.compute,
            Unit::Byte => self.memory,
        }
    }

    /// FLOP a byte where the two roofs meet.
    pub fn ridge(&self) -> Option<f64> {
        Some(self.compute? / self.memory?)
    }

    /// What bounds a workload of so many FLOP a byte; `None` where one of the roofs is unknown.
    pub fn bound(&self, intensity: f64) -> Option<Bound> {
        self.ridge()?;
        Some(self.floor(intensity, 1.0)?.bound)
    }

    /// The rate that it allows at this intensity, of what is known.
    pub fn rate(&self, unit: Unit, intensity: f64) -> Option<f64> {
        let sloped = match unit {
            Unit::Flop => self.memory.map(|memory| memory * intensity),
            Unit::Byte => self.compute.map(|compute| compute / intensity),
        };
        self.of(unit).into_iter().chain(sloped).reduce(f64::min)
    }

    /// What no workload of so many FLOP and bytes can be faster than; `None` where a roof that matters is unknown.
    pub fn floor(&self, flop: f64, byte: f64) -> Option<Floor> {
        let time = |amount: f64, rate: Option<f64>| if amount == 0.0 { Some(0.0) } else { Some(amount / rate?) };
        let (compute, memory) = (time(flop, self.compute)?, time(byte, self.memory)?);
        let bound = if compute < memory { Bound::Memory } else { Bound::Compute };
        Some(Floor { time_s: compute.max(memory), bound })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOFS: RoofPair = RoofPair { kind: RoofKind::Theoretical, compute: Some(1e12), memory: Some(1e11) };

    #[test]
    fn both_units_tell_of_the_same_roofs() {
        assert_eq!(ROOFS.ridge(), Some(10.0));
        assert_eq!(ROOFS.rate(Unit::Flop, 1.0), Some(1e11));
        assert_eq!(ROOFS.rate(Unit::Flop, 100.0), Some(1e12));
        assert_eq!(ROOFS.rate(Unit::Byte, 0.0), Some(1e11));
        assert_eq!(ROOFS.rate(Unit::Byte, 100.0), Some(1e10));
        assert_eq!([1.0, 10.0].map(|at| ROOFS.bound(at)), [Some(Bound::Memory), Some(Bound::Compute)]);
    }

    #[test]
    fn an_unknown_roof_leaves_the_other_one_and_no_ridge() {
        let memory = RoofPair { compute: None, ..ROOFS };
        assert_eq!((memory.ridge(), memory.bound(0.0)), (None, None));
        assert_eq!(memory.rate(Unit::Flop, 1000.0), Some(1e14));
        let nothing = RoofPair { memory: None, ..memory };
        assert_eq!(nothing.rate(Unit::Flop, 1.0), None);
    }
}
