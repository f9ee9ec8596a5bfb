//! What was seen of an attempt that does not meet its goals, in a sentence, and the hint that answers it.

use super::evidence::Evidence;
use super::hint_signs::ShownAttempt;
use super::judge::{GoalReport, GoalStatus};
use super::source_signs::{changed_given, shadowed};
use crate::harness::{SourceReport, Status, VariantReport};
use crate::lab::{Exercise, Failure, Hint};
use crate::sim::Finding;
use crate::units::digits3;
use crate::verify::{Mismatch, Spread};

/// From which share on a value is another one.
const NEAR: f64 = 1e-3;

/// Figures of which it is said what was seen.
const FIGURES: usize = 2;

/// What an unsolved attempt shows, and what to say to it: the hint's id and text.
pub struct Sight {
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
) -> Sight {
    let width = attempt.counters.as_ref().map_or(0, |counters| counters.subgroup_width);
    let problem = (exercise.part.problem)(exercise.size);
    let evidence = Evidence::new(source, &problem, width);
    let shown = ShownAttempt::new(exercise, text, attempt, &evidence);
    let hint = Hint::COMPILER.iter().chain(exercise.hints()).find(|hint| shown.shows(hint.sign));
    let words = match attempt.status {
        Status::Ok => unmet(exercise, goals, &evidence),
        Status::Wrong => cause(exercise, text, attempt).or_else(|| wrong_elements(attempt, &evidence)),
        _ => None,
    };
    Sight { words: words.map(sentence), hint: hint.map(|hint| (hint.id.to_owned(), hint.text.to_owned())) }
}

/// Why elements are wrong, where its text or the launch in which they are says so.
pub(super) fn cause(exercise: &Exercise, text: &str, attempt: &VariantReport) -> Option<String> {
    folded(attempt).or_else(|| changed_given(exercise, text)).or_else(|| shadowed(text))
}

/// Which elements are wrong, and what they hold; nothing beside a fault: which elements a race spoils, and with what, is chance.
fn wrong_elements(attempt: &VariantReport, evidence: &Evidence<'_>) -> Option<String> {
    let check = attempt.check.as_ref().filter(|_| !attempt.findings.iter().any(Finding::is_error))?;
    let elements = check.spread.map_or(0, |spread| spread.elements);
    let first = &check.mismatches;
    let spread = || evidence.spread(check).and_then(|spread| which(&spread, evidence));
    misplaced(first, elements).or_else(|| scaled(first)).or_else(|| multiple(first)).or_else(spread)
}

/// That nothing is wrong but in several rows.
fn folded(attempt: &VariantReport) -> Option<String> {
    (attempt.failure == Some(Failure::Folded))
        .then(|| "in one row of workgroups every element is right; in several rows it is not".to_owned())
}

/// What was seen of the first figures that are not as they should be.
fn unmet(exercise: &Exercise, goals: &[GoalReport], evidence: &Evidence<'_>) -> Option<String> {
    let figures = goals
        .iter()
        .filter(|goal| goal.outcome == GoalStatus::Unmet)
        .filter_map(|goal| evidence.sentence(exercise.goal(&goal.id)?.test.figure()?));
    let mut reported: Vec<String> = figures.collect();
    reported.dedup();
    reported.truncate(FIGURES);
    (!reported.is_empty()).then(|| reported.join("; "))
}

/// Wrong elements that hold what belongs elsewhere: all of the first, for a single one may do so by chance.
fn misplaced(wrong: &[Mismatch], elements: usize) -> Option<String> {
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
    let words = format!("value {a} holds what belongs to value {from_a}, and {b} what belongs to {from_b}");
    // Of a square, in its first row.
    let side = elements.isqrt();
    let turned = |(index, owner): &(usize, usize)| *owner == index * side && *index < side;
    let as_if = side * side == elements && moved.iter().all(turned);
    Some(words + if as_if { ": as if rows and columns had changed places" } else { "" })
}

