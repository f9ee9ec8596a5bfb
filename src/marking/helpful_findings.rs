//! Which findings help towards an exercise's goals.

use super::judge::{GoalReport, GoalStatus};
use crate::lab::{Cap, Exercise, Figure, Goal};
use crate::sim::{Finding, FindingKind};

/// Leaves of `findings`, and of what they suggest, what helps towards the goals of `exercise`.
pub fn suit(findings: &mut Vec<Finding>, exercise: &Exercise) {
    findings.retain(|finding| suits(finding.kind, exercise));
    let astray = findings.iter_mut().filter(|finding| exercise.astray.contains(&finding.kind));
    astray.for_each(Finding::withhold_suggestion);
}

/// Where figures are not as their goals want them, leaves of what is slow what tells of these; what makes the kernel wrong, or may,
/// stays.
pub fn narrow(findings: &mut Vec<Finding>, exercise: &Exercise, goals: &[GoalReport]) {
    if unmet(exercise, goals).next().is_some() {
        findings.retain(|finding| !finding.kind.is_about_speed() || tells_of_unmet(finding.kind, exercise, goals));
    }
}

/// Whether a finding of this kind says why a figure is not as its goal wants it.
pub fn tells_of_unmet(kind: FindingKind, exercise: &Exercise, goals: &[GoalReport]) -> bool {
    unmet(exercise, goals).any(|figure| tells_of(kind, figure))
}

/// The figures that are not as their goals want them.
fn unmet(exercise: &Exercise, goals: &[GoalReport]) -> impl Iterator<Item = Figure> {
    let unmet = goals.iter().filter(|goal| goal.outcome == GoalStatus::Unmet);
    unmet.filter_map(|goal| exercise.goal(&goal.id)?.test.figure())
}

/// Whether a finding of this kind says why a figure is as it is.
fn tells_of(kind: FindingKind, figure: Figure) -> bool {
    use Figure as F;
    use FindingKind as K;
    match figure {
        F::SectorsOverIdeal => matches!(kind, K::Uncoalesced),
        F::SectorsOverFewest
        | F::SectorsAsWritten
        | F::DramOverFewest
        | F::RequestedOverFewest
        | F::RequestsPerLine
        | F::RequestsPerMultiplyAdd
        | F::BytesPerRequest => {
            matches!(
                kind,
                K::Uncoalesced | K::RedundantLoads | K::ReadTwice | K::StoredAgain | K::UnfusedTraffic | K::ScalarLoads
            )
        }
        F::WavefrontsOverIdeal | F::WavefrontsPerMultiplyAdd | F::WavefrontsPerLine => kind == K::BankConflict,
        F::AtomicWavefrontsPerElement => matches!(kind, K::Atomics | K::BankConflict),
        F::TurnsPerElement | F::TurnsPerWorkgroup => kind == K::Atomics,
        F::LaneEfficiency | F::DivergentBranches => {
            matches!(kind, K::Divergence | K::PartialSubgroups | K::LaneSerial)
        }
        F::LanesPerFlop | F::LanesPerByte | F::FlopOverNeeded => {
            matches!(kind, K::Divergence | K::LaneSerial | K::IntegerDivision)
        }
        F::BarriersPerWorkgroup => kind == K::IdleBarrier,
        F::PrivateBytes => kind == K::LocalMemory,
        F::WaitsPerItem | F::LoadsPerWait => kind == K::Limiter,
        F::WorkgroupBytes | F::Occupancy => kind == K::LowOccupancy,
        F::OutputsPerInvocation | F::ElementsPerInvocation | F::WorkgroupsPerElement | F::Dispatches => {
            matches!(kind, K::IdleUnits | K::LongTail)
        }
        F::ErrorL2 | F::MatrixFlopOverNeeded => false,
    }
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
                | Figure::SectorsAsWritten
                | Figure::DramOverFewest
                | Figure::RequestedOverFewest
                | Figure::WavefrontsPerMultiplyAdd
                | Figure::LanesPerFlop
                | Figure::Dispatches
        )
    };
    let goal = |goal: &Goal| goal.test.figure().is_some_and(is_reuse);
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
        let reported = |exercise: &str| {
            let exercise = labs::find("divergence").and_then(|lab| lab.exercise(exercise)).expect("it is there");
            let mut findings = seen();
            suit(&mut findings, exercise);
            findings.remove(0).message
        };
        assert_eq!(reported("exercise"), "the lanes decide differently", "the springs go one way, and are not sorted");
        assert_eq!(reported("exercise-2"), seen()[0].message, "the sleepers are to be collected");
    }

    #[test]
    fn beside_an_unmet_goal_stands_what_tells_of_it_and_what_is_wrong() {
        let exercise = labs::find("coalescing").and_then(|lab| lab.exercise("exercise-2")).expect("it is there");
        let of = |kind, severity| Finding::new(kind, severity, String::new());
        let mut findings = vec![
            of(FindingKind::Race, Severity::Error),
            of(FindingKind::Limiter, Severity::Warning),
            of(FindingKind::Uncoalesced, Severity::Warning),
            of(FindingKind::BankConflict, Severity::Warning),
        ];
        let banks = GoalReport::new(Goal::BANKS.id, Goal::BANKS.title, GoalStatus::Unmet);
        let sectors = GoalReport::new(Goal::COALESCED.id, Goal::COALESCED.title, GoalStatus::Met);
        let kinds = |findings: &[Finding]| findings.iter().map(|finding| finding.kind).collect::<Vec<_>>();
        narrow(&mut findings, exercise, std::slice::from_ref(&sectors));
        assert_eq!(findings.len(), 4, "all that is counted is as it should be");
        narrow(&mut findings, exercise, &[sectors, banks]);
        assert_eq!(kinds(&findings), [FindingKind::Race, FindingKind::BankConflict]);
    }
}
