//! `overrides.csv`: what the instructor decided, which every later marking keeps.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::roll::{Entry, Roll};
use super::table::Table;
use crate::files::Shown;
use crate::grade::assignment::Assignment;
use crate::grade::mark::{ExerciseMark, GoalMark, Mark, rounded};
use crate::text::escaped_line;

/// The file, beside the instructor's `assignment.toml`.
pub const OVERRIDES_FILE: &str = "overrides.csv";

/// Its columns.
const COLUMNS: [&str; 5] = ["student", "exercise", "goal", "points", "comment"];

/// Characters of a cell that are kept.
const LONGEST: usize = 400;

/// Points that the instructor gives in place of those that were marked.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    /// Whose: a submission's name, or a student's id, login or e-mail address.
    pub student: String,
    /// `LAB/EXERCISE`.
    pub exercise: String,
    /// The goal's id; empty for the whole exercise.
    pub goal: String,
    pub points: f64,
    /// Why, for the student.
    pub comment: String,
}

impl Eq for Override {}

/// What the instructor gave in place of what was marked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The points that were marked.
    pub marked: f64,
    /// Why, in the instructor's words.
    pub comment: String,
}

impl Given {
    /// As a sentence for the student.
    pub fn words(&self) -> String {
        let why = if self.comment.is_empty() { String::new() } else { format!(": {}", self.comment) };
        format!("set by the instructor, {} as it was marked{why}", self.marked)
    }
}

/// The overrides beside the assignment at `path`; none where there is no such file.
///
/// # Errors
/// What is wrong with it, by line.
pub fn overrides(path: &Path, assignment: &Assignment) -> Result<Vec<Override>, String> {
    let beside = path.with_file_name(OVERRIDES_FILE);
    if !beside.exists() {
        return Ok(Vec::new());
    }
    let table = Table::read(&beside).map_err(|error| error.to_string())?;
    let decided = table.and_then(|table| decided(&table, assignment));
    decided.map_err(|what| format!("{}: {what}", beside.shown()))
}

fn decided(table: &Table, assignment: &Assignment) -> Result<Vec<Override>, String> {
    if !table.header.iter().map(|title| title.trim().to_lowercase()).eq(COLUMNS) {
        return Err(format!("its first line must be {}", COLUMNS.join(",")));
    }
    let filled = table.rows.iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty()));
    let line = |row: &csv::StringRecord| row.position().map_or(0, csv::Position::line);
    filled.map(|row| one(row, assignment).map_err(|what| format!("line {}: {what}", line(row)))).collect()
}

fn one(row: &csv::StringRecord, assignment: &Assignment) -> Result<Override, String> {
    let cell = |at: usize| escaped_line(row.get(at).unwrap_or_default().trim(), LONGEST);
    let found = Override {
        student: cell(0),
        exercise: cell(1),
        goal: cell(2),
        // Spreadsheets of many languages write 2,5.
        points: cell(3).replace(',', ".").parse().map_err(|_| format!("`{}` is no number of points", cell(3)))?,
        comment: cell(4),
    };
    let assigned = assignment.exercises.iter().find(|assigned| assigned.title() == found.exercise);
    let assigned = assigned.ok_or_else(|| format!("the assignment has no exercise `{}`", found.exercise))?;
    if !found.goal.is_empty() && !assigned.goals.iter().any(|goal| goal.id == found.goal) {
        let all: Vec<&str> = assigned.goals.iter().map(|goal| goal.id.as_str()).collect();
        return Err(format!("{} has no goal `{}`; it has: {}", found.exercise, found.goal, all.join(", ")));
    }
    if !(found.points.is_finite() && found.points >= 0.0) {
        return Err(format!("`{}` is no number of points: it must be 0 or more", found.points));
    }
    Ok(found)
}

impl Roll {
    /// Gives each submission what the instructor decided about it.
    ///
    /// # Errors
    /// Where an override is about nobody.
    pub fn decide(&mut self, all: Vec<Override>) -> Result<(), String> {
        for decided in all {
            let meant = |entry: &&mut Entry| {
                let student = &entry.student;
                [&entry.name, &entry.stem, &student.id, &student.login, &student.email].contains(&&decided.student)
            };
            match self.entries.iter_mut().find(meant) {
                Some(entry) => entry.overrides.push(decided),
                None => {
                    return Err(format!(
                        "{OVERRIDES_FILE}: no submission is called `{}`, or is of a student with that id",
                        decided.student
                    ));
                }
            }
        }
        Ok(())
    }
}

