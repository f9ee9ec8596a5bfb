//! Two kernels of the user's own, on the same buffers.

use super::lab::judge;
use super::report::{DiffReport, Difference, SCHEMA, SideReport};
use super::request::DiffRequest;
use crate::compare::{Pass, Side, TimeRatio, counter_rows, ideas, lesson, same_program};
use crate::device::{Backend, Selector};
use crate::harness::own::{KernelReport, OwnKernel, PairReport, Prepared};
use crate::harness::{Done, Job, Refused, Request, Status, Unheard, run};
use crate::host::Native;
use crate::measure::Summary;
use crate::sim::machine::Machine;

/// Runs both on the same buffers, compares what they wrote, times them in turn, and counts both on the simulator.
pub(super) fn diff(request: &DiffRequest) -> Result<DiffReport, Refused> {
    let kernels = [
        Prepared::new(&request.run, &request.a, &Native)?.kernel,
        Prepared::new(&request.run, &request.b, &Native)?.kernel,
    ];
    let mut pair = run(&request.run, &mut Unheard).and_then(Done::pair)?;
    let mut notes = pair.a.notes.clone();
    notes.extend(pair.b.notes.clone());
    if pair.a.device.backend != Backend::Sim {
        count(request, &mut pair, &mut notes);
    }
    let (passes_a, passes_b) =
        ([Pass { kernel: &kernels[0], lines: &pair.a.lines }], [Pass { kernel: &kernels[1], lines: &pair.b.lines }]);
    let side_a = Side { name: "A", passes: &passes_a, counters: pair.a.counters.as_ref() };
    let side_b = Side { name: "B", passes: &passes_b, counters: pair.b.counters.as_ref() };
    let same = same_program(&kernels[0], &kernels[1]);
    let counters = pair.a.counters.as_ref().zip(pair.b.counters.as_ref());
    let faulty = pair.a.fault().is_some() || pair.b.fault().is_some();
    let times = times(&pair);
    let ratio = times.filter(|_| pair.outputs.agree && !faulty);
    let mut done = DiffReport {
        schema: SCHEMA.to_owned(),
        difference: Difference::None,
        summary: String::new(),
        lab: None,
        part: None,
        problem: None,
        seed: request.run.seed,
        device: pair.a.device.clone(),
        clock: None,
        a: side(&pair.a, times.map(|times| times.0), &kernels[0].source),
        b: side(&pair.b, times.map(|times| times.1), &kernels[1].source),
        same_program: same,
        outputs: Some(pair.outputs.clone()),
        time_ratio: ratio.map(|(a, b)| TimeRatio::of(&a, &b)),
        counters: counters.map_or_else(Vec::new, |(a, b)| counter_rows(a, b)),
        ideas: if same { Vec::new() } else { ideas(&side_a, &side_b) },
        notes,
    };
    (done.difference, done.summary) = match &pair.outputs.first {
        Some(first) if !faulty => (
            Difference::Wrong,
            format!("the two do not compute the same: {first}; they were not timed, and at least one of them is wrong"),
        ),
        _ => judge(&done),
    };
    Ok(done)
}

/// Adds what the simulator counts to kernels that ran on a device.
fn count(request: &DiffRequest, pair: &mut PairReport, notes: &mut Vec<String>) {
    let machine = Machine::for_adapter(&pair.a.device.name).map_or(String::new(), |machine| machine.name);
    for (name, of, report) in [("A", &request.a, &mut pair.a), ("B", &request.b, &mut pair.b)] {
        let simulated = Request {
            job: Job::Kernel(Box::new(OwnKernel::clone(of))),
            device: Selector::Simulated(machine.clone()),
            ..request.run.clone()
        };
        match run(&simulated, &mut Unheard).and_then(Done::kernel) {
            Ok(counted) => {
                report.counters = counted.counters;
                report.findings = counted.findings;
                report.lines = counted.lines;
            }
            Err(refused) => notes.push(format!("{name} was not counted on the simulator: {refused}")),
        }
    }
}

/// Both times by one clock: the device's where both have it, else the wall's, else the estimates.
fn times(pair: &PairReport) -> Option<(Summary, Summary)> {
    let measured = |report: &KernelReport, gpu: bool| {
        let time = report.time.as_ref()?;
        if gpu { time.gpu } else { Some(time.wall) }
    };
    let both = |gpu| measured(&pair.a, gpu).zip(measured(&pair.b, gpu));
    let estimate = |report: &KernelReport| {
        let seconds = report.estimate.as_ref()?.time_s?;
        Some(Summary::estimated(seconds))
    };
    both(true).or_else(|| both(false)).or_else(|| estimate(&pair.a).zip(estimate(&pair.b)))
}

fn side(report: &KernelReport, time: Option<Summary>, source: &str) -> SideReport {
    let fault = report.fault();
    SideReport {
        file: report.file.clone(),
        files: vec![report.file.clone()],
        variant: None,
        status: if fault.is_some() { Status::Wrong } else { Status::Ok },
        reason: fault.map(|fault| {
            let line = fault.line.map_or(String::new(), |line| format!("line {line}: "));
            format!("{}: {line}{}", fault.kind, fault.message)
        }),
        check: None,
        time: time.filter(|_| fault.is_none()),
        counters: report.counters.clone(),
        findings: report.findings.clone(),
        lesson: lesson(source),
    }
}
