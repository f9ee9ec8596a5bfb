use super::*;
use serde_json::json;

/// A variant of `crossover` or `dispatches` with these steps: their name, sort, number, bytes and seconds.
fn variant(name: &str, steps: &[(&str, StepKind, u32, f64, f64)]) -> VariantReport {
    let step = |(name, kind, times, byte, seconds): &(&str, StepKind, u32, f64, f64)| StepTime {
        name: (*name).to_owned(),
        kind: *kind,
        times: *times,
        byte: *byte,
        seconds: Some(*seconds),
    };
    let problem = json!({
        "label": "", "size": 1, "flop": 1.0, "byte": 1.0, "items": 0.0, "working_set": 1.0, "outputs": 1,
    });
    let report = json!({
        "name": name, "part": "", "shader": [], "problem": problem, "compiled": true, "status": "ok", "reason": null,
        "check": null, "time": null, "throughput": null, "of_theoretical": null, "of_measured": null, "speedup": null,
        "differs": null, "from_cache": false, "small": null, "counters": null, "findings": [],
    });
    let report: VariantReport = serde_json::from_value(report).expect("a variant's report");
    VariantReport { steps: steps.iter().map(step).collect(), ..report }
}

const DISPATCH: &str = "dispatch polynomial.wgsl";

fn cold() -> VariantReport {
    let copy = |name| (name, if name == "upload x" { StepKind::Upload } else { StepKind::Download }, 1, 1e6, 2e-4);
    variant("cold", &[copy("upload x"), (DISPATCH, StepKind::Dispatch, 1, 0.0, 1e-4), copy("download y")])
}

#[test]
fn many_submissions_are_told_from_one_dispatch_by_what_each_costs() {
    let each = variant("submit-each", &[(DISPATCH, StepKind::Dispatch, 64, 0.0, 64.0 * 3e-5)]);
    let one = variant("one-dispatch", &[(DISPATCH, StepKind::Dispatch, 1, 0.0, 3.45e-5)]);
    let text = told_apart("offload", &each, &one).expect("they differ");
    let expected = "`submit-each` has 64 times dispatch polynomial.wgsl (each in a submission of its own, 30.0 µs each), \
                    `one-dispatch` dispatch polynomial.wgsl (34.5 µs)";
    assert!(text.ends_with(expected), "{text}");
    assert_eq!(told_apart("offload", &one, &one), None);
}

#[test]
fn copies_that_are_gone_are_named_with_their_bytes_times_and_rates() {
    let warm = variant("warm", &[(DISPATCH, StepKind::Dispatch, 1, 0.0, 1e-4)]);
    let text = told_apart("offload", &cold(), &warm).expect("they differ");
    let copies = "only `cold` has upload x (1.00 MB, 200 µs, at 5.00 GB/s), download y (1.00 MB, 200 µs, at 5.00 GB/s)";
    assert!(text.contains(copies) && text.ends_with("both have dispatch polynomial.wgsl (100 µs)"), "{text}");
    assert!(both_run_kernels(&cold(), &warm));
}

#[test]
fn a_host_that_runs_no_kernel_has_no_counters_to_compare() {
    let host = variant("host", &[("polynomial on the host", StepKind::Host, 1, 0.0, 6e-4)]);
    assert!(!both_run_kernels(&host, &cold()) && both_run_kernels(&cold(), &cold()));
    let text = told_apart("offload", &host, &cold()).expect("they differ");
    assert!(text.contains("only `host` has polynomial on the host (600 µs); only `cold` has upload x"), "{text}");
}
