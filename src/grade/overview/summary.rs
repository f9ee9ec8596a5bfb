//! A gradebook added up.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::copies::{Known, Pair, Typical, pairs};
use super::outliers::{Outlier, outliers};
use crate::grade::mark::{Gradebook, Mark, MarkOutcome, rounded};
use crate::marking::program;
use crate::measure::quantile;
use crate::sim::FindingKind;

/// The schema's name.
const SCHEMA: &str = "lockstep/class/1";

/// A class as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassReport {
    /// The schema's name.
    pub schema: String,
    /// The assignment.
    pub title: String,
    pub submissions: usize,
    /// Those of which nothing could be marked.
    pub refused: usize,
    /// Those without a mark, and why: they count nowhere else.
    pub open: Vec<(String, String)>,
    /// What of what was handed in was left out, and why.
    pub left_out: Vec<String>,
    /// Students of the roster who handed in nothing.
    pub absent: Vec<String>,
    /// Programs that several handed in: the exercise, and whose.
    pub alike: Vec<(String, Vec<String>)>,
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
    /// Who needs a person's look, and why.
    pub outliers: Vec<Outlier>,
    /// Kernels that have much in common.
    #[serde(skip)]
    pub pairs: Vec<Pair>,
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
    /// The kernel of one of them, without names, to discuss.
    #[serde(skip)]
    pub kernel: Option<String>,
}

/// The class of `book`.
pub fn summarise(book: &Gradebook, known: &[Known]) -> ClassReport {
    let starts = starts(book);
    let pairs = pairs(book, known);
    let mut points: Vec<f64> = marked(book).map(|mark| mark.points).collect();
    points.sort_by(f64::total_cmp);
    let quartiles =
        (!points.is_empty()).then(|| [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| rounded(quantile(&points, share))));
    ClassReport {
        schema: SCHEMA.to_owned(),
        title: book.assignment.title.clone(),
        submissions: book.marks.len(),
        open: book.marks.iter().filter_map(|mark| Some((mark.submission.clone(), mark.open.clone()?))).collect(),
        left_out: book.left_out.clone(),
        absent: book
            .absent
            .iter()
            .map(|student| format!("{} {}", student.id, student.name).trim().to_owned())
            .collect(),
        alike: alike(book, &starts),
        refused: book.marks.iter().filter(|mark| mark.refused.is_some()).count(),
        of: book.of,
        quartiles,
        tenths: tenths(book),
        goals: goals(book),
        findings: findings(book),
        hints: hints(book),
        outliers: outliers(book, quartiles, &starts, &pairs, &Typical::of(book, known)),
        pairs,
    }
}

pub(super) fn marked(book: &Gradebook) -> impl Iterator<Item = &Mark> {
    book.marks.iter().filter(|mark| mark.open.is_none())
}

/// What the starts of the exercises do: `LAB/EXERCISE` by program.
fn starts(book: &Gradebook) -> BTreeMap<String, String> {
    let assigned = book.assignment.exercises.iter();
    assigned.filter_map(|assigned| Some((program(assigned.find()?.1.start)?, assigned.title()))).collect()
}

/// The programs that several submissions have in common, but for the starts.
fn alike(book: &Gradebook, starts: &BTreeMap<String, String>) -> Vec<(String, Vec<String>)> {
    let mut by_program: BTreeMap<(usize, &str), (String, BTreeSet<&str>)> = BTreeMap::new();
    for mark in marked(book) {
        for (place, exercise) in mark.exercises.iter().enumerate() {
            if let Some(program) = exercise.program.as_deref().filter(|program| !starts.contains_key(*program)) {
                let found = by_program.entry((place, program)).or_insert_with(|| (exercise.title(), BTreeSet::new()));
                found.1.insert(&mark.submission);
            }
        }
    }
    let several = by_program.into_values().filter(|(_, whose)| whose.len() > 1);
    several.map(|(title, whose)| (title, whose.into_iter().map(str::to_owned).collect())).collect()
}

fn tenths(book: &Gradebook) -> [usize; 10] {
    let mut counts = [0; 10];
    for mark in marked(book) {
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
    for exercise in marked(book).flat_map(|mark| &mark.exercises) {
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
        count.mean = rounded(count.mean / marked(book).count().max(1) as f64);
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
            kernel: None,
        });
        count.submissions += 1;
        count.kernel = count.kernel.take().or_else(|| exercise.source.clone());
    }
    let mut counts: Vec<HintCount> = counts.into_values().collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.submissions));
    counts
}
