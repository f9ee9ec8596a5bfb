//! `lockstep labs`, and `lockstep` alone.

use super::exit::Exit;
use super::handed_out::{self, HandedOut};
use super::output::show;
use crate::invoked::{bare_command, by_cargo, command};
use crate::labs;
use crate::text::{COLUMNS, wrap};
use crate::watch::{Assigned, Spot};

/// Where the lab is in a browser: `homepage` in Cargo.toml, which whoever publishes the site sets; empty where nobody did.
const SITE: &str = env!("CARGO_PKG_HOMEPAGE");

/// Columns of a lab's name.
const NAME: usize = 13;

/// The labs, a line each: their names alone, or with their questions and where they are in a browser.
pub fn list(names: bool) -> anyhow::Result<Exit> {
    for lab in labs::ALL {
        if names {
            show(&format!("{}\n", lab.name))?;
            continue;
        }
        let variants = lab.variants().count();
        let said = wrap(&format!("{} ({variants} variants)", lab.question), COLUMNS, NAME);
        show(&format!("{:<NAME$}{}\n", lab.name, said.trim_start()))?;
    }
    show(&in_a_browser(if names { "" } else { SITE }))?;
    Ok(Exit::Well)
}

fn in_a_browser(site: &str) -> String {
    if site.is_empty() { String::new() } else { format!("\nIn a browser, with nothing to install: {site}\n") }
}

/// What to do next, a line each: what for, and what to type.
fn next() -> String {
    let lab = match by_cargo() {
        true => "cargo run --bin lab-coalescing".to_owned(),
        false => command("run coalescing"),
    };
    let exercise = format!("edit shaders/coalescing/exercise.wgsl, then\n{:28}{}", "", command("try coalescing"));
    let lines = [
        ("Start with one:", lab),
        ("Solve an exercise:", exercise),
        ("A hint, in steps:", command("hint coalescing")),
        ("See what runs kernels here:", command("doctor")),
        ("Ask why a kernel is slow:", command("explain shaders/tiling/naive.wgsl")),
        ("All commands:", command("--help")),
    ];
    lines.map(|(what, how)| format!("{what:<28}{how}\n")).concat()
}

/// What a folder that was handed out asks for, and what to do next.
fn of_folder(assignment: &HandedOut) -> String {
    let of = |spot: &Spot| {
        let attempt = command(&format!("try {}", spot.name()));
        format!("  {:<40}{attempt}\n", format!("shaders/{}/{}", spot.lab.name, spot.file()))
    };
    let spots = assignment.spots();
    let exercises: String = spots.iter().map(of).collect();
    let hint = spots.first().map_or(String::new(), |spot| command(&format!("hint {}", spot.name())));
    let opens = format!("In a terminal, `{}` opens them where you left off, and judges each save.", bare_command());
    format!(
        "The exercises of this folder, and what judges them:\n\n{exercises}\nA hint, in steps:  {hint}\n\n{}\n",
        wrap(&opens, COLUMNS, 0)
    )
}

/// What there is and what to do next.
pub fn welcome() -> anyhow::Result<Exit> {
    if let Some(assignment) = handed_out::here()? {
        show(&of_folder(&assignment))?;
        return Ok(Exit::Well);
    }
    let lockstep = "Lockstep: small compute kernels, checked, timed, and placed next to your device's peak.";
    show(&format!("{}\n\nThe labs:\n", wrap(lockstep, COLUMNS, 0)))?;
    list(false)?;
    let opens =
        format!("In a terminal, `{}` opens the exercises where you left off, and runs each save.", bare_command());
    show(&format!("\n{}\n\n{}", wrap(&opens, COLUMNS, 0), next()))?;
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
