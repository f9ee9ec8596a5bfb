//! Quantities in SI units, and how they are printed.
//!
//! In JSON each is a bare number: the unit is part of the field's name.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident, $unit:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub f64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&si(self.0, $unit))
            }
        }
    };
}

quantity!(
    /// A duration in seconds.
    Seconds, "s");
quantity!(
    /// A number of bytes.
    Bytes, "B");
quantity!(
    /// A number of floating-point operations; a fused multiply-add counts as two.
    Flop, "FLOP");
quantity!(
    /// A rate of arithmetic.
    FlopPerSecond, "FLOP/s");
quantity!(
    /// A rate of memory traffic.
    BytePerSecond, "B/s");

/// `value` with three significant digits and an SI prefix: `si(1.4e9, "B/s")` is `1.40 GB/s`.
pub fn si(value: f64, unit: &str) -> String {
    const PREFIXES: [(f64, &str); 10] = [
        (1e15, "P"),
        (1e12, "T"),
        (1e9, "G"),
        (1e6, "M"),
        (1e3, "k"),
        (1.0, ""),
        (1e-3, "m"),
        (1e-6, "µ"),
        (1e-9, "n"),
        (1e-12, "p"),
    ];
    if value == 0.0 || !value.is_finite() {
        return format!("{value} {unit}");
    }
    // Rounded first, so that 999.9995 is "1.00 k" and not "1000".
    let rounded = round3(value);
    let (scale, prefix) = PREFIXES.into_iter().find(|(scale, _)| rounded.abs() >= *scale).unwrap_or((1e-12, "p"));
    format!("{} {prefix}{unit}", digits3(rounded / scale))
}

/// A number of things: whole below a thousand, then as [`si`]: `64`, `12.3 k`.
pub fn count(value: f64) -> String {
    let whole = value.fract() == 0.0 && value.abs() < 1000.0;
    if whole { format!("{value}") } else { si(value, "").trim_end().to_owned() }
}

/// `value` with three significant digits and no exponent.
pub fn digits3(value: f64) -> String {
    let magnitude = value.abs();
    let decimals = match magnitude {
        m if m >= 99.95 => 0,
        m if m >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}

/// As [`digits3`], with a power of ten where two decimals would leave nothing of it: `6.70e-4`.
pub fn digits3_or_power(value: f64) -> String {
    if value == 0.0 || value.abs() >= 0.01 { digits3(value) } else { format!("{value:.2e}") }
}

/// Two numbers as [`digits3_or_power`] writes them, with more decimals where they would read alike: `0.704` and `0.700`.
pub fn digits_apart(a: f64, b: f64) -> [String; 2] {
    let usual = [a, b].map(digits3_or_power);
    let more = (3..=9).map(|decimals| [a, b].map(|value| format!("{value:.decimals$}")));
    let apart = std::iter::once(usual.clone()).chain(more).find(|[a, b]| a != b);
    apart.unwrap_or(usual)
}

/// As [`digits3`], with two digits that count where it is small, and nothing but 0 where it is none: "0.028".
pub fn intensity(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        m if m < 0.1 => {
            let decimals = (1.0 - libm::log10(m).floor()).clamp(2.0, 9.0) as usize;
            format!("{value:.decimals$}")
        }
        _ => digits3(value),
    }
}

/// A ratio as a percentage, with one decimal below ten percent.
pub fn percent(ratio: f64) -> String {
    let value = ratio * 100.0;
    if value < 9.95 { format!("{value:.1} %") } else { format!("{value:.0} %") }
}

/// A small share with its digits: as a percentage, below a thousandth as a power of ten.
pub fn share(ratio: f64) -> String {
    match ratio {
        0.0 => "none".to_owned(),
        ratio if ratio < 1e-3 => format!("{ratio:.1e}"),
        ratio => format!("{} %", digits3(100.0 * ratio)),
    }
}

fn round3(value: f64) -> f64 {
    let exponent = libm::log10(value.abs()).floor();
    let step = libm::pow(10.0, exponent - 2.0);
    (value / step).round() * step
}

/// The greatest divisor that both share; of 0 and another, the other.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_intensity_keeps_two_digits_and_none_is_0() {
        assert_eq!(
            [0.0, 0.00278, 0.0278, 0.0833, 0.5, 32.6].map(intensity),
            ["0", "0.0028", "0.028", "0.083", "0.50", "32.6"]
        );
    }

    #[test]
    fn two_numbers_that_differ_read_so() {
        assert_eq!(digits_apart(8.0, 1.1), ["8.00", "1.10"]);
        assert_eq!(digits_apart(0.7041, 0.7), ["0.704", "0.700"]);
        assert_eq!(digits_apart(6.7e-4, 1e-5), ["6.70e-4", "1.00e-5"]);
        assert_eq!(digits_apart(2.0, 2.0), ["2.00", "2.00"]);
    }

    #[test]
    fn a_quantity_is_read_with_three_digits_and_a_prefix() {
        assert_eq!(Seconds(0.001234).to_string(), "1.23 ms");
        assert_eq!(BytePerSecond(3.35e12).to_string(), "3.35 TB/s");
        assert_eq!(si(999.9999, "B"), "1.00 kB");
        assert_eq!(si(0.0, "B"), "0 B");
        assert_eq!(si(12.0e-9, "s"), "12.0 ns");
        assert_eq!(si(34.0e-12, "s"), "34.0 ps");
    }

    #[test]
    fn a_small_count_has_no_decimals() {
        let counts = [0.0, 64.0, 999.0, 1000.0, 12_345.0].map(count);
        assert_eq!(counts, ["0", "64", "999", "1.00 k", "12.3 k"]);
    }

    #[test]
    fn a_percentage_is_never_clamped() {
        assert_eq!(percent(1.18), "118 %");
        assert_eq!(percent(0.0123), "1.2 %");
    }
}
