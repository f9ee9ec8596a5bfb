//! The logarithmic axes of charts.

use crate::units::si;

/// A logarithmic axis from the least to the most of what stands on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    least: f64,
    most: f64,
}

impl Axis {
    /// Around those of `values` that are above 0; at least a third of a decade, so that noise does not fill a chart.
    pub fn around(values: impl Iterator<Item = f64>) -> Self {
        let (least, most) = ends(values.filter(|value| *value > 0.0));
        if !(least.is_finite() && most > 0.0) {
            return Self { least: 1.0, most: 10.0 };
        }
        let room = (libm::log10(most / least)).max(1.0 / 3.0) - libm::log10(most / least);
        let wider = libm::pow(10.0, room / 2.0);
        Self { least: least / wider, most: most * wider }
    }

    /// From a power of ten to another: three decades or more around `values`, all above 0, with at least `room` of a decade to
    /// each side.
    pub fn decades_around(values: impl Iterator<Item = f64>, room: f64) -> Self {
        let (least, most) = ends(values);
        let (low, high) = if least > most { (-1.0, 1.0) } else { (libm::log10(least), libm::log10(most)) };
        let (mut from, mut to) = ((low - room).floor() as i32, (high + room).ceil() as i32);
        while to - from < 3 {
            // Where there is more room already, less is added.
            if f64::from(to) - high < low - f64::from(from) {
                to += 1;
            } else {
                from -= 1;
            }
        }
        Self { least: power_of_ten(from), most: power_of_ten(to) }
    }

    /// Where `value` stands: 0 at the start, 1 at the end. Zero has no place on it, and stands at the start.
    pub fn position(&self, value: f64) -> f64 {
        if value == 0.0 {
            return 0.0;
        }
        let [from, to] = self.exponents();
        (libm::log10(value) - from) / (to - from)
    }

    /// The value at a place.
    pub fn value(&self, place: f64) -> f64 {
        self.least * libm::pow(self.most / self.least, place)
    }

    /// The powers of ten along an axis that begins and ends at one.
    pub fn decades(&self) -> impl Iterator<Item = f64> {
        let [from, to] = self.exponents().map(|exponent| exponent.round() as i32);
        (from..=to).map(power_of_ten)
    }

    fn exponents(&self) -> [f64; 2] {
        [libm::log10(self.least), libm::log10(self.most)]
    }
}

/// The least and the most of `values`; the other way round where there are none.
fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), value| (least.min(value), most.max(value)))
}

/// A power of ten with a prefix and no unit: "100 G".
pub fn power(value: f64) -> String {
    let text = si(value, "");
    let (digits, prefix) = text.split_once(' ').unwrap_or((&text, ""));
    let digits = digits.split('.').next().unwrap_or(digits);
    format!("{digits} {prefix}").trim_end().to_owned()
}

/// A power of ten in digits, where it is below `long` and not too small.
pub fn decimal(value: f64, long: f64) -> String {
    if (1e-3..long).contains(&value) { format!("{value}") } else { format!("1e{}", value.log10().round()) }
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

    #[test]
    fn an_axis_is_marked_at_the_powers_of_ten_themselves() {
        let axis = Axis { least: 1e-4, most: 100.0 };
        assert_eq!(axis.decades().collect::<Vec<f64>>(), [1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0]);
        let exact = |exponent: i32| libm::log10(power_of_ten(exponent)) == f64::from(exponent);
        assert!((-22..=22).all(exact), "what stands on a power of ten stands on its line");
    }

    #[test]
    fn powers_of_ten_are_short() {
        assert_eq!([power(1e11), power(1e12)], ["100 G", "1 T"]);
        let decimal = |value| decimal(value, 1e5);
        assert_eq!([decimal(0.01), decimal(1e3), decimal(1e5), decimal(1e-6)], ["0.01", "1000", "1e5", "1e-6"]);
    }

    #[test]
    fn an_axis_has_at_least_three_decades_and_every_value() {
        let axis = Axis::decades_around([2.0, 3.0].into_iter(), 0.5);
        assert_eq!(axis, Axis { least: 0.1, most: 100.0 });
        assert!((axis.position(10.0) - 2.0 / 3.0).abs() < 1e-12);
        assert!((axis.value(axis.position(7.0)) - 7.0).abs() < 1e-12);
        let empty = Axis::decades_around(std::iter::empty(), 0.5);
        assert!(empty.most > empty.least);
    }
}
