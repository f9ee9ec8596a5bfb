//! Gradescope's `submission_metadata.json` (Gradescope, "Submission metadata"): when a submission came, and until when it might.

use std::path::Path;

use jiff::Timestamp;
use serde::Deserialize;

use super::roll::Roll;
use crate::files::{FileError, Shown};

/// What of the file counts here.
#[derive(Debug, Deserialize)]
pub struct Metadata {
    created_at: Moment,
    assignment: Option<Dated>,
    #[serde(default)]
    users: Vec<User>,
}

/// A moment as RFC 3339 writes it, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
struct Moment(i64);

impl TryFrom<String> for Moment {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let moment: Result<Timestamp, _> = text.parse();
        moment.map(|moment| Self(moment.as_second())).map_err(|_| format!("`{text}` is no moment"))
    }
}

/// What has a last moment.
#[derive(Debug, Deserialize)]
struct Dated {
    due_date: Option<Moment>,
}

#[derive(Debug, Deserialize)]
struct User {
    /// Of a student with an extension.
    assignment: Option<Dated>,
}

/// Reads the file at `path`.
///
/// # Errors
/// Where it cannot be read, or says nothing of when the submission came.
pub fn metadata(path: &Path) -> Result<Metadata, String> {
    let text = std::fs::read_to_string(path).map_err(FileError::at(path)).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.shown()))
}

impl Metadata {
    /// The student's own last moment, else the service's for all; of a group the latest.
    fn due(&self) -> Option<Moment> {
        let own = self.users.iter().filter_map(|user| user.assignment.as_ref()?.due_date).max();
        own.or_else(|| self.assignment.as_ref()?.due_date)
    }
}

impl Roll {
    /// Dates the submission, of which there is one, as the service does: its files are as old as the last marking.
    pub fn submitted(&mut self, metadata: &Metadata) {
        for entry in &mut self.entries {
            entry.dates.handed_in = Some(metadata.created_at.0);
            entry.dates.due = metadata.due().map(|Moment(due)| due);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::class::Entry;

    #[test]
    fn gradescope_says_when_it_came_and_a_students_own_date_is_before_the_assignments() {
        let text = |users: &str| {
            format!(
                r#"{{"id": 1, "created_at": "2026-11-30T10:00:00.365935+00:00", "users": {users},
                "assignment": {{"due_date": "2026-11-29T23:00:00.000000+00:00", "late_due_date": null}}}}"#
            )
        };
        let dated = |users: &str| {
            let metadata: Metadata = serde_json::from_str(&text(users)).expect("it is metadata");
            let mut roll = Roll { entries: vec![Entry::default()], ..Roll::default() };
            roll.submitted(&metadata);
            let dates = &roll.entries[0].dates;
            dates.handed_in.expect("a moment") - dates.due.expect("a moment")
        };
        assert_eq!(dated(r#"[{"email": "a@b", "id": 7, "name": "Ann"}]"#), 11 * 3600);
        assert_eq!(dated(r#"[{"id": 7, "assignment": {"due_date": "2026-12-01T10:00:00.000000+00:00"}}]"#), -24 * 3600);
        assert!(serde_json::from_str::<Metadata>("{}").is_err());
    }
}
