//! Which elements of an output are wrong, as far as a few numbers say it.

use serde::{Deserialize, Serialize};

/// Elements among which a pattern is looked for: larger outputs are a device's, and are not compared twice.
const SEARCHED: usize = 1 << 20;

/// Which elements of an output are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// Elements compared.
    pub elements: usize,
    /// Elements that are wrong.
    pub wrong: usize,
    /// Elements that were never written.
    pub unwritten: usize,
    /// The first wrong one.
    pub first: usize,
    /// The first right one after it.
    pub end: usize,
    /// After how many elements the first run of wrong ones comes again, where that goes on from one end of the output to the
    /// other and no other element is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<usize>,
}

impl Spread {
    /// Whether what is wrong begins the output, or each of the equal parts in which it comes again.
    pub fn begins(&self) -> bool {
        self.first == 0 && self.is_a_part()
    }

    /// Whether what is wrong ends the output, or each of the equal parts in which it comes again.
    pub fn ends(&self) -> bool {
        self.end == self.period.unwrap_or(self.elements) && self.is_a_part()
    }

    /// Some elements are right, and `first`, `end` and `period` describe the wrong ones.
    fn is_a_part(&self) -> bool {
        self.wrong < self.elements && (self.period.is_some() || self.wrong == self.end - self.first)
    }
}

/// [`Spread::period`] of an output of `len` elements, whose first run of wrong ones is known.
pub(super) fn period((first, end): (usize, usize), len: usize, wrong: impl Fn(usize) -> bool) -> Option<usize> {
    let next = (end..len.min(SEARCHED)).find(|index| wrong(*index))?;
    let period = next - first;
    let regular = first < period && len <= SEARCHED;
    let as_told = |index: usize| wrong(index) == ((index - first) % period < end - first);
    (regular && (end..len).all(as_told)).then_some(period)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_again_at_equal_distances_is_found_and_one_exception_spoils_it() {
        let of = |wrong: &dyn Fn(usize) -> bool| {
            let first = (0..100).find(|at| wrong(*at)).expect("some are wrong");
            let end = (first..100).find(|at| !wrong(*at)).unwrap_or(100);
            period((first, end), 100, wrong)
        };
        assert_eq!(of(&|at| at % 8 == 7), Some(8));
        assert_eq!(of(&|at| at % 16 < 3), Some(16), "the last part is not whole");
        assert_eq!(of(&|at| at % 2 == 0), Some(2));
        assert_eq!(of(&|at| at % 8 == 7 && at != 63), None);
        assert_eq!(of(&|at| at % 8 == 7 || at == 99), None);
        assert_eq!(of(&|at| at > 40 && at % 8 == 7), None, "it does not go on from the beginning");
        assert_eq!(of(&|at| at == 5), None);
    }

    #[test]
    fn a_part_begins_or_ends_what_it_is_a_part_of() {
        let spread = |wrong, (first, end), period| Spread { elements: 64, wrong, unwritten: wrong, first, end, period };
        let sides = |spread: Spread| (spread.begins(), spread.ends());
        assert_eq!(sides(spread(1, (0, 1), None)), (true, false));
        assert_eq!(sides(spread(4, (60, 64), None)), (false, true));
        assert_eq!(sides(spread(8, (7, 8), Some(8))), (false, true));
        assert_eq!(sides(spread(8, (0, 1), Some(8))), (true, false));
        assert_eq!(sides(spread(8, (3, 4), Some(8))), (false, false));
        assert_eq!(sides(spread(9, (0, 1), None)), (false, false), "others are wrong, too");
        assert_eq!(sides(spread(64, (0, 64), None)), (false, false), "all are wrong");
    }
}
