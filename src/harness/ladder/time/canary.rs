//! Whether the machine held still: two fixed kernels, one of arithmetic and one of memory, timed before the first round, after
//! the last and between, a batch as long as a variant's.

use crate::device::{BufferId, Device, DeviceError, DeviceType, Facts, Launch, RuntimeChecks, Timing};
use crate::harness::protocol::{CanaryReport, TimingSession};
use crate::kernel::{Kernel, Overrides};
use crate::measure::choose_clock;

/// A fixed kernel: its name, its WGSL, and bytes of its only buffer for an invocation.
struct Fixed {
    name: &'static str,
    source: &'static str,
    invocations: u32,
    bytes_each: u32,
    /// On hardware of its own: constants of the kernel, and how many times as many invocations at the most. A GPU's launches take
    /// microseconds, and how many is not what a canary tells; and its last level of cache holds more than a core's.
    gpu: (&'static [(&'static str, f64)], u64),
}

impl Fixed {
    fn overrides(&self, facts: &Facts) -> Overrides {
        let constants = if facts.kind == DeviceType::Cpu { &[] } else { self.gpu.0 };
        constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
    }

    fn invocations(&self, facts: &Facts) -> u32 {
        let most = facts.limits.max_storage_binding.min(facts.limits.max_buffer_size);
        let room = most / (u64::from(self.invocations) * u64::from(self.bytes_each));
        let times = if facts.kind == DeviceType::Cpu { 1 } else { self.gpu.1.min(room).max(1) };
        self.invocations * times as u32
    }
}

/// Arithmetic for every core of a CPU device and a good part of a GPU; 32 MiB, which is beyond what a core has to itself, and on a
/// GPU 192 MiB.
const FIXED: [Fixed; 2] = [
    Fixed {
        name: "arithmetic",
        source: include_str!("canary-compute.wgsl"),
        invocations: 8192,
        bytes_each: 4,
        gpu: (&[("STEPS", 65536.0)], 1),
    },
    Fixed {
        name: "memory",
        source: include_str!("canary-memory.wgsl"),
        invocations: 1 << 21,
        bytes_each: 16,
        gpu: (&[], 6),
    },
];

/// The canaries on a device.
pub struct Canaries {
    launches: Vec<Launch>,
    /// How often each is repeated in a batch, once that was found.
    pub repeats: [Option<u32>; FIXED.len()],
}

impl Canaries {
    /// Compiles them, and makes their buffers.
    ///
    /// # Errors
    /// [`DeviceError`] of the device.
    pub async fn new(device: &mut impl Device) -> Result<Self, DeviceError> {
        let mut launches = Vec::new();
        let facts = device.facts().clone();
        for fixed in &FIXED {
            let kernel = Kernel::parse(fixed.name, fixed.source, None, &fixed.overrides(&facts))
                .map_err(|error| DeviceError::Refused(error.to_string()))?;
            let pipeline = device.compile(&kernel, RuntimeChecks::ZeroInit).await?;
            let invocations = fixed.invocations(&facts);
            let bytes = u64::from(invocations) * u64::from(fixed.bytes_each);
            let buffer: BufferId = device.allocate(fixed.name, bytes)?;
            device.cycle(buffer, &[0], bytes).await?;
            launches.push(Launch {
                pipeline,
                clears: Vec::new(),
                buffers: vec![((0, 0), buffer)],
                workgroups: [invocations / kernel.workgroup_size[0], 1, 1],
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

/// What the canaries of all `sessions` saw; empty where there were none.
pub fn reports(sessions: &[TimingSession]) -> Vec<CanaryReport> {
    let names = FIXED.iter().map(|fixed| fixed.name).enumerate();
    let report = |(which, name): (usize, &str)| {
        let sampled: Vec<_> = sessions.iter().filter_map(|session| session.canaries.get(which)).collect();
        // As kernels are timed: while a busy host keeps a device waiting, the device holds still.
        let batches: Vec<Timing> = sampled.iter().flat_map(|one| one.batches.iter().copied()).collect();
        let (clock, _) = choose_clock(&batches);
        let medians: Vec<f64> = sampled.iter().filter_map(|one| Some(one.summary(clock)?.median.0)).collect();
        let least = medians.iter().copied().reduce(f64::min)?;
        let most = medians.iter().copied().fold(least, f64::max);
        Some(CanaryReport {
            name: name.to_owned(),
            within: sampled.iter().map(|one| one.drift(clock)).fold(0.0, f64::max),
            between: most / least - 1.0,
        })
    };
    names.filter_map(report).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Simulated;
    use crate::measure::Samples;
    use crate::sim::machine::Machine;
    use crate::units::Seconds;

    fn session(arithmetic: &[f64], memory: &[f64]) -> TimingSession {
        let sampled = |times: &[f64]| Samples {
            repeats: 1,
            batches: times.iter().map(|time| Timing { wall: Seconds(*time), gpu: None }).collect(),
        };
        TimingSession { canaries: vec![sampled(arithmetic), sampled(memory)], ..TimingSession::default() }
    }

    #[test]
    fn on_a_gpu_they_are_long_beside_a_launch_and_within_its_limits() {
        let device = Simulated::new(Machine::builtin("").expect("a machine").clone());
        let mut facts = Facts { kind: DeviceType::Discrete, ..device.facts().clone() };
        for (room, times) in [(1 << 31, 6), (1 << 27, 4), (1 << 20, 1)] {
            facts.limits.max_storage_binding = room;
            facts.limits.max_buffer_size = room;
            let [arithmetic, memory] = &FIXED;
            assert_eq!(memory.invocations(&facts), times << 21, "{room}");
            let kernels = [arithmetic, memory].map(|fixed| {
                let kernel =
                    Kernel::parse(fixed.name, fixed.source, None, &fixed.overrides(&facts)).expect("it parses");
                fixed.invocations(&facts) / kernel.workgroup_size[0]
            });
            assert!(kernels.iter().all(|workgroups| *workgroups <= 65535));
        }
        let cpu = Facts { kind: DeviceType::Cpu, ..facts };
        assert_eq!((FIXED[1].invocations(&cpu), FIXED[0].overrides(&cpu).len()), (1 << 21, 0));
    }

    #[test]
    fn a_host_that_is_held_up_does_not_move_what_the_device_timed() {
        let mut held_up = session(&[1.0; 4], &[2.0; 4]);
        for canary in &mut held_up.canaries {
            canary.batches.iter_mut().for_each(|timing| timing.gpu = Some(Seconds(0.99 * timing.wall.0)));
            canary.batches[3].wall.0 *= 1.8;
            canary.batches[2].wall.0 *= 1.8;
        }
        let still: Vec<f64> = reports(&[held_up]).iter().map(|canary| canary.within).collect();
        assert_eq!(still, [0.0, 0.0]);
    }

    #[test]
    fn a_change_within_a_process_is_told_from_one_between_processes_and_arithmetic_from_memory() {
        let drifting = session(&[1.0, 1.0, 1.5, 1.5], &[2.0; 4]);
        let slower = session(&[1.0; 4], &[3.0; 4]);
        let [arithmetic, memory] = &reports(&[drifting, slower])[..] else { panic!("two canaries") };
        assert_eq!((arithmetic.within, memory.within), (0.5, 0.0));
        assert_eq!((arithmetic.between, memory.between), (0.25, 0.5));
        assert_eq!(reports(&[TimingSession::default()]), []);
    }
}
