use super::*;
use crate::measure::{Clock, Ratio};
use crate::study::baseline::tests::report;

fn kept(report: &Report) -> StoredRun {
    StoredRun::of(report)
}

fn by_times(before: &Report, now: &Report) -> Comparison {
    compare("b", &kept(before), now, Against::Recorded).expect("comparable")
}

fn standing(before: &Report, now: &Report) -> Standing {
    by_times(before, now).variants[0].standing
}

/// A run of today in which the baseline's kernel ran in turns, by these shares faster or slower.
fn in_turns(low: f64, value: f64, high: f64) -> Report {
    let mut now = report(1.0, 9, 1);
    let variant = &mut now.variants[0];
    variant.then = Some(BaselineKernelReport {
        same: false,
        status: Status::Ok,
        reason: None,
        time: variant.time,
        ratio: Some(Ratio { value, low, high }),
        counters: None,
    });
    now
}

fn by_kernels(now: &Report) -> Comparison {
    compare("b", &kept(&report(1.0, 9, 1)), now, Against::Kernels).expect("comparable")
}

fn changed(mut now: Report, change: impl FnOnce(&mut BaselineKernelReport)) -> Compared {
    change(now.variants[0].then.as_mut().expect("it has one"));
    by_kernels(&now).variants.remove(0)
}

#[test]
fn paired_differences_judge_and_not_the_times() {
    let standing = |low, value, high| by_kernels(&in_turns(low, value, high)).variants[0].standing;
    assert_eq!(standing(1.02, 1.05, 1.08), Standing::Slower);
    assert_eq!(standing(0.90, 0.95, 0.99), Standing::Faster);
    assert_eq!(standing(0.97, 1.01, 1.05), Standing::NoDifference);
    let slower = by_kernels(&in_turns(1.02, 1.05, 1.08));
    assert_eq!(slower.outcome(), Overall::Regressed);
    let unsure = by_kernels(&in_turns(0.97, 1.01, 1.05));
    assert_eq!(unsure.outcome(), Overall::Well);
    assert!(unsure.variants[0].smallest.is_some_and(|smallest| (0.03..0.05).contains(&smallest)));
}

#[test]
fn a_run_that_would_have_missed_a_large_change_could_not_tell() {
    let coarse = by_kernels(&in_turns(0.7, 1.0, 1.4));
    assert_eq!((coarse.variants[0].standing, coarse.outcome()), (Standing::Inconclusive, Overall::CouldNotTell));
    assert!(coarse.variants[0].reason.as_ref().is_some_and(|reason| reason.contains("41 %")), "{coarse:?}");
    // A difference that shows is reported, however wide its interval is.
    assert_eq!(by_kernels(&in_turns(1.2, 1.8, 2.7)).outcome(), Overall::Regressed);
}

#[test]
fn a_kernel_that_is_what_it_was_is_not_held_against_itself() {
    let same = changed(in_turns(1.1, 1.2, 1.3), |then| then.same = true);
    assert_eq!((same.standing, same.ratio), (Standing::SameKernel, None));
}

#[test]
fn a_pair_of_which_one_was_not_timed_well_is_told_with_the_reason() {
    let one_process = changed(in_turns(1.0, 1.0, 1.0), |then| then.ratio = None);
    assert!(one_process.reason.is_some_and(|reason| reason.contains("one process")));
    let wrong = changed(in_turns(1.1, 1.2, 1.3), |then| {
        then.status = Status::Wrong;
        then.reason = Some("the output was never written".to_owned());
    });
    assert_eq!(wrong.standing, Standing::Inconclusive);
    assert!(wrong.reason.is_some_and(|reason| reason.contains("the baseline's kernel: the output was never written")));
    let mut unsteady = in_turns(1.1, 1.2, 1.3);
    unsteady.variants[0].status = Status::Inconclusive;
    unsteady.variants[0].reason = Some("others took the processors".to_owned());
    let unsteady = by_kernels(&unsteady);
    assert_eq!(unsteady.outcome(), Overall::CouldNotTell);
    assert_eq!(unsteady.variants[0].reason.as_deref(), Some("others took the processors"));
}

#[test]
fn what_changed_beside_the_kernels_is_said_with_what_to_do() {
    let mut elsewhere = in_turns(0.98, 1.0, 1.02);
    elsewhere.device.driver = "2".to_owned();
    let notes = by_kernels(&elsewhere).notes.join("; ");
    assert!(notes.contains("the driver was `1` and is `2`") && notes.contains("--recorded"), "{notes}");
    assert_eq!(by_kernels(&in_turns(0.98, 1.0, 1.02)).notes, Vec::<String>::new());
    elsewhere.device.name = "other".to_owned();
    let notes = by_times(&report(1.0, 9, 1), &elsewhere).notes.join("; ");
    assert!(notes.contains("`d (vulkan, cpu)` and is `other (vulkan, cpu)`"), "{notes}");
    let mut same = kept(&report(1.0, 9, 1));
    same.kernels.insert("copy".to_owned(), Vec::new());
    let notes = compare("b", &same, &report(1.0, 9, 1), Against::Recorded).expect("comparable").notes.join("; ");
    assert!(notes.contains("without --recorded"), "{notes}");
}

