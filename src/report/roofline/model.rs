//! What a roofline shows, whoever draws it.

use crate::harness::{Roofs, VariantReport};
use crate::measure::Summary;
use crate::units::{Bytes, Flop};

/// What the vertical axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// FLOP/s: the memory roof rises up to the ridge, the compute roof is flat.
    Flop,
    /// B/s, where a problem has no arithmetic: the memory roof is flat, the compute roof falls from the ridge on.
    Byte,
}

impl Unit {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flop => "FLOP/s",
            Self::Byte => "B/s",
        }
    }
}

/// A pair of roofs of one provenance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ceiling {
    /// "theoretical" or "measured".
    pub name: &'static str,
    /// FLOP/s; `None` is unknown.
    pub compute: Option<f64>,
    /// B/s; `None` is unknown.
    pub memory: Option<f64>,
}

impl Ceiling {
    /// FLOP a byte where the two roofs meet.
    pub fn ridge(&self) -> Option<f64> {
        Some(self.compute? / self.memory?)
    }

    /// The rate that it allows at this intensity, of what is known.
    pub fn rate(&self, unit: Unit, intensity: f64) -> Option<f64> {
        let (flat, sloped) = match unit {
            Unit::Flop => (self.compute, self.memory.map(|memory| memory * intensity)),
            Unit::Byte => (self.memory, self.compute.map(|compute| compute / intensity)),
        };
        flat.into_iter().chain(sloped).reduce(f64::min)
    }
}

/// A variant that was timed.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The variant.
    pub name: String,
    /// FLOP a byte: what the problem needs over the fewest bytes that it must move.
    pub intensity: f64,
    /// FLOP a byte to and from DRAM as they were counted, where they were.
    pub counted: Option<f64>,
    /// In the axis's unit.
    pub rate: f64,
    /// The time that it was formed from.
    pub time: Summary,
    /// Shares of the theoretical and the measured roof, as the report holds them.
    pub shares: [Option<f64>; 2],
    /// The f32 roofs are no ceiling of it: it multiplies matrices on units of their own.
    pub other_units: bool,
}

/// Ceilings and points.
#[derive(Clone, Debug, PartialEq)]
pub struct Roofline {
    /// Of the vertical axis.
    pub unit: Unit,
    /// Those of which something is known.
    pub ceilings: Vec<Ceiling>,
    /// In the ladder's order.
    pub points: Vec<Point>,
}

impl Roofline {
    /// Of the variants that have a time; `None` where there is none.
    pub fn of(variants: &[VariantReport], roofs: &Roofs) -> Option<Self> {
        let timed = |variant: &&VariantReport| variant.time.is_some();
        let unit = match variants.iter().filter(timed).any(|v| v.problem.flop.0 <= 0.0) {
            true => Unit::Byte,
            false => Unit::Flop,
        };
        let ceilings = ceilings(roofs);
        let points: Vec<Point> = variants
            .iter()
            .filter_map(|variant| {
                let work = (variant.problem.flop, variant.problem.byte);
                let shares = [variant.of_theoretical, variant.of_measured];
                let other_units = shares == [None, None] && comparable(variant, &ceilings);
                let point = Point::new(&variant.name, work, variant.time?, unit)?;
                Some(Point { shares, other_units, counted: variant.counted_intensity(), ..point })
            })
            .collect();
        Self::new(unit, ceilings, points)
    }

    /// Of any points; `None` where there is none.
    pub fn new(unit: Unit, ceilings: Vec<Ceiling>, points: Vec<Point>) -> Option<Self> {
        (!points.is_empty()).then_some(Self { unit, ceilings, points })
    }

    /// Whether a point has no arithmetic: it stands beside the horizontal axis, which has no zero.
    pub fn has_zero(&self) -> bool {
        self.points.iter().any(|point| point.intensity <= 0.0)
    }

    /// The horizontal axis: every intensity and every ridge, with room to both sides.
    pub fn intensities(&self) -> Axis {
        let points = self.points.iter().map(|point| point.intensity);
        let ridges = self.ceilings.iter().filter_map(Ceiling::ridge);
        Axis::around(points.chain(ridges).filter(|value| *value > 0.0), 0.5)
    }

    /// The vertical axis: every rate and every flat roof.
    pub fn rates(&self) -> Axis {
        let points = self.points.iter().map(|point| point.rate);
        let roofs = self.ceilings.iter().filter_map(|ceiling| match self.unit {
            Unit::Flop => ceiling.compute,
            Unit::Byte => ceiling.memory,
        });
        // Without a flat roof, the sloped one must be seen where the points are.
        let above = self.points.iter().flat_map(|point| {
            let at = |ceiling: &Ceiling| ceiling.rate(self.unit, point.intensity);
            self.ceilings.iter().filter_map(at)
        });
        let values = points.chain(roofs).chain(above);
        Axis::around(values.filter(|v| v.is_finite() && *v > 0.0), 0.15)
    }
}

/// The theoretical and the measured roofs, where something is known of them.
pub fn ceilings(roofs: &Roofs) -> Vec<Ceiling> {
    let theoretical =
        Ceiling { name: "theoretical", compute: roofs.theoretical_compute(), memory: roofs.theoretical_memory() };
    let measured = Ceiling { name: "measured", compute: roofs.measured_compute(), memory: roofs.measured_memory() };
    let known = |ceiling: &Ceiling| ceiling.compute.or(ceiling.memory).is_some();
    [theoretical, measured].into_iter().filter(known).collect()
}

