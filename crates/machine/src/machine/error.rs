//! The errors of machine files and of their names.

use thiserror::Error;

/// Why there is no such machine.
#[allow(missing_docs, reason = "each message names its fields")]
#[derive(Debug, Error)]
pub enum MachineError {
    /// No built-in machine has that name.
    #[error(
        "there is no machine named `{name}`{}\n  the built-in machines are: {}",
        suggestion(.closest), .names.join(", ")
    )]
    Unknown { name: String, closest: Option<String>, names: Vec<String> },
    /// The file is not TOML.
    #[error("{file}:{line}: not valid TOML: {message}")]
    Syntax { file: String, line: usize, message: String },
    /// A field is missing, unknown, has no source, or holds a value that cannot be.
    #[error("{file}:{line}: `{field}` {problem}")]
    Field { file: String, line: usize, field: String, problem: String },
    /// A change is not `group.figure=value`.
    #[error(
        "`{change}`: {message}\n  write it as `dram.latency_clocks=285`: a figure of a machine file, by its path, and its value"
    )]
    Change { change: String, message: String },
    /// The machine's subgroups cannot be that wide.
    #[error("the machine `{machine}` has subgroups of {min} to {max} lanes (a power of two), not {width}")]
    Width { machine: String, width: u32, min: u32, max: u32 },
}

fn suggestion(closest: &Option<String>) -> String {
    closest.as_ref().map(|name| format!(": did you mean `{name}`?")).unwrap_or_default()
}
