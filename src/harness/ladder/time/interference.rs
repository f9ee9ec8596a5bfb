//! Interference: what other processes took of the processors, where the device runs on them, or of the GPU.

use crate::device::{DeviceType, Facts, GpuState, processes};
use crate::harness::protocol::TimingSession;
use crate::host::Host;
use crate::measure::{CpuTimes, GpuUse, MachineState, used_by_others};

/// What was to be seen of them when timing began.
pub struct Interference {
    processors: Option<CpuTimes>,
    gpu: Option<GpuUse>,
    /// The moment of the last sample that the GPU's driver had of processes.
    sampled: u64,
}

/// Whether kernels run on hardware of their own.
fn on_gpu(facts: &Facts) -> bool {
    !matches!(facts.kind, DeviceType::Cpu | DeviceType::Simulated)
}

/// What the processors did so far, where the device runs on them.
fn processors(facts: &Facts, host: &dyn Host) -> Option<CpuTimes> {
    (facts.kind == DeviceType::Cpu).then(|| CpuTimes::now(host)).flatten()
}

/// What the GPU did so far, where its driver's files tell.
fn gpu(facts: &Facts, host: &dyn Host) -> Option<GpuUse> {
    on_gpu(facts).then(|| GpuUse::now(&facts.pci_bus_id, host)).flatten()
}

/// That the machine runs on battery, in words, where it does.
pub fn on_battery(host: &dyn Host) -> Option<String> {
    let reported = MachineState::of(host, None).on_battery == Some(true);
    reported.then(|| "timed on battery, on which clocks are held down: plug it in before you compare times".to_owned())
}

impl Interference {
    /// A first look.
    pub fn now(facts: &Facts, host: &dyn Host) -> Self {
        Self {
            processors: processors(facts, host),
            gpu: gpu(facts, host),
            sampled: processes(facts, 0).iter().map(|sample| sample.at).max().unwrap_or_default(),
        }
    }

    /// Puts what they did since into `session`, and what holds the GPU's clock down.
    pub fn until_now(&self, facts: &Facts, host: &dyn Host, session: &mut TimingSession) {
        let processors = self.processors.as_ref().zip(processors(facts, host));
        session.load = processors.and_then(|(before, after)| before.until(&after));
        let gpu = self.gpu.as_ref().zip(gpu(facts, host)).and_then(|(before, after)| before.until(&after));
        let sampled = || {
            let samples = processes(facts, self.sampled);
            // A page, which has none, has no number either.
            (!samples.is_empty()).then(|| used_by_others(&samples, std::process::id())).flatten()
        };
        session.gpu_others = gpu.or_else(sampled);
        if on_gpu(facts) {
            session.held_down = GpuState::of(facts, host).held_down;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Rooted;

    #[test]
    fn a_run_on_battery_says_so_and_one_that_is_plugged_in_does_not() {
        let root = tempfile::tempdir().expect("a folder");
        let battery = root.path().join("sys/class/power_supply/BAT0");
        std::fs::create_dir_all(&battery).expect("made");
        std::fs::write(battery.join("type"), "Battery\n").expect("written");
        let says = |status: &str| {
            std::fs::write(battery.join("status"), status).expect("written");
            on_battery(&Rooted::at(root.path()))
        };
        assert!(says("Discharging\n").is_some_and(|note| note.contains("plug it in")));
        assert_eq!(says("Full\n"), None);
    }
}
