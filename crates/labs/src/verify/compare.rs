//! Every element of an output against the reference.

use rayon::prelude::*;

use super::Poison;
use super::accuracy::accuracy;
use super::spread::period;
use super::verdict::{Mismatch, SHOWN, Verdict, closeness};
use crate::kernel::Scalar;
use crate::lab::{Expected, Together};

/// Elements among which the owner of a wrong value is looked for.
const SEARCHED: usize = 1 << 12;

/// Elements that one task compares.
const PIECE: usize = 1 << 16;

/// The errors of all elements together, of which the relative L2 error may be `most`.
fn together(got: impl Iterator<Item = Option<f64>>, expected: &Expected, most: f64) -> Together {
    let (mut errors, mut values) = (0.0, 0.0);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (index, got) in got.enumerate() {
        let want = (expected.value)(index);
        let error = got.map_or(f64::INFINITY, |got| got - want);
        (errors, values) = (errors + error * error, values + want * want);
        let share = if error == 0.0 { 0.0 } else { error / want.abs() };
        (low, high) = (low.min(share), high.max(share));
    }
    let error_l2 = if errors == 0.0 { 0.0 } else { f64::sqrt(errors / values) };
    Together { error_l2, tolerance_l2: most, low, high }
}

/// Compares all `len` elements of `bytes` with `expected`.
pub fn compare(bytes: &[u8], scalar: Scalar, len: usize, expected: &Expected, poison: Poison) -> Verdict {
    if len > 0 {
        // What is computed for all elements together is computed before many threads ask for it.
        let _ = ((expected.value)(0), (expected.tolerance)(0));
    }
    let mut verdict = (0..len.div_ceil(PIECE))
        .into_par_iter()
        .map(|piece| {
            let range = piece * PIECE..((piece + 1) * PIECE).min(len);
            compare_range(bytes, scalar, range, expected, poison)
        })
        .collect::<Vec<_>>()
        .into_iter()
        .fold(Verdict::default(), Verdict::and);
    let got = |index| decode(bytes, scalar, index, poison);
    verdict.together = expected.norm.map(|most| together((0..len).map(got), expected, most));
    verdict.accuracy = expected.truth.as_ref().map(|truth| accuracy((0..len).map(|at| (at, got(at))), scalar, truth));
    if let Some(undone) = expected.undone.as_ref().filter(|_| !verdict.passed())
        && (0..len).all(|index| got(index) == Some((undone.value)(index)))
    {
        let undone = Some(undone.says.to_owned());
        return Verdict { wrong: 0, unwritten: 0, first: Vec::new(), run: (0, 0), undone, ..verdict };
    }
    if verdict.wrong > 0 {
        let wrong = |index| is_wrong(got(index), index, expected).0;
        verdict.period = period(verdict.run, len, wrong);
    }
    for wrong in &mut verdict.first {
        wrong.belongs_to = wrong.got.and_then(|got| owner(got, wrong.index, len, expected));
    }
    verdict
}

/// Compares one element, which was written.
pub fn compare_one(bits: u32, scalar: Scalar, index: usize, expected: &Expected) -> Verdict {
    let mut verdict = Verdict { elements: 1, ..Verdict::default() };
    verdict.note(index, decode(&bits.to_le_bytes(), scalar, 0, Poison(!bits)), expected);
    verdict
}

/// Compares the elements that are written among some words of an output, each piece with the number of its first word.
pub fn compare_written(
    pieces: &[(usize, Vec<u32>)],
    scalar: Scalar,
    len: usize,
    expected: &Expected,
    poison: Poison,
) -> Verdict {
    let a_word = 4 / scalar.bytes().min(4);
    let mut written: Vec<(usize, f64)> = Vec::new();
    for &(first, ref words) in pieces {
        let bytes: &[u8] = bytemuck::cast_slice(words);
        let elements = first * a_word..(first + words.len()) * a_word;
        written.extend(elements.enumerate().filter(|(_, index)| *index < len).filter_map(|(at, index)| {
            // Pages begin at an even element, so that the poison's halves lie as in the whole.
            Some((index, decode(bytes, scalar, at, poison)?))
        }));
    }
    if let Some(prepare) = &expected.prepare {
        prepare(&written.iter().map(|(index, _)| *index).collect::<Vec<_>>());
    }
    if let Some((index, _)) = written.first() {
        let _ = ((expected.value)(*index), (expected.tolerance)(*index));
    }
    let pieces = written.par_chunks(PIECE).map(|piece| {
        piece.iter().fold(Verdict::default(), |mut verdict, &(index, got)| {
            verdict.elements += 1;
            verdict.note(index, Some(got), expected);
            verdict
        })
    });
    let mut verdict = pieces.collect::<Vec<_>>().into_iter().fold(Verdict::default(), Verdict::and);
    let truth = expected.truth.as_ref().filter(|_| !written.is_empty());
    verdict.accuracy =
        truth.map(|truth| accuracy(written.iter().map(|(index, got)| (*index, Some(*got))), scalar, truth));
    verdict
}

