//! A grading worksheet as Moodle's assignment imports it, whose address and number columns its gradebook imports too (Moodle
//! documentation, "Using Assignment", "Offline marking", and "Grade import"; what the import asks for is in Moodle's
//! mod/assign/feedback/offline).

use maud::html;

use super::{Context, Format, Render};
use crate::grade::assignment::Assignment;
use crate::grade::class::Student;
use crate::grade::mark::{Gradebook, Mark};
use crate::report::csv::{cell, sheet};

pub const FORMAT: Format = Format { name: "moodle", render: Render::Class("moodle.csv", render), ready };

/// The worksheet's columns that are filled; Moodle knows them by their titles, and takes no worksheet without the first, the
/// grade, and when that was last changed.
pub const COLUMNS: [&str; 8] = [
    "Identifier",
    "Full name",
    "ID number",
    "Email address",
    "Grade",
    "Maximum Grade",
    "Last modified (grade)",
    "Feedback comments",
];

/// What stands for no moment.
const NEVER: &str = "-";

/// The worksheet finds a student by the participant's number, the gradebook by address or number.
fn known(student: &Student) -> bool {
    !student.moodle.is_empty() || !student.email.is_empty() || student.number().is_some()
}

/// Moodle leaves out a grade above its own maximum without a word.
fn ready(context: &Context, assignment: &Assignment) -> Result<Vec<String>, String> {
    let of = "a participant's number, an address or an ID number";
    let from =
        "Hand in what Moodle's \"Download all submissions\" gives, or a --roster: Moodle's grading worksheet is one";
    let unknown = context.unknown("moodle", of, from, known)?;
    let points = assignment.points();
    match context.people().find_map(|student| student.most.parse().ok().filter(|most: &f64| *most < points)) {
        Some(most) => Err(format!(
            "--format moodle: Moodle's assignment takes {most} points, this one gives {points}, and Moodle leaves out what is \
             above its own. Set its maximum grade to {points}, and download the worksheet again"
        )),
        None => Ok(unknown),
    }
}

/// A row a student whom Moodle can find; one that has no mark yet keeps the grade empty, and Moodle what it holds.
fn render(book: &Gradebook, context: &Context) -> Result<String, String> {
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    for (student, mark) in context.students(book).into_iter().filter(|(student, _)| known(student)) {
        let identifier = match student.moodle.as_str() {
            "" => String::new(),
            number => format!("Participant {number}"),
        };
        let grade = mark.and_then(Mark::given).map_or(String::new(), |points| points.to_string());
        let nothing = if student.is_excused() { "excused" } else { "nothing was handed in" };
        let said = mark.map_or_else(|| nothing.to_owned(), comment);
        let reported = [&student.name, &student.id, &student.email].map(|text| cell(text));
        let graded = if student.graded.is_empty() { NEVER.to_owned() } else { student.graded };
        rows.push(
            [identifier].into_iter().chain(reported).chain([grade, book.of.to_string(), graded, cell(&said)]).collect(),
        );
    }
    sheet(rows)
}

/// Moodle takes it for HTML: a line, in which nothing a student wrote can act as markup.
fn comment(mark: &Mark) -> String {
    let exercises = mark.exercises.iter().map(|e| format!("{}: {} of {}", e.title(), e.points, e.of));
    let said = mark.open.iter().map(|why| format!("not marked: {why}"));
    let all: Vec<String> = said.chain(mark.refused.clone()).chain(exercises).chain(mark.remarks()).collect();
    let text = all.join("; ");
    html! { (text) }.into_string()
}
