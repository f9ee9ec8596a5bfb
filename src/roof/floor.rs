//! The least time that a workload can take on a device, by its theoretical roofs: for choosing one.

use super::pair::{Floor, RoofKind, RoofPair};
use super::provenance::Figure;
use super::theory::Theory;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Workload {
    /// Operations, in FLOP, or in operations for `int8-dot`.
    pub flop: f64,
    /// Bytes to and from memory.
    pub byte: f64,
    /// Bytes that must lie in the device's memory at once; `None` where it does not matter.
    pub capacity: Option<f64>,
    /// Which units do the arithmetic.
    pub precision: Precision,
}

/// Which of a device's roofs the arithmetic has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// f32 on ordinary units.
    #[default]
    F32,
    /// f16 on ordinary units.
    F16,
    /// Packed 8-bit dot products.
    Int8Dot,
    /// Dense f16 on matrix units, with sums in f16 where that is faster.
    MatrixF16,
    /// The same with sums in f32.
    MatrixF16F32,
}

impl Precision {
    /// As it is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Int8Dot => "int8-dot",
            Self::MatrixF16 => "matrix-f16",
            Self::MatrixF16F32 => "matrix-f16-f32",
        }
    }

    /// Those beside f32, whose roofs stand beside its own.
    pub const BESIDE: [Self; 4] = [Self::F16, Self::Int8Dot, Self::MatrixF16, Self::MatrixF16F32];

    /// What is at work, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Int8Dot => "packed dot products",
            Self::MatrixF16 => "matrix units with sums in f16",
            Self::MatrixF16F32 => "matrix units with sums in f32",
        }
    }

    /// The one of this name, as it is printed.
    pub fn named(name: &str) -> Option<Self> {
        [&[Self::F32][..], &Self::BESIDE].concat().into_iter().find(|precision| precision.name() == name)
    }

    /// The unit of its rate.
    pub fn unit(self) -> &'static str {
        if self == Self::Int8Dot { "OP/s" } else { "FLOP/s" }
    }

    /// The roof of a device.
    pub fn roof(self, theory: &Theory) -> &Figure {
        match self {
            Self::F32 => &theory.f32,
            Self::F16 => &theory.f16,
            Self::Int8Dot => &theory.int8_dot,
            Self::MatrixF16 => &theory.matrix_f16,
            Self::MatrixF16F32 => &theory.matrix_f16_f32,
        }
    }
}

impl Workload {
    /// The least time by the roofs of `theory`; `None` where one that matters is unknown.
    pub fn floor(&self, theory: &Theory) -> Option<Floor> {
        let compute = self.precision.roof(theory).value;
        RoofPair { kind: RoofKind::Theoretical, compute, memory: theory.memory.value }.floor(self.flop, self.byte)
    }

    /// Whether it fits `bytes` of memory; `None` where either is unknown.
    pub fn fits(&self, bytes: Option<f64>) -> Option<bool> {
        Some(self.capacity? <= bytes?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roof::pair::Bound;
    use crate::roof::provenance::Source;

    fn theory(flop_per_s: f64, byte_per_s: f64) -> Theory {
        let figure = |value| Figure::new(value, Source::Table, "a data sheet");
        Theory { f32: figure(flop_per_s), memory: figure(byte_per_s), ..Theory::default() }
    }

    fn work(flop: f64, byte: f64) -> Workload {
        Workload { flop, byte, capacity: Some(8e9), precision: Precision::F32 }
    }

    #[test]
    fn the_slower_of_arithmetic_and_memory_makes_the_floor() {
        let device = theory(10e12, 100e9);
        assert_eq!(work(10e12, 1e9).floor(&device), Some(Floor { time_s: 1.0, bound: Bound::Compute }));
        assert_eq!(work(1e12, 200e9).floor(&device), Some(Floor { time_s: 2.0, bound: Bound::Memory }));
    }

    #[test]
    fn what_is_not_known_stays_unknown_where_it_matters_and_only_there() {
        let device = theory(10e12, 0.0);
        assert_eq!(work(10e12, 1.0).floor(&device), None);
        assert_eq!(work(10e12, 0.0).floor(&device), Some(Floor { time_s: 1.0, bound: Bound::Compute }));
        assert_eq!((work(1.0, 1.0).fits(None), work(1.0, 1.0).fits(Some(7e9))), (None, Some(false)));
    }
}
