//! The class report as a spreadsheet: one row a goal, finding, hint or outlier.

use super::ClassReport;
use crate::report::csv::{cell, sheet};

/// The rows, under the columns `what, exercise, id, title, submissions, of_submissions, mean_points, max_points`.
///
/// # Errors
/// What the writer says.
pub fn render(class: &ClassReport) -> Result<String, String> {
    let mut rows = Vec::new();
    let all = class.submissions.to_string();
    let mut row = |fields: [&str; 8]| rows.push(fields.map(cell).to_vec());
    row(["what", "exercise", "id", "title", "submissions", "of_submissions", "mean_points", "max_points"]);
    for goal in &class.goals {
        let (mean, of) = (goal.mean.to_string(), goal.of.to_string());
        for (what, count) in [
            ("goal met", goal.met),
            ("goal partly met", goal.partly),
            ("goal not met", goal.unmet),
            ("goal not judged", goal.open),
            ("goal not measured", goal.unsaid),
        ] {
            let (title, count) = (&goal.title, count.to_string());
            row([what, &goal.exercise, &goal.id, title, &count, &all, &mean, &of]);
        }
    }
    for found in &class.findings {
        let (kind, count) = (found.kind.name(), found.submissions.to_string());
        row(["finding", &found.exercise, kind, &found.example, &count, &all, "", ""]);
    }
    for hint in &class.hints {
        let count = hint.submissions.to_string();
        row(["hint", &hint.exercise, &hint.id, &hint.text, &count, &all, "", ""]);
    }
    for (title, whose) in &class.alike {
        row(["look alike", title, "", &whose.join(", "), &whose.len().to_string(), &all, "", ""]);
    }
    for (whose, why) in &class.open {
        row(["not marked", "", whose, why, "1", &all, "", ""]);
    }
    for what in &class.left_out {
        row(["left out", "", "", what, "", &all, "", ""]);
    }
    for whose in &class.absent {
        row(["nothing handed in", "", whose, "", "", &all, "", ""]);
    }
    for outlier in &class.outliers {
        let (points, of) = (outlier.points.to_string(), class.of.to_string());
        row(["outlier", "", &outlier.submission, &outlier.why, "1", &all, &points, &of]);
    }
    sheet(rows)
}
