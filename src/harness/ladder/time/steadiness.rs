//! Whether the machine held still while a variant was timed: where it did not, its time is inconclusive.

use crate::harness::protocol::TimingSession;
use crate::measure::Samples;

/// How far a canary may move while the machine "holds still".
const STILL: f64 = 0.25;

/// Where one moved: how far the middle half of a variant's samples may spread for its time to stand. What
/// changed before the first sample or after the last does not touch them.
const UNREST_MOVED: f64 = 0.05;

/// Where none did: where the middle half of the samples spreads by more than this share of the median to each side, there is no verdict.
const UNREST: f64 = 0.35;

/// How far the middle half of a variant's samples may spread, as a share of their median, beside these samples of the canaries.
pub fn allowed_unrest(canaries: &[Samples]) -> f64 {
    let moved = canaries.iter().any(|canary| canary.drift(canary.clock()) > STILL);
    if moved { UNREST_MOVED } else { UNREST }
}

/// Why there is no verdict on the variant of that key: in half of the sessions that timed it or more, the machine did not hold
/// still.
pub fn unsteady(key: &str, sessions: &[TimingSession]) -> Option<String> {
    let timed = sessions.iter().filter(|session| session.main.contains_key(key)).count();
    let restless = |session: &&TimingSession| session.unsteady.iter().any(|name| name == key);
    let times = sessions.iter().filter(restless).count();
    (2 * times >= timed.max(1)).then(|| "the machine did not hold still".to_owned())
}
