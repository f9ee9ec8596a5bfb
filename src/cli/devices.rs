//! `lockstep devices`.

use clap::Args;

use super::outcome::Outcome;
use crate::device;

/// Arguments of `lockstep devices`.
#[derive(Args)]
pub struct DevicesArgs {}

/// Prints every device.
pub fn devices(_args: &DevicesArgs) -> anyhow::Result<Outcome> {
    for (index, facts) in device::adapters().iter().enumerate() {
        anstream::println!("{index}: {} ({:?})", facts.name, facts.kind);
    }
    Ok(Outcome::Well)
}
