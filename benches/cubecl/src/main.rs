//! Our measured roofs and cubecl's, by turns, on one device. See README.md.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use cubecl::ir::{ElemType, FloatKind};
use cubecl::std::throughput::device_throughput;
use cubecl::wgpu::{WgpuDevice, WgpuRuntime};
use cubecl_runtime::config::{CubeClRuntimeConfig, RuntimeConfig};
use cubecl_runtime::throughput::{MemoryAccess, ThroughputKey, ThroughputMode};
use lockstep::device::{self, Device, Selector};
use lockstep::host::Native;
use lockstep::roof::measured;
use pollster::block_on;

/// FLOP/s and bytes a second.
type Roofs = [f64; 2];

const BUDGET: Duration = Duration::from_millis(1200);
/// Four times the largest last-level cache of the machines that this runs on in CI.
const WORKING_SET: u64 = 128 << 20;

fn main() -> Result<ExitCode> {
    let rounds: usize = std::env::args()
        .nth(1)
        .map_or(Ok(5), |text| text.parse())
        .context("the only argument is a number of rounds")?;
    without_cubecls_cache();
    let mut device = block_on(device::open(&Selector::Auto, &Native))?;
    println!("{}, {}", device.facts().name, device.facts().driver);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..rounds.max(1) {
        if round % 2 == 0 {
            ours.push(lockstep(&mut device)?);
            theirs.push(cubecl()?);
        } else {
            theirs.push(cubecl()?);
            ours.push(lockstep(&mut device)?);
        }
        println!("round {}: ours {}; cubecl {}", round + 1, shown(ours[round]), shown(theirs[round]));
    }
    let mut lower = false;
    for (name, statistic) in [("best", best as fn(&[Roofs], usize) -> f64), ("median", median)] {
        let ratio = [0, 1].map(|which| statistic(&ours, which) / statistic(&theirs, which));
        println!("{name}: ours / cubecl = {:.2} (f32), {:.2} (copy)", ratio[0], ratio[1]);
        lower |= ratio.iter().any(|ratio| *ratio < 1.0);
    }
    Ok(ExitCode::from(u8::from(lower)))
}

fn lockstep(device: &mut impl Device) -> Result<Roofs> {
    let compute = block_on(measured::compute(device, BUDGET, &Native))?;
    let memory = block_on(measured::memory(device, WORKING_SET, BUDGET, &Native))?;
    println!("  f32: {}\n  copy: {}", compute.detail, memory.detail);
    Ok([compute.rate, memory.rate])
}

fn cubecl() -> Result<Roofs> {
    let f32 = ThroughputKey { mode: ThroughputMode::ComputeDirect { dtype: ElemType::Float(FloatKind::F32) } };
    let copy = ThroughputKey { mode: ThroughputMode::memory(MemoryAccess::Copy) };
    let values = device_throughput::<WgpuRuntime>(&WgpuDevice::default(), &[f32, copy]);
    match values.as_slice() {
        [Ok(compute), Ok(memory)] => Ok([compute.ops_per_s(), memory.bytes_per_s(&copy)]),
        other => Err(anyhow!("cubecl measured nothing: {other:?}")),
    }
}

/// Otherwise only the first round would be measured, or none, where an earlier run left its results on the disk.
fn without_cubecls_cache() {
    let mut config = CubeClRuntimeConfig::default();
    config.throughput.disable_cache = true;
    CubeClRuntimeConfig::set(config);
}

fn shown([compute, memory]: Roofs) -> String {
    format!("{:.1} GFLOP/s, {:.2} GB/s", compute * 1e-9, memory * 1e-9)
}

fn best(roofs: &[Roofs], which: usize) -> f64 {
    roofs.iter().map(|roof| roof[which]).fold(0.0, f64::max)
}

fn median(roofs: &[Roofs], which: usize) -> f64 {
    let mut values: Vec<f64> = roofs.iter().map(|roof| roof[which]).collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}
