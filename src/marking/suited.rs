//! Which findings help towards an exercise's goals.

use crate::lab::{Cap, Exercise, Figure, Goal, Test};
use crate::sim::{Finding, FindingKind};

/// Leaves of `findings`, and of what they suggest, what helps towards the goals of `exercise`.
pub fn suit(findings: &mut Vec<Finding>, exercise: &Exercise) {
    findings.retain(|finding| suits(finding.kind, exercise));
    let astray = findings.iter_mut().filter(|finding| exercise.astray.contains(&finding.kind));
    astray.for_each(Finding::withhold_suggestion);
}

/// Whether what this kind of finding suggests can go together with the exercise's goals. Smaller workgroups and tiles fill
/// more units, and serve fewer elements with what they load, or leave as many dispatches as there are; and an exercise's size
/// is the simulator's, not a GPU's.
fn suits(kind: FindingKind, exercise: &Exercise) -> bool {
    let by_size = matches!(kind, FindingKind::IdleUnits | FindingKind::LowOccupancy | FindingKind::LongTail);
    !by_size || !reuses(exercise)
}

/// Whether a goal or a cap asks that much is done with what a workgroup loads or collects, or with a dispatch.
fn reuses(exercise: &Exercise) -> bool {
    let is_reuse = |figure: Figure| {
        matches!(
            figure,
            Figure::SectorsOverFewest
                | Figure::DramOverFewest
                | Figure::RequestedOverFewest
                | Figure::WavefrontsPerMultiplyAdd
                | Figure::LanesPerFlop
                | Figure::Dispatches
        )
    };
    let goal = |goal: &Goal| match goal.test {
        Test::AtMost(figure, _) | Test::AtLeast(figure, _) => is_reuse(figure),
        _ => false,
    };
    exercise.goals.iter().any(goal) || exercise.caps.iter().any(|cap: &Cap| is_reuse(cap.figure))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labs;
    use crate::sim::Severity;

    #[test]
    fn what_leads_away_from_the_goals_is_told_and_not_suggested() {
        let seen = || {
            let said = "the lanes decide differently. Next: sort the work by its path".to_owned();
            let suggestion = Some("sort the work by its path".to_owned());
            vec![Finding { suggestion, ..Finding::new(FindingKind::Divergence, Severity::Warning, said) }]
        };
        let told = |exercise: &str| {
            let exercise = labs::find("divergence").and_then(|lab| lab.exercise(exercise)).expect("it is there");
            let mut findings = seen();
            suit(&mut findings, exercise);
            findings.remove(0).message
        };
        assert_eq!(told("exercise"), "the lanes decide differently", "the springs go one way, and are not sorted");
        assert_eq!(told("exercise-2"), seen()[0].message, "the sleepers are to be collected");
    }
}
