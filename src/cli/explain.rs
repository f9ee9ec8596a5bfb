//! `lockstep explain`: a kernel's source with its counters in the margin, and why it is slow.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::bind::{KernelArgs, Wanted};
use super::exec::{finish, refuse};
use super::exit::Exit;
use super::output::{Output, show};
use crate::device::Selector;
use crate::harness::{Done, KernelReport, NoListener, run};
use crate::report::{Render, RenderHtml};
use crate::watch::columns;

/// Arguments of `lockstep explain`.
#[derive(Args)]
pub struct ExplainArgs {
    #[command(flatten)]
    kernel: KernelArgs,
    /// The simulated machine: sim or sim:MACHINE
    #[arg(long, value_name = "sim:MACHINE", default_value = "sim")]
    device: Selector,
    /// Override a figure of the machine: dram.latency_clocks=285 (may be repeated)
    #[arg(long, value_name = "GROUP.FIGURE=VALUE")]
    machine: Vec<String>,
    /// Run about this many workgroups only, edges included, and scale the counters
    #[arg(long, value_name = "N", conflicts_with = "save", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// List what the simulator's modelled compiler leaves of each line, and what each of its passes did
    #[arg(long)]
    compiled: bool,
    /// The workgroup whose lanes --html and --trace show step by step
    #[arg(long, value_name = "X[,Y[,Z]]", default_value = "0,0,0", value_parser = workgroup)]
    workgroup: [u32; 3],
    /// Write the steps of that workgroup as JSON to this file
    #[arg(long, value_name = "PATH")]
    trace: Option<PathBuf>,
}

/// Runs the subcommand.
pub fn explain(args: &ExplainArgs) -> anyhow::Result<Exit> {
    let Some(device @ Selector::Simulated(_)) = args.device.clone().changed(&args.machine) else {
        bail!(
            "--device {}: `lockstep explain` counts on the simulator only: sim or sim:MACHINE; to time a kernel on a device, use `lockstep exec`",
            args.device
        );
    };
    let bind = &args.kernel.bind;
    let mut output = bind.json.as_deref().map(Output::open).transpose()?;
    let page = args.kernel.page()?;
    let trace = args.trace.as_deref().map(|path| Output::file("--trace", path)).transpose()?;
    let wanted = Wanted {
        sample: args.sample,
        trace: (page.is_some() || trace.is_some()).then_some(args.workgroup),
        compiled: args.compiled,
    };
    let request = args.kernel.request(device, wanted);
    let report = match run(&request, &mut NoListener).and_then(Done::kernel) {
        Ok(report) => KernelReport { schema: KernelReport::EXPLAINED.to_owned(), ..report },
        Err(refused) => {
            args.kernel.tell_refused(&refused)?;
            return refuse(&refused);
        }
    };
    if let Some(mut page) = page {
        page.write_text(&report.html())?;
    }
    if let Some(mut trace) = trace {
        trace.write_text(&(serde_json::to_string(&report.trace)? + "\n"))?;
    }
    let shown = bind.shown(output.as_ref());
    if shown {
        show(&report.terminal(columns()))?;
    }
    args.kernel.tell(std::slice::from_ref(&report))?;
    finish(&report, output.as_mut(), shown)
}

fn workgroup(text: &str) -> Result<[u32; 3], String> {
    let mut id = [0; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err("at most three numbers: X,Y,Z".to_owned());
    }
    for (axis, part) in id.iter_mut().zip(parts) {
        *axis =
            part.trim().parse().map_err(|_| format!("`{part}` is not a workgroup's number: write X, X,Y or X,Y,Z"))?;
    }
    Ok(id)
}
