//! The last result as a page, in a browser where there is one.

use std::io;
use std::path::PathBuf;

use super::open::open;
use super::state::{Outcome, State, View};
use crate::files::write_whole;
use crate::report;
use crate::study::ProgressFile;

/// Writes the page of what is in front, and opens it; what was done, in a sentence.
pub(super) fn show(state: &State, store: &ProgressFile) -> String {
    let Some(page) = page(state) else {
        return "There is no result yet that a report could show.".to_owned();
    };
    match write(store, &page) {
        Err(error) => format!("The report cannot be written: {error}"),
        Ok(path) => match open(&path) {
            Ok(()) => format!("The report opens in your browser: {}", path.display()),
            Err(why) => format!("The report is {} ({why}).", path.display()),
        },
    }
}

fn page(state: &State) -> Option<String> {
    if let (View::Ladder, Some(Ok(report))) = (state.view, &state.ladder) {
        return Some(report::html(std::slice::from_ref(report)));
    }
    match state.outcome.as_ref()? {
        Outcome::Judged(judgement, ..) => {
            let reports = [Some(judgement.report.clone()), judgement.timed.clone()];
            let reports: Vec<_> = reports.into_iter().flatten().collect();
            Some(report::html(&reports))
        }
        Outcome::Explained(explained, _) => Some(report::user_html(explained)),
        Outcome::Failed(_) => None,
    }
}

fn write(store: &ProgressFile, page: &str) -> io::Result<PathBuf> {
    let path = store.folder()?.join("report.html");
    write_whole(&path, page)?;
    Ok(path)
}
