//! Times kernels on a device, launches back to back.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use lockstep::device::{self, AnyDevice, Device, DeviceError, Launch, RuntimeChecks, Selector};
use lockstep::host::Native;

use crate::case::Case;

/// Seconds that one batch of launches should take: long beside the resolution of timestamps and the clock's ramp.
const BATCH: f64 = 4e-3;

/// Batches of each kernel, of which the middle one counts.
const BATCHES: usize = 5;

/// Launches of one batch at most.
const MOST: f64 = 500.0;

/// Writes a line for each of `cases`: its name, and the seconds of one launch. What the device refuses is reported and left out.
pub async fn write(selector: &Selector, cases: &[Case], path: &Path) -> Result<()> {
    let mut device = device::open(selector, &Native).await?;
    println!("{}, driver {}", device.facts().name, device.facts().driver);
    let mut writer = csv::Writer::from_path(path).with_context(|| path.display().to_string())?;
    writer.write_record(["name", "seconds"])?;
    let start = Instant::now();
    for case in cases {
        match time(&mut device, case).await {
            Ok(seconds) => {
                writer.serialize((&case.name, seconds))?;
                writer.flush()?;
            }
            Err(error) => {
                println!("{}: {error}", case.name);
                device = device::open(selector, &Native).await?;
            }
        }
    }
    println!("{} kernels in {:.0} s", cases.len(), start.elapsed().as_secs_f64());
    Ok(())
}

async fn time(device: &mut AnyDevice, case: &Case) -> Result<f64, DeviceError> {
    let pipeline = device.compile(&case.launched.kernel, RuntimeChecks::None).await?;
    let mut buffers = Vec::new();
    for (place, bytes) in &case.launched.buffers {
        buffers.push((*place, device.allocate(&format!("{place:?}"), *bytes as u64)?));
    }
    let launch = Launch { pipeline, clears: Vec::new(), buffers, workgroups: case.launched.workgroups };
    let seconds = middle(device, &launch).await;
    for (_, buffer) in launch.buffers {
        device.free(buffer);
    }
    seconds
}

async fn middle(device: &mut AnyDevice, launch: &Launch) -> Result<f64, DeviceError> {
    let launches = [launch.clone()];
    let mut batch = async |repeats: u32| -> Result<f64, DeviceError> {
        let timing = device.run(&launches, repeats).await?;
        Ok(timing.gpu.unwrap_or(timing.wall).0 / f64::from(repeats))
    };
    batch(1).await?;
    let once = batch(1).await?;
    let repeats = (BATCH / once).clamp(1.0, MOST) as u32;
    let mut times = Vec::new();
    for _ in 0..BATCHES {
        times.push(batch(repeats).await?);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[BATCHES / 2])
}
