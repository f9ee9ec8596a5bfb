//! Whether the machine held still: two fixed kernels, one of arithmetic and one of memory, timed before the first round, after
//! the last and between, a batch as long as a variant's.

use serde::{Deserialize, Serialize};

use super::sitting::Sitting;
use crate::device::{Added, BufferId, Device, DeviceError, Launch, Timing};
use crate::kernel::{Kernel, Overrides};
use crate::measure::Clock;

/// A fixed kernel: its name, its WGSL, and bytes of its only buffer for an invocation.
struct Fixed {
    name: &'static str,
    source: &'static str,
    invocations: u32,
    bytes_each: u32,
}

/// Arithmetic for every core of a CPU device and a good part of a GPU; 32 MiB, which is beyond what a core has to itself.
const FIXED: [Fixed; 2] = [
    Fixed { name: "arithmetic", source: include_str!("canary-compute.wgsl"), invocations: 8192, bytes_each: 4 },
    Fixed { name: "memory", source: include_str!("canary-memory.wgsl"), invocations: 1 << 21, bytes_each: 16 },
];

/// The canaries on a device.
pub struct Canaries {
    launches: Vec<Launch>,
    /// How often each is repeated in a batch, once that was found.
    pub repeats: [Option<u32>; FIXED.len()],
}

/// What a canary saw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanaryReport {
    /// "arithmetic" or "memory".
    pub name: String,
    /// By how much its time changed within a process, at most: a share.
    pub within: f64,
    /// By how much its time in the slowest process exceeds that in the fastest: a share.
    pub between: f64,
}

impl Canaries {
    /// Compiles them, and makes their buffers.
    ///
    /// # Errors
    /// [`DeviceError`] of the device.
    pub async fn new(device: &mut impl Device) -> Result<Self, DeviceError> {
        let mut launches = Vec::new();
        for fixed in &FIXED {
            let kernel = Kernel::parse(fixed.name, fixed.source, None, &Overrides::new())
                .map_err(|error| DeviceError::Refused(error.to_string()))?;
            let pipeline = device.compile(&kernel, Added::Zeros).await?;
            let bytes = fixed.invocations * fixed.bytes_each;
            let buffer: BufferId = device.allocate(fixed.name, u64::from(bytes))?;
            device.write(buffer, &vec![0; bytes as usize]).await?;
            launches.push(Launch {
                pipeline,
                clears: Vec::new(),
                buffers: vec![((0, 0), buffer)],
                workgroups: [fixed.invocations / kernel.workgroup_size[0], 1, 1],
            });
        }
        Ok(Self { launches, repeats: [None; FIXED.len()] })
    }

    /// One batch of one of them.
    ///
    /// # Errors
    /// [`DeviceError`] of the device.
    pub async fn run(&self, device: &mut impl Device, which: usize, repeats: u32) -> Result<Timing, DeviceError> {
        device.run(&self.launches[which..=which], repeats).await
    }
}

/// What the canaries of all `sittings` saw; empty where there were none.
pub fn reports(sittings: &[Sitting]) -> Vec<CanaryReport> {
    let names = FIXED.iter().map(|fixed| fixed.name).enumerate();
    let report = |(which, name): (usize, &str)| {
        let sampled: Vec<_> = sittings.iter().filter_map(|sitting| sitting.canaries.get(which)).collect();
        let medians: Vec<f64> = sampled.iter().filter_map(|one| Some(one.summary(Clock::Wall)?.median.0)).collect();
        let least = medians.iter().copied().reduce(f64::min)?;
        let most = medians.iter().copied().fold(least, f64::max);
        Some(CanaryReport {
            name: name.to_owned(),
            within: sampled.iter().map(|one| one.drift(Clock::Wall)).fold(0.0, f64::max),
            between: most / least - 1.0,
        })
    };
    names.filter_map(report).collect()
}

/// A change of a canary's time from here on is told.
const TOLD: f64 = 0.1;

/// That the machine changed while it timed, in words.
pub fn note(reports: &[CanaryReport]) -> Option<String> {
    let moved = reports.iter().filter(|canary| canary.within.max(canary.between) > TOLD);
    let told: Vec<String> = moved
        .map(|canary| {
            let [within, between] = [canary.within, canary.between].map(|share| format!("{:.0} %", 100.0 * share));
            format!("{} by {within} within a process and {between} between processes", canary.name)
        })
        .collect();
    (!told.is_empty()).then(|| {
        format!("the machine did not hold still: what should always take the same time changed, {}", told.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Sampled;
    use crate::units::Seconds;

    fn sitting(arithmetic: &[f64], memory: &[f64]) -> Sitting {
        let sampled = |times: &[f64]| Sampled {
            repeats: 1,
            batches: times.iter().map(|time| Timing { wall: Seconds(*time), gpu: None }).collect(),
        };
        Sitting { canaries: vec![sampled(arithmetic), sampled(memory)], ..Sitting::default() }
    }

    #[test]
    fn a_change_within_a_process_is_told_from_one_between_processes_and_arithmetic_from_memory() {
        let drifting = sitting(&[1.0, 1.0, 1.5, 1.5], &[2.0; 4]);
        let slower = sitting(&[1.0; 4], &[3.0; 4]);
        let [arithmetic, memory] = &reports(&[drifting, slower])[..] else { panic!("two canaries") };
        assert_eq!((arithmetic.within, memory.within), (0.5, 0.0));
        assert_eq!((arithmetic.between, memory.between), (0.25, 0.5));
        assert_eq!(reports(&[Sitting::default()]), []);
        let told = note(&reports(&[sitting(&[1.0; 4], &[2.0; 4]), sitting(&[1.0; 4], &[3.0; 4])])).expect("it moved");
        assert!(told.contains("memory by 0 % within a process and 50 % between") && !told.contains("arithmetic"));
        assert_eq!(note(&reports(&[sitting(&[1.0; 4], &[2.0; 4])])), None);
    }
}
