//! What was seen of an attempt that does not meet its goals, in a sentence, and the hint that answers it.

use super::evidence::Evidence;
use super::judge::{GoalReport, GoalStatus};
use super::sign::Shown;
use crate::harness::{SourceReport, Status, VariantReport};
use crate::lab::{Exercise, Test};
use crate::verify::Mismatch;

/// Figures of which it is said what was seen.
const FIGURES: usize = 2;

/// What an unsolved attempt shows, and what to say to it: the hint's id and text.
pub struct Seen {
    pub words: Option<String>,
    pub hint: Option<(String, String)>,
}

/// Looks at an attempt whose goals are judged.
pub fn seen(
    exercise: &Exercise,
    text: &str,
    attempt: &VariantReport,
    source: Option<&SourceReport>,
    goals: &[GoalReport],
) -> Seen {
    let width = attempt.counters.as_ref().map_or(0, |counters| counters.subgroup_width);
    let problem = (exercise.part.problem)(exercise.size);
    let evidence = Evidence::new(source, &problem, width);
    let shown = Shown::new(exercise, text, attempt, &evidence);
    let hint = exercise.hints.iter().find(|hint| shown.shows(hint.sign));
    let words = match attempt.status {
        Status::Ok => unmet(exercise, goals, &evidence),
        Status::Wrong => attempt.check.as_ref().and_then(|check| misplaced(&check.mismatches)),
        _ => None,
    };
    Seen { words: words.map(sentence), hint: hint.map(|hint| (hint.id.to_owned(), hint.text.to_owned())) }
}

/// What was seen of the first figures that are not as they should be.
fn unmet(exercise: &Exercise, goals: &[GoalReport], evidence: &Evidence<'_>) -> Option<String> {
    let figures = goals.iter().filter(|goal| goal.outcome == GoalStatus::Unmet).filter_map(|goal| {
        match exercise.goal(&goal.id)?.test {
            Test::AtMost(figure, _) | Test::AtLeast(figure, _) => evidence.sentence(figure),
            _ => None,
        }
    });
    let mut told: Vec<String> = figures.collect();
    told.dedup();
    told.truncate(FIGURES);
    (!told.is_empty()).then(|| told.join("; "))
}

/// Wrong elements that hold what belongs elsewhere: all of the first, for a single one may do so by chance.
fn misplaced(wrong: &[Mismatch]) -> Option<String> {
    let moved: Vec<(usize, usize)> = wrong.iter().filter_map(|wrong| Some((wrong.index, wrong.belongs_to?))).collect();
    let [first, second, ..] = moved.as_slice() else { return None };
    if moved.len() < wrong.len() {
        return None;
    }
    let away = |(index, owner): &(usize, usize)| *owner as i64 - *index as i64;
    let distance = away(first);
    if moved.iter().all(|moved| away(moved) == distance) {
        let direction = if distance > 0 { "after" } else { "before" };
        let places = if distance.abs() == 1 { "place" } else { "places" };
        let distance = distance.abs();
        return Some(format!("each of the first wrong elements holds what belongs {distance} {places} {direction} it"));
    }
    let [(a, from_a), (b, from_b)] = [first, second];
    Some(format!("element {a} holds what belongs to element {from_a}, and {b} what belongs to {from_b}"))
}

/// With a capital and a full stop.
fn sentence(words: String) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}
