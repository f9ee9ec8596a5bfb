//! The lowest and the highest value that each element of an output may have, in the output's type: what a device compares with.

use std::ops::Range;

use half::f16;
use rayon::prelude::*;

use crate::kernel::Scalar;
use crate::lab::Expected;

/// Elements that one task works out; even, so that no word is shared by two.
const PIECE: usize = 1 << 14;

/// Steps from a guess to the last value allowed, before it is searched for.
const NEAR: usize = 3;

/// The bit patterns of the lowest and the highest values allowed, as they lie in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    pub low: Vec<u32>,
    pub high: Vec<u32>,
}

impl Allowed {
    /// Of the elements in `range`, which begins at an even one. A value between the two is what [`super::compare`] calls right, and
    /// every other is what it calls wrong. `None` where an order of values cannot say it: a NaN is expected, or any error is allowed.
    pub fn of(expected: &Expected, scalar: Scalar, range: Range<usize>) -> Option<Self> {
        if !range.is_empty() {
            // What is computed for all elements together is computed before many threads ask for it.
            let _ = ((expected.value)(range.start), (expected.tolerance)(range.start));
        }
        let order = Order(scalar);
        let each = if scalar == Scalar::F16 { 2 } else { 1 };
        let words = range.len().div_ceil(each);
        let (mut low, mut high) = (vec![0; words], vec![0; words]);
        let pieces = low.par_chunks_mut(PIECE / each).zip(high.par_chunks_mut(PIECE / each)).enumerate();
        let all: Option<()> = pieces
            .map(|(piece, (low, high))| {
                let first = range.start + piece * PIECE;
                for index in first..(first + PIECE).min(range.end) {
                    let (at, shift) = ((index - first) / each, 16 * ((index - first) % each));
                    let bounds = order.bounds((expected.value)(index), (expected.tolerance)(index))?;
                    low[at] |= bounds.0 << shift;
                    high[at] |= bounds.1 << shift;
                }
                Some(())
            })
            .collect();
        all.map(|()| Self { low, high })
    }

    /// Whether there is one value only that each element may have.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// The values of a type in ascending order, each with a whole number: neighbours differ by 1, and the two zeros share one.
pub struct Order(pub Scalar);

impl Order {
    /// The bit that makes a float negative, and the largest finite float.
    fn float(&self) -> Option<(u32, u32)> {
        match self.0 {
            Scalar::F32 => Some((1 << 31, f32::MAX.to_bits())),
            Scalar::F16 => Some((1 << 15, f16::MAX.to_bits().into())),
            Scalar::U32 | Scalar::I32 => None,
        }
    }

    /// The lowest and the highest finite value.
    fn ends(&self) -> (i64, i64) {
        match (self.float(), self.0) {
            (Some((_, most)), _) => (-i64::from(most), i64::from(most)),
            (None, Scalar::U32) => (0, u32::MAX.into()),
            (None, _) => (i32::MIN.into(), i32::MAX.into()),
        }
    }

    /// The place of a bit pattern.
    pub fn ordinal(&self, bits: u32) -> i64 {
        match (self.float(), self.0) {
            (Some((sign, _)), _) => {
                let size = i64::from(bits & (sign - 1));
                if bits & sign == 0 { size } else { -size }
            }
            (None, Scalar::U32) => bits.into(),
            (None, _) => (bits as i32).into(),
        }
    }

    /// The bit pattern at a place.
    pub fn bits(&self, place: i64) -> u32 {
        match self.float() {
            Some((sign, _)) if place < 0 => sign | place.unsigned_abs() as u32,
            _ => place as u32,
        }
    }

    /// The value at a place.
    fn value(&self, place: i64) -> f64 {
        match self.0 {
            Scalar::F32 => f32::from_bits(self.bits(place)).into(),
            Scalar::F16 => f16::from_bits(self.bits(place) as u16).into(),
            Scalar::U32 | Scalar::I32 => place as f64,
        }
    }