/// Wrong elements that are the same multiple of what belongs there, or nearly that itself. Three digits must tell the multiple from 1.
fn scaled(wrong: &[Mismatch]) -> Option<String> {
    let times = |wrong: &Mismatch| Some(wrong.got? / wrong.expected).filter(|times| times.is_finite() && *times != 0.0);
    let times: Vec<f64> = wrong.iter().map(times).collect::<Option<_>>()?;
    let [first, _, ..] = times[..] else { return None };
    let away = |from: f64| times.iter().map(|times| (times / from - 1.0).abs()).fold(0.0, f64::max);
    if away(1.0) < NEAR {
        return Some("each of the first wrong values is off by less than 0.1 % of what belongs there".to_owned());
    }
    let reported = digits3(first) != digits3(1.0);
    let sign = if first < 0.0 { "-" } else { "" };
    let words = match first.abs() {
        small if small < 0.1 => format!("{sign}1/{} of", digits3(1.0 / small)),
        _ => format!("{} times", digits3(first)),
    };
    (away(first) < NEAR && reported).then(|| format!("each of the first wrong values is {words} what belongs there"))
}

/// A single wrong value that is so many times what belongs there.
fn multiple(wrong: &[Mismatch]) -> Option<String> {
    let [Mismatch { got: Some(got), expected, .. }] = wrong else { return None };
    let times = got / expected;
    let whole = times.round();
    ((2.0..=1024.0).contains(&whole) && (times / whole - 1.0).abs() < NEAR)
        .then(|| format!("the value is {whole} times what belongs there"))
}

/// Which elements are wrong, where that tells some from others.
fn which(spread: &Spread, evidence: &Evidence<'_>) -> Option<String> {
    let &Spread { elements, wrong, unwritten, first, end, period } = spread;
    if wrong == elements {
        return None;
    }
    let are = if unwritten == wrong { "never written" } else { "wrong" };
    let (run, last) = (end - first, end - 1);
    if let Some(period) = period {
        return Some(again((first, run, period), are, &evidence.constants_of(period)));
    }
    Some(match run {
        1 if wrong == 1 && first == 0 => format!("the first value alone is {are}"),
        1 if wrong == 1 && end == elements => format!("value {first}, the last, alone is {are}"),
        1 if wrong == 1 => format!("value {first} alone is {are}"),
        _ if run == wrong && end == elements => format!("the last {run} values are {are}, all before them are right"),
        _ if run == wrong && first == 0 => format!("the first {run} values are {are}, all after them are right"),
        _ if run == wrong => format!("values {first} to {last} are {are}, and no others"),
        2 => format!("values {first} and {last} are {are}; {}", further(wrong - run, are)),
        1 => format!("value {first} is {are} and value {end} right; {}", further(wrong - run, are)),
        _ => format!("values {first} to {last}, {run} in a row, are {are}; {}", further(wrong - run, are)),
    })
}

/// "the last of each 128 values (`WORKGROUP`) is never written, all others are right".
fn again((first, run, period): (usize, usize, usize), are: &str, names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let named = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
    let side = match (first, first + run) {
        (0, _) => "first",
        (_, end) if end == period => "last",
        _ => "",
    };
    let what = match (side, run) {
        ("", 1) => format!("value {first} and from there on one in {period}{named} is {are}"),
        ("", _) => {
            let last = first + run - 1;
            format!("values {first} to {last} are {are}, and {run} of each {period}{named} from there on")
        }
        (side, 1) => format!("the {side} of each {period} values{named} is {are}"),
        (side, _) => format!("the {side} {run} of each {period} values{named} are {are}"),
    };
    format!("{what}; all others are right")
}

