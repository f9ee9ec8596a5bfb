//! Estimates beside what a GPU of one's own takes: the kernels of the published table and of the pairs with known factors,
//! timed on a device and estimated for the simulator's machine of it. See README.md.

mod case;
#[path = "../published/data.rs"]
#[expect(dead_code, reason = "the published figures are not read here")]
mod data;
mod estimate;
#[path = "../published/launched.rs"]
mod launched;
#[path = "../published/machine.rs"]
mod machine;
#[path = "../../crates/sim/tests/pairs/pair.rs"]
#[expect(dead_code, reason = "the known factors are not read here")]
mod pair;
mod time;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use lockstep::device::Selector;

/// Holds the simulator's estimates against this machine's GPU
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    step: Option<Step>,
    /// A folder of pairs of kernels, in place of those of the tests and of the published table
    #[arg(long, global = true)]
    pairs: Option<PathBuf>,
    /// What cargo passes to a benchmark
    #[arg(long, hide = true, global = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum Step {
    /// Times each kernel on a device
    Time {
        /// The device, as `lockstep devices` lists it
        #[arg(long, default_value = "auto")]
        device: String,
        /// Units of the device, by which some grids are counted
        #[arg(long)]
        units: u32,
        /// Only kernels whose name has this in it
        #[arg(long)]
        only: Option<String>,
        /// Where the times are written, a line each
        times: PathBuf,
    },
    /// Estimates the same kernels, and prints both
    Compare {
        /// The device's machine: a built-in one, or of benches/published/machines
        #[arg(long)]
        machine: String,
        /// What `time` wrote
        times: PathBuf,
    },
}

fn main() -> Result<()> {
    let args = Args::parse();
    // Cargo runs a benchmark in the folder of its package.
    let root = Path::new(".");
    let cases = |units| match &args.pairs {
        Some(path) => case::pairs(path),
        None => case::all(root, units),
    };
    match args.step {
        Some(Step::Time { device, units, only, times }) => {
            let mut cases = cases(units)?;
            cases.retain(|case| only.as_ref().is_none_or(|only| case.name.contains(only)));
            let Ok(selector) = device.parse::<Selector>();
            pollster::block_on(time::write(&selector, &cases, &times))
        }
        Some(Step::Compare { machine, times }) => {
            let machine = machine::machine(root, &machine)?;
            let units = machine.unit.count.context("the machine's units are not known")?;
            let times = read(&times)?;
            let cases = cases(units)?.into_iter();
            let cases: Vec<_> = cases.filter_map(|case| times.get(&case.name).map(|time| (case, *time))).collect();
            estimate::print(&machine, &cases);
            Ok(())
        }
        None => {
            let cases = cases(1)?;
            cases.iter().for_each(|case| println!("{}", case.name));
            println!("{} kernels can be read", cases.len());
            Ok(())
        }
    }
}

/// Seconds by name.
fn read(path: &Path) -> Result<BTreeMap<String, f64>> {
    let mut reader = csv::Reader::from_path(path).with_context(|| path.display().to_string())?;
    let lines = reader.deserialize::<(String, f64)>();
    lines.map(|line| line.with_context(|| path.display().to_string())).collect()
}
