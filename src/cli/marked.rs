//! What `lockstep grade` says of a class at the end.

use std::path::Path;

use crate::files::Shown;
use crate::grade::mark::{Change, Gradebook, Mark};
use crate::grade::overview::ClassReport;
use crate::text::escaped;

/// Lines of a list on a terminal.
const LISTED: usize = 20;

/// Whose marks changed, before and after; `kept` is the gradebook from before.
pub fn changed_marks(changed: &[Change], kept: &Path) -> String {
    let points = |points: Option<f64>| points.map_or("no mark".to_owned(), |points| points.to_string());
    let line = |change: &Change| {
        format!("  {}: {} before, {} now\n", change.submission, points(change.before), points(change.now))
    };
    let lines: String = changed.iter().take(LISTED).map(line).collect();
    let more = changed.len().saturating_sub(LISTED);
    let more = if more > 0 { format!("  and {more} more\n") } else { String::new() };
    format!(
        "points that are others than before ({}; {} has the earlier ones):\n{lines}{more}",
        changed.len(),
        kept.shown()
    )
}

/// Says which rows are open, and whether there are any.
pub fn open_rows(book: &Gradebook) -> bool {
    let open: Vec<(&str, &str)> =
        book.marks.iter().filter_map(|mark| Some((mark.submission.as_str(), mark.open.as_deref()?))).collect();
    for (name, why) in open.iter().take(LISTED) {
        anstream::eprintln!("{name}: not marked: {why}");
    }
    if !open.is_empty() {
        anstream::eprintln!(
            "{} of {} submissions have no mark yet, and are rows that say why; all others have theirs. Run the same command \
             again: it tries only those.",
            open.len(),
            book.marks.len()
        );
    }
    !open.is_empty()
}

/// Says what of what was handed in was left out.
pub fn left_out(book: &Gradebook) {
    for what in book.left_out.iter().take(LISTED) {
        anstream::eprintln!("note: {what}");
    }
    if book.left_out.len() > LISTED {
        anstream::eprintln!("note: {} more in class.html", book.left_out.len() - LISTED);
    }
}

/// Says what a person should look at.
pub fn needs_a_person(class: &ClassReport) {
    if class.outliers.is_empty() {
        return;
    }
    anstream::eprintln!("who needs a person (all of it first in class.html):");
    for outlier in class.outliers.iter().take(LISTED) {
        anstream::eprintln!("  {}: {}", escaped(&outlier.submission), escaped(&outlier.why));
    }
    if class.outliers.len() > LISTED {
        anstream::eprintln!("  and {} more", class.outliers.len() - LISTED);
    }
}

pub fn summary(book: &Gradebook, out: &Path) -> String {
    let points: Vec<f64> = book.marks.iter().filter_map(Mark::given).collect();
    let all = points.len();
    let mean = points.iter().sum::<f64>() / all.max(1) as f64;
    let refused = book.marks.iter().filter(|mark| mark.refused.is_some()).count();
    let full = book.marks.iter().filter(|mark| mark.given().is_some_and(|points| points >= mark.of)).count();
    let mut text = format!("{all} submissions: mean {mean:.2} of {} points, {full} with all of them", book.of);
    if refused > 0 {
        text += &format!(", {refused} that could not be read");
    }
    text + &format!("\ngradebook {}\nfeedback  {}\n", out.join("gradebook.json").shown(), out.join("feedback").shown())
}
