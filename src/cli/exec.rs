//! `lockstep exec`: runs a kernel of the user's own, and saves its buffers.

use clap::Args;

use super::bind::KernelArgs;
use super::exit::Exit;
use super::output::{Output, show};
use crate::device::Selector;
use crate::harness::own::KernelReport;
use crate::harness::{Done, Refused, Unheard, run};
use crate::report;

/// Arguments of `lockstep exec`.
#[derive(Args)]
pub struct ExecArgs {
    #[command(flatten)]
    kernel: KernelArgs,
    /// auto, a part of a device's name, its backend or driver, an index of `lockstep devices`, sim or sim:MACHINE
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    device: Selector,
}

/// Runs the subcommand.
pub fn exec(args: &ExecArgs) -> anyhow::Result<Exit> {
    let bind = &args.kernel.bind;
    let mut output = bind.json.as_deref().map(Output::open).transpose()?;
    let page = args.kernel.page()?;
    let report = match run(&args.kernel.request(args.device.clone(), None, None), &mut Unheard).and_then(Done::kernel) {
        Ok(report) => report,
        Err(refused) => return refuse(&refused),
    };
    if let Some(mut page) = page {
        page.write(&report::kernel_html(&report))?;
    }
    let report = KernelReport { lines: Vec::new(), hottest: Vec::new(), ..report };
    let shown = bind.shown(output.as_ref());
    if shown {
        show(&report::exec(&report))?;
    }
    finish(&report, output.as_mut(), shown)
}

/// Says why there is no result.
pub fn refuse(refused: &Refused) -> anyhow::Result<Exit> {
    anstream::eprintln!("error: {refused}");
    Ok(if refused.wrong { Exit::Failed } else { Exit::Unserved })
}

/// Writes the JSON, chooses the exit status, and says on stderr what is wrong where nothing is `shown`.
pub fn finish(report: &KernelReport, output: Option<&mut Output>, shown: bool) -> anyhow::Result<Exit> {
    if let Some(output) = output {
        let mut text = serde_json::to_string_pretty(report)?;
        text.push('\n');
        output.write(&text)?;
    }
    for note in &report.notes {
        anstream::eprintln!("note: {note}");
    }
    let Some(fault) = report.fault() else {
        return Ok(Exit::Well);
    };
    if !shown {
        let line = fault.line.map_or(String::new(), |line| format!(":{line}"));
        anstream::eprintln!("error: {}{line}: {}: {}", report.file, fault.kind, fault.message);
    }
    Ok(Exit::Failed)
}
