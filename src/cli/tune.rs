//! `lockstep tune`: which values of a kernel's constants are fastest here.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::bind::BindArgs;
use super::exec::refuse;
use super::exit::Exit;
use super::output::{Output, show};
use super::progress::RunProgress;
use crate::device::Selector;
use crate::files::Shown;
use crate::harness::{Done, Elsewhere, Expected, Job, Tolerance, Tuning, TuningReport, Varied, run};
use crate::report::Render;
use crate::text::COLUMNS;

/// Arguments of `lockstep tune`.
#[derive(Args)]
pub struct TuneArgs {
    /// The kernel: a lab's shader, or any with --buffer and --grid
    #[arg(value_name = "FILE.wgsl")]
    file: PathBuf,
    /// The values that a `const` or an `override` may have: NAME=8,16,32, NAME=1..8, or NAME=4..64*2, doubled (may be repeated)
    /// [default: what a comment `// tune: 8, 16, 32` after its declaration says]
    #[arg(long, value_name = "NAME=VALUES")]
    vary: Vec<Varied>,
    /// Workgroups along x, y and z, as expressions of the kernel's constants and of what --set names:
    /// "(params.side + TILE - 1) / TILE" (may be repeated, once for each axis)
    #[arg(long, value_name = "EXPRESSION", conflicts_with_all = ["dispatch", "lab"])]
    grid: Vec<String>,
    #[command(flatten)]
    bind: BindArgs,
    /// Verify the best with this value too [default: an odd value of each member that --grid names] (may be repeated)
    #[arg(long, value_name = "NAME.MEMBER=VALUE")]
    odd: Vec<String>,
    /// What the unchanged kernel must write, as for `lockstep exec` (may be repeated)
    #[arg(long, value_name = "G.B=FILE[~TOLERANCE]")]
    expect: Vec<Expected>,
    /// How far outputs may differ from the unchanged kernel's, as for `lockstep exec` [default: floats by rounding] (may be repeated)
    #[arg(long, value_name = "X|Nulp|Nstep")]
    tolerance: Vec<Tolerance>,
    /// The --json result of a search on another device, whose best is timed here too
    #[arg(long, value_name = "RESULT.json")]
    elsewhere: Option<PathBuf>,
    /// auto, a part of a device's name, its backend or driver, an index of `lockstep devices`, sim or sim:MACHINE
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    device: Selector,
}

/// Runs the subcommand.
pub fn tune(args: &TuneArgs) -> anyhow::Result<Exit> {
    let mut output = args.bind.json.as_deref().map(Output::open).transpose()?;
    let flags = &args.bind.flags;
    if args.grid.len() > 3 {
        bail!("--grid: {} are given, and there are three axes: x, y and z", args.grid.len());
    }
    let pair = |text: &String| {
        let (name, value) = text.split_once('=').with_context(|| format!("--odd {text}: it has no `=`"))?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    };
    let tuning = Tuning {
        kernel: flags.kernel(&args.file),
        vary: args.vary.clone(),
        grid: args.grid.clone(),
        expect: args.expect.clone(),
        tolerance: args.tolerance.iter().copied().fold(Tolerance::default(), Tolerance::and),
        odd: args.odd.iter().map(pair).collect::<anyhow::Result<_>>()?,
        elsewhere: args.elsewhere.as_deref().map(elsewhere).transpose()?,
    };
    if !tuning.kernel.saves.is_empty() {
        bail!("--save: `lockstep tune` compares the outputs itself; to save them, use `lockstep exec`");
    }
    let request = flags.request(Job::Tuning(Box::new(tuning)), args.device.clone());
    let mut progress = RunProgress::new("tune", args.bind.quiet);
    let done = run(&request, &mut progress).and_then(Done::tuning);
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
    Ok(Exit::Well)
}

/// The best of a saved search.
fn elsewhere(path: &Path) -> anyhow::Result<Elsewhere> {
    let text = std::fs::read_to_string(path).with_context(|| format!("--elsewhere {}", path.shown()))?;
    let report: TuningReport = serde_json::from_str(&text)
        .with_context(|| format!("--elsewhere {}: this is not what `lockstep tune --json` writes", path.shown()))?;
    let best = report.named(&report.best).with_context(|| format!("--elsewhere {}: it names no best", path.shown()))?;
    Ok(Elsewhere { device: report.device.name.clone(), values: best.values.clone() })
}
