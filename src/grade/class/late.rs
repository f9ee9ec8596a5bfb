//! Lateness: how many days, and what they cost.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::temporal::Pieces;
use serde::{Deserialize, Serialize};

use super::roll::Roll;
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

/// What Moodle's worksheet says where nothing was handed in.
const NEVER: &str = "-";

/// How rosters write a moment without its zone: ISO 8601 with and without seconds, and Moodle's worksheet in English, as in
/// `Sunday, 29 November 2026, 11:59 PM` and `Sunday, November 29, 2026, 11:59 PM`.
const FORMS: [&str; 4] = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%A, %d %B %Y, %I:%M %p", "%A, %B %d, %Y, %I:%M %p"];

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

    /// The moment that `text` names, in seconds since 1970; where it names no zone, in the zone of `due`. `None` where it is none.
    pub fn moment(&self, text: &str) -> Option<i64> {
        if let Ok(whole) = text.parse::<Timestamp>() {
            return Some(whole.as_second());
        }
        let clock = FORMS.iter().find_map(|form| DateTime::strptime(form, text.replace('\u{202f}', " ")).ok())?;
        let offset = Pieces::parse(&self.due).ok()?.to_numeric_offset()?;
        Some(offset.to_timestamp(clock).ok()?.as_second())
    }

    /// How late what was handed in as `dates` says is, of `points`; `None` where it is in time. What a service says of its days
    /// counts where no moment is known.
    pub fn late(&self, dates: &Dates, points: f64) -> Option<Late> {
        let due = dates.due.or_else(|| self.due_s().ok());
        let over = dates.handed_in.zip(due).map(|(handed_in, due)| (handed_in - due).max(0));
        let days = over.map_or(i64::from(dates.late_days), |over| (over + DAY - 1) / DAY);
        let days = u32::try_from(days).unwrap_or(u32::MAX);
        let free = days.min(self.free_days);
        let share = (f64::from(days - free) * self.per_day).min(1.0);
        (days > 0).then(|| Late { days, free, penalty: rounded(points * share) })
    }
}

/// When a submission came, and until when it might.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// In seconds since 1970, as a service or the roster says, or the newest of its files where they tell.
    pub handed_in: Option<i64>,
    /// The student's own last moment, where it is not the assignment's.
    pub due: Option<i64>,
    /// Days by which a service says that it is late: Canvas says that it is, which counts as one.
    pub late_days: u32,
}

/// Moodle's word for an extension, before its moment.
const EXTENSION: &str = "Extension granted until: ";

/// Days by which Moodle's status says that a submission is late, such as `Submitted for grading - 1 day 2 hours late`: days that
/// have begun.
fn late_days(status: &str) -> Option<u32> {
    let (before, _) = status.split_once(" late")?;
    let words: Vec<&str> = before.split_whitespace().collect();
    let of = |units: [&str; 2]| {
        let place = words.iter().position(|word| units.contains(word))?;
        words.get(place.checked_sub(1)?)?.parse::<u32>().ok()
    };
    let part = ["hour", "hours", "min", "mins", "minutes", "sec", "secs", "seconds"];
    let begun = words.iter().any(|word| part.contains(word));
    let whole = of(["day", "days"]).unwrap_or(0) + 7 * of(["week", "weeks"]).unwrap_or(0);
    Some((whole + u32::from(begun)).max(1))
}

impl Roll {
    /// Dates every submission whose moment the roster tells: a service knows it better than its download's files. Says of whom
    /// nothing tells it.
    ///
    /// # Errors
    /// Where a student's own last moment cannot be read.
    pub fn date(&mut self, rule: &LateRule) -> Result<(), String> {
        let mut undated = 0;
        for entry in &mut self.entries {
            let extended = entry.student.status.split_once(EXTENSION).map(|(_, moment)| moment.trim());
            let due = match entry.student.due.as_str() {
                "" | NEVER => extended.unwrap_or_default(),
                due => due,
            };
            if !due.is_empty() {
                let unreadable = || {
                    let name = &entry.name;
                    format!(
                        "the roster's due of `{name}`, {due}, is no moment: one is written like 2026-11-29T23:59:59+01:00"
                    )
                };
                entry.dates.due = Some(rule.moment(due).ok_or_else(unreadable)?);
            }
            if let Some(days) = late_days(&entry.student.status) {
                entry.dates.late_days = days;
            }
            let reported = entry.student.submitted.as_str();
            match rule.moment(reported) {
                Some(moment) => entry.dates.handed_in = Some(moment),
                None if reported.is_empty() || reported == NEVER => {}
                None => self.left_out.push(format!(
                    "the roster's moment of `{}` is left out, since it cannot be read: {reported}. One is written like \
                     2026-11-29T23:59:59+01:00",
                    entry.name
                )),
            }
            undated += usize::from(entry.dates.handed_in.is_none() && entry.dates.late_days == 0);
        }
        if undated > 0 {
            self.left_out.push(format!(
                "nothing tells when {undated} of {} submissions were handed in, and they count as in time: a --roster with a column \
                 `submitted`, or Moodle's grading worksheet, tells it",
                self.entries.len()
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_that_has_begun_counts_and_free_days_cost_nothing() {
        let rule = LateRule { due: "2026-11-29T23:00:00Z".to_owned(), free_days: 1, per_day: 0.1 };
        let due = rule.due_s().expect("a moment");
        let late = |handed_in: i64| rule.late(&Dates { handed_in: Some(handed_in), ..Dates::default() }, 10.0);
        assert_eq!(late(due), None);
        assert_eq!(late(due + 1), Some(Late { days: 1, free: 1, penalty: 0.0 }));
        assert_eq!(late(due + 2 * DAY + 1), Some(Late { days: 3, free: 1, penalty: 2.0 }));
        assert_eq!(late(due + 99 * DAY).map(|late| late.penalty), Some(10.0));
        let said = |late_days| rule.late(&Dates { late_days, ..Dates::default() }, 10.0).map(|late| late.days);
        assert_eq!((said(0), said(1)), (None, Some(1)), "the service says so");
        let extended = Dates { handed_in: Some(due + DAY), due: Some(due + DAY), late_days: 1 };
        assert_eq!(rule.late(&extended, 10.0), None, "the student's own moment counts, and the one that is known");
        let status = |text: &str| late_days(text);
        assert_eq!(status("Submitted for grading - 1 day 2 hours late"), Some(2));
        assert_eq!((status("Submitted for grading - 3 hours late"), status("Submitted for grading")), (Some(1), None));
        assert_eq!(status("Submitted for grading - 2 days late"), Some(2));
        let noon = rule.moment("2026-11-29T12:00:00+00:00");
        for same in ["2026-11-29 12:00", "Sunday, 29 November 2026, 12:00 PM", "Sunday, November 29, 2026, 12:00 PM"] {
            assert_eq!((rule.moment(same), noon.is_some()), (noon, true), "{same}");
        }
        assert_eq!(
            LateRule { due: "2026-11-29T23:00:00+01:00".to_owned(), ..rule.clone() }.moment("2026-11-29 13:00"),
            noon
        );
        assert_eq!(rule.moment("Sonntag, 29. November 2026, 12:00"), None);
        assert!(LateRule { due: "tomorrow".to_owned(), ..rule }.check().is_err());
    }
}