    /// The finite value that is nearest to `want`.
    fn nearest(&self, want: f64) -> i64 {
        let (lowest, highest) = self.ends();
        match self.0 {
            Scalar::F32 => self.ordinal((want as f32).clamp(f32::MIN, f32::MAX).to_bits()),
            Scalar::F16 => self.ordinal(f16::from_f64(want).clamp(f16::MIN, f16::MAX).to_bits().into()),
            Scalar::U32 | Scalar::I32 => want.round().clamp(lowest as f64, highest as f64) as i64,
        }
    }

    /// The bit patterns of the lowest and the highest value within `tolerance` of `want`; where there is none, the first is above the second.
    pub fn bounds(&self, want: f64, tolerance: f64) -> Option<(u32, u32)> {
        const NONE: (u32, u32) = (1, 0);
        if want.is_nan() || tolerance == f64::INFINITY {
            return None;
        }
        if want.is_infinite() {
            let bits = match self.0 {
                Scalar::F32 => (want as f32).to_bits(),
                Scalar::F16 => f16::from_f64(want).to_bits().into(),
                Scalar::U32 | Scalar::I32 => return Some(NONE),
            };
            return Some(if tolerance >= 0.0 { (bits, bits) } else { NONE });
        }
        let middle = self.nearest(want);
        let allows = |place: i64| (self.value(place) - want).abs() <= tolerance;
        if !allows(middle) {
            return Some(NONE);
        }
        if tolerance == 0.0 {
            return Some((self.bits(middle), self.bits(middle)));
        }
        let (lowest, highest) = self.ends();
        let low = edge(middle, lowest, self.nearest(want - tolerance), allows);
        let high = edge(middle, highest, self.nearest(want + tolerance), allows);
        Some((self.bits(low), self.bits(high)))
    }
}

/// The last place from `inside`, which is allowed, towards `end` that is: most often `guess`, or a step from it.
fn edge(inside: i64, end: i64, guess: i64, allows: impl Fn(i64) -> bool) -> i64 {
    let step = if end < inside { -1 } else { 1 };
    let is_edge = |place: i64| allows(place) && (place == end || !allows(place + step));
    let between = |place: &i64| (inside.min(end)..=inside.max(end)).contains(place);
    let near = std::iter::once(0).chain((1..=NEAR as i64).flat_map(|by| [by, -by])).map(|by| guess + by);
    if let Some(edge) = near.filter(between).find(|place| is_edge(*place)) {
        return edge;
    }
    // Near zero the places are much closer than the steps of f64 at `want`.
    let (mut inside, mut outside) = (inside, end + step);
    while (outside - inside).abs() > 1 {
        let middle = inside + (outside - inside) / 2;
        if allows(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

/// The sum of `words` by which a device shows what it read: each has an odd weight of its own, so that no single one changes unseen.
pub fn weighed_sum(words: &[u32]) -> u32 {
    let pieces = words.par_chunks(PIECE).enumerate().map(|(piece, words)| {
        let weighed =
            (2 * (piece * PIECE) as u32 + 1..).step_by(2).zip(words).map(|(odd, word)| word.wrapping_mul(odd));
        weighed.fold(0, u32::wrapping_add)
    });
    pieces.reduce(|| 0, u32::wrapping_add)
}

/// Whether one of `words` is this one.
pub fn holds(words: &[u32], word: u32) -> bool {
    words.par_chunks(PIECE).any(|words| words.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{Poison, compare};

    const ALL: [Scalar; 4] = [Scalar::F32, Scalar::F16, Scalar::U32, Scalar::I32];

    /// Whether the host's comparison calls these bits right.
    fn right(scalar: Scalar, bits: u32, want: f64, tolerance: f64) -> bool {
        let expected = Expected::within(move |_| want, move |_| tolerance, "of a test");
        compare(&bits.to_le_bytes(), scalar, 1, &expected, Poison(0x7FFF_7FFF)).passed()
    }

    #[test]
    fn the_host_calls_both_bounds_right_and_their_neighbours_beyond_them_wrong() {
        let wants = [0.0, -0.0, 1.0, -1.0, 7.0, 3.3, -1e-3, 1234.5, 65_504.0, 1e-7, 1e30, -3e38, 4e9, 0.1];
        let tolerances = [0.0, 1e-12, 1e-8, 1e-7, 3e-4, 0.5, 1.0, 2.5, 1e3, 1e31];
        for scalar in ALL {
            let order = Order(scalar);
            for (want, tolerance) in wants.into_iter().flat_map(|want| tolerances.map(|tolerance| (want, tolerance))) {
                let (low, high) = order.bounds(want, tolerance).expect("it is a number");
                let case = format!("{scalar:?} {want} ± {tolerance}: {low:x} {high:x}");
                let (first, last) = (order.ordinal(low), order.ordinal(high));
                if first > last {
                    assert!(!right(scalar, order.bits(order.nearest(want)), want, tolerance), "{case}");
                    continue;
                }
                assert!(right(scalar, low, want, tolerance) && right(scalar, high, want, tolerance), "{case}");
                let (lowest, highest) = order.ends();
                assert!(first == lowest || !right(scalar, order.bits(first - 1), want, tolerance), "{case}");
                assert!(last == highest || !right(scalar, order.bits(last + 1), want, tolerance), "{case}");
            }
        }
    }

    #[test]
    fn the_last_value_allowed_is_found_where_it_is_far_from_the_guess() {
        // In f64, 1 - x is 1 for every x of a small size: the host allows them all.
        let (low, high) = Order(Scalar::F32).bounds(1.0, 1.0).expect("it is a number");
        assert!(f32::from_bits(low) < -1e-17 && high == 2.0f32.to_bits());
    }

    #[test]
    fn places_follow_each_other_and_bits_come_back() {
        for scalar in ALL {
            let order = Order(scalar);
            for place in [-70_000, -3, -1, 0, 1, 2, 31_743].into_iter().filter(|at| *at >= order.ends().0) {
                assert_eq!(order.ordinal(order.bits(place)), place, "{scalar:?}");
                assert!(order.value(place) < order.value(place + 1), "{scalar:?} {place}");
            }
        }
        assert_eq!(Order(Scalar::F32).ordinal((-0.0f32).to_bits()), 0);
    }

    #[test]
    fn halves_lie_two_to_a_word_and_an_odd_one_alone() {
        let allowed = Allowed::of(&Expected::exactly(|at| at as f64), Scalar::F16, 0..3).expect("numbers");
        let half = |value: f32| u32::from(f16::from_f32(value).to_bits());
        assert_eq!(allowed.low, [half(1.0) << 16, half(2.0)]);
        assert!(allowed.is_exact());
    }

    #[test]
    fn a_sum_tells_a_changed_word_and_words_that_changed_places() {
        let mut words: Vec<u32> = (0..40_000u32).map(|at| at.wrapping_mul(0x9E37_79B9)).collect();
        let before = weighed_sum(&words);
        let by_hand =
            words.iter().zip(0..).fold(0u32, |sum, (word, at)| sum.wrapping_add(word.wrapping_mul(2 * at + 1)));
        assert_eq!(before, by_hand);
        words.swap(17, 30_000);
        assert_ne!(weighed_sum(&words), before);
        words.swap(17, 30_000);
        words[39_999] ^= 1 << 31;
        assert_ne!(weighed_sum(&words), before);
        assert!(holds(&words, 0x9E37_79B9) && !holds(&words, 0x9E37_79BA));
    }

    #[test]
    fn what_no_order_says_is_not_said() {
        let of = |want: f64, tolerance: f64| {
            Allowed::of(&Expected::within(move |_| want, move |_| tolerance, "of a test"), Scalar::F32, 0..9)
        };
        assert_eq!(of(f64::NAN, 0.0), None);
        assert_eq!(of(1.0, f64::INFINITY), None);
        let nothing = of(1.0, f64::NAN).expect("nothing is allowed");
        assert!(nothing.low > nothing.high);
        let infinite = of(f64::INFINITY, 1.0).expect("an infinity");
        assert_eq!((infinite.low[0], infinite.is_exact()), (f32::INFINITY.to_bits(), true));
    }
}
