//! From a device's facts to the identity that the theoretical roofs are looked up by.

use crate::device::{Facts, Kind};
use crate::roof::theory;

/// The identity behind `facts`.
pub fn identity(facts: &Facts) -> theory::Identity {
    theory::Identity {
        name: facts.name.clone(),
        vendor: facts.vendor,
        device: facts.device,
        driver: facts.driver.clone(),
        pci_bus_id: facts.pci_bus_id.clone(),
        kind: match facts.kind {
            Kind::Discrete => theory::Kind::Discrete,
            Kind::Integrated => theory::Kind::Integrated,
            Kind::Virtual => theory::Kind::Virtual,
            Kind::Cpu => theory::Kind::Cpu,
            Kind::Simulated | Kind::Other => theory::Kind::Other,
        },
    }
}
