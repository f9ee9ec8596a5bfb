//! Two kernels of a lab, through the lab's own harness.

use super::recognise::Recognised;
use super::report::{DiffReport, Difference, SCHEMA, SideReport};
use super::request::DiffRequest;
use crate::compare::{Pass, Side, TimeChange, TimeRatio, counter_rows, ideas, lesson, same_program};
use crate::files::Shown;
use crate::harness::{Candidate, Done, Job, Listener, Refused, Report, Request, Status, VariantReport, run};
use crate::host::Native;
use crate::kernel::{Kernel, Overrides};
use crate::lab::Shaders;
use crate::units::digits3;

/// Verifies both against the lab's reference, times them in turn, and counts both on the simulator.
pub(super) fn diff(
    request: &DiffRequest,
    a: &Recognised,
    b: &Recognised,
    watcher: &mut dyn Listener,
) -> Result<DiffReport, Refused> {
    let kernels = [kernels(a)?, kernels(b)?];
    let report = run(&harness(request, a, b), watcher).and_then(Done::lab)?;
    let [first, second] = report.variants.as_slice() else {
        return Err(Refused::unserved("the harness lost one of the two kernels: this is a bug of Lockstep"));
    };
    let (passes_a, passes_b) = (passes(&kernels[0], "A", &report), passes(&kernels[1], "B", &report));
    let side_a = Side { name: "A", passes: &passes_a, counters: first.counters.as_ref() };
    let side_b = Side { name: "B", passes: &passes_b, counters: second.counters.as_ref() };
    let same =
        kernels[0].len() == kernels[1].len() && kernels[0].iter().zip(&kernels[1]).all(|(a, b)| same_program(a, b));
    let counters = first.counters.as_ref().zip(second.counters.as_ref());
    let both_right = right(first) && right(second);
    let ratio = first.time.zip(second.time).filter(|_| both_right);
    let ratio = ratio.map(|(a, b)| TimeRatio::of(&a, &b));
    let mut done = DiffReport {
        schema: SCHEMA.to_owned(),
        difference: Difference::None,
        summary: String::new(),
        lab: Some(a.lab.name.to_owned()),
        part: Some(a.part.name.to_owned()),
        problem: Some(report.problem.clone()),
        seed: report.seed,
        device: report.device.clone(),
        clock: Some(report.clock.clone()),
        a: side(&request.a.file, a, first, &kernels[0]),
        b: side(&request.b.file, b, second, &kernels[1]),
        same_program: same,
        outputs: None,
        time_ratio: ratio,
        counters: counters.map_or_else(Vec::new, |(a, b)| counter_rows(a, b)),
        ideas: if same { Vec::new() } else { ideas(&side_a, &side_b) },
        notes: notes(&report, a, b),
    };
    (done.difference, done.summary) = judge(&done);
    Ok(done)
}

fn right(variant: &VariantReport) -> bool {
    matches!(variant.status, Status::Ok | Status::Inconclusive)
}

fn harness(request: &DiffRequest, a: &Recognised, b: &Recognised) -> Request {
    let candidate = |name: &str, of: &Recognised| Candidate {
        name: name.to_owned(),
        part: of.part.name.to_owned(),
        variant: of.variant.name.to_owned(),
        files: of.files.clone(),
    };
    Request {
        job: Job::Candidates { lab: a.lab.name.to_owned(), candidates: vec![candidate("A", a), candidate("B", b)] },
        why: true,
        sources: true,
        ..request.run.clone()
    }
}

/// The kernels of all passes, as the harness reads them.
fn kernels(of: &Recognised) -> Result<Vec<Kernel>, Refused> {
    let passes = of.variant.passes.iter().zip(&of.files);
    passes
        .map(|(pass, file)| {
            let (path, source) = match file {
                Some(file) => Shaders::usual(&Native).file(file).map_err(Refused::unserved)?,
                None => {
                    let read = Shaders::usual(&Native).read(of.lab.name, pass.shader);
                    read.map(|(path, source, _)| (path, source)).map_err(Refused::unserved)?
                }
            };
            Kernel::parse(&path, &source, None, &Overrides::new()).map_err(Refused::wrong)
        })
        .collect()
}

/// Each pass with the counters of its lines, where it was counted.
fn passes<'a>(kernels: &'a [Kernel], name: &str, report: &'a Report) -> Vec<Pass<'a>> {
    let mut sources = report.sources.iter().filter(|source| source.variant == name);
    let lines = |kernel| Pass { kernel, lines: sources.next().map_or(&[][..], |source| &source.lines) };
    kernels.iter().map(lines).collect()
}

