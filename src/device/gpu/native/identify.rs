//! From a device's facts to the identity that GPUs are looked up by.

use crate::device::{Facts, Kind};
use crate::gpus::Identity;

/// The identity behind `facts`.
pub fn identity(facts: &Facts) -> Identity {
    Identity {
        name: facts.name.clone(),
        vendor: facts.vendor,
        device: facts.device,
        software: facts.kind == Kind::Cpu,
    }
}
