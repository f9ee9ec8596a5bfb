//! An axis in place of one size: what a part's kernels do at each of its points.

use serde::{Deserialize, Serialize};

use super::{Problem, StepTime};
use crate::facts::Facts;
use crate::sim::Counters;
use crate::sim::machine::Machine;

/// An axis over which each variant of a part becomes a curve. Every point is verified and timed as a size is.
pub struct Sweep {
    /// What changes from point to point, in a few words: "degree of the polynomial".
    pub axis: &'static str,
    /// The points' unit.
    pub unit: AxisUnit,
    /// The points that suit a device, rising: they surround the figures that are expected to show.
    pub points: fn(device: &Facts, ceilings: &Ceilings, size: u32) -> Vec<u32>,
    /// The problem at a point: its extents, its parameters or its data follow from it.
    pub problem: fn(size: u32, point: u32) -> Problem,
    /// An `override` of the kernels that is the point, too.
    pub constant: Option<&'static str>,
    /// What is drawn over the axis.
    pub ordinate: Ordinate,
    /// Whether it says something where a curve turns up.
    pub knees: bool,
    /// The device's own figures, to be drawn in.
    pub marks: fn(device: &Facts, ceilings: &Ceilings) -> Vec<AxisMark>,
}

/// The unit of a sweep's axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AxisUnit {
    /// A count.
    #[serde(rename = "")]
    Count,
    /// Bytes.
    #[serde(rename = "B")]
    Byte,
    /// Hundredths.
    #[serde(rename = "%")]
    Percent,
}

/// What a curve shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ordinate {
    /// Seconds of one run.
    Time,
    /// Seconds an item of [`super::Work::items`].
    PerItem,
    /// The part's metric.
    Throughput,
    /// The relative L2 error against the truth ([`super::Expected::truth`]).
    Error,
    /// The share of values that became zero or infinite ([`super::Accuracy::lost`]).
    Lost,
}

/// What is known of a device where a sweep's marks are made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ceilings {
    /// FLOP/s of f32 arithmetic: measured where it was, else theoretical.
    pub flop_per_s: Option<f64>,
    /// B/s of memory: measured where it was, else theoretical.
    pub byte_per_s: Option<f64>,
    /// Bytes of the last-level cache.
    pub last_level_cache: Option<f64>,
    /// The simulated machine's description, where it is one: its caches, latencies and residency.
    pub machine: Option<Machine>,
}

/// A figure of the device's own on a sweep's axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AxisMark {
    /// Where on the axis.
    pub at: f64,
    /// What it is, and where it comes from: "4 x the ridge".
    pub label: String,
}

/// One variant over the points of its part's sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    pub part: String,
    /// The variant.
    pub name: String,
    /// The points at which it was verified and timed, rising.
    pub points: Vec<CurvePoint>,
    /// Where the curve turns up; empty where it does not.
    pub knees: Vec<Knee>,
}

impl Curve {
    /// The curve of the points on whose times there is a verdict.
    #[must_use]
    pub fn steady(&self) -> Self {
        let points = self.points.iter().filter(|point| point.unsteady.is_none()).cloned().collect();
        Self { points, ..self.clone() }
    }

    /// Whether most of its points are left without a verdict, so that no knee can be looked for.
    pub fn is_restless(&self) -> bool {
        let steady = self.points.iter().filter(|point| point.unsteady.is_none()).count();
        2 * steady < self.points.len()
    }
}

/// A curve at one point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The point.
    pub at: u32,
    /// FLOPs that the problem needs there.
    pub flop: f64,
    /// The fewest bytes that it must move there.
    pub byte: f64,
    /// Median time of one run, in seconds.
    pub median_s: f64,
    /// The interval's lower end.
    pub low_s: f64,
    /// The interval's upper end.
    pub high_s: f64,
    /// What the curve shows there: seconds, seconds an item, or the metric.
    pub value: f64,
    /// Elements that were verified there.
    pub elements: usize,
    /// Why there is no verdict on the time, where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsteady: Option<String>,
    /// What the simulator counted there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<Counters>,
    /// What the host did there, step by step; empty where it only dispatched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepTime>,
}

/// Where a curve turns up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knee {
    /// Where on the axis.
    pub at: f64,
    /// The neighbouring point below: it lies no lower.
    pub low: f64,
    /// The neighbouring point above.
    pub high: f64,
}

impl Sweep {
    /// Times over an axis without a unit; what is different is said before `..Sweep::over(...)`.
    pub const fn over(
        axis: &'static str,
        points: fn(&Facts, &Ceilings, u32) -> Vec<u32>,
        problem: fn(u32, u32) -> Problem,
    ) -> Self {
        let (ordinate, marks) = (Ordinate::Time, Self::unmarked);
        Self { axis, unit: AxisUnit::Count, points, problem, constant: None, ordinate, knees: false, marks }
    }

    /// No figure of the device is drawn in.
    pub fn unmarked(_: &Facts, _: &Ceilings) -> Vec<AxisMark> {
        Vec::new()
    }
}

/// The powers of two from `first` to `last`.
pub fn doublings(first: u32, last: u32) -> Vec<u32> {
    std::iter::successors(Some(first), |at| at.checked_mul(2)).take_while(|at| *at <= last).collect()
}

/// Curves that no run gave: for tests of sentences.
#[cfg(test)]
impl Curve {
    /// Through these points, with knees there.
    pub fn of(part: &str, name: &str, points: impl IntoIterator<Item = CurvePoint>, knees: &[f64]) -> Self {
        let knees = knees.iter().map(|&at| Knee { at, low: at / 2.0, high: at * 2.0 }).collect();
        Self { part: part.to_owned(), name: name.to_owned(), points: points.into_iter().collect(), knees }
    }
}

#[cfg(test)]
impl CurvePoint {
    /// This time there, which is what the curve shows.
    pub fn of(at: u32, median_s: f64) -> Self {
        let (low_s, high_s, value) = (0.98 * median_s, 1.02 * median_s, median_s);
        let (unsteady, counters, steps) = (None, None, Vec::new());
        Self { at, flop: 1.0, byte: 1.0, median_s, low_s, high_s, value, elements: 1, unsteady, counters, steps }
    }
}
