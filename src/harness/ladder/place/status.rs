//! Whether a variant is right, wrong, failed or inconclusive, and why.

use crate::harness::ladder::prepare::ladder::{Ladder, Timed};
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::protocol::{Settled, Status};

/// How a variant's run ended: as it was settled, else by whether its time stands.
pub fn status(subject: &VariantUnderTest, timed: Option<&Timed>) -> Status {
    match (&subject.settled, timed) {
        (Some(end), _) => end.status,
        (None, Some(timed)) if timed.unsteady.is_none() => Status::Ok,
        // Counted, but the machine's figures do not allow an estimate.
        (None, None) if subject.counted.is_some() => Status::Ok,
        (None, _) => Status::Inconclusive,
    }
}

/// Why it ended so, where there is something to say.
pub fn reason(settled: Option<&Settled>, timed: Option<&Timed>, ladder: &Ladder) -> Option<String> {
    match (settled, timed) {
        (Some(end), _) => Some(end.reason.clone()),
        (None, Some(timed)) => {
            let why = timed.unsteady.as_ref()?;
            Some(format!("right at size {}, but {why} while it was timed", ladder.problem.size))
        }
        _ => None,
    }
}
