//! Whether two kernels wrote the same.

use half::f16;
use serde::{Deserialize, Serialize};

use super::bind::Bound;
use super::job::Place;
use super::prepare::Prepared;
use crate::kernel::{AccessMode, Binding, Scalar};

/// How far two floats may differ, relative to the largest number in their buffer: sums in another order, and `fma` in
/// place of two roundings, stay far below it for thousands of terms; a wrong index does not.
const ROUNDING: f64 = 1e-5;

/// The same for f16, whose numbers have 11 bits.
const ROUNDING_F16: f64 = 4e-3;

/// What two kernels of one's own wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outputs {
    /// Words compared, in all buffers that both may write.
    pub words: u64,
    /// Words whose bits differ.
    pub differing: u64,
    /// The largest difference of two floats, relative to the largest number in their buffer; infinite (in JSON: null)
    /// where one of the two is no number, or integers differ.
    #[serde(deserialize_with = "crate::harness::report::infinite_if_null")]
    pub largest: f64,
    /// Whether they agree: bit for bit, or, where the buffer holds floats, within rounding.
    pub agree: bool,
    /// The first word that does not agree: where, and what the two wrote.
    pub first: Option<String>,
}

impl Default for Outputs {
    fn default() -> Self {
        Self { words: 0, differing: 0, largest: 0.0, agree: true, first: None }
    }
}

/// The buffers that both kernels may write, and what they hold.
pub(super) fn written(a: &Prepared<'_>, b: &Prepared<'_>) -> Vec<(Place, u64, Option<Scalar>)> {
    let writes = |prepared: &Prepared<'_>, bound: &Bound| -> Option<Option<Scalar>> {
        let of = |binding: &&Binding| (binding.group, binding.binding) == (bound.place.group, bound.place.binding);
        let binding = prepared.kernel.bindings.iter().find(of)?;
        (binding.access == AccessMode::ReadWrite).then_some(binding.scalar)
    };
    a.bound
        .iter()
        .filter_map(|bound| {
            let (x, y) = (writes(a, bound)?, writes(b, bound)?);
            // Of two views of the same words as different types, the bits decide.
            Some((bound.place, bound.given, x.filter(|_| x == y)))
        })
        .collect()
}

impl Outputs {
    /// Adds what the two wrote to the buffer at `place`.
    pub(super) fn add(&mut self, place: Place, scalar: Option<Scalar>, a: &[u8], b: &[u8]) {
        match scalar {
            Some(Scalar::F32) => self.floats(place, a, b, 4, ROUNDING, |bytes| {
                f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            }),
            Some(Scalar::F16) => {
                self.floats(place, a, b, 2, ROUNDING_F16, |bytes| f64::from(f16::from_le_bytes([bytes[0], bytes[1]])))
            }
            _ => self.integers(place, a, b),
        }
    }

    fn floats(&mut self, place: Place, a: &[u8], b: &[u8], size: usize, rounding: f64, read: fn(&[u8]) -> f64) {
        let values = |bytes: &[u8]| -> Vec<f64> { bytes.chunks_exact(size).map(read).collect() };
        let (x, y) = (values(a), values(b));
        let finite = x.iter().chain(&y).filter(|value| value.is_finite());
        let scale = finite.fold(0.0_f64, |most, value| most.max(value.abs()));
        self.words += x.len().min(y.len()) as u64;
        let bits = a.chunks_exact(size).zip(b.chunks_exact(size));
        for (index, ((bits_a, bits_b), (x, y))) in bits.zip(x.iter().zip(&y)).enumerate() {
            if bits_a == bits_b {
                continue;
            }
            self.differing += 1;
            let off = match (x - y).abs() / scale {
                _ if x == y || (x.is_nan() && y.is_nan()) => 0.0,
                off if off.is_finite() => off,
                _ => f64::INFINITY,
            };
            self.largest = self.largest.max(off);
            if off > rounding {
                self.disagree(place, index, x, y);
            }
        }
    }

    fn integers(&mut self, place: Place, a: &[u8], b: &[u8]) {
        let word = |bytes: &[u8]| {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(word)
        };
        for (index, (x, y)) in a.chunks(4).zip(b.chunks(4)).enumerate() {
            self.words += 1;
            if x != y {
                self.differing += 1;
                self.largest = f64::INFINITY;
                self.disagree(place, index, &word(x), &word(y));
            }
        }
    }

    fn disagree(&mut self, place: Place, index: usize, a: &dyn std::fmt::Display, b: &dyn std::fmt::Display) {
        self.agree = false;
        self.first.get_or_insert_with(|| {
            format!("@group({}) @binding({}), element {index}: A wrote {a}, B wrote {b}", place.group, place.binding)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Place = Place { group: 0, binding: 1 };

    fn floats(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    fn outputs(a: &[f32], b: &[f32]) -> Outputs {
        let mut outputs = Outputs::default();
        outputs.add(PLACE, Some(Scalar::F32), &floats(a), &floats(b));
        outputs
    }

    #[test]
    fn floats_agree_within_rounding_and_integers_bit_for_bit() {
        let near = outputs(&[1000.0, 1.0], &[1000.0, 1.0001]);
        assert_eq!((near.words, near.differing, near.agree), (2, 1, true));
        let far = outputs(&[1000.0, 1.0], &[1000.0, 2.0]);
        assert!(!far.agree);
        assert_eq!(far.first.as_deref(), Some("@group(0) @binding(1), element 1: A wrote 1, B wrote 2"));
        let mut integers = Outputs::default();
        integers.add(PLACE, Some(Scalar::U32), &[1, 0, 0, 0], &[2, 0, 0, 0]);
        assert!(!integers.agree);
    }

    #[test]
    fn a_number_and_what_is_none_do_not_agree() {
        assert!(!outputs(&[1.0], &[f32::NAN]).agree);
        assert!(!outputs(&[1.0], &[f32::INFINITY]).agree);
        assert!(outputs(&[f32::NAN], &[-f32::NAN]).agree);
        assert!(outputs(&[0.0], &[-0.0]).agree);
        let odd = outputs(&[f32::NAN, 1.0], &[f32::NAN, 1.0]);
        assert_eq!((odd.differing, odd.largest), (0, 0.0));
    }
}
