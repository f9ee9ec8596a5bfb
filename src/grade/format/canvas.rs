//! A gradebook as Canvas imports it (Canvas instructor guide, "How do I import grades in the Gradebook?").

use super::csv::{cell, sheet};
use super::{Context, Format, Render};
use crate::grade::assignment::Assignment;
use crate::grade::class::Student;
use crate::grade::mark::Gradebook;

pub const FORMAT: Format = Format { name: "canvas", render: Render::Class("canvas.csv", render), ready };

/// The columns before the assignment's own, in the order that Canvas wants.
pub const COLUMNS: [&str; 5] = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];

/// What stands in the second row.
pub const POINTS: &str = "    Points Possible";

/// Canvas finds a student by its own number, or by the school's where it has that.
fn known(student: &Student) -> bool {
    !student.canvas.is_empty() || (!student.id.is_empty() && student.id != student.name)
}

fn ready(context: &Context, _: &Assignment) -> Result<(), String> {
    let of = "Canvas's own number or the school's";
    let from =
        "Hand in what Canvas's \"Download submissions\" gives, or a --roster: Canvas's exported gradebook is one";
    context.all_known("canvas", of, from, known)
}

/// A row a student; one that has no mark yet keeps the cell empty, and Canvas what it holds.
fn render(book: &Gradebook, context: &Context) -> Result<String, String> {
    let header = COLUMNS.map(str::to_owned).into_iter().chain([cell(&book.assignment.title)]);
    let mut rows: Vec<Vec<String>> = vec![header.collect()];
    let empty = || vec![String::new(); COLUMNS.len() - 1];
    rows.push(std::iter::once(POINTS.to_owned()).chain(empty()).chain([book.of.to_string()]).collect());
    for (student, mark) in context.students(book) {
        let score = mark.filter(|mark| mark.open.is_none()).map_or(String::new(), |mark| mark.points.to_string());
        let cells = [&student.name, &student.canvas, &student.id, &student.login, &student.section];
        rows.push(cells.map(|text| cell(text)).into_iter().chain([score]).collect());
    }
    sheet(rows)
}
