//! A gradebook as Canvas imports it (Canvas instructor guide, "How do I import grades in the Gradebook?"; what the import makes
//! of each column is in canvas-lms, lib/gradebook_importer.rb).

use super::{Context, Format, Render};
use crate::grade::assignment::Assignment;
use crate::grade::class::Student;
use crate::grade::mark::{Gradebook, Mark};
use crate::report::csv::{cell, sheet};

pub const FORMAT: Format = Format { name: "canvas", render: Render::Class("canvas.csv", render), ready };

/// The columns before the assignment's own, in the order that Canvas wants.
pub const COLUMNS: [&str; 5] = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];

/// What Canvas takes for an excused student's grade.
const EXCUSED: &str = "EX";

/// The title in a column's header, without Canvas's number of the assignment: `Week 3 (4711)`.
fn bare(column: &str) -> &str {
    let number = column.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    let title = number.filter(|(_, number)| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()));
    title.map_or(column, |(title, _)| title).trim()
}

/// What stands in the second row.
pub const POINTS: &str = "    Points Possible";

/// Canvas finds a student by its own number, or by the school's where it has that.
fn known(student: &Student) -> bool {
    !student.canvas.is_empty() || student.number().is_some()
}

fn ready(context: &Context, _: &Assignment) -> Result<Vec<String>, String> {
    let of = "Canvas's own number or the school's";
    let from =
        "Hand in what Canvas's \"Download submissions\" gives, or a --roster: Canvas's exported gradebook is one";
    context.unknown("canvas", of, from, known)
}

/// A row a student whom Canvas can find and who has a mark: an empty cell would take away what Canvas holds, and a student without a row keeps it.
fn render(book: &Gradebook, context: &Context) -> Result<String, String> {
    let title = &book.assignment.title;
    // Canvas finds its assignment by the header that it exported, number and all.
    let column = context.columns.iter().find(|column| bare(column) == title);
    let header = COLUMNS.map(str::to_owned).into_iter().chain([column.cloned().unwrap_or_else(|| cell(title))]);
    let mut rows: Vec<Vec<String>> = vec![header.collect()];
    let empty = || vec![String::new(); COLUMNS.len() - 1];
    rows.push(std::iter::once(POINTS.to_owned()).chain(empty()).chain([book.of.to_string()]).collect());
    for (student, mark) in context.students(book).into_iter().filter(|(student, _)| known(student)) {
        let points = match mark {
            _ if student.is_excused() => Some(EXCUSED.to_owned()),
            mark => mark.and_then(Mark::given).map(|points| points.to_string()),
        };
        if let Some(points) = points {
            let cells = [&student.name, &student.canvas, &student.id, &student.login, &student.section];
            rows.push(cells.map(|text| cell(text)).into_iter().chain([points]).collect());
        }
    }
    sheet(rows)
}
