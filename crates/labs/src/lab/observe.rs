//! What a lab's sentences are drawn from.

use super::Curve;
use crate::facts::Facts;
use crate::units::digits3;
use crate::verify::Together;

/// The measured variants of one run, for [`super::Lab::observe`].
pub struct Seen<'a> {
    /// The device that ran them.
    pub device: &'a Facts,
    /// The variants that were verified and timed, in the ladder's order.
    pub variants: Vec<Measured>,
    /// FLOP a byte at which the memory roof meets the compute roof, from the measured roofs; `None` where unknown.
    pub ridge: Option<f64>,
    /// B/s of the memory roof: measured where it was, else theoretical; `None` where unknown.
    pub byte_per_s: Option<f64>,
    /// The curves of swept parts, in the ladder's order.
    pub curves: Vec<Curve>,
}

/// One measured variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The part's name.
    pub part: &'static str,
    /// The variant's name.
    pub name: &'static str,
    /// Median time, and the interval around it, in seconds.
    pub median_s: f64,
    /// The interval's lower end.
    pub low_s: f64,
    /// The interval's upper end.
    pub high_s: f64,
    /// In the part's metric: FLOP/s, B/s or items a second.
    pub throughput: f64,
    /// Throughput over the measured roof, where there is one.
    pub of_measured: Option<f64>,
    /// FLOPs that the problem needs.
    pub flop: f64,
    /// The fewest bytes that it must move.
    pub byte: f64,
    /// FLOPs that were counted for each byte to and from DRAM, where they were.
    pub counted: Option<f64>,
    /// The errors of all elements together, where the reference limits them.
    pub error: Option<Together>,
    /// What takes an estimated time, in a few words: `DRAM bandwidth limits it`; `None` where it was measured.
    pub cause: Option<String>,
}

impl Measured {
    /// The variant with these figures, which no run gave: for tests of sentences.
    #[cfg(test)]
    pub fn of(name: &'static str, median_s: f64) -> Self {
        Self {
            part: "",
            name,
            median_s,
            low_s: 0.98 * median_s,
            high_s: 1.02 * median_s,
            throughput: 1.0 / median_s,
            of_measured: None,
            flop: 0.0,
            byte: 1.0,
            counted: None,
            error: None,
            cause: None,
        }
    }
}

impl Seen<'_> {
    /// The variant of that name, if it was measured.
    pub fn get(&self, name: &str) -> Option<&Measured> {
        self.variants.iter().find(|variant| variant.name == name)
    }

    /// How many times as fast `name` is as `base` (above 1: faster), and whether their intervals are apart.
    pub fn ratio(&self, name: &str, base: &str) -> Option<(f64, bool)> {
        let (a, b) = (self.get(name)?, self.get(base)?);
        let apart = a.high_s < b.low_s || b.high_s < a.low_s;
        Some((a.throughput / b.throughput, apart))
    }

    /// The curve of that variant, if it was swept.
    pub fn curve(&self, name: &str) -> Option<&Curve> {
        self.curves.iter().find(|curve| curve.name == name)
    }

    /// `name` against `base` in words, or `None` where one of them was not measured.
    pub fn compare(&self, name: &str, base: &str) -> Option<String> {
        Some(match self.ratio(name, base)? {
            (_, false) => format!("between `{name}` and `{base}` there is no difference that this run can show"),
            (ratio, true) if ratio < 1.0 => {
                format!("`{name}` takes {} times as long as `{base}`", digits3(1.0 / ratio))
            }
            (ratio, true) => format!("`{name}` is {} times as fast as `{base}`", digits3(ratio)),
        })
    }

    /// What takes the time of a variant, as the estimate has it, in a sentence's words.
    pub fn cause(&self, name: &str) -> Option<String> {
        Some(format!("of `{name}` the estimate says: {}", self.get(name)?.cause.as_ref()?))
    }

    /// The variant of the part with the highest throughput.
    pub fn fastest(&self, part: &str) -> Option<&Measured> {
        self.variants.iter().filter(|variant| variant.part == part).max_by(|a, b| a.throughput.total_cmp(&b.throughput))
    }
}
