//! A kernel of one's own: what the simulator found at the last save.

use super::input::FileChange;
use super::state::{Outcome, State};
use crate::report;
use crate::text::plain;

/// The whole text.
pub(super) fn body(state: &State) -> String {
    match (&state.file, &state.outcome) {
        (Some(FileChange::Gone), _) => {
            "The file is not there. It is run as soon as it comes back.\n".to_owned()
        }
        (Some(FileChange::Unreadable(why)), _) => format!("{}\n", plain(why)),
        (_, Some(Outcome::Explained(explained, _))) => {
            let notes = explained.notes.iter();
            let notes: String = notes
                .map(|note| format!("note: {}\n", plain(note)))
                .collect();
            format!("{}{notes}", report::explain(explained))
        }
        (_, Some(Outcome::Failed(why))) => format!("{}\n", plain(why)),
        _ => String::new(),
    }
}