#[test]
fn recorded_times_differ_only_where_the_intervals_are_apart() {
    let before = report(1.0, 9, 1);
    assert_eq!(standing(&before, &report(1.05, 9, 1)), Standing::NoDifference);
    assert_eq!(standing(&before, &report(1.2, 9, 1)), Standing::Slower);
    assert_eq!(standing(&before, &report(0.8, 9, 1)), Standing::Faster);
    assert_eq!(by_times(&before, &report(1.2, 9, 1)).outcome(), Overall::Regressed);
    assert!(by_times(&before, &report(1.05, 9, 1)).variants[0].smallest.is_some_and(|smallest| smallest > 0.09));
}

#[test]
fn recorded_times_of_one_process_tell_nothing_and_estimates_need_no_other() {
    let before = report(1.0, 9, 1);
    let mut now = report(2.0, 9, 1);
    now.clock.processes = 1;
    for (before, now, which) in [(&before, &now, "this run"), (&now, &before, "the baseline's run")] {
        let compared = by_times(before, now).variants.remove(0);
        assert_eq!(compared.standing, Standing::Inconclusive);
        assert!(compared.reason.is_some_and(|reason| reason.contains(which)));
    }
    let estimated = |mut report: Report| {
        report.clock.source = Clock::Estimate;
        report.clock.processes = 0;
        report
    };
    assert_eq!(standing(&estimated(report(1.0, 0, 1)), &estimated(report(1.2, 0, 1))), Standing::Slower);
}

#[test]
fn counters_are_compared_exactly() {
    let moved = by_times(&report(1.0, 9, 100), &report(1.0, 9, 101));
    let rows = &moved.variants[0].counters;
    assert_eq!((rows.len(), rows[0].name.as_str()), (1, "global_sectors"));
    assert_eq!(moved.outcome(), Overall::Well);
    assert_eq!(by_times(&report(1.0, 9, 100), &report(1.0, 9, 100)).variants[0].counters, []);
}

#[test]
fn a_variant_that_was_right_and_is_not_has_regressed() {
    let before = report(1.0, 9, 1);
    let mut now = report(1.0, 9, 1);
    now.variants[0].status = Status::Wrong;
    now.variants[0].time = None;
    assert_eq!(standing(&before, &now), Standing::Broken);
    assert_eq!(by_times(&before, &now).outcome(), Overall::Regressed);
    assert_eq!(by_kernels(&now).outcome(), Overall::Regressed);
    now.variants[0].status = Status::Skipped;
    assert_eq!(standing(&before, &now), Standing::NotRun);
    let mut unsteady = report(2.0, 9, 1);
    unsteady.variants[0].status = Status::Inconclusive;
    assert_eq!(standing(&before, &unsteady), Standing::Inconclusive);
}

#[test]
fn what_is_not_of_the_same_thing_is_refused_with_what_to_do() {
    let before = report(1.0, 9, 1);
    let refused = |change: fn(&mut Report)| {
        let mut now = report(1.0, 9, 1);
        change(&mut now);
        compare("b", &kept(&before), &now, Against::Recorded).expect_err("refused").to_string()
    };
    assert!(refused(|now| now.problem.size = 32).contains("--size 64"));
    assert!(refused(|now| now.variants[0].name = "other".to_owned()).contains("no variant in common"));
    assert!(refused(|now| now.clock.source = Clock::Estimate).contains("run again"));
    let early = |lab, seed, checks, size| {
        comparable("b", &[kept(&before)], lab, seed, checks, size).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(early("coalescing", 1, Checks::Off, Some(64)), Ok(()));
    assert!(early("tiling", 1, Checks::Off, None).is_err_and(|text| text.contains("lab coalescing")));
    assert!(early("coalescing", 2, Checks::Off, None).is_err_and(|text| text.contains("--seed 1")));
    assert!(early("coalescing", 1, Checks::On, None).is_err_and(|text| text.contains("--checks off")));
    assert!(early("coalescing", 1, Checks::Off, Some(8)).is_err_and(|text| text.contains("--size 64")));
}

#[test]
fn a_roof_outside_the_recorded_bounds_is_told() {
    let roof = |byte_per_s: f64| {
        serde_json::json!({"byte_per_s": byte_per_s, "source": "measured", "detail": "",
        "another_run": {"low": 0.9 * byte_per_s, "high": 1.1 * byte_per_s, "processes": 4}})
    };
    let with = |byte_per_s| {
        let mut report = report(1.0, 9, 1);
        report.roofs.memory.measured = serde_json::from_value(roof(byte_per_s)).expect("a roof");
        report
    };
    let reported = |now| by_times(&with(10e9), &with(now)).notes.join("; ");
    assert!(reported(20e9).contains("the roof of memory is 20.0 GB/s, which the baseline's run expected between 9.00"));
    assert!(!reported(10.5e9).contains("the roof of"));
}
