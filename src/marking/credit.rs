//! How much of a goal's points a figure earns.

use crate::lab::{Goal, Test};
use crate::units::{digits3, digits3_or_power};

/// The rule by which a figure earns points: all of them up to one figure, none from another one on, and between the two by their
/// ratio.
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
        self.way(figure).clamp(0.0, 1.0)
    }

    /// How far `figure` lies on the way from `none` to `full`, 0 to 1: half as many, wherever on it, is as far a step. A figure of
    /// nothing has no ratio to others: then as far as the figures themselves.
    fn way(&self, figure: f64) -> f64 {
        if self.by_ratio() {
            return libm::log(figure.max(0.0) / self.none) / libm::log(self.full / self.none);
        }
        (figure - self.none) / (self.full - self.none)
    }

    fn by_ratio(&self) -> bool {
        self.full > 0.0 && self.none > 0.0
    }

    /// A figure on the way from `none` to `full` that earns half of the points.
    fn middle(&self) -> f64 {
        if self.by_ratio() { (self.full * self.none).sqrt() } else { (self.full + self.none) / 2.0 }
    }

    /// The rule in words.
    pub fn describe(&self) -> String {
        let [full, middle, none] = [self.full, self.middle(), self.none].map(digits3_or_power);
        if full == none {
            return format!("all points at {full}, else none");
        }
        format!("all points at {full}, half at {middle}, none at {none}")
    }

    /// The rule in points of `of`, with what a typical step earns: to twice the goal (or half of it), and to the middle.
    pub fn steps(&self, of: f64) -> String {
        if self.none == self.full {
            return self.describe();
        }
        let twice = if self.rising { self.full / 2.0 } else { self.full * 2.0 };
        let steps = [twice, self.middle()].into_iter().filter(|figure| (0.01..1.0).contains(&self.part(*figure)));
        let mut steps: Vec<f64> = steps.collect();
        steps.sort_by(|a, b| self.part(*b).total_cmp(&self.part(*a)));
        let earned = |figure: f64| format!("{} at {}", digits3(of * self.part(figure)), digits3_or_power(figure));
        let mut steps: Vec<String> = steps.into_iter().map(earned).collect();
        steps.dedup();
        let [full, none] = [self.full, self.none].map(digits3_or_power);
        format!("all {of} at {full}, {}, none at {none}", steps.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn falling() -> Credit {
        Credit { full: 1.0, none: 3.0, rising: false }
    }

    #[test]
    fn between_two_figures_each_halving_earns_alike() {
        let turns = Credit { full: 1.0, none: 4096.0, rising: false };
        let parts: Vec<f64> = [0.5, 1.0, 8.0, 64.0, 4096.0, 9999.0].iter().map(|figure| turns.part(*figure)).collect();
        assert_eq!(parts, [1.0, 1.0, 0.75, 0.5, 0.0, 0.0]);
        let rising = Credit { full: 0.9, none: 0.4, rising: true };
        assert_eq!((rising.part(0.95), rising.part(0.4), rising.part(0.1)), (1.0, 0.0, 0.0));
        assert!((rising.part(0.6) - 0.5).abs() < 1e-12);
        assert_eq!((rising.part(0.0), rising.part(-1.0)), (0.0, 0.0));
        let from_nothing = Credit { full: 0.8, none: 0.0, rising: true };
        assert_eq!(from_nothing.part(0.4), 0.5, "nothing has no ratio to others");
    }

    #[test]
    fn a_table_says_what_a_step_earns() {
        let turns = Credit { full: 1.0, none: 4096.0, rising: false };
        assert_eq!(turns.steps(12.0), "all 12 at 1.00, 11.0 at 2.00, 6.00 at 64.0, none at 4096");
        assert_eq!(turns.describe(), "all points at 1.00, half at 64.0, none at 4096");
        let near = Credit { full: 1.0, none: 2.5, rising: false };
        assert_eq!(near.steps(3.0), "all 3 at 1.00, 1.50 at 1.58, 0.73 at 2.00, none at 2.50");
        let twice = Credit { full: 1.0, none: 4.0, rising: false };
        assert_eq!(twice.steps(3.0), "all 3 at 1.00, 1.50 at 2.00, none at 4.00");
        let error = Credit { full: 1e-5, none: 1e-3, rising: false };
        assert_eq!(error.steps(3.0), "all 3 at 1.00e-5, 2.55 at 2.00e-5, 1.50 at 1.00e-4, none at 1.00e-3");
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
