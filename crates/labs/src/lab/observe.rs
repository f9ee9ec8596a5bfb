//! What a lab's sentences are drawn from.

use super::{Accuracy, Curve, CurvePoint, Together};
use crate::facts::Facts;
use crate::sim::advice::Cause;
use crate::sim::machine::Machine;
use crate::units::digits3;

/// The measured variants of one run, for [`super::Lab::observe`].
pub struct Measurements<'a> {
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
    /// The machine that is modelled, where one is: its figures are the run's.
    pub machine: Option<&'a Machine>,
}

/// One measured variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The part's name.
    pub part: &'static str,
    /// The variant's name.
    pub name: &'static str,
    /// Whether the time is only a lower bound of an estimate, because the machine's file lacks a figure.
    pub lower_bound: bool,
    /// Median time, and the interval around it, in seconds.
    pub median_s: f64,
    /// The interval's lower end.
    pub low_s: f64,
    /// The interval's upper end.
    pub high_s: f64,
    /// Its time over that of the part's first variant, by batches of the same rounds: the value, and the ends of its interval;
    /// `None` where it was estimated, or too few processes timed both.
    pub over_first: Option<[f64; 3]>,
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
    /// How far its output is from the truth, where the reference knows it.
    pub accuracy: Option<Accuracy>,
    /// The share of a unit's places for subgroups that its workgroups can take, of an estimated time; `None` where it was measured.
    pub occupancy: Option<f64>,
    /// What an estimated time rests on; `None` where it was measured: the counters beside a measured time are of another size.
    pub traffic: Option<Traffic>,
    /// What takes an estimated time, in a few words: `DRAM bandwidth limits it`; `None` where it was measured.
    pub cause: Option<Cause>,
}

/// What a variant asks of memory at the size that its time is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traffic {
    /// Sectors that its requests touch.
    pub sectors: f64,
    /// Bytes to and from DRAM, where they are modelled.
    pub dram: Option<f64>,
}

/// Two times whose intervals lie this near together are the same: it would be false to call one of them the shorter.
const SAME: f64 = 1.01;

/// Whether two intervals lie so near together that no times in them differ by more than the factor `within`.
fn level(a: [f64; 2], b: [f64; 2], within: f64) -> bool {
    a[1] <= within * b[0] && b[1] <= within * a[0]
}

/// How many times as long `to` takes as `from`, in words; an interval each, around its median.
pub fn becomes(from: &CurvePoint, to: &CurvePoint) -> String {
    let ratio = to.median_s / from.median_s;
    match () {
        () if level([from.low_s, from.high_s], [to.low_s, to.high_s], SAME) => "takes as long as before".to_owned(),
        () if to.low_s > from.high_s => format!("takes {} times as long", digits3(ratio)),
        () if to.high_s < from.low_s => format!("becomes {} times as fast", digits3(1.0 / ratio)),
        () => "shows no change in this run".to_owned(),
    }
}

/// How many times as fast one variant is as another: above 1, faster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// As it was measured.
    pub value: f64,
    /// The least that this run allows.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Times {
    /// Whether all that is possible lies within the factor `within` of 1.
    fn level(self, within: f64) -> bool {
        self.most <= within && self.least * within >= 1.0
    }

    /// Whether one is faster for sure, and by more than a hundredth.
    fn differ(self) -> bool {
        (self.least > 1.0 || self.most < 1.0) && !self.level(SAME)
    }
}

impl Measured {
    /// How many times as fast it is as `base`. What was timed in the same rounds is compared there, as in the table: the machine
    /// then did the same to both.
    fn over(&self, base: &Self) -> Times {
        let paired = self.over_first.zip(base.over_first).filter(|_| self.part == base.part);
        let Some(([own, low, high], [other, other_low, other_high])) = paired else {
            // Within a part all do the same, though not all by as many bytes.
            let same = self.part == base.part;
            return Times {
                value: if same { base.median_s / self.median_s } else { self.throughput / base.throughput },
                least: base.low_s / self.high_s,
                most: base.high_s / self.low_s,
            };
        };
        // The first variant's own time is what both are held against.
        Times { value: other / own, least: other_low / high, most: other_high / low }
    }

    /// The variant with these figures, which no run gave: for tests of sentences.
    #[cfg(test)]
    pub fn of(name: &'static str, median_s: f64) -> Self {
        Self {
            part: "",
            name,
            lower_bound: false,
            median_s,
            low_s: 0.98 * median_s,
            high_s: 1.02 * median_s,
            over_first: None,
            throughput: 1.0 / median_s,
            of_measured: None,
            flop: 0.0,
            byte: 1.0,
            counted: None,
            occupancy: None,
            traffic: None,
            error: None,
            accuracy: None,
            cause: None,
        }
    }
}

