//! `lockstep diff`: runs two kernels on the same problem and says what differs.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::bind::{BindArgs, dispatch};
use super::exec::refuse;
use super::exit::Exit;
use super::output::{Output, show};
use super::progress::RunProgress;
use crate::compare::diff::{DiffRequest, Difference, diff as compare};
use crate::device::Selector;
use crate::files::Shown;
use crate::harness::{Job, UserKernel};
use crate::report::Render;
use crate::text::COLUMNS;

/// Arguments of `lockstep diff`.
#[derive(Args)]
pub struct DiffArgs {
    /// The first kernel: a lab's shader, one that binds as it does, or any with --buffer and --dispatch
    #[arg(value_name = "A.wgsl")]
    a: PathBuf,
    /// The second kernel
    #[arg(value_name = "B.wgsl")]
    b: PathBuf,
    /// The part of a lab whose problem both solve [default: the one that they belong to, or bind as]
    #[arg(long, value_name = "NAME")]
    part: Option<String>,
    #[command(flatten)]
    bind: BindArgs,
    /// Workgroups of the second kernel [default: those of --dispatch]
    #[arg(long, value_name = "X[,Y[,Z]]", allow_hyphen_values = true, value_parser = dispatch)]
    dispatch_b: Option<[u32; 3]>,
    /// List what the simulator's modelled compiler leaves of each line of both, and what each of its passes did
    #[arg(long)]
    compiled: bool,
    /// Run about this many workgroups of each kernel only, edges included, and scale the counters (simulator)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// The same for the second kernel [default: as --sample]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample_b: Option<u64>,
    /// auto, a part of a device's name, its backend or driver, an index of `lockstep devices`, sim or sim:MACHINE
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    device: Selector,
}

/// Runs the subcommand.
pub fn diff(args: &DiffArgs) -> anyhow::Result<Exit> {
    let mut output = args.bind.json.as_deref().map(Output::open).transpose()?;
    let flags = &args.bind.flags;
    for file in [&args.a, &args.b] {
        let shader = Path::new("shaders").join(file).with_extension("wgsl");
        if !file.exists() && shader.exists() {
            bail!("{}: there is no such file; the lab's shader is {}", file.shown(), shader.shown());
        }
    }
    let a = UserKernel { sample: args.sample, ..flags.kernel(&args.a) };
    let b = flags.kernel(&args.b);
    let b = UserKernel { sample: args.sample_b.or(args.sample), workgroups: args.dispatch_b.or(b.workgroups), ..b };
    let request = DiffRequest {
        run: flags.request(Job::Pair(Box::new([a.clone(), b.clone()])), args.device.clone()),
        a,
        b,
        compiled: args.compiled,
        part: args.part.clone(),
    };
    if !request.a.saves.is_empty() {
        bail!("--save: `lockstep diff` compares the outputs itself; to save them, use `lockstep exec`");
    }
    let mut progress = RunProgress::new("diff", args.bind.quiet);
    let done = compare(&request, &mut progress);
    drop(progress);
    let report = match done {
        Ok(report) => report,
        Err(refused) => return refuse(&refused),
    };
    if args.bind.shown(output.as_ref()) {
        show(&report.terminal(COLUMNS))?;
    }
    if let Some(output) = &mut output {
        output.write(&report)?;
    }
    Ok(match report.difference {
        Difference::Wrong => Exit::Failed,
        Difference::NotRun => Exit::Unserved,
        Difference::None | Difference::Faster | Difference::Slower | Difference::NotInTime | Difference::Untold => {
            Exit::Well
        }
    })
}
