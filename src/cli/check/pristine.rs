//! Whether the exercises under `shaders/` are still as they are handed out.

use std::fs;
use std::path::Path;

use crate::lab::Lab;

/// The exercises that differ from their starts, as the paths of the student's copies.
pub fn worked_on(root: &Path, labs: &[&Lab]) -> Vec<String> {
    let mut found = Vec::new();
    for lab in labs {
        for exercise in lab.exercises {
            let path = format!("shaders/{}/{}", lab.name, exercise.file());
            let other = |text: String| lines(&text) != lines(exercise.start);
            if fs::read_to_string(root.join(&path)).is_ok_and(other) {
                found.push(path);
            }
        }
    }
    found
}

/// Without the line endings that a checkout on Windows may have.
fn lines(text: &str) -> Vec<&str> {
    text.trim_start_matches('\u{feff}').lines().collect()
}

/// What a student should know about it, which is nothing bad.
pub fn note(found: &[String]) -> Option<String> {
    (!found.is_empty()).then(|| {
        format!(
            "note: changed since it was handed out: {}. That is as it should be where you solve exercises; Lockstep itself \
             holds the starts alone, as labs/LAB/EXERCISE.wgsl.\n",
            found.join(", ")
        )
    })
}
