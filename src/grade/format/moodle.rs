//! A grading worksheet as Moodle's assignment imports it, whose address and number columns its gradebook imports too (Moodle
//! documentation, "Assignment settings: offline grading worksheet", and "Grade import").

use super::csv::{cell, sheet};
use super::{Context, Format, Render};
use crate::grade::assignment::Assignment;
use crate::grade::class::Student;
use crate::grade::mark::{Gradebook, Mark};

pub const FORMAT: Format = Format { name: "moodle", render: Render::Class("moodle.csv", render), ready };

/// The worksheet's columns that are filled; Moodle knows them by their titles.
pub const COLUMNS: [&str; 7] =
    ["Identifier", "Full name", "ID number", "Email address", "Grade", "Maximum Grade", "Feedback comments"];

/// The worksheet finds a student by the participant's number, the gradebook by address or number.
fn known(student: &Student) -> bool {
    !student.moodle.is_empty() || !student.email.is_empty() || (!student.id.is_empty() && student.id != student.name)
}

fn ready(context: &Context, _: &Assignment) -> Result<(), String> {
    let of = "a participant's number, an address or an ID number";
    let from =
        "Hand in what Moodle's \"Download all submissions\" gives, or a --roster: Moodle's grading worksheet is one";
    context.all_known("moodle", of, from, known)
}

/// A row a student; one that has no mark yet keeps the grade empty.
fn render(book: &Gradebook, context: &Context) -> Result<String, String> {
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    for (student, mark) in context.students(book) {
        let identifier = match student.moodle.as_str() {
            "" => String::new(),
            number => format!("Participant {number}"),
        };
        let grade = mark.filter(|mark| mark.open.is_none()).map_or(String::new(), |mark| mark.points.to_string());
        let said = mark.map_or_else(|| "nothing was handed in".to_owned(), comment);
        let told = [&student.name, &student.id, &student.email].map(|text| cell(text));
        rows.push([identifier].into_iter().chain(told).chain([grade, book.of.to_string(), cell(&said)]).collect());
    }
    sheet(rows)
}

/// Moodle takes it for HTML: a line, in which nothing a student wrote can act as markup.
fn comment(mark: &Mark) -> String {
    let exercises = mark.exercises.iter().map(|e| format!("{}: {} of {}", e.title(), e.points, e.of));
    let said = mark.open.iter().map(|why| format!("not marked: {why}"));
    let all: Vec<String> = said.chain(mark.refused.clone()).chain(exercises).chain(mark.told()).collect();
    all.join("; ").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
