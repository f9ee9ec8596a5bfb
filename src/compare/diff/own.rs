//! Two kernels of one's own, on the same buffers.

use super::report::{DiffReport, SideReport, Told};
use super::request::DiffRequest;
use crate::compare::lesson;
use crate::device::{Backend, Selector};
use crate::harness::own::{KernelReport, OwnKernel, PairReport, Prepared};
use crate::harness::{Done, Job, Refused, Request, Status, Unheard, run};
use crate::host::Native;
use crate::kernel::Kernel;
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
    let (time_a, time_b) = times(&pair).unzip();
    let [a, b] = &kernels;
    let sides = [told(a, &pair.a, time_a), told(b, &pair.b, time_b)];
    let report = DiffReport::of(request.run.seed, &pair.a.device, sides);
    Ok(DiffReport {
        time_ratio: report.time_ratio.filter(|_| pair.outputs.agree),
        outputs: Some(pair.outputs),
        notes,
        ..report
    }
    .summed_up())
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

fn told<'a>(kernel: &'a Kernel, report: &'a KernelReport, time: Option<Summary>) -> Told<'a> {
    let fault = report.fault();
    let side = SideReport {
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
        lesson: lesson(&kernel.source),
    };
    Told { kernels: std::slice::from_ref(kernel), lines: vec![&report.lines], side }
}