/// "30 more after that are wrong too".
fn further(more: usize, wrong: &str) -> String {
    let are = if more == 1 { "is" } else { "are" };
    format!("{more} more after that {are} {wrong} too")
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
    fn what_comes_again_is_told_by_its_place_in_each_part() {
        let said = |first, run, period, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            again((first, run, period), "never written", &names)
        };
        assert_eq!(
            said(127, 1, 128, &["WORKGROUP", "COVER"]),
            "the last of each 128 values (`WORKGROUP`, `COVER`) is never written; all others are right"
        );
        assert_eq!(said(0, 4, 16, &[]), "the first 4 of each 16 values are never written; all others are right");
        assert_eq!(said(3, 1, 8, &[]), "value 3 and from there on one in 8 is never written; all others are right");
        let two = "values 2 to 3 are never written, and 2 of each 8 from there on; all others are right";
        assert_eq!(said(2, 2, 8, &[]), two);
    }

    #[test]
    fn values_that_are_elsewhere_or_scaled_are_told_so() {
        let wrong = |values: &[(usize, f64, f64, Option<usize>)]| -> Vec<Mismatch> {
            let of = |&(index, got, expected, belongs_to)| Mismatch {
                index,
                got: Some(got),
                expected,
                tolerance: 0.0,
                belongs_to,
            };
            values.iter().map(of).collect()
        };
        let turned = wrong(&[(1, 5.0, 1.0, Some(17)), (2, 6.0, 2.0, Some(34))]);
        assert_eq!(
            misplaced(&turned, 289).as_deref(),
            Some(
                "value 1 holds what belongs to value 17, and 2 what belongs to 34: as if rows and columns had changed places"
            )
        );
        let other = misplaced(&turned, 300).expect("it is elsewhere");
        assert!(other.ends_with("belongs to 34"), "{other}");
        let twice = wrong(&[(0, 4.0, 2.0, None), (3, -6.0, -3.0, None)]);
        assert_eq!(scaled(&twice).as_deref(), Some("each of the first wrong values is 2.00 times what belongs there"));
        let part = wrong(&[(0, 2.0 / 256.0, 2.0, None), (3, -3.0 / 256.0, -3.0, None)]);
        assert_eq!(scaled(&part).as_deref(), Some("each of the first wrong values is 1/256 of what belongs there"));
        let hardly = wrong(&[(0, 1.9976, 2.0, None), (3, 2.9961, 3.0, None)]);
        assert_eq!(scaled(&hardly), None);
        let near = wrong(&[(0, 2.0001, 2.0, None), (3, 3.0, 3.0001, None)]);
        assert_eq!(
            scaled(&near).as_deref(),
            Some("each of the first wrong values is off by less than 0.1 % of what belongs there")
        );
        assert_eq!(scaled(&wrong(&[(0, 4.0, 2.0, None), (3, 9.0, 3.0, None)])), None);
        assert_eq!(scaled(&wrong(&[(0, 0.0, 2.0, None), (3, 0.0, 3.0, None)])), None);
        assert_eq!(scaled(&wrong(&[(0, 4.0, 2.0, None)])), None);
        let eightfold = wrong(&[(0, 98.919, 12.365, None)]);
        assert_eq!(multiple(&eightfold).as_deref(), Some("the value is 8 times what belongs there"));
        assert_eq!(multiple(&wrong(&[(0, 30.0, 12.365, None)])), None);
    }

    fn exercise() -> &'static Exercise {
        &crate::labs::ALL[0].exercises[0]
    }

    #[test]
    fn which_elements_are_wrong_is_said_where_some_are_right() {
        let said = |elements, wrong, unwritten, (first, end)| {
            let spread = Spread { elements, wrong, unwritten, first, end, period: None };
            which(&spread, &Evidence::new(None, &(exercise().part.problem)(64), 32)).unwrap_or_default()
        };
        assert_eq!(said(64, 64, 0, (0, 64)), "");
        assert_eq!(said(64, 1, 1, (63, 64)), "value 63, the last, alone is never written");
        assert_eq!(said(64, 1, 0, (0, 1)), "the first value alone is wrong");
        assert_eq!(said(64, 1, 0, (9, 10)), "value 9 alone is wrong");
        assert_eq!(said(64, 4, 4, (60, 64)), "the last 4 values are never written, all before them are right");
        assert_eq!(said(64, 4, 1, (0, 4)), "the first 4 values are wrong, all after them are right");
        assert_eq!(said(64, 4, 0, (8, 12)), "values 8 to 11 are wrong, and no others");
        assert_eq!(said(64, 32, 0, (1, 2)), "value 1 is wrong and value 2 right; 31 more after that are wrong too");
        assert_eq!(said(64, 32, 0, (2, 4)), "values 2 and 3 are wrong; 30 more after that are wrong too");
        assert_eq!(said(4, 3, 0, (0, 2)), "values 0 and 1 are wrong; 1 more after that is wrong too");
        assert_eq!(
            said(64, 32, 32, (8, 16)),
            "values 8 to 15, 8 in a row, are never written; 24 more after that are never written too"
        );
    }
}