impl Override {
    /// Sets the points of what it is about in `mark`.
    fn apply(&self, mark: &mut Mark) {
        let Some(exercise) = mark.exercises.iter_mut().find(|exercise| exercise.title() == self.exercise) else {
            return;
        };
        let given = |marked: f64| Some(Given { marked, comment: self.comment.clone() });
        match exercise.goals.iter_mut().find(|goal| goal.id == self.goal) {
            Some(goal) => {
                goal.given = given(goal.points);
                goal.points = rounded(self.points);
                exercise.points = GoalMark::points_of(&exercise.goals);
            }
            None => {
                exercise.given = given(exercise.points);
                exercise.points = rounded(self.points);
            }
        }
    }
}

/// Has `mark` hold what was marked, and then what `all` say.
pub fn decide(mark: &mut Mark, all: &[Override]) {
    mark.exercises.iter_mut().for_each(as_marked);
    // Goals first: the whole of an exercise is the last word.
    for decided in all.iter().filter(|decided| !decided.goal.is_empty()) {
        decided.apply(mark);
    }
    for decided in all.iter().filter(|decided| decided.goal.is_empty()) {
        decided.apply(mark);
    }
}

fn as_marked(exercise: &mut ExerciseMark) {
    let mut changed = false;
    for goal in &mut exercise.goals {
        if let Some(given) = goal.given.take() {
            goal.points = given.marked;
            changed = true;
        }
    }
    if exercise.given.take().is_some() || changed {
        exercise.points = GoalMark::points_of(&exercise.goals);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::mark::example;

    fn parse(text: &str, assignment: &Assignment) -> Result<Vec<Override>, String> {
        decided(&Table::of(text.as_bytes())?, assignment)
    }

    #[test]
    fn a_spreadsheet_of_another_language_is_read() {
        let book = example::book(vec![]);
        let text =
            "sep=;\r\nStudent;Exercise;Goal;Points;Comment\r\nann;coalescing/exercise;coalesced;2,5;good\r\n;;;;\r\n";
        let all = parse(text, &book.assignment).expect("overrides");
        assert_eq!((all.len(), all[0].points), (1, 2.5));
    }

    #[test]
    fn what_the_instructor_decided_is_kept_and_taken_back_with_its_line() {
        let book = example::book(vec![]);
        let text =
            "student,exercise,goal,points,comment\nann,coalescing/exercise,coalesced,4,\"a good idea, explained\"\n";
        let all = parse(text, &book.assignment).expect("overrides");
        let mut mark = example::mark("ann", 0.5);
        let before = mark.clone();
        for _ in 0..2 {
            decide(&mut mark, &all);
            assert_eq!((mark.exercises[0].points, mark.exercises[0].goals[2].points), (9.0, 4.0));
        }
        let given = mark.exercises[0].goals[2].given.as_ref().expect("it says so");
        assert_eq!(given.words(), "set by the instructor, 2.5 as it was marked: a good idea, explained");
        let whole = Override { goal: String::new(), points: 10.0, ..all[0].clone() };
        decide(&mut mark, &[whole]);
        assert_eq!((mark.exercises[0].points, mark.exercises[0].goals[2].points), (10.0, 2.5));
        decide(&mut mark, &[]);
        assert_eq!(mark, before);
    }

    #[test]
    fn a_line_that_means_nothing_is_an_error() {
        let book = example::book(vec![]);
        let refused = |line: &str| {
            parse(&format!("student,exercise,goal,points,comment\n{line}\n"), &book.assignment)
                .expect_err("it is wrong")
        };
        assert_eq!(refused("ann,tiling/x,,1,"), "line 2: the assignment has no exercise `tiling/x`");
        assert!(refused("ann,coalescing/exercise,speed,1,").contains("has no goal `speed`; it has: compiles"));
        assert!(refused("ann,coalescing/exercise,,many,").contains("`many` is no number of points"));
        assert!(parse("who,points\n", &book.assignment).is_err());
        let mut roll = Roll::default();
        let of_nobody = parse("student,exercise,goal,points,comment\nann,coalescing/exercise,,1,\n", &book.assignment);
        assert!(
            roll.decide(of_nobody.expect("overrides")).expect_err("nobody").contains("no submission is called `ann`")
        );
    }
}
