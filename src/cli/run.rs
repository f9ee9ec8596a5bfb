//! `lockstep run NAME...` and `lab-NAME`.

use anyhow::Context;

use super::args::RunArgs;
use super::exit::Exit;
use super::interrupt;
use super::output::{Output, show};
use super::progress::RunProgress;
use super::work::outcome;
use crate::harness::{self, Done, Report};
use crate::invoked::{by_cargo, command};
use crate::lab::Lab;
use crate::labs;
use crate::report::{self, RenderHtml, Ways};
use crate::study::Comparison;

/// Runs the labs of these names, one after the other.
pub fn run(names: &[String], args: &RunArgs) -> anyhow::Result<Exit> {
    let (labs, args) = (chosen(names)?, &args.settled()?);
    let mut outputs = Outputs::open(args, labs.len())?;
    interrupt::on_interrupt()?;
    let in_stdout = outputs.json.as_ref().is_some_and(Output::is_stdout);
    // What is asked for beside the table goes where it disturbs no program.
    let say = |text: &str| {
        if in_stdout {
            anstream::eprint!("{text}");
            return Ok(());
        }
        show(text)
    };
    let table = !args.quiet && !in_stdout;
    for lab in &labs {
        args.work.check(lab, &args.request(lab.name))?;
    }
    let mut reports: Vec<Report> = Vec::new();
    for lab in labs {
        let mut request = args.request(lab.name);
        let work = args.work.begin(lab, &mut request)?;
        let mut progress = RunProgress::new(lab.name, args.quiet);
        // Its message names the lab.
        request.job.variants().iter().try_for_each(|name| lab.named_variant(name).map(drop))?;
        let report = harness::run(&request, &mut progress).and_then(Done::lab);
        let report = report.with_context(|| format!("lab {}", lab.name))?;
        drop(progress);
        if table {
            if !reports.is_empty() {
                show("\n")?;
            }
            show(&match args.detail {
                true => report::terminal(&report, args.quick, reports.last()),
                false => first_screen(&report),
            })?;
        }
        work.end(lab, &request, &report, &say)?;
        reports.push(report);
    }
    let compared = args.work.compare(&reports, &say);
    outputs.write(&reports, compared.as_deref().ok())?;
    let compared = outcome(&compared?);
    args.work.save(&reports)?;
    Ok(if reports.iter().any(Report::failed) { Exit::Failed } else { compared })
}

/// The files that are asked for.
struct Outputs {
    json: Option<Output>,
    page: Option<Output>,
    drawing: Option<Output>,
}

impl Outputs {
    /// Tries all files, before `labs` labs run.
    fn open(args: &RunArgs, labs: usize) -> anyhow::Result<Self> {
        let json = args.json.as_deref().map(Output::open).transpose()?;
        let page = args.html.as_deref().map(|path| Output::file("--html", path)).transpose()?;
        let drawing = args.svg.as_deref().map(|path| Output::file("--svg", path)).transpose()?;
        anyhow::ensure!(drawing.is_none() || labs == 1, "--svg draws one lab: name only one");
        Ok(Self { json, page, drawing })
    }

    /// Writes them; the JSON says how the reports compare with a baseline, if they do.
    fn write(&mut self, reports: &[Report], compared: Option<&[Comparison]>) -> anyhow::Result<()> {
        if let Some(json) = &mut self.json {
            match compared {
                Some(compared) if !compared.is_empty() => {
                    json.write_text(&report::compared_json(reports, compared)?)?
                }
                _ => json.write(reports)?,
            }
        }
        if let Some(page) = &mut self.page {
            page.write_text(&reports.html())?;
        }
        if let (Some(drawing), [report]) = (&mut self.drawing, reports) {
            let svg =
                report::drawing(report).context("--svg: this run has no roofline and no access that could be drawn")?;
            drawing.write_text(&svg)?;
        }
        Ok(())
    }
}

/// The report's first screen, with the commands that lead on from it.
fn first_screen(report: &Report) -> String {
    let whole = more(&report.lab, "--detail");
    let simulated = more(&report.lab, "--device sim");
    let has_exercises = labs::find(&report.lab).is_some_and(|lab| !lab.exercises.is_empty());
    let exercises = has_exercises.then(|| command(&format!("watch {}", report.lab)));
    let ways = Ways { whole: &whole, simulated: &simulated, exercises: exercises.as_deref() };
    report::screen(report, &ways)
}

/// What to type for the same run with `flags`: the command as it was called, in a checkout a binary of its own.
fn more(lab: &str, flags: &str) -> String {
    let name = format!("lab-{lab}");
    let own = std::env::current_exe().ok().and_then(|path| Some(path.file_stem()?.to_string_lossy() == name));
    match own {
        Some(true) if by_cargo() => format!("cargo run --bin {name} -- {flags}"),
        Some(true) => format!("{name} {flags}"),
        _ => command(&format!("run {lab} {flags}")),
    }
}

fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static Lab>> {
    if names.iter().any(|name| name == "all") {
        return Ok(labs::ALL.to_vec());
    }
    let chosen = names.iter().map(|name| labs::named(name));
    Ok(chosen.collect::<Result<_, _>>()?)
}
