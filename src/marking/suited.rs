//! Which findings help towards an exercise's goals.

use crate::lab::{Cap, Exercise, Figure, Goal, Test};
use crate::sim::FindingKind;

/// Whether what this kind of finding suggests can go together with the exercise's goals. Smaller workgroups and tiles fill
/// more units, and serve fewer elements with what they load, or leave as many dispatches as there are; and an exercise's size
/// is the simulator's, not a GPU's.
pub fn suits(kind: FindingKind, exercise: &Exercise) -> bool {
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
