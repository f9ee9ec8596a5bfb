//! What an adapter says of itself, and what the system knows of it: the inputs of the theory of roofs.

use serde::{Deserialize, Serialize};

use super::{DeviceType, Facts};

/// What an adapter says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The adapter's name as its driver spells it, e.g. `AMD Radeon RX 6800 (RADV NAVI21)`.
    pub name: String,
    /// The PCI vendor id; zero if the driver gives none (Metal).
    pub vendor: u32,
    /// The PCI device id; zero if the driver gives none (Metal).
    pub device: u32,
    /// The driver's name, e.g. `radv`.
    pub driver: String,
    /// The PCI address, `0000:01:00.0`, or empty.
    pub pci_bus_id: String,
    /// The kind of device.
    pub kind: DeviceType,
}

impl Identity {
    /// The identity behind `facts`.
    pub fn of(facts: &Facts) -> Self {
        Self {
            name: facts.name.clone(),
            vendor: facts.vendor,
            device: facts.device,
            driver: facts.driver.clone(),
            pci_bus_id: facts.pci_bus_id.clone(),
            kind: match facts.kind {
                DeviceType::Simulated => DeviceType::Other,
                kind => kind,
            },
        }
    }

    /// The PCI vendor and device ids, where the adapter has both and they are PCI ids (16 bits).
    pub fn pci(&self) -> Option<(u16, u16)> {
        let vendor = u16::try_from(self.vendor).ok().filter(|v| *v != 0)?;
        let device = u16::try_from(self.device).ok().filter(|d| *d != 0)?;
        Some((vendor, device))
    }
}

/// One value that the system reported, and whom it was asked of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The value, in SI base units or as a count.
    pub value: f64,
    /// Whom it was asked of, e.g. `VK_NV_shader_sm_builtins` or `NVML`.
    pub from: String,
}

impl Reading {
    /// A reading, or nothing where the value is zero, negative or not finite: drivers say 0 for "not known".
    pub fn new(value: f64, from: &str) -> Option<Reading> {
        (value.is_finite() && value > 0.0).then(|| Reading { value, from: from.to_owned() })
    }
}

/// What the system knows of a device; every field is optional, and absent means unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Queried {
    /// Execution units: NVIDIA SMs, AMD compute units, Arm and Apple GPU cores, Intel EUs.
    pub units: Option<Reading>,
    /// The highest compute clock, in Hz.
    pub clock: Option<Reading>,
    /// f32 FLOP per clock and unit, where the driver reports it (Arm's FMA rate, doubled).
    pub flop_per_clock: Option<Reading>,
    /// The architecture's name in the database of GPUs, e.g. `ada`.
    pub architecture: Option<String>,
    /// Memory bus width in bits.
    pub bus_bits: Option<Reading>,
    /// Memory transfers per second and pin, in Hz (the data rate, not the clock).
    pub transfer_rate: Option<Reading>,
    /// Size of the device's own memory, in bytes.
    pub memory_bytes: Option<Reading>,
    /// The clock that the device runs at now, in Hz.
    pub current_clock: Option<Reading>,
}

impl Queried {
    /// These readings, filled up with `other`'s where they lack one.
    pub fn or(self, other: Queried) -> Queried {
        Queried {
            units: self.units.or(other.units),
            clock: self.clock.or(other.clock),
            flop_per_clock: self.flop_per_clock.or(other.flop_per_clock),
            architecture: self.architecture.or(other.architecture),
            bus_bits: self.bus_bits.or(other.bus_bits),
            transfer_rate: self.transfer_rate.or(other.transfer_rate),
            memory_bytes: self.memory_bytes.or(other.memory_bytes),
            current_clock: self.current_clock.or(other.current_clock),
        }
    }
}
