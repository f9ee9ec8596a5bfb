//! What a host does to have a problem solved, in order: dispatches, copies, and work of its own.

use serde::{Deserialize, Serialize};

use super::{GridError, Problem};
use crate::kernel::Kernel;

/// One thing that the host does, or asks of the device. Buffers are named by their bindings.
pub enum Step {
    /// One of the variant's passes.
    Dispatch {
        /// Which, by its place in [`super::Variant::passes`].
        pass: usize,
        /// How it reaches the device.
        way: Way,
        /// What differs from turn to turn of a [`Step::Repeat`]; `None` where every turn is the same.
        turn: Option<fn(problem: &Problem, turn: u32, turns: u32) -> Turn>,
    },
    /// One buffer to another of the same length, on the device.
    Copy {
        /// Read.
        from: u32,
        /// Written.
        to: u32,
    },
    /// Fills a buffer with zeros, on the device.
    Clear(u32),
    /// From the host's memory to the device's.
    Upload(u32, Road, Reach),
    /// From the device's memory to the host's.
    Download(u32, Reach, When),
    /// Work on the host.
    Host(&'static HostWork),
    /// The same again and again.
    Repeat(Turns, &'static [Step]),
}

impl Step {
    /// The first pass, once, like any other dispatch.
    pub const DISPATCH: Self = Self::Dispatch { pass: 0, way: Way::InPass, turn: None };

    /// All of a buffer to the device, by the usual way.
    pub const fn upload(binding: u32) -> Self {
        Self::Upload(binding, Road::WriteBuffer, Reach::Whole)
    }

    /// All of a buffer to the host, at once.
    pub const fn download(binding: u32) -> Self {
        Self::Download(binding, Reach::Whole, When::Now)
    }
}

/// How a dispatch reaches the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// In the compute pass of the dispatch before it.
    InPass,
    /// The same, with the number of workgroups read from a buffer.
    Indirect,
    /// In a compute pass of its own.
    OwnPass,
    /// In a submission of its own.
    OwnSubmission,
}

/// How bytes come to the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    /// `queue.write_buffer`: fresh staging memory for each call.
    WriteBuffer,
    /// A staging buffer that is mapped, filled, unmapped and copied from.
    Staging,
    /// wgpu's `StagingBelt`: staging memory in chunks that are used again.
    Belt,
    /// The buffer that the copies and kernels of the same submission read is mapped itself: nothing crosses a link.
    Mapped,
}

/// Which of a buffer's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All.
    Whole,
    /// The turn's share: as many words a turn, the last one fewer.
    Share,
}

/// When the host has what it downloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the next step.
    Now,
    /// At the end.
    AtTheEnd,
}

/// How often.
pub enum Turns {
    /// As the problem's extent says.
    Extent(&'static str),
    /// As often as it takes to go through an extent where a turn covers what a named constant of the kernel says.
    By(&'static str, &'static str),
}

impl Turns {
    /// How many they are for `kernel` and `problem`.
    ///
    /// # Errors
    /// [`GridError`] where the kernel does not say how much a turn covers.
    pub fn count(&self, problem: &Problem, kernel: &Kernel) -> Result<u32, GridError> {
        match *self {
            Self::Extent(name) => Ok(problem.extent(name).unwrap_or(1)),
            Self::By(extent, constant) => match kernel.constant(constant) {
                Some(each) if each > 0 => Ok(problem.extent(extent).unwrap_or(1).div_ceil(each).max(1)),
                _ => Err(GridError::Constant { path: kernel.path.clone(), constant, extent }),
            },
        }
    }
}

/// What a dispatch has of its own in one turn.
pub struct Turn {
    /// The words of its params.
    pub params: Vec<u32>,
    /// The extents that its grid counts in.
    pub extents: Vec<(&'static str, u32)>,
}

impl Turn {
    /// Where a turn's part of `size` elements begins and ends: as many a turn, the last one fewer.
    pub fn share(size: u32, turn: u32, turns: u32) -> [u32; 2] {
        let each = size.div_ceil(turns);
        [turn, turn.saturating_add(1)].map(|at| at.saturating_mul(each).min(size))
    }
}

/// Work on the host: from an input's words to an output's.
pub struct HostWork {
    /// What it does, in a word.
    pub name: &'static str,
    /// The binding that it reads.
    pub from: u32,
    /// The binding that it writes.
    pub to: u32,
    /// The work, with the words of the problem's params.
    pub run: fn(params: &[u32], from: &[u32], to: &mut [u32]),
}

/// The sort of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names are those of the steps")]
pub enum StepKind {
    Dispatch,
    Copy,
    Clear,
    Upload,
    Download,
    Host,
}

/// What one step of a variant did in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepTime {
    /// In a few words: "upload x".
    pub name: String,
    /// The sort.
    pub kind: StepKind,
    /// How often, in one run.
    pub times: u32,
    /// Bytes that it moves, in one run; 0 where it moves none.
    pub byte: f64,
    /// Seconds of all of them in one run, each waited for before the next step; `None` where they are not known.
    pub seconds: Option<f64>,
}

impl StepTime {
    /// Bytes a second; `None` where it moves none, or where its time is not known.
    pub fn rate(&self) -> Option<f64> {
        self.seconds.filter(|seconds| self.byte > 0.0 && *seconds > 0.0).map(|seconds| self.byte / seconds)
    }
}

/// Seconds and the amount that took them, on a line: seconds = `start` + amount x `slope`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Seconds that come with any amount.
    pub start: f64,
    /// Seconds for each unit of the amount.
    pub slope: f64,
    /// The largest distance of a point from the line, as a share of the point.
    pub residual: f64,
}

