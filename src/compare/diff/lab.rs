//! Two kernels of a lab, through the lab's own harness.

use std::path::Path;

use super::recognise::Recognised;
use super::report::{DiffReport, SideReport, SideRun};
use super::request::DiffRequest;
use crate::compare::lesson;
use crate::files::Shown;
use crate::harness::{Candidate, Done, Job, Listener, Note, Report, Request, RunError, VariantReport, run};
use crate::host::Native;
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Shaders, TimedAt};

/// Verifies both against the lab's reference, times them in turn, and counts both on the simulator.
pub(super) fn diff(
    request: &DiffRequest,
    a: &Recognised,
    b: &Recognised,
    watcher: &mut dyn Listener,
) -> Result<DiffReport, RunError> {
    let kernels = [kernels(a)?, kernels(b)?];
    let report = run(&harness(request, a, b), watcher).and_then(Done::lab)?;
    let [first, second] = report.variants.as_slice() else {
        return Err(RunError::unserved("the harness lost one of the two kernels: this is a bug of Lockstep"));
    };
    let reported = |at: usize, name: &str, file: &Path, of: &Recognised, variant: &VariantReport| SideRun {
        kernels: &kernels[at],
        lines: report.sources.iter().filter(|source| source.variant == name).map(|source| &source.lines[..]).collect(),
        terms: variant.terms.clone(),
        side: side(file, of, variant, &kernels[at]),
    };
    let sides = [reported(0, "A", &request.a.file, a, first), reported(1, "B", &request.b.file, b, second)];
    Ok(DiffReport {
        lab: Some(a.lab.name.to_owned()),
        part: Some(a.part.name.to_owned()),
        problem: Some(report.problem.clone()),
        clock: Some(report.clock.clone()),
        notes: notes(&report, a, b),
        ..DiffReport::of(report.seed, &report.device, sides)
    }
    .summed_up())
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
        size: request.run.size.or_else(|| exercise_size(a)),
        ..request.run.clone()
    }
}

/// The size at which an exercise's times are compared, else that at which it is judged; `None` for a lab's own variant.
fn exercise_size(of: &Recognised) -> Option<u32> {
    let exercise = of.lab.exercises.iter().find(|exercise| std::ptr::eq(&exercise.variant, of.variant))?;
    Some(match exercise.timed {
        TimedAt::Size(size) => size,
        _ => exercise.size,
    })
}

/// The kernels of all passes, as the harness reads them.
fn kernels(of: &Recognised) -> Result<Vec<Kernel>, RunError> {
    let passes = of.variant.passes.iter().zip(&of.files);
    passes
        .map(|(pass, file)| {
            let (path, source) = match file {
                Some(file) => Shaders::usual(&Native).file(file).map_err(RunError::unserved)?,
                None => {
                    let read = Shaders::usual(&Native).read(of.lab.name, pass.shader);
                    read.map(|(path, source, _)| (path, source)).map_err(RunError::unserved)?
                }
            };
            Kernel::parse(&path, &source, None, &Overrides::new()).map_err(RunError::wrong)
        })
        .collect()
}

fn side(file: &Path, of: &Recognised, variant: &VariantReport, kernels: &[Kernel]) -> SideReport {
    SideReport {
        file: file.shown(),
        files: kernels.iter().map(|kernel| kernel.path.clone()).collect(),
        variant: Some(of.variant.name.to_owned()),
        status: variant.status,
        reason: variant.reason.clone(),
        check: variant.check.clone(),
        time: variant.time,
        missing: variant.missing.clone(),
        counters: variant.counters.clone(),
        findings: variant.findings.clone(),
        cause: variant.cause.clone(),
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
    notes.extend(report.notes.iter().map(Note::to_string));
    notes
}