/// The element to which `got` belongs, where there is one only, and it is no zero: many may be that by chance.
fn owner(got: f64, index: usize, len: usize, expected: &Expected) -> Option<usize> {
    let is = |at: &usize| ((expected.value)(*at) - got).abs() <= (expected.tolerance)(*at);
    let mut owners = (0..len.min(SEARCHED)).filter(is);
    let owner = owners.next().filter(|owner| got != 0.0 && *owner != index);
    owner.filter(|_| owners.next().is_none())
}

fn compare_range(
    bytes: &[u8],
    scalar: Scalar,
    range: std::ops::Range<usize>,
    expected: &Expected,
    poison: Poison,
) -> Verdict {
    let mut verdict = Verdict { elements: range.len(), ..Verdict::default() };
    for index in range {
        verdict.note(index, decode(bytes, scalar, index, poison), expected);
    }
    verdict
}

impl Verdict {
    /// Adds what was found at an element.
    fn note(&mut self, index: usize, got: Option<f64>, expected: &Expected) {
        let (wrong, error, want, tolerance) = is_wrong(got, index, expected);
        if closeness(error, tolerance) > closeness(self.max_error, self.tolerance)
            || self.max_error == 0.0 && tolerance > self.tolerance && error == 0.0
        {
            self.max_error = error;
            self.tolerance = tolerance;
        }
        if wrong {
            match self.wrong {
                0 => self.run = (index, index + 1),
                _ if self.run.1 == index => self.run.1 += 1,
                _ => {}
            }
            self.wrong += 1;
            self.unwritten += usize::from(got.is_none());
            if self.first.len() < SHOWN {
                self.first.push(Mismatch { index, got, expected: want, tolerance, belongs_to: None });
            }
        }
    }
}

/// Whether an element is wrong; its error, what belongs there, and the error allowed there.
fn is_wrong(got: Option<f64>, index: usize, expected: &Expected) -> (bool, f64, f64, f64) {
    let want = (expected.value)(index);
    let tolerance = (expected.tolerance)(index);
    let error = match got {
        // Equal infinities have no difference; a NaN must be a NaN.
        Some(got) if got == want || (got.is_nan() && want.is_nan()) => 0.0,
        Some(got) if got.is_finite() && want.is_finite() => (got - want).abs(),
        _ => f64::INFINITY,
    };
    // A NaN tolerance is a mistake in a reference: it must not pass everything.
    (error > tolerance || tolerance.is_nan(), error, want, tolerance)
}

/// Element `index`, or `None` where it still holds the poison.
fn decode(bytes: &[u8], scalar: Scalar, index: usize, poison: Poison) -> Option<f64> {
    let width = scalar.bytes();
    let raw = &bytes[index * width..][..width];
    if scalar == Scalar::F16 {
        let bits = u16::from_le_bytes([raw[0], raw[1]]);
        let half = (index % 2 * 16) as u32;
        let poisoned = (poison.0 >> half) as u16;
        return (bits != poisoned).then(|| half::f16::from_bits(bits).to_f64());
    }
    let bits = u32::from_le_bytes([raw[0], raw[1], raw[2], raw[3]]);
    (bits != poison.0).then(|| match scalar {
        Scalar::F32 => f64::from(f32::from_bits(bits)),
        Scalar::U32 => f64::from(bits),
        Scalar::I32 => f64::from(bits as i32),
        Scalar::F16 => unreachable!("decoded above"),
    })
}

