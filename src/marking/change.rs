//! What an attempt changed since the one before it.

use super::judge::{GoalReport, GoalStatus};
use crate::units::digits3;

/// Each goal that ends otherwise than it did `before`, or whose figure moved, as a sentence.
pub fn changes(before: &[GoalReport], now: &[GoalReport]) -> Vec<String> {
    let pairs = now.iter().filter_map(|goal| Some((before.iter().find(|old| old.id == goal.id)?, goal)));
    pairs.filter_map(|(old, goal)| change(old, goal)).collect()
}

fn change(before: &GoalReport, now: &GoalReport) -> Option<String> {
    let met = |goal: &GoalReport| goal.outcome == GoalStatus::Met;
    let figures = before.measured.zip(now.measured).map(|(old, new)| (digits3(old), digits3(new)));
    let moved = figures.filter(|(old, new)| old != new).map(|(old, new)| format!("{old} before, {new} now"));
    let turned = match (met(before), met(now)) {
        (false, true) => Some("met now"),
        (true, false) => Some("no longer met"),
        _ => None,
    };
    let said: Vec<String> = turned.map(str::to_owned).into_iter().chain(moved).collect();
    (!said.is_empty()).then(|| format!("{}: {}", now.title, said.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(id: &str, outcome: GoalStatus, measured: Option<f64>) -> GoalReport {
        GoalReport {
            id: id.to_owned(),
            title: id.to_owned(),
            outcome,
            measured,
            wanted: None,
            unit: String::new(),
            detail: String::new(),
        }
    }

    #[test]
    fn what_turned_and_what_moved_is_said_and_what_stayed_is_not() {
        let before = [
            goal("right", GoalStatus::Unmet, None),
            goal("sectors", GoalStatus::Open, Some(8.0)),
            goal("faults", GoalStatus::Met, None),
            goal("lanes", GoalStatus::Met, Some(0.5)),
        ];
        let now = [
            goal("right", GoalStatus::Met, None),
            goal("sectors", GoalStatus::Unmet, Some(4.0)),
            goal("faults", GoalStatus::Unmet, None),
            goal("lanes", GoalStatus::Met, Some(0.5)),
        ];
        let said = ["right: met now", "sectors: 8.00 before, 4.00 now", "faults: no longer met"];
        assert_eq!(changes(&before, &now), said);
        assert!(changes(&[], &now).is_empty());
    }
}
