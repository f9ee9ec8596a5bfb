//! On the simulator each row is reported as soon as it is known, and says what the report says.

use lockstep::device::Selector;
use lockstep::harness::{Done, Event, Job, Request, VariantReport, work};
use lockstep::host::Native;
use lockstep::sim::FindingKind;

/// The job's events in words, its rows, and the report's.
fn run(job: Job) -> (Vec<String>, Vec<VariantReport>, Vec<VariantReport>) {
    let mut request = Request::new(job);
    request.device = Selector::Simulated(String::new());
    request.size = Some(64);
    let (mut heard, mut rows) = (Vec::new(), Vec::new());
    let mut emit = |event| match event {
        Event::Enter { variant, stage, .. } => heard.push(format!("{variant}: {stage}")),
        Event::Row { row, estimated } => {
            assert!(estimated);
            heard.push(format!("row of {}", row.name));
            rows.push(*row);
        }
        _ => {}
    };
    let done = pollster::block_on(work(&request, &Native, &mut emit)).expect("a run");
    let Done::Lab(report) = done else { panic!("a lab's report") };
    (heard, rows, report.variants)
}

#[test]
fn each_row_comes_before_the_next_part_is_compiled_and_is_the_report_s() {
    let (heard, rows, reported) = run(Job::ladder("fusion"));
    let place =
        |what: &str| heard.iter().position(|heard| heard == what).unwrap_or_else(|| panic!("{what} in {heard:#?}"));
    assert!(place("row of chain-unfused") < place("chain-fused: verifying at size 64"));
    assert!(place("row of chain-fused") < place("gelu-unfused: compile"));
    assert!(rows.len() > 8, "{}", rows.len());
    for variant in &reported {
        let unfused = variant.findings.iter().filter(|finding| finding.kind == FindingKind::UnfusedTraffic).count();
        assert_eq!(unfused, usize::from(variant.name.ends_with("-unfused")), "{}", variant.name);
    }
    for row in rows {
        let of_report = reported.iter().find(|variant| variant.name == row.name).expect("a row of the report");
        assert_eq!(row.time.map(|time| time.median.0), of_report.time.map(|time| time.median.0), "{}", row.name);
        assert_eq!((row.speedup, row.of_theoretical), (of_report.speedup, of_report.of_theoretical), "{}", row.name);
    }
}
