//! What one submission's marking found out for all: the same kernel gets the same mark.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::grade::mark::ExerciseMark;

/// Exercises as they were judged, by the key of their kernel.
#[derive(Debug, Default)]
pub struct Shared(Mutex<BTreeMap<String, (ExerciseMark, Vec<String>)>>);

impl Shared {
    /// The keys so far.
    pub fn keys(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    /// The exercise of that key, with what only the instructor may see.
    pub fn of(&self, key: &str) -> Option<(ExerciseMark, Vec<String>)> {
        self.lock().get(key).cloned()
    }

    /// Keeps what was judged under `keys`.
    pub fn keep(&self, keys: Vec<String>, mark: &ExerciseMark, instructor: &[String]) {
        let mut shared = self.lock();
        for key in keys {
            shared.entry(key).or_insert_with(|| (mark.clone(), instructor.to_vec()));
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, (ExerciseMark, Vec<String>)>> {
        // A thread that panicked has put in nothing half.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