impl Line {
    /// The line for which the squares of the distances, each as a share of its point, are least; `None` from fewer than three
    /// points of different amounts, or where a time is not above 0.
    pub fn fit(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < 3 || points.iter().any(|(_, seconds)| *seconds <= 0.0) {
            return None;
        }
        // Weights of 1 / seconds^2: a second more of a long time is less of a miss than of a short one.
        let sum = |of: fn(f64, f64) -> f64| points.iter().map(|(x, y)| of(*x, *y) / (y * y)).sum::<f64>();
        let (ones, xs, ys) = (sum(|_, _| 1.0), sum(|x, _| x), sum(|_, y| y));
        let (squares, products) = (sum(|x, _| x * x), sum(|x, y| x * y));
        let spread = ones * squares - xs * xs;
        if spread <= 1e-12 * ones * squares {
            return None;
        }
        let slope = (ones * products - xs * ys) / spread;
        let start = (ys - slope * xs) / ones;
        let miss = |(x, y): &(f64, f64)| ((start + slope * x) / y - 1.0).abs();
        Some(Self { start, slope, residual: points.iter().map(miss).fold(0.0, f64::max) })
    }

    /// Seconds of an amount.
    pub fn at(&self, amount: f64) -> f64 {
        self.start + amount * self.slope
    }

    /// The amount at which half of the time is the start: half of the rate is reached there.
    pub fn half_speed(&self) -> f64 {
        self.start / self.slope
    }

    /// Where it falls below `other`, coming from small amounts; `None` where it does not.
    pub fn below_from(&self, other: &Self) -> Option<f64> {
        let at = (self.start - other.start) / (other.slope - self.slope);
        (other.slope > self.slope && at.is_finite() && at > 0.0).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again_and_tells_its_half_speed() {
        let points: Vec<(f64, f64)> =
            (0..12).map(|p| f64::from(1 << (2 * p))).map(|x| (x, 3e-5 + x / 12.35e9)).collect();
        let line = Line::fit(&points).expect("it is a line");
        assert!((line.start / 3e-5 - 1.0).abs() < 1e-6 && (line.slope * 12.35e9 - 1.0).abs() < 1e-6, "{line:?}");
        assert!((line.half_speed() / 370_500.0 - 1.0).abs() < 1e-6);
        assert!(line.residual < 1e-9);
    }

    #[test]
    fn what_is_no_line_misses_its_points() {
        let line = Line::fit(&[(1.0, 1.0), (10.0, 10.0), (100.0, 1000.0)]).expect("there are three points");
        assert!(line.residual > 0.2, "{line:?}");
        assert_eq!(Line::fit(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(Line::fit(&[(1.0, 1.0), (2.0, 2.0)]), None);
    }

    #[test]
    fn two_lines_cross_where_the_dearer_start_is_paid_off() {
        let line = |start, slope| Line { start, slope, residual: 0.0 };
        assert_eq!(line(10.0, 1.0).below_from(&line(0.0, 2.0)), Some(10.0));
        assert_eq!(line(10.0, 2.0).below_from(&line(0.0, 1.0)), None);
        assert_eq!(line(0.0, 1.0).below_from(&line(10.0, 2.0)), None);
    }
}
