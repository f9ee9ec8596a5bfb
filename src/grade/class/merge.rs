//! From the marks on disk to the gradebook: the same whoever made them, and in which order.

use thiserror::Error;

use super::folder::Folder;
use super::mark_one::Rules;
use super::roll::Entry;
use crate::files::FileError;
use crate::grade::mark::{Gradebook, Mark};

/// Names that a message lists.
const LISTED: usize = 10;

/// Why there is no gradebook yet.
#[derive(Debug, Error)]
pub enum MergeError {
    /// Marks are missing.
    #[error(
        "{} of {of} submissions have no mark yet ({}): run the same command again, it goes on where it was",
        missing.len(), listed(missing)
    )]
    Missing {
        /// Whose.
        missing: Vec<String>,
        /// Submissions in all.
        of: usize,
    },
    /// It cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

fn listed(names: &[String]) -> String {
    let mut text = names[..names.len().min(LISTED)].join(", ");
    if names.len() > LISTED {
        text += ", ...";
    }
    text
}

/// Writes the gradebook of all of `roll` from the marks in `folder`.
///
/// # Errors
/// [`MergeError`].
pub fn merge(rules: &Rules, roll: &[Entry], folder: &Folder) -> Result<Gradebook, MergeError> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut missing = Vec::new();
    for entry in roll {
        let mark = folder.mark(&entry.stem);
        match mark.filter(|mark| mark.basis == rules.basis && mark.submission == entry.name) {
            Some(mark) => marks.push(mark),
            None => missing.push(entry.name.clone()),
        }
    }
    if !missing.is_empty() {
        let of = roll.len();
        return Err(MergeError::Missing { missing, of });
    }
    let book = Gradebook::new(&rules.assignment, &rules.basis, marks);
    folder.write_book(&book)?;
    Ok(book)
}
