//! How much of a goal's points a figure earns.

use crate::lab::{Goal, Test};

/// The rule by which a figure earns points: all of them up to one figure, none from another one on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Credit {
    /// Earns all.
    pub full: f64,
    /// Earns nothing; the same as `full` where it is all or nothing.
    pub none: f64,
    /// Whether more is better.
    pub rising: bool,
}

impl Credit {
    /// The rule for `goal`, where the figures `full` and `none` may stand in for its own; `None` where it has no figure.
    pub fn of(goal: &Goal, full: Option<f64>, none: Option<f64>) -> Option<Self> {
        let (own, rising) = match goal.test {
            Test::AtMost(_, most) => (most, false),
            Test::AtLeast(_, least) => (least, true),
            Test::Faster(times) => (times, true),
            _ => return None,
        };
        let full = full.unwrap_or(own);
        Some(Self { full, none: none.unwrap_or(full), rising })
    }

    /// That `none` lies on the worse side of `full`, and both are numbers.
    pub fn is_sound(&self) -> bool {
        let apart = if self.rising { self.none <= self.full } else { self.none >= self.full };
        apart && self.full.is_finite() && self.none.is_finite()
    }

    /// The part of the points that `figure` earns, 0 to 1.
    pub fn part(&self, figure: f64) -> f64 {
        let reached = if self.rising { figure >= self.full } else { figure <= self.full };
        if reached {
            return 1.0;
        }
        if self.none == self.full || !figure.is_finite() {
            return 0.0;
        }
        ((figure - self.none) / (self.full - self.none)).clamp(0.0, 1.0)
    }

    /// The rule in words.
    pub fn describe(&self) -> String {
        let (full, none) = (self.full, self.none);
        if full == none {
            return format!("all points at {full}, else none");
        }
        format!("all points at {full}, none at {none}, in proportion between")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn falling() -> Credit {
        Credit { full: 1.0, none: 3.0, rising: false }
    }

    #[test]
    fn between_two_figures_points_are_in_proportion() {
        let parts: Vec<f64> = [0.5, 1.0, 2.0, 3.0, 32.0].iter().map(|figure| falling().part(*figure)).collect();
        assert_eq!(parts, [1.0, 1.0, 0.5, 0.0, 0.0]);
        let rising = Credit { full: 0.9, none: 0.4, rising: true };
        assert_eq!((rising.part(0.95), rising.part(0.4), rising.part(0.1)), (1.0, 0.0, 0.0));
        assert!((rising.part(0.65) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_figure_that_is_not_a_number_earns_nothing() {
        assert_eq!(falling().part(f64::NAN), 0.0);
        assert_eq!(falling().part(f64::INFINITY), 0.0);
    }

    #[test]
    fn without_a_second_figure_it_is_all_or_nothing() {
        let credit = Credit { full: 1.0, none: 1.0, rising: false };
        assert_eq!((credit.part(1.0), credit.part(1.000_001)), (1.0, 0.0));
        assert!(credit.is_sound());
        assert!(!Credit { none: 0.5, ..credit }.is_sound());
    }
}
