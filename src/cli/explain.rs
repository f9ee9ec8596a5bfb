//! `lockstep explain`: a kernel's source with its counters in the margin, and why it is slow.

use anyhow::bail;
use clap::Args;

use super::bind::KernelArgs;
use super::exec::{finish, refuse};
use super::exit::Exit;
use super::output::{Output, show};
use crate::device::Selector;
use crate::harness::own::KernelReport;
use crate::harness::{Done, Unheard, run};
use crate::report::Render;

/// Arguments of `lockstep explain`.
#[derive(Args)]
pub struct ExplainArgs {
    #[command(flatten)]
    kernel: KernelArgs,
    /// The simulated machine: sim or sim:MACHINE
    #[arg(long, value_name = "sim:MACHINE", default_value = "sim")]
    device: Selector,
    /// Run about this many workgroups only, edges included, and scale the counters
    #[arg(long, value_name = "N", conflicts_with = "save", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
}

/// Runs the subcommand.
pub fn explain(args: &ExplainArgs) -> anyhow::Result<Exit> {
    if !matches!(args.device, Selector::Simulated(_)) {
        bail!(
            "--device {}: `lockstep explain` counts on the simulator only: sim or sim:MACHINE; to time a kernel on a device, use `lockstep exec`",
            args.device
        );
    }
    let bind = &args.kernel.bind;
    let mut output = bind.json.as_deref().map(Output::open).transpose()?;
    let page = args.kernel.page()?;
    let request = args.kernel.request(args.device.clone(), args.sample);
    let report = match run(&request, &mut Unheard).and_then(Done::kernel) {
        Ok(report) => KernelReport { schema: KernelReport::EXPLAINED.to_owned(), ..report },
        Err(refused) => return refuse(&refused),
    };
    if let Some(mut page) = page {
        page.write(&report)?;
    }
    let shown = bind.shown(output.as_ref());
    if shown {
        show(&report.terminal())?;
    }
    finish(&report, output.as_mut(), shown)
}
