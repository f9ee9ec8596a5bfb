//! The ideas in which two kernels differ, weightiest first.

use serde::{Deserialize, Serialize};

use super::pair::Side;
use super::rules::{self, Found};

/// One mechanism by which the second kernel differs from the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Idea {
    /// In a word: `coalescing`, `workgroup-memory`, `divergence`, ...
    pub kind: String,
    /// The mechanism with its figures and lines.
    pub sentence: String,
}

/// Ideas that are told: the first is the main one, the others go with it.
const TOLD: usize = 4;

/// Each mechanism that tells `b` from `a`, the weightiest first. Empty where neither counters nor code differ.
pub fn ideas(a: &Side<'_>, b: &Side<'_>) -> Vec<Idea> {
    let mut found: Vec<Found> = rules::ALL.iter().filter_map(|rule| rule(a, b)).collect();
    // Stable: of equal weights, the rule that stands first.
    found.sort_by(|x, y| y.weight.total_cmp(&x.weight));
    if found.is_empty() {
        found.extend(rules::code(a, b));
    }
    found
        .into_iter()
        .take(TOLD)
        .map(|found| Idea {
            kind: found.kind.to_owned(),
            sentence: found.sentence,
        })
        .collect()
}
