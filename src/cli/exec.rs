//! `lockstep exec`: runs a kernel of the user's own, and saves its buffers.

use clap::Args;

use super::bind::{KernelArgs, Wanted};
use super::exit::Exit;
use super::output::{Output, show};
use super::pipeline;
use crate::device::Selector;
use crate::harness::{Compared, Expected, KernelReport, OutputComparison, RunError, Tolerance, run_compared};
use crate::report::{self, Render, RenderHtml};
use crate::text::COLUMNS;

/// Arguments of `lockstep exec`.
#[derive(Args)]
#[command(after_help = format!("{}\n\n{}", pipeline::FORM, super::exit::STATUSES))]
pub struct ExecArgs {
    #[command(flatten)]
    pub kernel: KernelArgs,
    /// auto, a part of a device's name, its backend or driver, an index of `lockstep devices`, sim or sim:MACHINE
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    pub device: Selector,
    /// Compare an output with this file: bytes, or an array (.npy). Floats may differ by TOLERANCE of the largest number
    /// in the buffer [default: by rounding] (may be repeated)
    #[arg(long, value_name = "G.B=FILE[~TOLERANCE]")]
    pub expect: Vec<Expected>,
    /// Run it on this device too, and compare everything that it writes
    #[arg(long, value_name = "DEVICE")]
    pub against: Option<Selector>,
    /// Run about this many workgroups only, edges included, and scale the counters (simulator)
    #[arg(long, value_name = "N", conflicts_with_all = ["save", "expect", "against"], value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
    /// How far its outputs may differ from those of --against: floats by a number (1e-4), or by so many floats of their type
    /// (4ulp), and each byte of a word of integers by so many steps (1step) [default: floats by rounding] (may be repeated)
    #[arg(long, value_name = "X|Nulp|Nstep", requires = "against")]
    pub tolerance: Vec<Tolerance>,
}

impl ExecArgs {
    /// All that is allowed.
    pub fn tolerance(&self) -> Tolerance {
        self.tolerance.iter().copied().fold(Tolerance::default(), Tolerance::and)
    }
}

/// Runs the subcommand.
pub fn exec(args: &ExecArgs) -> anyhow::Result<Exit> {
    if args.kernel.file.extension().is_some_and(|extension| extension == "toml") {
        return pipeline::run_file(args);
    }
    let bind = &args.kernel.bind;
    let mut output = bind.json.as_deref().map(Output::open).transpose()?;
    let page = args.kernel.page()?;
    let wanted = Wanted { sample: args.sample, ..Wanted::default() };
    let request = args.kernel.request(args.device.clone(), wanted);
    let with = Compared {
        expect: &args.expect,
        against: args.against.as_ref(),
        tolerance: args.tolerance(),
        as_the_device: !args.kernel.says_out_of_bounds(),
    };
    let report = match run_compared(&request, &with) {
        Ok(report) => report,
        Err(refused) => {
            args.kernel.tell_refused(&refused)?;
            return refuse(&refused);
        }
    };
    if let Some(mut page) = page {
        page.write_text(&report.html())?;
    }
    let report = KernelReport { lines: Vec::new(), hottest: Vec::new(), ..report };
    let shown = bind.shown(output.as_ref());
    if shown {
        show(&report.terminal(COLUMNS))?;
    }
    args.kernel.tell(std::slice::from_ref(&report))?;
    finish(&report, output.as_mut(), shown)
}

/// That outputs are not as they should be, in a line.
pub fn differs(comparison: &OutputComparison) -> String {
    let first = comparison.first.first().map_or("", String::as_str);
    format!("error: the output is not that of {}: {first}", comparison.with)
}

/// Says why there is no result.
pub fn refuse(refused: &RunError) -> anyhow::Result<Exit> {
    anstream::eprintln!("error: {refused}");
    Ok(if refused.wrong { Exit::Failed } else { Exit::Unserved })
}

/// Writes the JSON, chooses the exit status, and says on stderr what is wrong where nothing is `shown`.
pub fn finish(report: &KernelReport, output: Option<&mut Output>, shown: bool) -> anyhow::Result<Exit> {
    if let Some(output) = output {
        output.write(report)?;
    }
    for note in &report.notes {
        anstream::eprintln!("note: {note}");
    }
    if !shown {
        if let Some(fault) = report.fault() {
            anstream::eprintln!("{}", report::editor_line(report, fault));
        }
        for comparison in report.expected.iter().chain(&report.against).filter(|one| !one.outputs.agree) {
            anstream::eprintln!("{}", differs(comparison));
        }
    }
    Ok(if report.is_right() { Exit::Well } else { Exit::Failed })
}
