//! The mark of a submission, and the gradebook of a class: plain values that every format is rendered from.
//!
//! Everything in it is fit to be shown: texts from strangers are cleaned. Everything but [`Mark::instructor`] is fit for
//! the student: no hidden seed, size or value. Nothing in it says when, where or how fast it was made, so that two
//! machines give the same bytes (where time counts, speeds are the machine's).

use serde::{Deserialize, Serialize};

use crate::grade::assignment::{Assignment, Level};
use crate::grade::class::{Given, Late, Student};
use crate::lab::Goal;
pub use crate::marking::MarkOutcome;
use crate::sim::{FindingKind, Severity};

#[cfg(test)]
#[path = "mark_example.rs"]
pub mod example;

/// The schema's name.
pub const MARK: &str = "lockstep/mark/1";

/// A submission and its points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// [`MARK`].
    pub schema: String,
    /// Whose: the name of the folder or file handed in, without its ending.
    pub submission: String,
    /// The stem of its files' names under `marks/` and `feedback/`: plain ASCII, unique in the class.
    pub stem: String,
    /// SHA-256 of assignment, hidden part and program version: marks with another basis are made again.
    pub basis: String,
    /// SHA-256 of what was taken from it; `None` where nothing could be.
    pub digest: Option<String>,
    /// Points reached.
    pub points: f64,
    /// Points that there are.
    pub of: f64,
    /// Why it has no mark yet, which is no fault of its student's; `None` where it was marked, or refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    /// Why nothing could be marked; `None` where it was marked.
    pub refused: Option<String>,
    /// Who that is, where a roster or a service says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<Student>,
    /// Whether its student need not hand it in: then it has no grade.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub excused: bool,
    /// How late it was; `None` where it was in time, or nothing is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<Late>,
    /// What to know of how it was handed in; a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    /// What was left out of it, and why; a sentence each.
    pub notes: Vec<String>,
    /// The exercises, in the assignment's order.
    pub exercises: Vec<ExerciseMark>,
    /// The reports that were handed in, held against what was marked here; they set no points.
    pub evidence: Vec<EvidenceMark>,
    /// What only the instructor may see: the hidden cases in full.
    pub instructor: Vec<String>,
}

impl Mark {
    /// The mark of `submission`, whose files are called `stem`, with nothing in it yet.
    pub fn of(submission: &str, stem: &str) -> Self {
        Self { schema: MARK.to_owned(), submission: submission.to_owned(), stem: stem.to_owned(), ..Self::default() }
    }

    /// The points, where it has a mark that counts.
    pub fn given(&self) -> Option<f64> {
        Some(self.points).filter(|_| self.open.is_none() && !self.excused)
    }

    /// Points before what lateness costs.
    pub fn raw(&self) -> f64 {
        rounded(self.exercises.iter().map(|exercise| exercise.points).sum())
    }

    /// What to know of it, however it came to be known.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let late = self.late.map(|late| {
            let (days, free, penalty) = (late.days, late.free, late.penalty);
            let days = if days == 1 { "a day".to_owned() } else { format!("{days} days") };
            let free = if free == 0 { String::new() } else { format!(", {free} of which cost nothing") };
            format!("it is late by {days}{free}: {penalty} points less")
        });
        let excused = self.excused.then(|| "its student is excused: it has no grade".to_owned());
        self.about.iter().chain(&self.notes).cloned().chain(late).chain(excused)
    }

    /// The mark as its student may see it, where feedback goes as far as `level`.
    #[must_use]
    pub fn for_student(&self, level: Level) -> Self {
        let mut seen = self.clone();
        seen.instructor.clear();
        for exercise in &mut seen.exercises {
            (exercise.features, exercise.source) = (String::new(), None);
        }
        for exercise in seen.exercises.iter_mut().filter(|_| level != Level::Hints) {
            exercise.hint = None;
            exercise.next = String::new();
            if level == Level::Goals {
                exercise.findings.clear();
                for goal in exercise.goals.iter_mut().filter(|goal| goal.id != Goal::COMPILES.id) {
                    goal.message = String::new();
                }
            }
        }
        seen
    }
}

