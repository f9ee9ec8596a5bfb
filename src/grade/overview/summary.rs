//! A gradebook added up.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::grade::mark::{Gradebook, Mark, MarkOutcome, rounded};
use crate::measure::quantile;
use crate::sim::FindingKind;

/// The schema's name.
const SCHEMA: &str = "lockstep/class/1";

/// How far outside the middle half a mark must lie to stand out, in widths of that half (Tukey's fence).
const FENCE: f64 = 1.5;

/// Fewest submissions from which quartiles say anything about one of them.
const FEWEST: usize = 8;

/// A class as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassReport {
    /// The schema's name.
    pub schema: String,
    /// The assignment.
    pub title: String,
    /// Submissions.
    pub submissions: usize,
    /// Those of which nothing could be marked.
    pub refused: usize,
    /// Points that there are.
    pub of: f64,
    /// Lowest, lower quartile, median, upper quartile and highest points; `None` without submissions.
    pub quartiles: Option<[f64; 5]>,
    /// Submissions by tenth of the points: below 10 %, below 20 %, ..., the last including 100 %.
    pub tenths: [usize; 10],
    /// By goal, in the assignment's order.
    pub goals: Vec<GoalCount>,
    /// By kind of finding, the commonest first.
    pub findings: Vec<FindingCount>,
    /// By hint, the one that answered most submissions first.
    pub hints: Vec<HintCount>,
    /// Who stands out, and how.
    pub outliers: Vec<Outlier>,
}

/// How a goal went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GoalCount {
    /// `LAB/EXERCISE`.
    pub exercise: String,
    /// The goal's id.
    pub id: String,
    /// In a few words.
    pub title: String,
    /// Submissions that reached it.
    pub met: usize,
    /// Those that reached a part of it.
    pub partly: usize,
    /// Those that did not.
    pub unmet: usize,
    /// Those that did not come so far.
    pub open: usize,
    /// Those of which it could not be said, or was not measured.
    pub unsaid: usize,
    /// Mean points.
    pub mean: f64,
    /// Points that there are.
    pub of: f64,
}

/// How common a finding is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FindingCount {
    /// `LAB/EXERCISE`.
    pub exercise: String,
    /// The kind: `race`, `uncoalesced`, ...
    pub kind: FindingKind,
    /// Submissions that have it.
    pub submissions: usize,
    /// The sentence in the first of them.
    pub example: String,
}

/// How often a hint was needed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HintCount {
    /// `LAB/EXERCISE`.
    pub exercise: String,
    /// The hint's id.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Submissions that it answers.
    pub submissions: usize,
}

/// A submission to look at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outlier {
    /// Whose.
    pub submission: String,
    /// Points reached.
    pub points: f64,
    /// What stands out.
    pub why: String,
}

/// The class of `book`.
pub fn summarise(book: &Gradebook) -> ClassReport {
    let mut points: Vec<f64> = book.marks.iter().map(|mark| mark.points).collect();
    points.sort_by(f64::total_cmp);
    let quartiles =
        (!points.is_empty()).then(|| [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| rounded(quantile(&points, share))));
    ClassReport {
        schema: SCHEMA.to_owned(),
        title: book.assignment.title.clone(),
        submissions: book.marks.len(),
        refused: book.marks.iter().filter(|mark| mark.refused.is_some()).count(),
        of: book.of,
        quartiles,
        tenths: tenths(book),
        goals: goals(book),
        findings: findings(book),
        hints: hints(book),
        outliers: outliers(book, quartiles),
    }
}

fn tenths(book: &Gradebook) -> [usize; 10] {
    let mut counts = [0; 10];
    for mark in &book.marks {
        let share = if book.of > 0.0 { mark.points / book.of } else { 0.0 };
        counts[((share * 10.0) as usize).min(9)] += 1;
    }
    counts
}

