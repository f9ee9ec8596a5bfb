//! What the findings of single lines share: which lines waste enough, and how a line's waste is said.

use super::evidence::Evidence;
use super::request::Request;
use crate::si_units::digits3;
use crate::{Finding, FindingKind, LineCounters, Severity};

/// A line is worth a finding when it costs this many times the least it could...
pub(super) const EXCESS: f64 = 1.5;
/// ...and its excess is this share of all that the launch spends on the resource.
const SHARE: f64 = 0.05;
/// Whether the first requests of a line were kept and show nothing of what the line wastes.
pub(super) fn is_untypical(evidence: &Evidence<'_>, line: &LineCounters, shows: bool) -> bool {
    !shows && evidence.requests(line.line).next().is_some()
}

/// The count alone: no kept request shows the waste.
pub(super) fn untypical(kind: FindingKind, line: &LineCounters, what: &str) -> Finding {
    let message = format!(
        "{what}; the first request here takes as few as possible, but later ones, or those of other workgroups, do not"
    );
    Finding::new(kind, Severity::Note, message).at(line.line)
}

/// The access of a line whose first request wastes most, with what it spends and the least it could.
pub(super) fn worst<'a>(
    evidence: &Evidence<'a>,
    line: &LineCounters,
    spent: impl Fn(&Request<'_>) -> Option<(u64, u64)>,
) -> Option<(Request<'a>, u64, u64)> {
    evidence
        .requests(line.line)
        .filter_map(|request| spent(&request).map(|(spent, ideal)| (request, spent, ideal)))
        .filter(|(_, spent, ideal)| *spent as f64 > *ideal as f64 * EXCESS)
        // Of equal ones, one with a step between its lanes, which can be mended.
        .max_by_key(|(request, spent, ideal)| (spent - ideal, request.step().is_some()))
}

/// `each subgroup's load of `a` touches 32 sectors of 32 bytes where 4 would do`: by the access's own first request where the
/// line's average says the same, else by both.
pub(super) fn subject(
    worst: Option<&(Request<'_>, u64, u64)>,
    [spent, ideal]: [f64; 2],
    unit: &str,
    of: &str,
    verb: &str,
) -> String {
    let Some((request, own, least)) = worst else {
        let (spent, ideal) = (digits3(spent), digits3(ideal));
        return format!("each subgroup's request {verb} {spent} {unit}{of} where {ideal} would do");
    };
    let (noun, name) = (request.noun(), &request.0.name);
    let near = |a: f64, b: u64| (a / b as f64 - 1.0).abs() < 0.05;
    if near(spent, *own) && near(ideal, *least) {
        return format!("each subgroup's {noun} of `{name}` {verb} {own} {unit}{of} where {least} would do");
    }
    format!(
        "a subgroup's {noun} of `{name}` {verb} {own} {unit}{of} where {least} would do (its first request; on average over the \
         line, {} where {} would do)",
        digits3(spent),
        digits3(ideal)
    )
}

/// The lines that spend much more than they need and whose excess matters to the launch, the most expensive first.
pub(super) fn wasteful<'a>(
    evidence: &Evidence<'a>,
    total: u64,
    spent_and_ideal: impl Fn(&LineCounters) -> (u64, u64),
) -> Vec<&'a LineCounters> {
    let excess = |line: &LineCounters| {
        let (spent, ideal) = spent_and_ideal(line);
        spent.saturating_sub(ideal)
    };
    evidence.dearest(excess, |line| {
        let (spent, ideal) = spent_and_ideal(line);
        spent as f64 > ideal as f64 * EXCESS && excess(line) as f64 > total as f64 * SHARE
    })
}
