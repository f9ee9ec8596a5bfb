//! `lockstep labs`, and `lockstep` alone.

use super::outcome::Outcome;
use crate::labs;

/// The labs, a line each.
pub fn list() -> anyhow::Result<Outcome> {
    for lab in labs::ALL {
        let variants = lab.variants().count();
        anstream::println!("{:<12} {} ({variants} variants)", lab.name, lab.question);
    }
    Ok(Outcome::Well)
}

/// What there is and what to do next.
pub fn welcome() -> anyhow::Result<Outcome> {
    anstream::println!(
        "Lockstep: small compute kernels, checked, timed, and placed next to your device's peak.\n"
    );
    anstream::println!("The labs:");
    list()?;
    anstream::println!("\nStart with one:            cargo run --bin lab-coalescing");
    anstream::println!("See what runs kernels here: cargo run -- devices");
    anstream::println!(
        "Ask why a kernel is slow:   cargo run -- explain shaders/tiling/naive.wgsl"
    );
    anstream::println!("All commands:               cargo run -- --help");
    Ok(Outcome::Well)
}
