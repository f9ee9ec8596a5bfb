//! `lockstep doctor`: to paste into a report of a problem.

use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use clap::Args;

use super::exit::Exit;
use super::output::{Output, show};
use super::progress::Progress;
use crate::device::Selector;
use crate::harness;
use crate::host::{Host, Native, Rooted};
use crate::measure::{Look, Surroundings};
use crate::report::{Format, Render};
use crate::study::checkup::Checkup;
use crate::text::COLUMNS;

/// How long this program rests to see what else runs.
const REST: Duration = Duration::from_secs(1);

/// Arguments of `lockstep doctor`.
#[derive(Args)]
pub struct DoctorArgs {
    /// The device to time: auto, a number or name that `lockstep devices` lists, or sim
    #[arg(long, default_value = "auto")]
    device: Selector,
    /// Write what was found as JSON to this file, or to stdout for -
    #[arg(long, value_name = "PATH|-")]
    json: Option<PathBuf>,
    /// Read the system's files (/proc, /sys) below this folder: what another machine tells of itself
    #[arg(long, value_name = "FOLDER", hide = true)]
    system: Option<PathBuf>,
}

/// Runs the subcommand.
pub fn doctor(args: &DoctorArgs) -> anyhow::Result<Exit> {
    let mut output = args.json.as_deref().map(Output::open).transpose()?;
    let in_stdout = output.as_ref().is_some_and(Output::is_stdout);
    let surroundings = match &args.system {
        Some(root) => look_around(&Rooted::at(root)),
        None => look_around(&Native),
    };
    let mut progress = Progress::new("doctor", in_stdout);
    let found = Checkup::of(harness::adapters(), &args.device, surroundings, &mut progress);
    drop(progress);
    if !in_stdout {
        show(&found.render(Format::Terminal(COLUMNS))?.unwrap_or_default())?;
    }
    if let Some(output) = &mut output {
        output.write(&found)?;
    }
    Ok(if found.not_timed.is_some() { Exit::Unserved } else { Exit::Well })
}

fn look_around(host: &dyn Host) -> Surroundings {
    let before = Look::now(host);
    sleep(REST);
    let load = before.zip(Look::now(host)).and_then(|(before, after)| before.until(&after));
    Surroundings::of(host, load)
}
