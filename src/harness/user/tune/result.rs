//! What a search found, as a report.

use super::Search;
use crate::Shown;
use crate::device::Facts;
use crate::harness::protocol::{CandidateReport, DeviceReport, ElsewhereReport, Status, TuningReport};
use crate::measure::{Ratio, Summary};

/// A candidate's name, its time, and where it was timed beside the best in several processes, its ratio to that and whether the two
/// are indistinguishable.
pub type Row = (String, Summary, Option<(Ratio, bool)>);

/// Those that are right, the fastest first.
pub struct Ranking {
    /// Whether the times are the simulator's estimates.
    pub estimated: bool,
    /// The problem in words, where it is a lab's.
    pub problem: Option<String>,
    pub rows: Vec<Row>,
    /// At what the best were verified, too.
    pub also: Option<String>,
}

impl Ranking {
    /// The report of `search` on the device of `facts`.
    pub fn report(self, search: Search<'_>, facts: &Facts) -> TuningReport {
        let ratio = |name: &str| Some(self.rows.iter().find(|(row, ..)| row == name)?.2?.0);
        let one = Ratio { value: 1.0, low: 1.0, high: 1.0 };
        let elsewhere = search.tuning.elsewhere.as_ref().zip(search.elsewhere_name());
        let candidates: Vec<CandidateReport> =
            search.candidates.iter().map(|one| self.candidate(&search, &one.name, one.values.clone())).collect();
        let mut notes = search.notes.clone();
        if self.also.is_none() && notes.is_empty() {
            notes.push(
                "the best was not verified at another size: nothing says what that is; name a member that is set in --grid, or \
                 add --odd, such as --odd params.size=1023"
                    .to_owned(),
            );
        }
        TuningReport {
            schema: TuningReport::SCHEMA.to_owned(),
            file: search.tuning.kernel.file.shown(),
            seed: search.request.seed,
            device: DeviceReport::from(facts),
            estimated: self.estimated,
            best: self.rows.first().map(|(name, ..)| name.clone()).unwrap_or_default(),
            runner_up: self.rows.get(1).map(|(name, ..)| name.clone()),
            default_ratio: ratio(search.default_name()).unwrap_or(one),
            elsewhere: elsewhere.map(|(found, name)| ElsewhereReport {
                device: found.device.clone(),
                ratio: ratio(&name),
                name,
            }),
            rank_correlation: if self.estimated { None } else { rank_correlation(&candidates) },
            constants: search.varied,
            candidates,
            problem: self.problem,
            also_verified: self.also,
            notes,
        }
    }

    fn candidate(
        &self,
        search: &Search<'_>,
        name: &str,
        values: std::collections::BTreeMap<String, String>,
    ) -> CandidateReport {
        let row = self.rows.iter().find(|(row, ..)| row == name);
        let settled = search.settled.get(name);
        CandidateReport {
            name: name.to_owned(),
            values,
            status: settled.map_or(Status::Ok, |settled| settled.status),
            reason: settled.map(|settled| settled.reason.clone()),
            estimate_s: search.estimates.get(name).copied().flatten(),
            time: row.map(|(_, time, _)| *time),
            ratio: row.and_then(|(.., ratio)| Some((*ratio)?.0)),
            indistinguishable: row.and_then(|(.., ratio)| Some((*ratio)?.1)),
        }
    }
}

impl Search<'_> {
    /// Notes that the best were not verified at another size, since the unchanged kernel is wrong there.
    pub(super) fn not_verified(&mut self, label: &str, wrong: &str) {
        let wrong = wrong.trim_start_matches("the unchanged kernel: ").trim_start_matches(&format!("at {label}: "));
        self.notes
            .push(format!("the best was not verified at {label}, for the unchanged kernel is wrong there: {wrong}"));
    }
}

/// Candidates of which a correlation says something.
const FEWEST: usize = 3;

/// Spearman's correlation of estimates with measured times.
fn rank_correlation(candidates: &[CandidateReport]) -> Option<f64> {
    let both = candidates.iter().filter_map(|one| Some((one.estimate_s?.0, one.time?.median.0)));
    let (estimates, times): (Vec<f64>, Vec<f64>) = both.unzip();
    let (x, y) = (ranks(&estimates), ranks(&times));
    let mean = (x.len() as f64 - 1.0) / 2.0;
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    let spread = (sum(&x, &x) * sum(&y, &y)).sqrt();
    (x.len() >= FEWEST && spread > 0.0).then(|| sum(&x, &y) / spread)
}

/// The rank of each value, from 0; equal ones share the middle of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_a_rank() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
    }
}