/// One exercise of a submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExerciseMark {
    pub lab: String,
    /// The exercise.
    pub name: String,
    /// What was to do, in one line.
    pub task: String,
    /// The submission's file that was marked; `None` where there was none.
    pub file: Option<String>,
    /// Points reached.
    pub points: f64,
    /// Points that there are, bonus goals aside.
    pub of: f64,
    /// Whether its points come on top of those that there are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bonus: bool,
    /// What the instructor gave in place of what was marked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Given>,
    /// Why it could not be judged at all; `None` where it was.
    pub refused: Option<String>,
    /// What the kernel does, whatever it calls things ([`crate::marking::program`]); `None` where it does not compile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// What it does as a bag of features ([`crate::marking::features`]), eight hexadecimal digits each: by it near copies are found.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub features: String,
    /// Its text without comments, for whoever looks at it beside another's; `None` where it does not compile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether it is right in what students see, and wrong in a hidden case.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wrong_hidden: bool,
    /// Whether it did not end in time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// The goals, in the assignment's order; there also where it was refused.
    pub goals: Vec<GoalMark>,
    /// What the simulator found, errors first.
    pub findings: Vec<FindingMark>,
    /// The hint that answers what the attempt shows.
    pub hint: Option<HintMark>,
    /// The next thing to try, in a sentence or two; empty where all is met.
    pub next: String,
}

impl ExerciseMark {
    /// `LAB/NAME`, as messages name it.
    pub fn title(&self) -> String {
        format!("{}/{}", self.lab, self.name)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoalMark {
    /// The goal's id, unique in its exercise.
    pub id: String,
    /// In a few words.
    pub title: String,
    /// How it ended.
    pub outcome: MarkOutcome,
    /// Points reached.
    pub points: f64,
    /// Points that there are.
    pub of: f64,
    /// Whether its points come on top of those that there are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bonus: bool,
    /// What the instructor gave in place of what was marked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Given>,
    /// The figure at the sizes that students see, where the goal has one.
    pub measured: Option<f64>,
    /// What earns all points.
    pub wanted: Option<f64>,
    /// Why, in a sentence; empty where there is nothing to add.
    pub message: String,
}

impl GoalMark {
    /// The title, and whether the points come on top of the others.
    pub fn name(&self) -> String {
        if self.bonus { format!("{} (bonus)", self.title) } else { self.title.clone() }
    }

    /// The points of `goals` together.
    pub fn points_of(goals: &[Self]) -> f64 {
        rounded(goals.iter().map(|goal| goal.points).sum())
    }

    /// The points that they have to give, bonus aside.
    pub fn all_of(goals: &[Self]) -> f64 {
        rounded(goals.iter().filter(|goal| !goal.bonus).map(|goal| goal.of).sum())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingMark {
    /// What it is about.
    pub kind: FindingKind,
    /// How bad it is.
    pub severity: Severity,
    /// The line in the student's file, from 1.
    pub line: Option<u32>,
    /// That line's text.
    pub source: Option<String>,
    /// A sentence; of a hidden case nothing but the kind, and no line.
    pub message: String,
    /// Whether only a hidden case shows it.
    pub hidden: bool,
}

/// A hint of the exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintMark {
    /// Unique in its exercise: a class report counts by it.
    pub id: String,
    /// What to look at, or to try.
    pub text: String,
}

/// A report that a student handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceMark {
    pub file: String,
    /// What was compared.
    pub compared: Vec<String>,
    /// Where it differs from what was marked here, or from what is possible; a sentence each.
    pub differences: Vec<String>,
}

/// Points as they are given: to a hundredth.
pub fn rounded(points: f64) -> f64 {
    // Nothing is less than nothing: a negative zero becomes a plain one.
    (points * 100.0).round() / 100.0 + 0.0
}

/// [`rounded`] points as text, without needless zeros: `7`, `7.5`.
pub fn points(points: f64) -> String {
    rounded(points).to_string()
}

/// The points of a part of `of` that is not all: to a hundredth, and always fewer.
pub fn partial(part: f64, of: f64) -> f64 {
    let hundredths = (part * of * 100.0 + 1e-6).floor();
    (hundredths.min((of * 100.0 - 1.0).max(0.0)) / 100.0).max(0.0)
}

/// The schema's name.
pub const GRADEBOOK: &str = "lockstep/gradebook/1";

/// A class's marks: what every format and the class report are rendered from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gradebook {
    /// [`GRADEBOOK`].
    pub schema: String,
    /// What was assigned.
    pub assignment: Assignment,
    /// [`Mark::basis`], of all marks.
    pub basis: String,
    /// Points that there are.
    pub of: f64,
    /// The marks, by submission.
    pub marks: Vec<Mark>,
    /// What of what was handed in was left out, and why; a sentence each.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// Students of the roster who handed in nothing.
    #[serde(default)]
    pub absent: Vec<Student>,
}

impl Gradebook {
    /// The gradebook of `marks`, whatever order they come in.
    pub fn new(assignment: &Assignment, basis: &str, mut marks: Vec<Mark>) -> Self {
        marks.sort_by(|a, b| (&a.submission, &a.stem).cmp(&(&b.submission, &b.stem)));
        Self {
            schema: GRADEBOOK.to_owned(),
            assignment: assignment.clone(),
            basis: basis.to_owned(),
            of: assignment.points(),
            marks,
            left_out: Vec::new(),
            absent: Vec::new(),
        }
    }
}

/// A mark that is another than before.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub submission: String,
    /// The points; `None` where it had no mark.
    pub before: Option<f64>,
    /// The points; `None` where it has no mark.
    pub now: Option<f64>,
}

