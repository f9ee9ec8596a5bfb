//! `lockstep run NAME...` and `lab-NAME`.

use anyhow::{Context, bail};

use super::args::RunArgs;
use super::outcome::{INTERRUPTED, Outcome};
use super::output::{Output, show};
use super::progress::Progress;
use crate::bench::{Report, conduct};
use crate::lab::Lab;
use crate::{labs, report};

/// Runs the labs of these names, one after the other.
pub fn run(names: &[String], args: &RunArgs) -> anyhow::Result<Outcome> {
    let labs = chosen(names)?;
    let mut output = args.json.as_deref().map(Output::open).transpose()?;
    let page = args.html.as_deref();
    let mut page = page.map(|path| Output::file("--html", path)).transpose()?;
    on_interrupt()?;
    let table = !args.quiet && !output.as_ref().is_some_and(Output::is_stdout);
    let mut reports: Vec<Report> = Vec::new();
    for lab in labs {
        let mut progress = Progress::new(lab.name, args.quiet);
        let report = conduct(&args.request(lab.name), &mut progress)
            .with_context(|| format!("lab {}", lab.name))?;
        drop(progress);
        if table {
            if !reports.is_empty() {
                show("\n")?;
            }
            show(&report::terminal(&report, args.quick))?;
        }
        reports.push(report);
    }
    if let Some(output) = &mut output {
        output.write(&report::json(&reports)?)?;
    }
    if let Some(page) = &mut page {
        page.write(&report::html(&reports))?;
    }
    Ok(if reports.iter().any(Report::failed) {
        Outcome::Failed
    } else {
        Outcome::Well
    })
}

fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static Lab>> {
    if names.iter().any(|name| name == "all") {
        return Ok(labs::ALL.to_vec());
    }
    let mut chosen = Vec::new();
    for name in names {
        let Some(lab) = labs::find(name.strip_prefix("lab-").unwrap_or(name)) else {
            let known: Vec<&str> = labs::ALL.iter().map(|lab| lab.name).collect();
            bail!("there is no lab `{name}`; there are: {}", known.join(", "));
        };
        chosen.push(lab);
    }
    Ok(chosen)
}

/// The workers end themselves when this process does.
fn on_interrupt() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        // The line that the progress bar stands on is cleared first.
        eprintln!("\r\x1b[Kinterrupted: nothing was written");
        std::process::exit(INTERRUPTED);
    })
    .context("Ctrl-C cannot be listened to")
}
