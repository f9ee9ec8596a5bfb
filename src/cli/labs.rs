//! `lockstep labs`, and `lockstep` alone.

use super::exit::Exit;
use super::output::show;
use crate::labs;

/// Where the lab is in a browser: `homepage` in Cargo.toml, which whoever publishes the site sets; empty where nobody did.
const SITE: &str = env!("CARGO_PKG_HOMEPAGE");

/// The labs, a line each: their names alone, or with their questions and where they are in a browser.
pub fn list(names: bool) -> anyhow::Result<Exit> {
    for lab in labs::ALL {
        if names {
            show(&format!("{}\n", lab.name))?;
            continue;
        }
        let variants = lab.variants().count();
        show(&format!("{:<12} {} ({variants} variants)\n", lab.name, lab.question))?;
    }
    show(&in_a_browser(if names { "" } else { SITE }))?;
    Ok(Exit::Well)
}

fn in_a_browser(site: &str) -> String {
    if site.is_empty() { String::new() } else { format!("\nIn a browser, with nothing to install: {site}\n") }
}

const NEXT: &str = "
In a terminal, `cargo run` opens the exercises where you left off, and runs each save.

Start with one:             cargo run --bin lab-coalescing
Solve an exercise:          edit shaders/coalescing/exercise.wgsl, then
                            cargo run -- try coalescing; cargo run -- hint coalescing
See what runs kernels here: cargo run -- devices
Ask why a kernel is slow:   cargo run -- explain shaders/tiling/naive.wgsl
All commands:               cargo run -- --help
";

/// What there is and what to do next.
pub fn welcome() -> anyhow::Result<Exit> {
    show("Lockstep: small compute kernels, checked, timed, and placed next to your device's peak.\n\nThe labs:\n")?;
    list(false)?;
    show(NEXT)?;
    Ok(Exit::Well)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_s_address_is_told_where_there_is_one() {
        assert_eq!(in_a_browser(""), "");
        assert_eq!(in_a_browser("https://x.example/"), "\nIn a browser, with nothing to install: https://x.example/\n");
    }
}
