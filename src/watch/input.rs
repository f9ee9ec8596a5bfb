//! What comes in, and what is to be carried out.

use std::path::PathBuf;
use std::time::Duration;

use crate::harness::{KernelReport, Report};
use crate::marking::Judgement;

/// Something that happened.
#[derive(Debug)]
pub enum Input {
    Key(Key),
    /// The terminal has this many columns and rows now.
    Resized(u16, u16),
    /// The process goes on after it was stopped.
    Resumed,
    /// A second of a run went by.
    Second,
    /// The watched file changed, or is seen for the first time.
    File(PathBuf, FileChange),
    /// A run says something. Runs are numbered: those that nobody waits for are not heard.
    Job(u64, JobEvent),
    /// An effect has something to say, in a line.
    Told(String),
    /// What is remembered now.
    Progress(Box<crate::study::Progress>),
    /// A signal asks the process to end: its number.
    Ended(i32),
    /// The terminal is gone.
    Gone,
}

/// A key that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// A screen up.
    PageUp,
    /// A screen down.
    PageDown,
    /// To the top.
    Home,
    /// To the end.
    End,
    /// Choose.
    Enter,
    /// Back.
    Escape,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
    /// Ctrl-L.
    Redraw,
}

/// What became of the watched file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// It holds this text.
    Text(String),
    /// It is not there.
    Gone,
    /// It is there and cannot be read, for this reason.
    Unreadable(String),
}

/// What a run says.
#[derive(Debug)]
pub enum JobEvent {
    /// What it does now.
    Doing(String),
    /// How an attempt stands; `timing` where a device goes on to time it.
    Judged {
        judgement: Box<Judgement>,
        /// The text that was judged.
        text: String,
        /// Since the run began.
        took: Duration,
        /// Whether more is to come.
        timing: bool,
    },
    /// A lab's ladder was run.
    Ladder(Box<Report>),
    /// A kernel of one's own was run.
    Explained(Box<KernelReport>, Duration),
    /// It gave nothing, for this reason.
    Failed(String),
}

/// Something to carry out.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Watch this file from now on; its state is reported at once.
    Follow(PathBuf),
    /// Start a run of this number, and end any other.
    Start(u64, Job),
    /// End whatever runs.
    Cancel,
    /// Remember this.
    Remember(Remembered),
    /// Put the starting kernel back at this path, and keep what is there.
    Reset {
        lab: String,
        exercise: String,
        /// The file.
        path: PathBuf,
    },
    /// Write the last result as a report, and open it.
    OpenReport,
    /// Stop the process until the shell continues it.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// Take the terminal over once more, and draw everything anew.
    Retake,
    /// End, with this signal's status where there is one.
    Quit(Option<i32>),
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    /// An attempt at an exercise.
    Judge(WatchedAttempt),
    /// The ladder of a lab.
    Ladder(String),
    /// The kernel of one's own.
    Explain,
}

/// An attempt at an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedAttempt {
    pub lab: String,
    pub exercise: String,
    /// What messages call the file.
    pub path: PathBuf,
    /// The text that was saved.
    pub text: String,
}

/// What is remembered of an exercise.
#[derive(Clone, Debug)]
pub enum Remembered {
    /// The student is here: lab, exercise.
    Here(String, String),
    /// So many of its hints were shown.
    Hints(String, String, usize),
    /// One more text was judged; and it solved the exercise, where `solved`.
    Tried {
        lab: String,
        exercise: String,
        text: String,
        /// Whether it solved it.
        solved: bool,
        /// How it stands.
        judgement: Box<Judgement>,
    },
}