/// The index of the first 4-byte word in which `now` differs from `before`.
pub fn first_change(before: &[u8], now: &[u8]) -> Option<usize> {
    if before == now {
        return None;
    }
    before.iter().zip(now).position(|(a, b)| a != b).map(|byte| byte / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::Spread;

    fn bytes(values: &[f32]) -> Vec<u8> {
        bytemuck::cast_slice(values).to_vec()
    }

    fn verdict(values: &[f32], expected: &Expected) -> Verdict {
        compare(&bytes(values), Scalar::F32, values.len(), expected, Poison::of_run(3))
    }

    #[test]
    fn one_wrong_element_among_many_is_found_with_its_index() {
        let mut values: Vec<f32> = (0..200_000).map(|i| i as f32).collect();
        values[123_456] += 1.0;
        let verdict = verdict(&values, &Expected::exactly(|i| i as f64));
        assert_eq!((verdict.elements, verdict.wrong, verdict.run), (200_000, 1, (123_456, 123_457)));
        assert_eq!(verdict.first[0].index, 123_456);
        assert_eq!(verdict.max_error, 1.0);
    }

    #[test]
    fn the_first_run_of_wrong_elements_is_known_also_where_two_tasks_share_it() {
        let wrong = |at: &[(usize, usize)]| {
            let mut values: Vec<f32> = (0..200_000).map(|i| i as f32).collect();
            at.iter().for_each(|&(start, end)| values[start..end].fill(-1.0));
            let Spread { wrong, first, end, .. } =
                verdict(&values, &Expected::exactly(|i| i as f64)).spread().expect("some are wrong");
            (wrong, first, end)
        };
        assert_eq!(wrong(&[(PIECE - 3, PIECE + 5)]), (8, PIECE - 3, PIECE + 5));
        assert_eq!(wrong(&[(7, 9), (9 + PIECE, 10 + PIECE)]), (3, 7, 9));
        assert_eq!(wrong(&[(0, 200_000)]), (200_000, 0, 200_000));
    }

    #[test]
    fn an_unwritten_element_is_told_apart_from_a_wrong_one() {
        let values = [0.0, f32::from_bits(Poison::of_run(3).0), 7.0];
        let verdict = verdict(&values, &Expected::exactly(|i| i as f64));
        assert_eq!((verdict.wrong, verdict.unwritten), (2, 1));
        assert_eq!(verdict.first[0].got, None);
        assert_eq!(verdict.first[1].got, Some(7.0));
    }

    #[test]
    fn a_value_that_belongs_to_one_other_element_is_told_so_and_one_of_several_is_not() {
        let expected = Expected::exactly(|i| [1.0, 2.0, 3.0, 3.0, 5.0][i]);
        let belongs = |values: [f32; 5]| verdict(&values, &expected).first[0].belongs_to;
        assert_eq!(belongs([2.0, 2.0, 3.0, 3.0, 5.0]), Some(1));
        assert_eq!(belongs([3.0, 2.0, 3.0, 3.0, 5.0]), None);
        assert_eq!(belongs([9.0, 2.0, 3.0, 3.0, 5.0]), None);
    }

    #[test]
    fn a_nan_that_is_not_expected_is_wrong_however_wide_the_tolerance() {
        let expected = Expected::within(|_| 1.0, |_| 1e30, "wide");
        assert_eq!(verdict(&[f32::NAN, f32::INFINITY, 1.0], &expected).wrong, 2);
    }

    #[test]
    fn a_tolerance_that_is_not_a_number_passes_nothing() {
        let expected = Expected::within(|_| 1.0, |_| f64::NAN, "broken");
        assert_eq!(verdict(&[1.0, 2.0], &expected).wrong, 2);
    }

    #[test]
    fn errors_that_are_small_one_by_one_are_too_large_together() {
        let expected = Expected { norm: Some(0.01), ..Expected::within(|_| 2.0, |_| 1.0, "wide") };
        let together = |values: &[f32]| verdict(values, &expected);
        assert!(together(&[2.0, 2.0, 2.01, 1.99]).passed());
        let off = together(&[2.0, 2.5, 1.75, 2.0]);
        assert_eq!((off.wrong, off.passed()), (0, false));
        let all = off.together.expect("the reference asks for it");
        assert_eq!((all.low, all.high), (-0.125, 0.25));
        assert!((all.error_l2 - f64::sqrt((0.25 + 0.0625) / 16.0)).abs() < 1e-12);
        assert!(!together(&[f32::NAN; 4]).passed());
        assert!(!together(&[2.0; 4]).and(off).passed(), "the worse of two runs");
    }

    #[test]
    fn values_that_tell_what_a_compiler_undid_are_named_and_any_others_are_wrong() {
        let undone = crate::lab::Undone { value: Box::new(|i| [1.5, 2.5][i]), says: "It was undone." };
        let expected = Expected { undone: Some(undone), ..Expected::exactly(|i| [1.0, 2.0][i]) };
        let reported = |values: &[f32]| {
            let verdict = verdict(values, &expected);
            (verdict.passed(), verdict.undone)
        };
        assert_eq!(reported(&[1.0, 2.0]), (true, None));
        assert_eq!(reported(&[1.5, 2.5]), (true, Some("It was undone.".to_owned())));
        assert_eq!(reported(&[1.5, 2.0]), (false, None));
    }

    #[test]
    fn the_reported_error_is_the_one_closest_to_its_tolerance() {
        let expected = Expected::within(|_| 0.0, |i| if i == 0 { 10.0 } else { 1.0 }, "by index");
        let verdict = verdict(&[2.0, 0.5], &expected);
        assert!(verdict.passed());
        assert_eq!((verdict.max_error, verdict.tolerance), (0.5, 1.0));
    }
}