fn goals(book: &Gradebook) -> Vec<GoalCount> {
    let mut counts: Vec<GoalCount> = Vec::new();
    for assigned in &book.assignment.exercises {
        for goal in &assigned.goals {
            counts.push(GoalCount {
                exercise: assigned.title(),
                id: goal.id.clone(),
                title: goal.title.clone(),
                of: goal.points,
                ..GoalCount::default()
            });
        }
    }
    for exercise in book.marks.iter().flat_map(|mark| &mark.exercises) {
        let title = exercise.title();
        for goal in &exercise.goals {
            let same = |count: &&mut GoalCount| count.exercise == title && count.id == goal.id;
            let Some(count) = counts.iter_mut().find(same) else {
                continue;
            };
            count.mean += goal.points;
            match goal.outcome {
                MarkOutcome::Met => count.met += 1,
                MarkOutcome::Partly => count.partly += 1,
                MarkOutcome::Unmet => count.unmet += 1,
                MarkOutcome::Open => count.open += 1,
                MarkOutcome::Inconclusive | MarkOutcome::Pending => count.unsaid += 1,
            }
        }
    }
    for count in &mut counts {
        count.mean = rounded(count.mean / book.marks.len().max(1) as f64);
    }
    counts
}

fn findings(book: &Gradebook) -> Vec<FindingCount> {
    let mut counts: BTreeMap<(String, &str), FindingCount> = BTreeMap::new();
    for mark in &book.marks {
        let mut seen = BTreeSet::new();
        for exercise in &mark.exercises {
            let title = exercise.title();
            for finding in &exercise.findings {
                let key = (title.clone(), finding.kind.name());
                if !seen.insert(key.clone()) {
                    continue;
                }
                let count = counts.entry(key).or_insert_with(|| FindingCount {
                    exercise: title.clone(),
                    kind: finding.kind,
                    submissions: 0,
                    example: finding.message.clone(),
                });
                count.submissions += 1;
            }
        }
    }
    let mut counts: Vec<FindingCount> = counts.into_values().collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.submissions));
    counts
}

fn hints(book: &Gradebook) -> Vec<HintCount> {
    let mut counts: BTreeMap<(String, String), HintCount> = BTreeMap::new();
    for exercise in book.marks.iter().flat_map(|mark| &mark.exercises) {
        let Some(hint) = &exercise.hint else {
            continue;
        };
        let title = exercise.title();
        let count = counts.entry((title.clone(), hint.id.clone())).or_insert_with(|| HintCount {
            exercise: title,
            id: hint.id.clone(),
            text: hint.text.clone(),
            submissions: 0,
        });
        count.submissions += 1;
    }
    let mut counts: Vec<HintCount> = counts.into_values().collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.submissions));
    counts
}

/// Marks far outside the middle half, the same files handed in twice, and reports that differ from what was marked.
fn outliers(book: &Gradebook, quartiles: Option<[f64; 5]>) -> Vec<Outlier> {
    let mut twins: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for mark in &book.marks {
        if let Some(digest) = &mark.digest {
            twins.entry(digest).or_default().push(&mark.submission);
        }
    }
    let reasons = |mark: &Mark| {
        let twins = mark.digest.as_deref().and_then(|digest| twins.get(digest));
        let evidence = mark.evidence.iter().filter(|seen| !seen.differences.is_empty());
        let far = quartiles.filter(|_| book.marks.len() >= FEWEST);
        far.and_then(|quartiles| far_off(mark.points, quartiles))
            .into_iter()
            .chain(twins.and_then(|all| same_files(mark, all)))
            .chain(evidence.map(|seen| format!("its {} differs from what was marked", seen.file)))
            .collect::<Vec<String>>()
    };
    let marks = book.marks.iter().filter(|mark| mark.refused.is_none());
    marks
        .flat_map(|mark| {
            reasons(mark).into_iter().map(|why| Outlier {
                submission: mark.submission.clone(),
                points: mark.points,
                why,
            })
        })
        .collect()
}

fn far_off(points: f64, [_, lower, _, upper, _]: [f64; 5]) -> Option<String> {
    let fence = FENCE * (upper - lower);
    if points < lower - fence {
        Some(format!("far below the class: half of it has {lower} to {upper} points"))
    } else if points > upper + fence {
        Some(format!("far above the class: half of it has {lower} to {upper} points"))
    } else {
        None
    }
}

fn same_files(mark: &Mark, all: &[&str]) -> Option<String> {
    let others: Vec<&str> = all.iter().copied().filter(|name| *name != mark.submission).collect();
    (!others.is_empty()).then(|| format!("the same files, byte for byte, as {}", others.join(", ")))
}
