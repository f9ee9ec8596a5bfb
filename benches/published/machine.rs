//! The machines that the figures were measured on.

use std::path::Path;

use anyhow::{Context, Result};
use lockstep_sim::machine::Machine;

/// The machine of a name: that of a file in `machines/`, or a built-in one.
pub fn machine(root: &Path, name: &str) -> Result<Machine> {
    let file = root.join(format!("benches/published/machines/{name}.toml"));
    if !file.exists() {
        return Ok(Machine::builtin(name)?.clone());
    }
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    Ok(Machine::parse(&file.display().to_string(), &text)?)
}