/// Whether a roof of the variant's metric is known.
fn comparable(variant: &VariantReport, ceilings: &[Ceiling]) -> bool {
    let unit = variant.throughput.as_ref().map(|rate| rate.unit.as_str());
    ceilings.iter().any(|ceiling| match unit {
        Some("FLOP/s") => ceiling.compute.is_some(),
        _ => ceiling.memory.is_some(),
    })
}

/// From this factor on the counted intensity has a mark of its own.
const APART: f64 = 1.1;

impl Point {
    /// The intensity that was counted, where it is another than the problem's.
    pub fn elsewhere(&self) -> Option<f64> {
        let counted = self.counted.filter(|counted| *counted > 0.0 && self.intensity > 0.0)?;
        let ratio = counted / self.intensity;
        (ratio.max(1.0 / ratio) >= APART).then_some(counted)
    }

    /// `None` where the time or the work is no number above zero.
    pub fn new(name: &str, work: (Flop, Bytes), time: Summary, unit: Unit) -> Option<Self> {
        let (Flop(flop), Bytes(byte)) = work;
        let amount = match unit {
            Unit::Flop => flop,
            Unit::Byte => byte,
        };
        let (rate, intensity) = (amount / time.median.0, flop / byte);
        (rate.is_finite() && rate > 0.0 && intensity.is_finite()).then(|| Self {
            name: name.to_owned(),
            intensity,
            counted: None,
            rate,
            time,
            shares: [None; 2],
            other_units: false,
        })
    }
}

/// A logarithmic axis between two powers of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The exponent at the start.
    pub from: i32,
    /// The exponent at the end.
    pub to: i32,
}

impl Axis {
    /// Three decades or more around `values` (above zero), with at least `room` of a decade to each side.
    fn around(values: impl Iterator<Item = f64>, room: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            (low, high) = (low.min(libm::log10(value)), high.max(libm::log10(value)));
        }
        if low > high {
            (low, high) = (-1.0, 1.0);
        }
        let (mut from, mut to) = ((low - room).floor() as i32, (high + room).ceil() as i32);
        while to - from < 3 {
            // Where there is more room already, less is added.
            if f64::from(to) - high < low - f64::from(from) {
                to += 1;
            } else {
                from -= 1;
            }
        }
        Self { from, to }
    }

    /// Where `value` stands: 0 at the start, 1 at the end.
    pub fn place(&self, value: f64) -> f64 {
        (libm::log10(value) - f64::from(self.from)) / f64::from(self.to - self.from)
    }

    /// The value at a place.
    pub fn value(&self, place: f64) -> f64 {
        libm::pow(10.0, f64::from(self.from) + place * f64::from(self.to - self.from))
    }

    /// The powers of ten along it.
    pub fn decades(&self) -> impl Iterator<Item = f64> {
        (self.from..=self.to).map(power_of_ten)
    }
}

/// The double nearest to a power of ten. `powi` of a negative exponent is 0.01 on one platform and
/// 0.010000000000000002 on the next.
fn power_of_ten(exponent: i32) -> f64 {
    let whole = 10f64.powi(exponent.abs());
    if exponent < 0 { 1.0 / whole } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CEILING: Ceiling = Ceiling { name: "theoretical", compute: Some(1e12), memory: Some(1e11) };

    #[test]
    fn both_units_tell_of_the_same_ceiling() {
        assert_eq!(CEILING.ridge(), Some(10.0));
        assert_eq!(CEILING.rate(Unit::Flop, 1.0), Some(1e11));
        assert_eq!(CEILING.rate(Unit::Flop, 100.0), Some(1e12));
        assert_eq!(CEILING.rate(Unit::Byte, 0.0), Some(1e11));
        assert_eq!(CEILING.rate(Unit::Byte, 100.0), Some(1e10));
    }

    #[test]
    fn an_unknown_roof_leaves_the_other_one_and_no_ridge() {
        let memory = Ceiling { compute: None, ..CEILING };
        assert_eq!(memory.ridge(), None);
        assert_eq!(memory.rate(Unit::Flop, 1000.0), Some(1e14));
        let nothing = Ceiling { memory: None, ..memory };
        assert_eq!(nothing.rate(Unit::Flop, 1.0), None);
    }

    #[test]
    fn an_axis_is_marked_at_the_powers_of_ten_themselves() {
        let axis = Axis { from: -4, to: 2 };
        assert_eq!(axis.decades().collect::<Vec<f64>>(), [1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0]);
    }

    #[test]
    fn an_axis_has_at_least_three_decades_and_every_value() {
        let axis = Axis::around([2.0, 3.0].into_iter(), 0.5);
        assert_eq!((axis.from, axis.to), (-1, 2));
        assert!((axis.place(10.0) - 2.0 / 3.0).abs() < 1e-12);
        assert!((axis.value(axis.place(7.0)) - 7.0).abs() < 1e-12);
        let empty = Axis::around(std::iter::empty(), 0.5);
        assert!(empty.to > empty.from);
    }
}
