//! The errors of a kernel's source.

use thiserror::Error;

/// Why a WGSL source is not a kernel. Every message stands alone: what, where, and what to do.
#[allow(missing_docs, reason = "each message names its fields")]
#[derive(Clone, Debug, Error, PartialEq)]
pub enum KernelError {
    /// naga refused the source; the text holds its message with file, line and caret.
    #[error("the WGSL does not compile\n{0}")]
    Compile(String),
    /// The module has no compute entry point of that name.
    #[error("{path} has no @compute entry point {wanted}; it has: {}", listed(found))]
    Entry { path: String, wanted: String, found: Vec<String> },
    /// An override has no value, or was given one it cannot take.
    #[error("{path}: {message}")]
    Override { path: String, message: String },
    /// The kernel uses something that cannot be bound or run here.
    #[error("{path}: {message}")]
    Unsupported { path: String, message: String },
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
