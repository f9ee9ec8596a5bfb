//! The device's roofs: theoretical and measured.

use super::event::Fatal;
use super::report::{ByteRate, ComputeRoof, FlopRate, MemoryRoof, Roof, Roofs};
use super::request::Request;
use crate::device::{Device, Facts, Kind};
use crate::roof::host_cache;
use crate::roof::provenance::Figure;
use crate::roof::theory::user::UserPeaks;
use crate::roof::theory::{self, Identity, Queried, Theory};

/// All roofs of `device`.
///
/// # Errors
/// [`Fatal`] where `lockstep.toml` cannot be read or the device was lost.
pub fn roofs(_device: &mut dyn Device, facts: &Facts, request: &Request) -> Result<Roofs, Fatal> {
    let theory = theoretical(facts, request)?;
    Ok(Roofs {
        compute: ComputeRoof {
            precision: "f32".to_owned(),
            theoretical: roof(&theory.f32, |flop_per_s| FlopRate { flop_per_s }),
            measured: None,
        },
        memory: MemoryRoof {
            theoretical: roof(&theory.memory, |byte_per_s| ByteRate { byte_per_s }),
            measured: None,
        },
        last_level_cache: theory.cache.value,
        notes: theory.notes,
    })
}

/// What is known of a device without running anything on it.
///
/// # Errors
/// [`Fatal`] where `lockstep.toml` cannot be read.
pub fn theoretical(facts: &Facts, request: &Request) -> Result<Theory, Fatal> {
    let mut user = UserPeaks::load().map_err(Fatal::new)?;
    user.flop_per_s = request.peak_flops;
    user.byte_per_s = request.peak_bandwidth;
    let mut theory = theory::theory(&identity(facts), &Queried::default(), &user);
    if facts.kind == Kind::Cpu && !theory.cache.is_known() {
        theory.cache = host_cache::last_level_cache();
    }
    Ok(theory)
}

/// What the tables of peaks are searched with.
pub fn identity(facts: &Facts) -> Identity {
    Identity {
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

fn roof<R>(figure: &Figure, rate: impl Fn(Option<f64>) -> R) -> Roof<R> {
    Roof {
        rate: rate(figure.value),
        source: figure.source.to_string(),
        detail: figure.detail.clone(),
    }
}