/// The submissions of both gradebooks whose points differ.
pub fn changes(before: &Gradebook, now: &Gradebook) -> Vec<Change> {
    let same = |mark: &Mark| before.marks.iter().find(|old| old.stem == mark.stem);
    let pairs = now.marks.iter().filter_map(|mark| Some((same(mark)?, mark)));
    pairs
        .filter(|(old, mark)| old.given() != mark.given())
        .map(|(old, mark)| Change { submission: mark.submission.clone(), before: old.given(), now: mark.given() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_that_changed_is_told_with_both_figures_and_one_that_did_not_is_not() {
        let book = |ann| {
            example::book(vec![Mark { stem: "ann".to_owned(), ..example::mark("ann", ann) }, example::mark("bob", 0.5)])
        };
        let ann = Change { submission: "ann".to_owned(), before: Some(7.5), now: Some(10.0) };
        assert_eq!((changes(&book(0.5), &book(1.0)), changes(&book(0.5), &book(0.5))), (vec![ann], vec![]));
        let mut excused = book(0.5);
        excused.marks.iter_mut().for_each(|mark| mark.excused = true);
        assert_eq!(changes(&book(0.5), &excused)[0].now, None);
    }

    #[test]
    fn feedback_goes_as_far_as_the_instructor_says_and_never_to_what_is_for_the_instructor() {
        let mut mark = example::mark("ann", 0.5);
        mark.instructor.push("seed 7".to_owned());
        mark.exercises[0].goals[2].message = "why".to_owned();
        let seen = |level| mark.for_student(level);
        for level in [Level::Hints, Level::Findings, Level::Goals] {
            assert_eq!((seen(level).instructor.len(), seen(level).points), (0, mark.points));
        }
        assert!(seen(Level::Hints).exercises[0].hint.is_some());
        let findings = &seen(Level::Findings).exercises[0];
        assert!(findings.hint.is_none() && findings.findings.len() == 1 && findings.goals[2].message == "why");
        let goals = &seen(Level::Goals).exercises[0];
        assert!(goals.findings.is_empty() && goals.goals[2].message.is_empty());
    }
}
