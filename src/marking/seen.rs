//! What was seen of an attempt that does not meet its goals, in a sentence, and the hint that answers it.

use super::evidence::Evidence;
use super::judge::{GoalReport, GoalStatus};
use super::sign::Shown;
use crate::harness::{CheckReport, SourceReport, Status, VariantReport};
use crate::lab::{Exercise, Hint, Test};
use crate::sim::Finding;
use crate::verify::{Mismatch, Spread};

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
    let hint = Hint::COMPILER.iter().chain(exercise.hints).find(|hint| shown.shows(hint.sign));
    let words = match attempt.status {
        Status::Ok => unmet(exercise, goals, &evidence),
        Status::Wrong => {
            let check = attempt.check.as_ref();
            // Which elements a race spoils is chance.
            let faulty = attempt.findings.iter().any(Finding::is_error);
            let spread = |check: &CheckReport| check.spread.filter(|_| !faulty).and_then(|spread| which(&spread));
            check.and_then(|check| misplaced(&check.mismatches).or_else(|| spread(check)))
        }
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
        return Some(format!("each of the first wrong values holds what belongs {distance} {places} {direction} it"));
    }
    let [(a, from_a), (b, from_b)] = [first, second];
    Some(format!("value {a} holds what belongs to value {from_a}, and {b} what belongs to {from_b}"))
}

/// Which elements are wrong, where that tells some from others.
fn which(spread: &Spread) -> Option<String> {
    let &Spread { elements, wrong, unwritten, first, end } = spread;
    if wrong == elements {
        return None;
    }
    let are = if unwritten == wrong { "never written" } else { "wrong" };
    let (run, last) = (end - first, end - 1);
    Some(match run {
        1 if wrong == 1 => format!("value {first} alone is {are}"),
        _ if run == wrong && end == elements => format!("the last {run} values are {are}, all before them are right"),
        _ if run == wrong && first == 0 => format!("the first {run} values are {are}, all after them are right"),
        _ if run == wrong => format!("values {first} to {last} are {are}, and no others"),
        2 => format!("values {first} and {last} are {are}; {}", further(wrong - run)),
        1 => format!("value {first} is {are} and value {end} right: wrong ones do not lie side by side"),
        _ => format!("values {first} to {last}, {run} in a row, are {are}; {}", further(wrong - run)),
    })
}

/// "30 more are so further on".
fn further(more: usize) -> String {
    let are = if more == 1 { "is" } else { "are" };
    format!("{more} more {are} so further on")
}

/// With a capital and a full stop.
fn sentence(words: String) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_elements_are_wrong_is_said_where_some_are_right() {
        let said = |elements, wrong, unwritten, (first, end)| {
            which(&Spread { elements, wrong, unwritten, first, end }).unwrap_or_default()
        };
        assert_eq!(said(64, 64, 0, (0, 64)), "");
        assert_eq!(said(64, 1, 1, (63, 64)), "value 63 alone is never written");
        assert_eq!(said(64, 4, 4, (60, 64)), "the last 4 values are never written, all before them are right");
        assert_eq!(said(64, 4, 1, (0, 4)), "the first 4 values are wrong, all after them are right");
        assert_eq!(said(64, 4, 0, (8, 12)), "values 8 to 11 are wrong, and no others");
        assert_eq!(said(64, 32, 0, (1, 2)), "value 1 is wrong and value 2 right: wrong ones do not lie side by side");
        assert_eq!(said(64, 32, 0, (2, 4)), "values 2 and 3 are wrong; 30 more are so further on");
        assert_eq!(said(4, 3, 0, (0, 2)), "values 0 and 1 are wrong; 1 more is so further on");
        assert_eq!(
            said(64, 32, 32, (8, 16)),
            "values 8 to 15, 8 in a row, are never written; 24 more are so further on"
        );
    }
}