fn side(file: &std::path::Path, of: &Recognised, variant: &VariantReport, kernels: &[Kernel]) -> SideReport {
    SideReport {
        file: file.shown(),
        files: kernels.iter().map(|kernel| kernel.path.clone()).collect(),
        variant: Some(of.variant.name.to_owned()),
        status: variant.status,
        reason: variant.reason.clone(),
        check: variant.check.clone(),
        time: variant.time,
        counters: variant.counters.clone(),
        findings: variant.findings.clone(),
        lesson: kernels.get(of.pass).and_then(|kernel| lesson(&kernel.source)),
    }
}

fn notes(report: &Report, a: &Recognised, b: &Recognised) -> Vec<String> {
    let mut notes = Vec::new();
    for (name, of) in [("A", a), ("B", b)] {
        let count = of.variant.passes.len();
        if count > 1 {
            notes.push(format!("{name} stands for its chain `{}`: {count} dispatches", of.variant.name));
        }
        if !of.certain {
            notes.push(format!(
                "{name} binds as `{}` of lab {}, {}, and runs with its grid; --lab, --part and --variant say otherwise",
                of.variant.name, of.lab.name, of.part.name
            ));
        }
    }
    notes.extend(report.notes.iter().cloned());
    notes
}

/// The difference in a word and in a sentence.
pub(super) fn judge(report: &DiffReport) -> (Difference, String) {
    let sides = [("A", &report.a), ("B", &report.b)];
    let named = |bad: fn(Status) -> bool| -> Vec<&str> {
        sides.iter().filter(|(_, side)| bad(side.status)).map(|(name, _)| *name).collect()
    };
    let wrong = named(|status| matches!(status, Status::Wrong | Status::Failed));
    if !wrong.is_empty() {
        let verb = if wrong.len() == 1 { "is" } else { "are" };
        return (Difference::Wrong, format!("{} {verb} wrong: nothing was compared", wrong.join(" and ")));
    }
    let skipped = named(|status| status == Status::Skipped);
    if !skipped.is_empty() {
        return (Difference::NotRun, format!("{} cannot run on this device", skipped.join(" and ")));
    }
    let kind = |ratio: &TimeRatio| if ratio.estimated { "estimated " } else { "" };
    if report.same_program {
        let times = report.time_ratio.map_or(String::new(), |ratio| match ratio.verdict {
            TimeChange::Same => String::new(),
            // The kernel is the same: what differs is the machine.
            _ => format!("; that the times differ ({}x) is this machine's unrest", digits3(ratio.value)),
        });
        return (
            Difference::None,
            format!("no difference: the two are the same program, comments, blanks and names aside{times}"),
        );
    }
    let counters = report.counters.iter().any(crate::compare::CounterRow::differs);
    let counted = match (report.counters.is_empty(), counters) {
        (true, _) => "",
        (false, true) => "; counters differ",
        (false, false) => "; no counter differs",
    };
    let Some(ratio) = &report.time_ratio else {
        return match (report.counters.is_empty(), counters) {
            (false, false) => (Difference::None, "no difference in any counter; there are no times".to_owned()),
            _ => (Difference::NotInTime, format!("there are no times to compare{counted}")),
        };
    };
    let interval =
        if ratio.estimated { String::new() } else { format!(" ({} to {})", digits3(ratio.low), digits3(ratio.high)) };
    let inconclusive = sides.iter().any(|(_, side)| side.status == Status::Inconclusive);
    match ratio.verdict {
        _ if inconclusive => (
            Difference::NotInTime,
            format!("inconclusive: the machine did not hold still while they were timed{counted}"),
        ),
        TimeChange::Same if !counters => {
            (Difference::None, format!("no difference: neither the {}times nor a counter tell them apart", kind(ratio)))
        }
        TimeChange::Same => (
            Difference::NotInTime,
            format!(
                "no difference in {}time: B takes {}x the time of A{interval}{counted}",
                kind(ratio),
                digits3(ratio.value)
            ),
        ),
        TimeChange::Faster => {
            let by = if ratio.estimated { ", by estimate" } else { "" };
            let times = digits3(1.0 / ratio.value);
            let value = digits3(ratio.value);
            let sentence = format!("B is faster{by}: {times} times as fast as A; it takes {value}x the time{interval}");
            (Difference::Faster, sentence)
        }
        TimeChange::Slower => {
            let by = if ratio.estimated { ", by estimate" } else { "" };
            let sentence = format!("B is slower{by}: it takes {}x the time of A{interval}", digits3(ratio.value));
            (Difference::Slower, sentence)
        }
    }
}
