//! What students will see: the feedback on the starts as they were handed out.

use std::path::Path;

use crate::files::{FileError, write_under};
use crate::grade::assignment::Assignment;
use crate::grade::feedback;
use crate::grade::mark::{Mark, rounded};
use crate::grade::worker::preview;
use crate::marking::Judgement;

/// Writes `instructors/preview/unchanged.md` and `.html`, of the judgements of the starts.
///
/// # Errors
/// [`FileError`].
pub fn write_preview(assignment: &Assignment, starts: &[Judgement], instructors: &Path) -> Result<(), FileError> {
    let exercises: Vec<_> = assignment
        .exercises
        .iter()
        .zip(starts)
        .filter_map(|(assigned, start)| preview(assignment, assigned, start))
        .collect();
    let mark = Mark {
        points: rounded(exercises.iter().map(|exercise| exercise.points).sum()),
        of: rounded(assignment.points()),
        exercises,
        ..Mark::of("an unchanged hand-in", "unchanged")
    };
    let seen = mark.for_student(assignment.feedback);
    let folder = instructors.join("preview");
    write_under(&folder.join("unchanged.md"), feedback::markdown(&seen))?;
    write_under(&folder.join("unchanged.html"), feedback::html(&seen))
}
