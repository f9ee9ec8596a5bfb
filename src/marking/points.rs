//! What part of a goal's points an attempt earns, from what the cases showed: the one that students see, and hidden ones.

use serde::{Deserialize, Serialize};

use super::{Credit, GoalReport, GoalStatus, Open};
use crate::lab::Test;
use crate::text::escaped;
use crate::units::digits3_or_power;

/// How a goal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkOutcome {
    /// Reached: all points.
    Met,
    /// Part of the points.
    Partly,
    /// Not reached: no points.
    Unmet,
    /// Not judged, because an earlier goal is not met: no points.
    Open,
    /// It cannot be said here: all points, since no fault of the student's.
    Inconclusive,
    /// Speed, on a machine that did not measure it: its points count neither way (`of` is 0) until one does.
    Pending,
}

impl MarkOutcome {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Partly => "partly met",
            Self::Unmet => "not met",
            Self::Open => "not judged yet",
            Self::Inconclusive => "inconclusive",
            Self::Pending => "pending",
        }
    }
}

/// What a goal earns.
#[derive(Clone, Debug, PartialEq)]
pub struct Earned {
    /// How it ended.
    pub outcome: MarkOutcome,
    /// The part of its points, 0 to 1.
    pub part: f64,
    /// Why, in a sentence; empty where there is nothing to add.
    pub message: String,
}

/// What a goal of `test` earns by `credit`, where `reports` are what the cases showed of it, the one that students see first;
/// `None` without any.
pub fn earned(test: Test, credit: Option<Credit>, reports: &[&GoalReport]) -> Option<Earned> {
    let mut parts: Vec<(MarkOutcome, f64)> = reports.iter().map(|report| part(report, credit)).collect();
    let (seen, hidden) = parts.split_first_mut()?;
    hidden.iter_mut().for_each(|part| *part = coarse(*part, seen.1));
    // The first of the worst: what students can see, where that is as bad.
    let worst = (0..parts.len()).min_by(|a, b| {
        let rank = |at: usize| (parts[at].1, order(parts[at].0));
        let ((a, m), (b, n)) = (rank(*a), rank(*b));
        a.total_cmp(&b).then(m.cmp(&n))
    })?;
    let (outcome, part) = parts[worst];
    let message = match worst {
        _ if outcome == MarkOutcome::Met => String::new(),
        // What students can see says more, where it misses the goal, too.
        _ if worst == 0 || (outcome, parts[0].0) == (MarkOutcome::Partly, MarkOutcome::Partly) => {
            explained(&escaped(&reports[0].detail), reports[0].measured, credit)
        }
        _ if outcome == MarkOutcome::Open => "judged when it is right in all cases".to_owned(),
        _ => hidden_message(test).to_owned(),
    };
    Some(Earned { outcome, part, message })
}

/// What a goal says where only hidden cases miss it: nothing of their seeds, sizes and values.
fn hidden_message(test: Test) -> &'static str {
    match test {
        Test::Compiles => "it cannot be run in a hidden case",
        Test::Correct => {
            "right in the cases that you can see, but not in a hidden one: other data, and other sizes, among them odd ones. \
             Does it rely on a size, on a multiple of the workgroup, or on a value?"
        }
        Test::FreeOfFaults => {
            "free of faults in the cases that you can see, but not in a hidden one, with other data, of another size"
        }
        Test::AtMost(..) | Test::AtLeast(..) | Test::Faster(_) => {
            "met at the size that you can see, but less so at a hidden one: the figure must not depend on one size"
        }
    }
}

/// How far a hidden case's part may lie below the one that is seen, and count as the same.
const ALIKE: f64 = 0.1;

/// What a hidden case earns: as much as the one that is seen, nearly as much, half as much, or nothing. Finer points would tell,
/// digit by digit, what a kernel read there.
fn coarse((outcome, part): (MarkOutcome, f64), seen: f64) -> (MarkOutcome, f64) {
    match outcome {
        MarkOutcome::Met => (if seen >= 1.0 { MarkOutcome::Met } else { MarkOutcome::Partly }, seen),
        // A goal is met where it is met in every case.
        MarkOutcome::Partly if part >= seen - ALIKE => (MarkOutcome::Partly, seen.min(1.0 - ALIKE)),
        MarkOutcome::Partly => (MarkOutcome::Partly, seen / 2.0),
        _ => (outcome, part),
    }
}

/// The part of the points for an output that is right in every element that was compared, with a fault that can spoil it.
const FAULTY: f64 = 0.5;

/// How a report ends, and the part of the points that it earns.
fn part(report: &GoalReport, credit: Option<Credit>) -> (MarkOutcome, f64) {
    let figure = match (report.outcome, report.measured, credit) {
        (GoalStatus::Open, ..) if report.open == Some(Open::Faulty) => FAULTY,
        (GoalStatus::Met | GoalStatus::Unmet, Some(figure), Some(credit)) => credit.part(figure),
        (GoalStatus::Met, ..) => 1.0,
        (GoalStatus::Unmet, ..) => 0.0,
        (GoalStatus::Open, ..) => return (MarkOutcome::Open, 0.0),
        // What cannot be said costs nothing.
        (GoalStatus::Inconclusive, ..) => return (MarkOutcome::Inconclusive, 1.0),
        (GoalStatus::NotAsked, ..) => return (MarkOutcome::Pending, 0.0),
    };
    let outcome = match figure {
        f if f >= 1.0 => MarkOutcome::Met,
        f if f > 0.0 => MarkOutcome::Partly,
        _ => MarkOutcome::Unmet,
    };
    (outcome, figure)
}

/// Which of two outcomes that earn the same is the one to tell.
fn order(outcome: MarkOutcome) -> u8 {
    match outcome {
        MarkOutcome::Unmet => 0,
        MarkOutcome::Open => 1,
        MarkOutcome::Pending => 2,
        MarkOutcome::Partly => 3,
        MarkOutcome::Inconclusive => 4,
        MarkOutcome::Met => 5,
    }
}

/// The detail, with the rule where there is a figure.
fn explained(detail: &str, figure: Option<f64>, credit: Option<Credit>) -> String {
    let (Some(figure), Some(credit)) = (figure, credit) else {
        return detail.to_owned();
    };
    let rule = format!("{}: {}", digits3_or_power(figure), credit.describe());
    if detail.is_empty() { rule } else { format!("{detail} ({rule})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of its points for a goal that ended so.
    fn part_of(outcome: GoalStatus, open: Option<Open>, detail: &str) -> f64 {
        let report = GoalReport { detail: detail.to_owned(), open, ..GoalReport::new("right", "right", outcome) };
        earned(Test::Correct, None, &[&report]).expect("a case showed it").part
    }

    #[test]
    fn a_fault_beside_a_right_output_earns_half_the_points_whatever_its_words() {
        assert_eq!(part_of(GoalStatus::Open, Some(Open::Faulty), ""), FAULTY);
        let words = "right, but a fault can spoil it";
        for open in [None, Some(Open::NotCompiled), Some(Open::NotRight)] {
            assert_eq!(part_of(GoalStatus::Open, open, words), 0.0);
        }
        assert_eq!(part_of(GoalStatus::Unmet, None, words), 0.0);
        assert_eq!(part_of(GoalStatus::Met, None, words), 1.0);
    }
}
