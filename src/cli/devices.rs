//! `lockstep devices`: what is here, what a name means, and GPUs side by side.

use anyhow::bail;
use clap::Args;
use pollster::block_on;
use serde_json::{Value, json};

use super::args::RunArgs;
use super::exit::Exit;
use super::output;
use crate::device::{self, Device, Facts, Selector};
use crate::harness::{Request, Roofs, measured_roofs};
use crate::host::Native;
use crate::report::devices::{
    Answer, Compared, Measured, answer, block, block_json, compare, compare_json, lookup, lookup_json,
};
use crate::roof::floor::Precision;
use crate::roof::theory::given::{GivenPeaks, parse_pci};
use crate::sim::machine::Machine;
use crate::study::checkup::DRIVERS;
use crate::text::wrap;

/// Arguments of `lockstep devices`.
#[derive(Args)]
pub struct DevicesArgs {
    /// Answer for a GPU that need not be here, given by its adapter's name
    #[arg(long, value_name = "NAME", conflicts_with = "compare")]
    lookup: Option<String>,
    /// Its PCI ids, in hexadecimal
    #[arg(long, value_name = "VENDOR:DEVICE", requires = "lookup")]
    pci: Option<String>,
    /// Put GPUs side by side
    #[arg(long, value_name = "NAME", num_args = 1..)]
    compare: Vec<String>,
    /// With --compare: the workload's FLOPs for each byte that it moves
    #[arg(long, value_name = "FLOP/B", requires = "compare", value_parser = intensity)]
    intensity: Option<f64>,
    #[command(flatten)]
    run: RunArgs,
}

fn intensity(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("a number of FLOPs a byte above 0".to_owned()),
    }
}

/// Runs the subcommand.
pub fn devices(args: &DevicesArgs) -> anyhow::Result<Exit> {
    let files =
        [("--html", args.run.html.is_some()), ("--svg", args.run.svg.is_some()), ("--log", args.run.work.names_log())];
    if let Some((flag, _)) = files.iter().find(|(_, given)| *given) {
        bail!("{flag}: `lockstep devices` writes text and JSON only: see --json");
    }
    if let Some(name) = &args.lookup {
        return look_up(name, args);
    }
    if !args.compare.is_empty() {
        return side_by_side(args);
    }
    all(args)
}

/// Prints `text`, and `value` as JSON where that was asked for.
fn show(args: &DevicesArgs, text: &str, value: &Value) -> anyhow::Result<()> {
    output::both(args.run.json.as_deref(), args.run.quiet, text, value)
}

fn given_peaks(args: &DevicesArgs) -> anyhow::Result<GivenPeaks> {
    Ok(GivenPeaks {
        flop_per_s: args.run.peak_flops,
        byte_per_s: args.run.peak_bandwidth,
        ..GivenPeaks::load(&Native)?
    })
}

fn look_up(name: &str, args: &DevicesArgs) -> anyhow::Result<Exit> {
    let pci = match args.pci.as_deref() {
        None => None,
        Some(text) => match parse_pci(text) {
            Some(pci) => Some(pci),
            None => bail!("--pci {text}: write VENDOR:DEVICE in hexadecimal, such as 10de:2684"),
        },
    };
    let answer = answer(name, pci, &given_peaks(args)?);
    show(args, &lookup(&answer), &lookup_json(&answer))?;
    Ok(if answer.is_known() { Exit::Well } else { Exit::Unserved })
}

fn side_by_side(args: &DevicesArgs) -> anyhow::Result<Exit> {
    let user = given_peaks(args)?;
    let names = args.compare.iter();
    let gpus: Vec<Answer> = names.map(|name| answer(name, None, &user)).collect();
    let compared = Compared { gpus: &gpus, intensity: args.intensity };
    show(args, &compare(&compared), &compare_json(&compared))?;
    Ok(if gpus.iter().all(Answer::is_known) { Exit::Well } else { Exit::Unserved })
}

/// Every device of this machine, or the one that `--device` names, measured unless `--quick`.
fn all(args: &DevicesArgs) -> anyhow::Result<Exit> {
    let mut text = String::new();
    let mut values = Vec::new();
    for (index, (facts, queried)) in block_on(device::survey()).into_iter().enumerate() {
        let request = args.run.request("");
        let chosen = device::find(&args.run.device, &block_on(device::adapters()));
        if args.run.device != Selector::Auto && chosen != Some(index) {
            continue;
        }
        let mut theory = measured_roofs::theoretical(&facts, &queried, &request, &Native)?;
        let (measured, notes) = measure(index, &request)?;
        theory.notes.extend(notes);
        text += &format!("{}\n", block(index, &facts, &theory, &measured));
        values.push(block_json(&facts, &theory, &measured));
    }
    if values.is_empty() {
        // Opening says why there is none, or lists those that there are.
        let opened = block_on(device::open(&args.run.device, &Native))?;
        text = without_any(opened.facts());
    }
    show(args, &text, &json!(values))?;
    Ok(Exit::Well)
}

/// What runs kernels where there is no device, and what could be installed.
fn without_any(facts: &Facts) -> String {
    let machines = Machine::names().collect::<Vec<_>>().join(", ");
    let others =
        format!("`--device sim:MACHINE` takes another: {machines}, or the name of a GPU of their architectures.");
    format!(
        "No GPU and no software device was found. Kernels run on the simulator:\n  {}\n  {}\n{}\n{}\n",
        facts.name,
        facts.driver,
        wrap(&others, 80, 0),
        wrap(&format!("To run on a device, install {DRIVERS}."), 80, 0),
    )
}

/// The measured roofs, and what the theory does not say already.
fn measure(index: usize, request: &Request) -> anyhow::Result<(Measured, Vec<String>)> {
    if request.quick {
        return Ok((Measured::default(), Vec::new()));
    }
    let mut device = block_on(device::open(&Selector::Index(index), &Native))?;
    let facts = device.facts().clone();
    let Roofs { compute, beside, memory, .. } = block_on(measured_roofs::roofs(&mut device, &facts, request, &Native))?;
    let host = memory.host.as_ref().and_then(measured_roofs::host_note);
    let beside = beside.into_iter().filter_map(|roof| {
        let (precision, measured) = (Precision::named(&roof.precision)?, roof.measured?);
        Some((precision, measured.rate.flop_per_s, measured.detail))
    });
    let beside = beside.collect();
    let (compute, memory) = (compute.measured.unwrap_or_default(), memory.measured.unwrap_or_default());
    let measured = Measured {
        flop_per_s: compute.rate.flop_per_s,
        flop_detail: compute.detail,
        beside,
        byte_per_s: memory.rate.byte_per_s,
        byte_detail: memory.detail,
    };
    Ok((measured, host.into_iter().collect()))
}