impl<'a> Measurements<'a> {
    /// These variants on `device`, and nothing else: for tests of sentences.
    #[cfg(test)]
    pub fn of(device: &'a Facts, variants: Vec<Measured>) -> Self {
        Self { device, variants, ridge: None, byte_per_s: None, curves: Vec::new(), machine: None }
    }
}

impl Measurements<'_> {
    /// The variant of that name, if it was measured.
    pub fn get(&self, name: &str) -> Option<&Measured> {
        self.variants.iter().find(|variant| variant.name == name)
    }

    /// How many times as fast `name` is as `base`.
    pub fn times(&self, name: &str, base: &str) -> Option<Times> {
        Some(self.get(name)?.over(self.get(base)?))
    }

    /// How many times as fast `name` is as `base` (above 1: faster), and whether they differ: their intervals are apart, and
    /// by more than a hundredth.
    pub fn ratio(&self, name: &str, base: &str) -> Option<(f64, bool)> {
        let times = self.times(name, base)?;
        Some((times.value, times.differ()))
    }

    /// Whether the two take the same time, as far as the factor `within`, anywhere in their intervals.
    pub fn level(&self, name: &str, base: &str, within: f64) -> bool {
        self.times(name, base).is_some_and(|times| times.level(within))
    }

    /// The other variants of the part of `variant` that take the same time.
    pub fn as_fast(&self, variant: &Measured) -> Vec<&Measured> {
        let others = self.variants.iter().filter(|other| other.part == variant.part && other.name != variant.name);
        others.filter(|other| other.over(variant).level(SAME)).collect()
    }

    /// The curve of that variant, if it was swept.
    pub fn curve(&self, name: &str) -> Option<&Curve> {
        self.curves.iter().find(|curve| curve.name == name)
    }

    /// `name` against `base` in words, or `None` where one of them was not measured.
    pub fn compare(&self, name: &str, base: &str) -> Option<String> {
        Some(match self.ratio(name, base)? {
            _ if self.level(name, base, SAME) => format!("`{name}` is as fast as `{base}`"),
            (_, false) => format!("between `{name}` and `{base}` there is no difference that this run can show"),
            (ratio, true) if ratio < 1.0 => {
                format!("`{name}` takes {} times as long as `{base}`", digits3(1.0 / ratio))
            }
            (ratio, true) => format!("`{name}` is {} times as fast as `{base}`", digits3(ratio)),
        })
    }

    /// As [`Self::compare`], where a sentence begins with it.
    pub fn compare_first(&self, name: &str, base: &str) -> Option<String> {
        Some(capital(&self.compare(name, base)?))
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

/// `text` as a sentence begins; a name in backticks stays as it is.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::DeviceType;

    /// An estimate has no interval.
    fn estimated(name: &'static str, median_s: f64) -> Measured {
        Measured { low_s: median_s, high_s: median_s, ..Measured::of(name, median_s) }
    }

    fn compared(a: Measured, b: Measured) -> String {
        let device = Facts::of_kind(DeviceType::Simulated);
        let seen = Measurements::of(&device, vec![a, b]);
        seen.compare("a", "b").expect("both are there")
    }

    #[test]
    fn times_within_a_hundredth_are_the_same_and_no_factor_of_one_is_told() {
        let of = |a| compared(estimated("a", a), estimated("b", 1.0));
        assert_eq!(of(1.0), "`a` is as fast as `b`");
        assert_eq!(of(0.995), "`a` is as fast as `b`");
        assert_eq!(of(1.009), "`a` is as fast as `b`");
        assert_eq!(of(1.011), "`a` takes 1.01 times as long as `b`");
        assert_eq!(of(0.98), "`a` is 1.02 times as fast as `b`");
    }

    #[test]
    fn what_was_timed_in_the_same_rounds_is_compared_there_as_in_the_table() {
        let of = |name, over_first| Measured { over_first: Some(over_first), ..Measured::of(name, 1.0) };
        let first = of("b", [1.0; 3]);
        let sixteenth = compared(of("a", [0.945, 0.94, 0.95]), first.clone());
        assert_eq!(sixteenth, "`a` is 1.06 times as fast as `b`");
        let slower = compared(of("a", [1.854, 1.844, 1.864]), of("b", [1.752, 1.742, 1.761]));
        assert_eq!(slower, "`a` takes 1.06 times as long as `b`");
        let open = compared(of("a", [0.95, 0.85, 1.05]), first.clone());
        assert_eq!(open, "between `a` and `b` there is no difference that this run can show");
        let elsewhere = Measured { part: "another", ..first };
        assert!(compared(of("a", [0.5, 0.49, 0.51]), elsewhere).contains("no difference"));
    }

    #[test]
    fn intervals_wider_than_a_hundredth_that_overlap_show_no_difference_and_no_equality() {
        let text = compared(Measured::of("a", 1.0), Measured::of("b", 1.0));
        assert_eq!(text, "between `a` and `b` there is no difference that this run can show");
    }
}
