//! What an attempt changed since an earlier one.

use super::judge::{GoalReport, GoalStatus};
use crate::lab::Goal;
use crate::units::digits3_or_power;

/// Each goal that ends otherwise than it did `before`, or whose figure moved, as a sentence.
pub fn changes(before: &[GoalReport], now: &[GoalReport]) -> Vec<String> {
    let pairs = now.iter().filter_map(|goal| Some((before.iter().find(|old| old.id == goal.id)?, goal)));
    let refused = now.iter().any(|goal| goal.id == Goal::COMPILES.id && goal.outcome == GoalStatus::Unmet);
    let open = if refused { "it does not compile" } else { "it is not right" };
    pairs.filter_map(|(old, goal)| change(old, goal, open)).collect()
}

/// `open` is why a goal could not be judged now.
fn change(before: &GoalReport, now: &GoalReport, open: &str) -> Option<String> {
    let met = |goal: &GoalReport| goal.outcome == GoalStatus::Met;
    let moved = match [before.measured, now.measured].map(|figure| figure.map(digits3_or_power)) {
        [Some(old), Some(new)] if old != new => Some(format!("{old} before, {new} now")),
        [None, Some(new)] => Some(format!("{new} now, not counted before")),
        _ => None,
    };
    let turned = match (met(before), met(now)) {
        (false, true) => Some("met now".to_owned()),
        (true, false) if now.outcome == GoalStatus::Open => Some(format!("it could not be judged, because {open}")),
        (true, false) => Some("no longer met".to_owned()),
        _ => None,
    };
    let said: Vec<String> = turned.into_iter().chain(moved).collect();
    (!said.is_empty()).then(|| format!("{}: {}", now.title, said.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(id: &str, outcome: GoalStatus, measured: Option<f64>) -> GoalReport {
        GoalReport { measured, ..GoalReport::new(id, id, outcome) }
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

    #[test]
    fn a_goal_that_is_met_now_says_its_figure_also_where_none_was_counted_before() {
        let before = [goal("sectors", GoalStatus::Open, None)];
        let now = [goal("sectors", GoalStatus::Met, Some(1.0))];
        assert_eq!(changes(&before, &now), ["sectors: met now; 1.00 now, not counted before"]);
        let before = [goal("sectors", GoalStatus::Unmet, Some(8.0))];
        assert_eq!(changes(&before, &now), ["sectors: met now; 8.00 before, 1.00 now"]);
    }

    #[test]
    fn a_goal_that_cannot_be_judged_is_not_called_unmet() {
        let met = |id| goal(id, GoalStatus::Met, None);
        let before = [met("compiles"), met("correct"), met("lanes")];
        let open = [goal("correct", GoalStatus::Open, None), goal("lanes", GoalStatus::Open, None)];
        let [correct, lanes] = open;
        let refused = [goal("compiles", GoalStatus::Unmet, None), correct, lanes.clone()];
        let why = "it could not be judged, because it does not compile";
        let said = ["compiles: no longer met".to_owned(), format!("correct: {why}"), format!("lanes: {why}")];
        assert_eq!(changes(&before, &refused), said);
        let wrong = [met("compiles"), goal("correct", GoalStatus::Unmet, None), lanes];
        let said = ["correct: no longer met", "lanes: it could not be judged, because it is not right"];
        assert_eq!(changes(&before, &wrong), said);
    }
}
