use thiserror::Error;

/// Why there is no such machine.
#[derive(Debug, Error)]
pub enum MachineError {
    /// No built-in machine has that name.
    #[error(
        "there is no machine named `{name}`{}\n  the built-in machines are: {}",
        suggestion(.closest), .names.join(", ")
    )]
    Unknown {
        /// The name asked for.
        name: String,
        /// The built-in name that is spelled most like it.
        closest: Option<String>,
        /// All built-in names.
        names: Vec<String>,
    },
    /// The file is not TOML.
    #[error("{file}:{line}: not valid TOML: {message}")]
    Syntax {
        /// The file's name.
        file: String,
        /// One-based line.
        line: usize,
        /// What the parser said.
        message: String,
    },
    /// A field is missing, unknown, has no source, or holds a value that cannot be.
    #[error("{file}:{line}: `{field}` {problem}")]
    Field {
        /// The file's name.
        file: String,
        /// One-based line.
        line: usize,
        /// The path of the field in the file, such as `cache.l1_bytes`.
        field: String,
        /// What is wrong, and what to write instead.
        problem: String,
    },
    /// The machine's subgroups cannot be that wide.
    #[error("the machine `{machine}` has subgroups of {min} to {max} lanes (a power of two), not {width}")]
    Width {
        /// The machine.
        machine: String,
        /// The width asked for.
        width: u32,
        /// The narrowest.
        min: u32,
        /// The widest.
        max: u32,
    },
}

fn suggestion(closest: &Option<String>) -> String {
    closest.as_ref().map(|name| format!(": did you mean `{name}`?")).unwrap_or_default()
}
