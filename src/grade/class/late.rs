//! Lateness: how many days, and what they cost.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::grade::assignment::LateRule;
use crate::grade::mark::rounded;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// How late a submission was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Late {
    /// Days that have begun since it was due.
    pub days: u32,
    /// How many of them cost nothing.
    pub free: u32,
    /// Points that the others cost.
    pub penalty: f64,
}

impl LateRule {
    /// That `due` is a moment in time, and `per_day` a share.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(&self) -> Result<(), String> {
        self.due_s()?;
        if (0.0..=1.0).contains(&self.per_day) {
            return Ok(());
        }
        Err(format!("per_day = {}: the share of the points that a day costs goes from 0 to 1", self.per_day))
    }

    fn due_s(&self) -> Result<i64, String> {
        let due: Timestamp = self
            .due
            .parse()
            .map_err(|_| format!("due = \"{}\": a moment is written like 2026-11-29T23:59:59+01:00", self.due))?;
        Ok(due.as_second())
    }

    /// How late what was handed in at `handed_in` (seconds since 1970) is, of `points`; `None` where it is in time. Where
    /// nothing tells when it was handed in, but that it came late, it counts as a day.
    pub fn late(&self, handed_in: Option<i64>, said_late: bool, points: f64) -> Option<Late> {
        let over = handed_in.zip(self.due_s().ok()).map_or(0, |(handed_in, due)| handed_in - due);
        let days = if over > 0 { (over + DAY - 1) / DAY } else { i64::from(said_late) };
        let days = u32::try_from(days).unwrap_or(u32::MAX);
        let free = days.min(self.free_days);
        let share = (f64::from(days - free) * self.per_day).min(1.0);
        (days > 0).then(|| Late { days, free, penalty: rounded(points * share) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_that_has_begun_counts_and_free_days_cost_nothing() {
        let rule = LateRule { due: "2026-11-29T23:00:00Z".to_owned(), free_days: 1, per_day: 0.1 };
        let due = rule.due_s().expect("a moment");
        assert_eq!(rule.late(Some(due), false, 10.0), None);
        assert_eq!(rule.late(Some(due + 1), false, 10.0), Some(Late { days: 1, free: 1, penalty: 0.0 }));
        assert_eq!(rule.late(Some(due + 2 * DAY + 1), false, 10.0), Some(Late { days: 3, free: 1, penalty: 2.0 }));
        assert_eq!(rule.late(Some(due + 99 * DAY), false, 10.0).map(|late| late.penalty), Some(10.0));
        assert_eq!(rule.late(None, true, 10.0).map(|late| late.days), Some(1), "the service says so");
        assert!(LateRule { due: "tomorrow".to_owned(), ..rule }.check().is_err());
    }
}
