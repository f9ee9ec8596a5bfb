//! What the file holds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The schema's name, with its version.
pub const SCHEMA: &str = "lockstep/progress/1";

/// Everything that is remembered. Exercises are named `LAB/NAME`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// [`SCHEMA`], or that of a newer Lockstep which wrote the file.
    pub schema: String,
    /// The exercise at which the student left off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    current: Option<String>,
    /// What was done at each exercise.
    #[serde(default)]
    exercises: BTreeMap<String, Done>,
    /// What a newer Lockstep wrote and this one does not know: it is kept.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// What was done at one exercise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// When it was first solved, and with which text; `None` while it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<Solved>,
    /// How many of its hints were shown, from the first on.
    #[serde(default)]
    pub hints: usize,
    /// How many different texts were judged.
    #[serde(default)]
    pub attempts: u32,
    /// See [`Progress`]'s.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// [`fingerprint`] of its text.
    pub hash: String,
    /// When, in seconds since 1970.
    pub unix_s: u64,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            current: None,
            exercises: BTreeMap::new(),
            rest: Map::new(),
        }
    }
}

impl Progress {
    /// The lab and the exercise at which the student left off.
    pub fn current(&self) -> Option<(&str, &str)> {
        self.current.as_deref()?.split_once('/')
    }

    /// Remembers where the student is.
    pub fn set_current(&mut self, lab: &str, exercise: &str) {
        self.current = Some(key(lab, exercise));
    }

    /// What was done at an exercise; nothing at one that was never opened.
    pub fn done(&self, lab: &str, exercise: &str) -> Done {
        let found = self.exercises.get(&key(lab, exercise));
        found.cloned().unwrap_or_default()
    }

    /// Whether an exercise was solved, now or once.
    pub fn solved(&self, lab: &str, exercise: &str) -> bool {
        self.done(lab, exercise).solved.is_some()
    }

    /// How many of an exercise's hints were shown.
    pub fn hints(&self, lab: &str, exercise: &str) -> usize {
        self.done(lab, exercise).hints
    }

    /// Remembers that the first `hints` hints were shown; it never becomes fewer.
    pub fn show_hints(&mut self, lab: &str, exercise: &str, hints: usize) {
        let done = self.at(lab, exercise);
        done.hints = done.hints.max(hints);
    }

    /// Remembers that one more text was judged.
    pub fn attempted(&mut self, lab: &str, exercise: &str) {
        let done = self.at(lab, exercise);
        done.attempts = done.attempts.saturating_add(1);
    }

    /// Remembers a solution: its text's [`fingerprint`], and when, in seconds since 1970. The first one's time stays.
    pub fn solve(&mut self, lab: &str, exercise: &str, hash: String, unix_s: u64) {
        let solved = &mut self.at(lab, exercise).solved;
        let first = solved.as_ref().map_or(unix_s, |earlier| earlier.unix_s);
        *solved = Some(Solved {
            hash,
            unix_s: first,
        });
    }

    fn at(&mut self, lab: &str, exercise: &str) -> &mut Done {
        self.exercises.entry(key(lab, exercise)).or_default()
    }
}

fn key(lab: &str, exercise: &str) -> String {
    format!("{lab}/{exercise}")
}

/// A text's identity, the same in every version: FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo), in hexadecimal.
/// It tells texts apart; it is no proof against forgery.
pub fn fingerprint(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    format!("{hash:016x}")
}
