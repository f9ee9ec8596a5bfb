//! Asks every source that may know an adapter, the most direct first.

use super::{ioreg, kfd};
use crate::device::sysfs::Sysfs;
use crate::device::{Backend, Facts};
use crate::device::{GpuState, ProcessUse, Queried, Reading};
use crate::host::Native;

/// What the system knows of `adapter`, whose facts are `facts`. Sources that are not there are skipped: nothing here
/// can fail, only stay unknown.
pub fn queried(adapter: &wgpu::Adapter, facts: &Facts) -> Queried {
    let driver = through_vulkan(adapter);
    let library = through_nvml(facts);
    let files = through_files(facts).or(kfd::read(&facts.pci_bus_id));
    let registry = if facts.backend == Backend::Metal { ioreg::read(&facts.name) } else { Queried::default() };
    driver.or(library).or(files).or(registry)
}

/// The clock that a device runs at now, in Hz, where it can be read: to be asked during or right after a run.
pub fn observed_clock(facts: &Facts) -> Option<Reading> {
    through_nvml(facts).current_clock.or_else(|| through_files(facts).current_clock)
}

/// What the driver's library tells of the GPU as it is now: NVIDIA's, where there is one.
pub fn state(facts: &Facts) -> GpuState {
    #[cfg(all(feature = "nvml", not(target_vendor = "apple")))]
    if facts.vendor == NVIDIA {
        return super::nvml::state(&facts.pci_bus_id);
    }
    let _ = facts;
    GpuState::default()
}

/// What the driver's library tells of the processes that used the GPU since a moment of its clock: NVIDIA's, where there is one.
pub fn processes(facts: &Facts, since: u64) -> Vec<ProcessUse> {
    #[cfg(all(feature = "nvml", not(target_vendor = "apple")))]
    if facts.vendor == NVIDIA {
        return super::nvml::processes(&facts.pci_bus_id, since);
    }
    let _ = (facts, since);
    Vec::new()
}

/// NVIDIA's number among vendors of PCI devices.
#[cfg(all(feature = "nvml", not(target_vendor = "apple")))]
const NVIDIA: u32 = 0x10de;

#[cfg(not(target_vendor = "apple"))]
fn through_vulkan(adapter: &wgpu::Adapter) -> Queried {
    super::vulkan::read(adapter)
}

#[cfg(target_vendor = "apple")]
fn through_vulkan(_: &wgpu::Adapter) -> Queried {
    Queried::default()
}

fn through_files(facts: &Facts) -> Queried {
    Sysfs::at(&facts.pci_bus_id, &Native).map(|files| files.queried()).unwrap_or_default()
}

#[cfg(all(feature = "nvml", not(target_vendor = "apple")))]
fn through_nvml(facts: &Facts) -> Queried {
    if facts.vendor == NVIDIA { super::nvml::read(&facts.pci_bus_id) } else { Queried::default() }
}

#[cfg(not(all(feature = "nvml", not(target_vendor = "apple"))))]
fn through_nvml(_: &Facts) -> Queried {
    Queried::default()
}
