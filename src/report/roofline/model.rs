//! What a roofline shows, whoever draws it.

use crate::harness::{Roofs, Throughput, VariantReport};
use crate::measure::Summary;
use crate::report::axis::Axis;
use crate::roof::floor::Precision;
use crate::roof::pair::{MEMORY, RoofPair, Unit};
use crate::units::{Bytes, Flop};

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
    pub ceilings: Vec<RoofPair>,
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
                let drawn = variant.roof.as_deref().is_some_and(|roof| [MEMORY, Precision::F32.name()].contains(&roof));
                let other_units = !drawn && comparable(variant, &ceilings);
                let point = Point::new(&variant.name, work, variant.time?, unit)?;
                Some(Point { shares, other_units, counted: variant.counted_intensity(), ..point })
            })
            .collect();
        Self::new(unit, ceilings, points)
    }

    /// Of any points; `None` where there is none.
    pub fn new(unit: Unit, ceilings: Vec<RoofPair>, points: Vec<Point>) -> Option<Self> {
        (!points.is_empty()).then_some(Self { unit, ceilings, points })
    }

    /// Whether a point has no arithmetic: it stands beside the horizontal axis, which has no zero.
    pub fn has_zero(&self) -> bool {
        self.points.iter().any(|point| point.intensity <= 0.0)
    }

    /// The horizontal axis: every intensity and every ridge, with room to both sides.
    pub fn intensities(&self) -> Axis {
        let points = self.points.iter().map(|point| point.intensity);
        let ridges = self.ceilings.iter().filter_map(RoofPair::ridge);
        Axis::decades_around(points.chain(ridges).filter(|value| *value > 0.0), 0.5)
    }

    /// The vertical axis: every rate and every flat roof.
    pub fn rates(&self) -> Axis {
        let points = self.points.iter().map(|point| point.rate);
        let roofs = self.ceilings.iter().filter_map(|ceiling| ceiling.of(self.unit));
        // Without a flat roof, the sloped one must be seen where the points are.
        let above = self.points.iter().flat_map(|point| {
            let at = |ceiling: &RoofPair| ceiling.rate(self.unit, point.intensity);
            self.ceilings.iter().filter_map(at)
        });
        let values = points.chain(roofs).chain(above);
        Axis::decades_around(values.filter(|v| v.is_finite() && *v > 0.0), 0.15)
    }
}

/// The theoretical and the measured roofs, where something is known of them.
pub fn ceilings(roofs: &Roofs) -> Vec<RoofPair> {
    roofs.pairs().into_iter().filter(RoofPair::is_known).collect()
}

/// Whether a roof of the variant's metric is known.
fn comparable(variant: &VariantReport, ceilings: &[RoofPair]) -> bool {
    let unit = variant.throughput.as_ref().and_then(Throughput::peak).unwrap_or(Unit::Byte);
    ceilings.iter().any(|ceiling| ceiling.of(unit).is_some())
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
