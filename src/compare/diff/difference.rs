//! How two kernels differ, in a word and in a sentence.

use super::report::{DiffReport, Difference, SideReport};
use crate::compare::{CounterRow, TimeChange};
use crate::harness::Status;
use crate::units::digits3;

type Explained = (Difference, String);

/// How the two stand to each other.
pub(super) fn difference(report: &DiffReport) -> Explained {
    unfit(report).or_else(|| same_program(report)).unwrap_or_else(|| by_figures(report))
}

/// Why there is nothing to compare.
fn unfit(report: &DiffReport) -> Option<Explained> {
    let names = |bad: fn(&SideReport) -> bool| -> Vec<&str> {
        let sides = [("A", &report.a), ("B", &report.b)];
        sides.into_iter().filter(|(_, side)| bad(side)).map(|(name, _)| name).collect()
    };
    let wrong = names(|side| matches!(side.status, Status::Wrong | Status::Failed));
    if !wrong.is_empty() {
        let verb = if wrong.len() == 1 { "is" } else { "are" };
        return Some((Difference::Wrong, format!("{} {verb} wrong: nothing was compared", wrong.join(" and "))));
    }
    if let Some(first) = report.outputs.as_ref().and_then(|outputs| outputs.first.as_ref()) {
        // On a device nobody sees whether values depend on the order of invocations.
        let unless =
            if report.counters.is_empty() { ", unless the order of invocations decides what is there" } else { "" };
        let sentence = format!(
            "the two do not compute the same: {first}; they were not timed, and at least one of them is wrong, or they lay their \
             results out differently{unless}"
        );
        return Some((Difference::Wrong, sentence));
    }
    let skipped = names(|side| side.status == Status::Skipped);
    (!skipped.is_empty()).then(|| (Difference::NotRun, format!("{} cannot run on this device", skipped.join(" and "))))
}

fn same_program(report: &DiffReport) -> Option<Explained> {
    let times = match report.time_ratio {
        // The kernel is the same: what differs is the machine.
        Some(ratio) if ratio.verdict != TimeChange::Same => {
            format!("; that the times differ ({}x) is this machine's unrest", digits3(ratio.value))
        }
        _ => String::new(),
    };
    let sentence = format!("no difference: the two are the same program, comments, blanks and names aside{times}");
    report.same_program.then_some((Difference::None, sentence))
}

fn by_figures(report: &DiffReport) -> Explained {
    let (differ, counted) = match report.counters.as_slice() {
        [] => (None, ""),
        rows if rows.iter().any(CounterRow::differs) => (Some(true), "; counters differ"),
        _ => (Some(false), "; no counter differs"),
    };
    let Some(ratio) = &report.time_ratio else {
        if let Some(bounds) = bounds(report) {
            return (Difference::Untold, format!("which of the two is faster cannot be told: {bounds}{counted}"));
        }
        return match differ {
            Some(false) => (Difference::None, "no difference in any counter; there are no times".to_owned()),
            _ => (Difference::NotInTime, format!("there are no times to compare{counted}")),
        };
    };
    if [&report.a, &report.b].iter().any(|side| side.status == Status::Inconclusive) {
        let sentence = format!("inconclusive: the machine did not hold still while they were timed{counted}");
        return (Difference::NotInTime, sentence);
    }
    let least = if report.a.at_least() || report.b.at_least() { "at least " } else { "" };
    let (kind, by, interval) = match ratio.estimated {
        true => ("estimated ", ", by estimate", String::new()),
        false => ("", "", format!(" ({} to {})", digits3(ratio.low), digits3(ratio.high))),
    };
    let value = digits3(ratio.value);
    match ratio.verdict {
        TimeChange::Same if differ != Some(true) => {
            (Difference::None, format!("no difference: neither the {kind}times nor a counter tell them apart"))
        }
        TimeChange::Same => (
            Difference::NotInTime,
            format!("no difference in {kind}time: B takes {value}x the time of A{interval}{counted}"),
        ),
        TimeChange::Faster => {
            let times = digits3(1.0 / ratio.value);
            let most = if least.is_empty() { "" } else { "at most " };
            let sentence = format!(
                "B is faster{by}: {least}{times} times as fast as A; it takes {most}{value}x the time{interval}"
            );
            (Difference::Faster, sentence)
        }
        TimeChange::Slower => {
            (Difference::Slower, format!("B is slower{by}: it takes {least}{value}x the time of A{interval}"))
        }
    }
}

/// Which of the times are lower bounds, and for want of what; `None` where none is.
fn bounds(report: &DiffReport) -> Option<String> {
    let sides = [("A", &report.a), ("B", &report.b)];
    let bound: Vec<_> = sides.into_iter().filter(|(_, side)| side.at_least()).collect();
    let subject = match bound.as_slice() {
        [] => return None,
        [(name, _)] => format!("the estimated time of {name} is a lower bound"),
        _ => "both estimated times are lower bounds".to_owned(),
    };
    let mut missing: Vec<&str> = Vec::new();
    for figure in bound.iter().flat_map(|(_, side)| &side.missing) {
        if !missing.contains(&figure.as_str()) {
            missing.push(figure);
        }
    }
    Some(format!("{subject}, because the machine's file lacks {}", missing.join(", ")))
}
