//! `lockstep doctor`: to paste into a report of a problem.

use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use clap::Args;

use super::exit::Exit;
use super::output::{Output, show};
use super::progress::RunProgress;
use crate::device::{DeviceType, Facts, GpuState, Selector};
use crate::harness;
use crate::host::{Host, Native, Rooted};
use crate::measure::{CpuTimes, GpuUse, MachineState};
use crate::report::Render;
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
    let gpu = harness::adapters().iter().find(|facts| !matches!(facts.kind, DeviceType::Cpu | DeviceType::Simulated));
    let surroundings = match &args.system {
        Some(root) => look_around(gpu, &Rooted::at(root)),
        None => look_around(gpu, &Native),
    };
    let mut progress = RunProgress::new("doctor", in_stdout);
    let found = Checkup::of(harness::adapters(), &args.device, surroundings, &mut progress);
    drop(progress);
    if !in_stdout {
        show(&found.terminal(COLUMNS))?;
    }
    if let Some(output) = &mut output {
        output.write(&found)?;
    }
    Ok(if found.not_timed.is_some() { Exit::Unserved } else { Exit::Well })
}

fn look_around(gpu: Option<&Facts>, host: &dyn Host) -> MachineState {
    let used = || GpuUse::now(&gpu?.pci_bus_id, host);
    let (before, used_before) = (CpuTimes::now(host), used());
    sleep(REST);
    let load = before.zip(CpuTimes::now(host)).and_then(|(before, after)| before.until(&after));
    let others = used_before.zip(used()).and_then(|(before, after)| before.until(&after));
    let state = gpu.map(|facts| GpuState::of(facts, host));
    MachineState { gpu: state, gpu_others: others, ..MachineState::of(host, load) }
}
