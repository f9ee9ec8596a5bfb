//! A moment as a person writes it.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// `2026-11-21 08:55:12 UTC`; a clock before 1970 reads as 1970.
pub(super) fn utc(moment: SystemTime) -> String {
    let moment = Timestamp::try_from(moment.max(UNIX_EPOCH)).unwrap_or(Timestamp::MAX);
    moment.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn moments_are_written_in_universal_time() {
        let at = |seconds| utc(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(at(951_782_399), "2000-02-28 23:59:59 UTC");
        assert_eq!(at(951_782_400), "2000-02-29 00:00:00 UTC");
        assert_eq!(at(1_795_250_112), "2026-11-21 08:35:12 UTC");
    }
}
