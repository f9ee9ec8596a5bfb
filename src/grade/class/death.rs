//! Why a process ended before it had said all: from its status, what it printed last, and what it was doing.

use std::fmt;
use std::process::ExitStatus;

use crate::grade::sandbox::Bounds;
use crate::grade::worker::TimeUp;
use crate::text::escaped;

/// Why a process ended; its words are fit for the student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// The stack overflowed: only a deeply nested kernel does that.
    Nested,
    /// It wanted more memory than the bound, in MiB.
    Memory(u64),
    /// Lockstep panicked, at this place of its source.
    Panicked(String),
    /// Time was over while it read the submission.
    ReadingTimeout,
    /// Time was over while a case ran.
    Timeout(TimeUp),
    /// By this signal.
    Signal(i32),
    /// Nothing tells.
    Unknown,
}

impl Death {
    /// Of a process that ended by itself with `status` and these last `words`; `timeout` is what it would be if time was over.
    pub fn of(status: Option<ExitStatus>, words: &str, bounds: Bounds, timeout: Self) -> Self {
        // What Rust's runtime prints.
        if words.contains("overflowed its stack") {
            return Self::Nested;
        }
        if words.contains("memory allocation of") || words.contains("out of memory") {
            return Self::Memory(bounds.memory_mib);
        }
        if let Some((_, rest)) = words.split_once("panicked at ") {
            let place = rest.lines().next().unwrap_or_default().trim_end_matches(':');
            return Self::Panicked(place.to_owned());
        }
        match signal(status) {
            Some(signal) if signal == out_of_time() => timeout,
            Some(signal) => Self::Signal(signal),
            None => Self::Unknown,
        }
    }

    /// Which time was over, where that ended it.
    pub fn time_up(&self) -> Option<TimeUp> {
        match self {
            Self::Timeout(time_up) => Some(*time_up),
            _ => None,
        }
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nested => {
                f.write_str("it is nested too deeply to be compiled: expressions, blocks or types within each other")
            }
            Self::Memory(mib) => write!(f, "it needs more memory than the {mib} MiB that a submission may take"),
            Self::Panicked(place) => write!(
                f,
                "Lockstep itself failed on it, at {}: tell your instructor, for this is a mistake of the program's",
                escaped(place)
            ),
            Self::ReadingTimeout => f.write_str("reading it did not end in time"),
            Self::Timeout(TimeUp::Submission(seconds)) => write!(
                f,
                "it did not end before the submission had used up its {seconds} s of processor time: some of its kernels take \
                 far more work than their exercises need"
            ),
            Self::Timeout(TimeUp::Case(seconds)) => write!(
                f,
                "it did not end within {seconds} s: an endless loop, or far more work than the exercise needs"
            ),
            Self::Signal(signal) => write!(f, "it ended the process that ran it, by signal {signal}"),
            Self::Unknown => f.write_str("it ended the process that ran it"),
        }
    }
}

/// The signal that ended a process, where one did.
#[cfg(unix)]
pub(super) fn signal(status: Option<ExitStatus>) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt;
    status.and_then(|status| status.signal())
}

#[cfg(not(unix))]
pub(super) fn signal(_: Option<ExitStatus>) -> Option<i32> {
    None
}

#[cfg(unix)]
fn out_of_time() -> i32 {
    rustix::process::Signal::XCPU.as_raw()
}

#[cfg(not(unix))]
fn out_of_time() -> i32 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_says_last_is_told_in_words_that_a_student_can_use() {
        let of = |words: &str| Death::of(None, words, Bounds::default(), Death::ReadingTimeout);
        assert_eq!(of("thread 'main' has overflowed its stack"), Death::Nested);
        assert_eq!(of("memory allocation of 99 bytes failed"), Death::Memory(Bounds::default().memory_mib));
        let panicked = of("thread 'main' panicked at src/a.rs:3:5:\nindex 7 \u{1b}[2J");
        assert_eq!(panicked, Death::Panicked("src/a.rs:3:5".to_owned()));
        assert!(
            panicked.to_string().starts_with("Lockstep itself failed on it, at src/a.rs:3:5: tell your instructor")
        );
        assert_eq!(of("").to_string(), "it ended the process that ran it");
    }

    #[test]
    fn only_a_case_that_ran_out_of_time_is_told_as_such() {
        assert_eq!(Death::Timeout(TimeUp::Case(60)).time_up(), Some(TimeUp::Case(60)));
        assert_eq!(Death::ReadingTimeout.time_up(), None);
    }
}
