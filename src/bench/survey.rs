//! The device's roofs: theoretical and measured.

use super::event::Fatal;
use super::report::{ByteRate, ComputeRoof, FlopRate, MemoryRoof, Roof, Roofs};
use super::request::Request;
use crate::device::{self, Device, Facts, Kind};
use crate::roof::host_cache;
use crate::roof::provenance::Figure;
use crate::roof::theory::user::UserPeaks;
use crate::roof::theory::{self, Queried, Theory};

/// All roofs of `device`.
///
/// # Errors
/// [`Fatal`] where `lockstep.toml` cannot be read or the device was lost.
pub fn roofs(device: &mut dyn Device, facts: &Facts, request: &Request) -> Result<Roofs, Fatal> {
    let theory = theoretical(facts, device.queried(), request)?;
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
pub fn theoretical(facts: &Facts, queried: &Queried, request: &Request) -> Result<Theory, Fatal> {
    let mut user = UserPeaks::load().map_err(Fatal::new)?;
    user.flop_per_s = request.peak_flops;
    user.byte_per_s = request.peak_bandwidth;
    let mut theory = theory::theory(&device::identity(facts), queried, &user);
    if facts.kind == Kind::Cpu && !theory.cache.is_known() {
        theory.cache = host_cache::last_level_cache();
    }
    Ok(theory)
}

fn roof<R>(figure: &Figure, rate: impl Fn(Option<f64>) -> R) -> Roof<R> {
    Roof {
        rate: rate(figure.value),
        source: figure.source.to_string(),
        detail: figure.detail.clone(),
    }
}
