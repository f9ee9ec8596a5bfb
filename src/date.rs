//! Moments in universal time, as people and services write them.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// `2026-11-21 08:35:12 UTC`.
pub fn utc(moment: SystemTime) -> String {
    write(moment, "%Y-%m-%d %H:%M:%S UTC")
}

/// `2026-11-21T08:35:12Z`, as in RFC 3339.
pub fn rfc3339(moment: SystemTime) -> String {
    write(moment, "%Y-%m-%dT%H:%M:%SZ")
}

/// Whole seconds since 1970.
pub fn unix_seconds(moment: SystemTime) -> u64 {
    let since = moment.duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// A clock before 1970 reads as 1970.
fn write(moment: SystemTime, form: &str) -> String {
    let moment = Timestamp::try_from(moment.max(UNIX_EPOCH)).unwrap_or(Timestamp::MAX);
    moment.strftime(form).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn moments_are_written_in_universal_time() {
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(utc(at(0)), "1970-01-01 00:00:00 UTC");
        assert_eq!(utc(at(951_782_399)), "2000-02-28 23:59:59 UTC");
        assert_eq!(utc(at(951_782_400)), "2000-02-29 00:00:00 UTC");
        assert_eq!(rfc3339(at(1_795_250_112)), "2026-11-21T08:35:12Z");
        assert_eq!(unix_seconds(at(7)), 7);
    }
}
