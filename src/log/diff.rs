//! What changed in a kernel.

use std::time::Duration;

use similar::TextDiff;

/// Lines around a change.
const CONTEXT: usize = 2;

/// After this long a diff need not be the shortest one.
const PATIENCE: Duration = Duration::from_secs(2);

/// The unified diff between two texts, without its header; empty where they are the same.
pub(super) fn unified(before: &str, after: &str) -> String {
    TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(before, after)
        .unified_diff()
        .context_radius(CONTEXT)
        .missing_newline_hint(false)
        .to_string()
}
