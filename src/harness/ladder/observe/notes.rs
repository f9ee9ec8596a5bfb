//! What a reader must know to trust a run's figures.

use crate::device::SIMULATED_WORKGROUPS;
use crate::harness::ladder::prepare::ladder::Ladder;
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::ladder::time::session_plan::SessionPlan;
use crate::harness::ladder::time::sessions::that_timed;
use crate::harness::ladder::time::{canary, interference};
use crate::harness::protocol::{CanaryReport, Job, Note, TimingSession};
use crate::host::Host;
use crate::measure::Ratio;

/// What is to be said of the times in `ladders`, which `sessions` took.
pub fn of_times(
    ladders: &[Ladder],
    sessions: &[TimingSession],
    plan: &SessionPlan<'_>,
    job: &Job,
    host: Option<&dyn Host>,
) -> Vec<Note> {
    let mut notes: Vec<Note> = host.and_then(interference::on_battery).map(Note::from).into_iter().collect();
    let times = ladders.iter().flat_map(|ladder| ladder.times.iter().flatten());
    let unsteady = times.filter(|timed| timed.unsteady.is_some()).count();
    if unsteady > 0 {
        notes.push(format!("{unsteady} times are inconclusive: the reason stands with each").into());
    }
    if plan.pairs.is_empty() {
        notes.extend(too_short(ladders, sessions, plan.plan.sessions).map(Note::from));
    }
    notes.extend(sampled(ladders, job));
    notes.extend(sessions.iter().find_map(|session| session.compared_on_host.as_ref()).map(|why| {
        Note::from(format!(
            "outputs were compared on the host, for the comparison on this device is not trusted: {why}"
        ))
    }));
    notes.extend(held_down(sessions).map(Note::from));
    notes.extend(moved(&canary::reports(sessions)).map(Note::from));
    notes
}

/// What a reader must know where some workgroups were left out.
fn sampled(ladders: &[Ladder], job: &Job) -> Option<Note> {
    let subjects = ladders.iter().flat_map(|ladder| &ladder.subjects).filter(|subject| subject.live());
    let some: Vec<&VariantUnderTest> = subjects.filter(|subject| subject.check.sampled.is_some()).collect();
    let ran = some.iter().filter_map(|subject| Some(subject.counted.as_ref()?.counters.sampled_workgroups));
    let (fewest, most) = (ran.clone().min()?, ran.max()?);
    let many = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
    let of = if some.len() == 1 { "1 variant".to_owned() } else { format!("each of {} variants", some.len()) };
    let elements: usize = some.iter().filter_map(|subject| Some(subject.check.sampled?.elements)).sum();
    let more = if matches!(job, Job::Candidates { .. }) {
        "`--json` says how many ran"
    } else {
        "how many ran stands under `workgroups run`, with `--detail`, and in `--json`"
    };
    let folded = |subject: &VariantUnderTest| {
        let counted = subject.counted.as_ref().map_or(0, |counted| counted.counters.workgroups);
        let line = matches!(subject.variant.passes, [pass] if pass.grid.0.len() == 1);
        line && counted > u64::from(SIMULATED_WORKGROUPS)
    };
    let rows = match some.iter().any(|subject| folded(subject)) {
        true => format!(
            "; more than {SIMULATED_WORKGROUPS} workgroups in a line are launched as rows, which may hold one or a few more than the problem needs"
        ),
        false => String::new(),
    };
    Some(Note::Sampled {
        brief: format!(
            "sampled: at size {}, {many} workgroups of {of} ran and were checked, and times and counters are estimated from them",
            ladders[0].problem.size,
        ),
        more: format!(
            "the {elements} elements that they wrote were checked, and at the smaller sizes all elements; faults of workgroups that did \
             not run are not found, and if one of them is longer than these, the launch takes longer than estimated; {more}{rows}",
        ),
    })
}

/// That there was time for fewer processes than were `wanted`, and what that leaves unseen; `None` where there was time for all, or
/// where it leaves nothing unseen that more would show.
fn too_short(ladders: &[Ladder], sessions: &[TimingSession], wanted: usize) -> Option<String> {
    let timed = that_timed(sessions);
    let ratios = ladders.iter().flat_map(|ladder| &ladder.times).flatten().filter_map(|timed| timed.over_first);
    let mut smallest: Vec<f64> = ratios.map(|ratio| ratio.smallest()).collect();
    smallest.sort_by(f64::total_cmp);
    let middle = smallest.get(smallest.len() / 2).filter(|middle| timed < wanted && **middle > Ratio::LEAST)?;
    let fewer = if ladders.iter().any(|ladder| !ladder.points.is_empty()) { ", or fewer `--points`," } else { "" };
    Some(format!(
        "there was time for {timed} processes in place of {wanted}: this run is too short to tell most kernels apart that \
         differ by less than {:.0} %; a smaller `--size`{fewer} or some kernels by `--variant` leaves time for more",
        (100.0 * middle).ceil()
    ))
}

/// That a GPU did not run as fast as it can, in words.
fn held_down(sessions: &[TimingSession]) -> Option<String> {
    let mut reasons: Vec<&str> = sessions.iter().flat_map(|session| &session.held_down).map(String::as_str).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let many = sessions.iter().filter(|session| !session.held_down.is_empty()).count();
    (many > 0).then(|| {
        let all = sessions.len();
        format!("the GPU's clock was held down in {many} of {all} processes that timed: {}", reasons.join(", "))
    })
}

/// A canary's time that changes by this share or more is reported.
const NOTABLE: f64 = 0.1;

/// That the machine changed while it timed, in words.
fn moved(reports: &[CanaryReport]) -> Option<String> {
    let changed = reports.iter().filter(|canary| canary.within.max(canary.between) > NOTABLE);
    let reported: Vec<String> = changed
        .map(|canary| {
            let [within, between] = [canary.within, canary.between].map(|share| format!("{:.0} %", 100.0 * share));
            format!("{} by {within} within a process and {between} between processes", canary.name)
        })
        .collect();
    (!reported.is_empty()).then(|| {
        format!(
            "the machine did not hold still: what should always take the same time changed, {}",
            reported.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canary_that_moved_is_named_and_one_that_did_not_is_no_note() {
        let canary = |name: &str, within, between| CanaryReport { name: name.to_owned(), within, between };
        let note = moved(&[canary("arithmetic", 0.05, 0.0), canary("memory", 0.0, 0.5)]).expect("it moved");
        assert!(note.contains("memory by 0 % within a process and 50 % between") && !note.contains("arithmetic"));
        assert_eq!(moved(&[canary("memory", 0.05, 0.05)]), None);
    }
}
