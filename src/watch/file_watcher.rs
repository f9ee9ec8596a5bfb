//! The watched file, looked at several times a second.
//!
//! It is looked at, not subscribed to: a few calls of `stat` a second cost nothing that can be measured, and they see
//! what notifications miss or report late (network and shared folders, WSL, containers), and what editors do when they
//! save: rename another file onto it, remove it and make it anew, write it in pieces.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant, SystemTime};

use super::input::{FileChange, Input};
use crate::files::Shown;
use crate::host::Native;
use crate::lab::Shaders;

/// Between two looks.
const PERIOD: Duration = Duration::from_millis(60);

/// How long a file must stay as it is before it counts as saved.
const QUIET: Duration = Duration::from_millis(180);

/// After this long a file that never stays as it is counts as saved all the same.
const LONGEST: Duration = Duration::from_millis(1200);

/// How long a file must be away before it counts as removed.
const AWAY: Duration = Duration::from_millis(700);

/// File systems note times in steps of up to two seconds: within them, a file's text says whether it changed.
const COARSE: Duration = Duration::from_secs(3);

/// Looks at the files that `wanted` names, one after the other, until it or `inputs` is closed.
pub(super) fn follow(wanted: &Receiver<PathBuf>, inputs: &Sender<Input>) {
    let Ok(mut path) = wanted.recv() else { return };
    let began = Instant::now();
    let mut settling = Debouncer::default();
    let mut last: Option<Sight> = None;
    loop {
        let sight = look(&path, last.as_ref());
        last = Some(sight.clone());
        if let Some(change) = settling.see(began.elapsed(), sight)
            && inputs.send(Input::File(path.clone(), change)).is_err()
        {
            return;
        }
        match wanted.recv_timeout(PERIOD) {
            Ok(other) => {
                path = other;
                settling = Debouncer::default();
                last = None;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// A file at one moment.
#[derive(Clone, Debug, PartialEq)]
struct Sight {
    stamp: Option<Stamp>,
    content: FileChange,
}

/// What tells a file's states apart without reading it.
#[derive(Clone, Debug, PartialEq)]
struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
    identity: u64,
}

/// The file now. It is read only where it may differ from what was seen last.
fn look(path: &Path, last: Option<&Sight>) -> Sight {
    let data = match fs::metadata(path) {
        Ok(data) => data,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Sight { stamp: None, content: FileChange::Gone };
        }
        Err(error) => {
            return Sight { stamp: None, content: FileChange::Unreadable(format!("{}: {error}", path.shown())) };
        }
    };
    let stamp = Some(Stamp { modified: data.modified().ok(), bytes: data.len(), identity: identity(&data) });
    let old = data.modified().ok().and_then(|at| at.elapsed().ok());
    if let Some(last) = last
        && last.stamp == stamp
        && old.is_some_and(|old| old > COARSE)
    {
        return last.clone();
    }
    let content = match Shaders::usual(&Native).file(path) {
        Ok((_, text)) => FileChange::Text(text),
        // Removed since.
        Err(_) if !path.exists() => FileChange::Gone,
        Err(error) => FileChange::Unreadable(error.to_string()),
    };
    Sight { stamp, content }
}

/// Another file under the same name has another number.
#[cfg(unix)]
fn identity(data: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(data)
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> u64 {
    0
}

/// Reports a state of the file once it has settled; the first one at once.
#[derive(Default)]
struct Debouncer {
    reported: Option<Sight>,
    restless: Option<PendingState>,
}

/// A state that was not reported yet.
struct PendingState {
    sight: Sight,
    /// When this state was first seen.
    since: Duration,
    /// When the first of the states that were not reported was seen.
    first: Duration,
}

impl Debouncer {
    /// Takes in what is seen at `now`; what is to be reported of it.
    fn see(&mut self, now: Duration, sight: Sight) -> Option<FileChange> {
        let Some(reported) = &self.reported else {
            return Some(self.tell(sight));
        };
        if *reported == sight {
            self.restless = None;
            return None;
        }
        let since = match &self.restless {
            Some(restless) if restless.sight == sight => restless.since,
            _ => now,
        };
        let first = self.restless.as_ref().map_or(now, |restless| restless.first);
        let (quiet, longest) = match sight.content {
            FileChange::Gone => (AWAY, AWAY.max(LONGEST)),
            _ => (QUIET, LONGEST),
        };
        if now - since >= quiet || now - first >= longest {
            return Some(self.tell(sight));
        }
        self.restless = Some(PendingState { sight, since, first });
        None
    }

    fn tell(&mut self, sight: Sight) -> FileChange {
        let content = sight.content.clone();
        self.reported = Some(sight);
        self.restless = None;
        content
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str, at: u64) -> Sight {
        Sight {
            stamp: Some(Stamp {
                modified: Some(SystemTime::UNIX_EPOCH + Duration::from_millis(at)),
                bytes: text.len() as u64,
                identity: 1,
            }),
            content: FileChange::Text(text.to_owned()),
        }
    }

    fn gone() -> Sight {
        Sight { stamp: None, content: FileChange::Gone }
    }

    /// What is reported of states that are seen at these milliseconds.
    fn changes(seen: &[(u64, Sight)]) -> Vec<(u64, FileChange)> {
        let mut settling = Debouncer::default();
        let reported = |(at, sight): &(u64, Sight)| {
            let change = settling.see(Duration::from_millis(*at), sight.clone())?;
            Some((*at, change))
        };
        seen.iter().filter_map(reported).collect()
    }

    fn says(at: u64, what: &str) -> (u64, FileChange) {
        (at, FileChange::Text(what.to_owned()))
    }

    #[test]
    fn the_first_state_is_told_at_once_and_a_save_once_it_has_settled() {
        let seen = [
            (0, text("a", 0)),
            (60, text("a", 0)),
            (120, text("b", 100)),
            (180, text("b", 100)),
            (300, text("b", 100)),
            (360, text("b", 100)),
        ];
        assert_eq!(changes(&seen), [says(0, "a"), says(300, "b")]);
    }

    #[test]
    fn a_burst_of_saves_is_told_once() {
        let mut seen = vec![(0, text("", 0))];
        for step in 1..10 {
            seen.push((step * 60, text(&"x".repeat(step as usize), step * 60)));
        }
        seen.push((720, text("xxxxxxxxx", 540)));
        assert_eq!(changes(&seen), [says(0, ""), says(720, "xxxxxxxxx")]);
    }

    #[test]
    fn a_file_that_is_written_without_end_is_told_now_and_then() {
        let seen: Vec<_> = (0..60).map(|n| (n * 60, text(&n.to_string(), n * 60))).collect();
        let reported = changes(&seen);
        assert_eq!(reported.len(), 3, "{reported:?}");
    }

    #[test]
    fn a_file_that_is_removed_and_made_anew_is_a_save_and_not_a_loss() {
        let seen = [(0, text("a", 0)), (60, gone()), (120, gone()), (180, text("b", 170)), (400, text("b", 170))];
        assert_eq!(changes(&seen), [says(0, "a"), says(400, "b")]);
    }

    #[test]
    fn a_file_that_stays_away_is_gone_until_it_comes_back() {
        let mut seen = vec![(0, text("a", 0))];
        seen.extend((1..20).map(|n| (n * 60, gone())));
        seen.push((1200, text("a", 1190)));
        seen.push((1400, text("a", 1190)));
        let reported = changes(&seen);
        assert_eq!(reported, [says(0, "a"), (780, FileChange::Gone), says(1400, "a")]);
    }

    #[test]
    fn a_save_that_changes_nothing_is_a_save() {
        let seen = [(0, text("a", 0)), (60, text("a", 50)), (300, text("a", 50))];
        assert_eq!(changes(&seen), [says(0, "a"), says(300, "a")]);
    }
}
