//! The forms in which a value is stored: how it is rounded to them, and what they then stand for.

use half::{bf16, f16};

/// A form of 32 bits or fewer. Words of 32 bits hold as many values as fit, the first in the lowest bits.
pub struct Format {
    /// Bits of a value.
    pub bits: usize,
    /// The bits of the nearest value that there is.
    pub encode: fn(f32) -> u32,
    /// The value of these bits.
    pub decode: fn(u32) -> f64,
}

impl Format {
    /// Values of a word.
    pub fn a_word(&self) -> usize {
        32 / self.bits
    }

    /// Value number `at` of a word.
    pub fn value(&self, word: u32, at: usize) -> f64 {
        (self.decode)(word >> (at * self.bits) & (u32::MAX >> (32 - self.bits)))
    }

    /// The word of these values.
    pub fn word(&self, values: impl Iterator<Item = f32>) -> u32 {
        values.enumerate().fold(0, |word, (at, value)| word | (self.encode)(value) << (at * self.bits))
    }
}

/// f32, f16, bf16 and e4m3.
pub static FORMATS: [Format; 4] = [
    Format { bits: 32, encode: f32::to_bits, decode: |bits| f32::from_bits(bits).into() },
    Format {
        bits: 16,
        encode: |value| f16::from_f32(value).to_bits().into(),
        decode: |bits| f16::from_bits(bits as u16).into(),
    },
    Format {
        bits: 16,
        encode: |value| bf16::from_f32(value).to_bits().into(),
        decode: |bits| bf16::from_bits(bits as u16).into(),
    },
    Format { bits: 8, encode: e4m3, decode: of_e4m3 },
];

/// The nearest e4m3, ties to even; beyond the largest, 448, the largest (Micikevicius et al., "FP8 Formats for Deep Learning", 2022).
fn e4m3(value: f32) -> u32 {
    let size = value.abs().min(448.0);
    // Below 2^-6 all values are 2^-9 apart; above, there are eight from each power of two to the next.
    let exponent = ((size.to_bits() >> 23) as i32 - 127).max(-6);
    let eighths = (size * 2f32.powi(3 - exponent)).round_ties_even() as u32;
    // Eighths that have a leading one bring the exponent's 1 with them, and sixteen of them the next.
    let bits = ((exponent + 6) as u32 * 8) + eighths;
    u32::from(value.is_sign_negative()) << 7 | bits
}

/// The value of an e4m3: there is no infinity, and 0x7f is no number.
fn of_e4m3(bits: u32) -> f64 {
    let (exponent, eighths) = ((bits >> 3 & 15) as i32, f64::from(bits & 7));
    let size = match exponent {
        _ if bits & 0x7f == 0x7f => f64::NAN,
        0 => eighths * 2f64.powi(-9),
        _ => (8.0 + eighths) * 2f64.powi(exponent - 10),
    };
    if bits & 0x80 == 0 { size } else { -size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_e4m3_is_its_own_nearest_and_what_lies_between_goes_to_the_nearer_or_to_the_even_one() {
        for bits in (0..=0xff).filter(|bits| bits & 0x7f != 0x7f) {
            assert_eq!(e4m3(of_e4m3(bits) as f32), bits, "{bits:#x}");
        }
        for bits in 0..0x7e {
            let [low, high] = [bits, bits + 1].map(|bits| of_e4m3(bits) as f32);
            let middle = low + (high - low) / 2.0;
            assert_eq!(e4m3(middle), bits + bits % 2);
            assert_eq!([e4m3(middle * 0.999), e4m3(middle * 1.001)], [bits, bits + 1]);
        }
    }

    #[test]
    fn the_ends_of_the_formats_are_those_of_their_papers() {
        let stored = |at: usize, value: f32| (FORMATS[at].decode)((FORMATS[at].encode)(value));
        assert_eq!([of_e4m3(1), of_e4m3(8), of_e4m3(0x7e)], [2f64.powi(-9), 2f64.powi(-6), 448.0]);
        assert_eq!([stored(3, 7e4), stored(3, -1e30), stored(3, 6e-5)], [448.0, -448.0, 0.0]);
        assert_eq!([stored(1, 7e4), stored(1, 65_504.0)], [f64::INFINITY, 65_504.0]);
        assert_eq!(stored(1, 6e-5), 1007.0 * 2f64.powi(-24), "subnormal: a multiple of 2^-24");
        assert_eq!(stored(2, 7e4), 70_144.0);
    }

    #[test]
    fn a_word_holds_its_first_value_in_its_lowest_bits() {
        for format in &FORMATS {
            let values = [1.0, -2.0, 0.5, 4.0];
            let word = format.word(values.into_iter().take(format.a_word()));
            for (at, value) in values.into_iter().take(format.a_word()).enumerate() {
                assert_eq!(format.value(word, at), value.into(), "{} bits, {at}", format.bits);
            }
        }
    }
}
