//! What `--device sim:WHICH` names: a built-in machine, a GPU of a built-in machine's architecture, or a file of one's own.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::Shown;
use crate::host::Host;
use crate::sim::machine::{Machine, MachineError};

/// Why there is no such machine.
#[derive(Debug, Error)]
pub enum NoMachine {
    /// The file cannot be read.
    #[error("cannot read the machine file {}: {source}", path.shown())]
    Unreadable {
        /// Where it was looked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not a machine.
    #[error(transparent)]
    Invalid(MachineError),
    /// No built-in machine has that name.
    #[error("{0}\n  a file of your own works too: `--device sim:path/to/machine.toml`")]
    Unknown(MachineError),
}

/// The default machine for an empty word, a file of `host` for a path (with a `/`, a `\` or the ending `.toml`), else the
/// built-in machine of that name, or that of the GPU of that name; with what `,group.figure=value` behind it changes.
///
/// # Errors
/// [`NoMachine`]: what is wrong with the name or with the file.
pub fn machine(which: &str, host: &dyn Host) -> Result<Machine, NoMachine> {
    let mut words = which.split(',').map(str::trim).peekable();
    let base = words.next_if(|word| !word.contains('=')).unwrap_or_default();
    let changes: Vec<&str> = words.collect();
    match changes.is_empty() {
        true => unchanged(base, host),
        false => unchanged(base, host)?.changed(&changes).map_err(NoMachine::Invalid),
    }
}

fn unchanged(which: &str, host: &dyn Host) -> Result<Machine, NoMachine> {
    if !which.contains(['/', '\\']) && !which.ends_with(".toml") {
        return Machine::named(which).map_err(NoMachine::Unknown);
    }
    let text = host.read_text(which.as_ref()).map_err(|source| NoMachine::Unreadable { path: which.into(), source })?;
    Machine::parse(which, &text).map_err(NoMachine::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Native;

    #[test]
    fn machines_are_found_by_name_path_and_default() {
        let builtin = |name| Machine::builtin(name).expect("it is built in").clone();
        assert_eq!(machine("", &Native).unwrap(), builtin(Machine::DEFAULT));
        assert_eq!(machine("A100", &Native).unwrap(), builtin("ampere-8.0"));
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/machine/machines/apple-m1.toml");
        assert_eq!(machine(path, &Native).unwrap(), builtin("m1"));
        let missing = machine("no/such.toml", &Native).unwrap_err().to_string();
        assert!(missing.starts_with("cannot read the machine file no/such.toml: "));
        let changed = machine("A100, dram.latency_clocks=285,residency.subgroups=8", &Native).unwrap();
        assert_eq!((changed.dram.latency_clocks, changed.residency.subgroups), (Some(285.0), Some(8)));
        let halved = machine("dram.byte_per_s=168e9", &Native).unwrap().dram;
        assert_eq!((halved.byte_per_s, halved.copy_byte_per_s), (Some(168e9), Some(158e9)));
        let misspelt = machine("dram.latency_clock=285", &Native).unwrap_err().to_string();
        assert!(misspelt.contains("did you mean `latency_clocks`?"), "{misspelt}");
        let unknown = machine("quantum", &Native).unwrap_err().to_string();
        assert!(unknown.contains("`--device sim:path/to/machine.toml`"));
    }
}
