//! The simulator's estimates in place of times.

use crate::harness::ladder::prepare::ladder::{Ladder, Timed};
use crate::measure::Summary;

/// Takes the estimates of the live variants of `ladder` where others take times.
pub fn estimate(ladder: &mut Ladder) {
    for (subject, timed) in ladder.subjects.iter().zip(&mut ladder.times) {
        let estimate = subject.counted.as_ref().and_then(|counted| counted.estimate);
        *timed = estimate.filter(|_| subject.live()).map(|seconds| Timed {
            time: Summary::estimated(seconds),
            unsteady: None,
            over_first: None,
            over_baseline: None,
            small: None,
        });
    }
}
