//! NVIDIA's management library: loaded at run time where a driver is installed, joined by PCI bus id.

mod library;

use std::sync::OnceLock;

use self::library::{Clock, Nvml, NvmlDevice};
use crate::device::{GpuState, ProcessUse, Queried, Reading};
use crate::gpus as table;

const FROM: &str = "NVML";

fn gpu(pci_bus_id: &str) -> Option<NvmlDevice<'static>> {
    static NVML: OnceLock<Option<Nvml>> = OnceLock::new();
    NVML.get_or_init(Nvml::load).as_ref()?.gpu(pci_bus_id)
}

/// How busy the GPU at `pci_bus_id` is now, its clock, and why that is held down; empty as [`read`].
pub fn state(pci_bus_id: &str) -> GpuState {
    let Some(gpu) = gpu(pci_bus_id) else {
        return GpuState::default();
    };
    GpuState {
        busy: gpu.busy_percent().map(|percent| f64::from(percent) / 100.0),
        clock_hz: gpu.current_clock(Clock::Multiprocessors).map(|mhz| f64::from(mhz) * 1e6),
        held_down: held_down(gpu.throttle_reasons().unwrap_or_default()),
    }
}

/// What processes did on the GPU at `pci_bus_id` since that moment; empty as [`read`].
pub fn processes(pci_bus_id: &str, since: u64) -> Vec<ProcessUse> {
    let samples = gpu(pci_bus_id).and_then(|gpu| gpu.processes(since)).unwrap_or_default();
    let used = samples.iter().map(|sample| ProcessUse {
        process: sample.process,
        at: sample.at,
        share: f64::from(sample.multiprocessors) / 100.0,
    });
    used.collect()
}

/// What of the bits of `nvmlClocksThrottleReasons` in `nvml.h` holds a clock down; that a GPU is idle, or does as it was told, does not.
fn held_down(bits: u64) -> Vec<String> {
    let reasons = [(0x4 | 0x80, "power limit"), (0x8, "slowdown by its hardware"), (0x20 | 0x40, "heat")];
    reasons.iter().filter(|(mask, _)| bits & mask != 0).map(|(_, reason)| (*reason).to_owned()).collect()
}

/// What NVML knows of the GPU at `pci_bus_id` (`0000:01:00.0`); empty where there is no library or no such GPU.
pub fn read(pci_bus_id: &str) -> Queried {
    let Some(gpu) = gpu(pci_bus_id) else {
        return Queried::default();
    };
    let mhz = |clock: Option<u32>| Reading::new(f64::from(clock?) * 1e6, FROM);
    let capability = gpu.compute_capability();
    let architecture = capability.and_then(|(major, minor)| architecture(major, minor));
    let cores = gpu.cores().map(f64::from);
    let cores_a_unit = capability.and_then(|(major, minor)| cores_a_unit(major, minor));
    let units = cores.zip(cores_a_unit).map(|(cores, each)| cores / each);
    let memory_clock = gpu.max_clock(Clock::Memory);
    Queried {
        units: units.and_then(|u| Reading::new(u, FROM)),
        clock: mhz(gpu.max_clock(Clock::Multiprocessors)),
        flop_per_clock: None,
        architecture: architecture.map(str::to_owned),
        bus_bits: gpu.bus_bits().and_then(|bits| Reading::new(f64::from(bits), FROM)),
        // NVML reports the clock of a double data rate.
        transfer_rate: memory_clock.and_then(|c| Reading::new(2.0 * f64::from(c) * 1e6, FROM)),
        memory_bytes: gpu.memory_bytes().and_then(|bytes| Reading::new(bytes as f64, FROM)),
        current_clock: mhz(gpu.current_clock(Clock::Multiprocessors)),
    }
}

/// The key in the table of architectures of a CUDA compute capability.
fn architecture(major: i32, minor: i32) -> Option<&'static str> {
    Some(match (major, minor) {
        (3, _) => "kepler",
        (5, _) => "maxwell",
        (6, 0) => "pascal-gp100",
        (6, _) => "pascal",
        (7, 0..=4) => "volta",
        (7, _) => "turing",
        (8, 0) => "ampere-ga100",
        (8, 9) => "ada",
        (8, _) => "ampere",
        (9, _) => "hopper",
        (10, _) => "blackwell-b100",
        (12, _) => "blackwell",
        _ => return None,
    })
}

/// f32 cores an SM, by compute capability.
fn cores_a_unit(major: i32, minor: i32) -> Option<f64> {
    let name = architecture(major, minor)?;
    // A core does one fused multiply-add, two FLOP, a clock.
    table::architecture(name).and_then(|a| a.f32).map(|rate| rate / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_compute_capability_leads_to_a_listed_architecture() {
        let known = [(3, 5), (5, 2), (6, 0), (6, 1), (7, 0), (7, 5), (8, 0), (8, 6), (8, 9), (9, 0), (10, 0), (12, 0)];
        for (major, minor) in known {
            assert!(cores_a_unit(major, minor).is_some(), "{major}.{minor}");
        }
        assert_eq!(cores_a_unit(8, 6), Some(128.0));
        assert_eq!(cores_a_unit(7, 5), Some(64.0));
        assert_eq!(architecture(99, 0), None);
    }

    #[test]
    fn reasons_are_told_once_and_being_idle_is_none() {
        assert_eq!(held_down(0x1 | 0x2 | 0x100), Vec::<String>::new());
        assert_eq!(held_down(0x4 | 0x80 | 0x20), ["power limit", "heat"]);
        assert_eq!(state("not a bus id"), GpuState::default());
    }

    #[test]
    fn an_unknown_bus_id_is_unknown_not_an_error() {
        assert_eq!(read("not a bus id"), Queried::default());
        assert_eq!(processes("not a bus id", 0), []);
    }
}
