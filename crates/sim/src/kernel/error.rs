//! The errors of a kernel's source.

use naga::SourceLocation;
use thiserror::Error;

use super::lacking;
use super::naga_messages::plain;

/// Why a WGSL source is not a kernel. Every message stands alone: what, where, and what to do.
#[allow(missing_docs, reason = "each message names its fields")]
#[derive(Clone, Debug, Error, PartialEq)]
pub enum KernelError {
    /// naga refused the source.
    #[error("the WGSL does not compile\n{0}")]
    Compile(CompileError),
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

/// What naga says of a source that it refuses.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{message}")]
pub struct CompileError {
    /// All of it, with file, line and caret.
    pub message: String,
    /// What is wrong, in a line.
    pub summary: String,
    /// The line and the column, from 1; `None` where it names none.
    pub place: Option<(u32, u32)>,
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The error of which naga says `text`, at `location` of `source`.
pub(super) fn compile_error(text: String, source: &str, location: Option<SourceLocation>) -> KernelError {
    let lacking = location.and_then(|at| lacking::named_at(source, at));
    let message = match (lacking, plain(text.trim_end())) {
        (Some(lacking), message) => lacking.in_place_of_first_line(&message),
        (None, message) => message,
    };
    let summary = message.lines().next().unwrap_or_default();
    let summary = summary.strip_prefix("error: ").unwrap_or(summary).to_owned();
    let place = location.map(|at| {
        let before = source.get(..at.offset as usize).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        (at.line_number, line.chars().count() as u32 + 1)
    });
    KernelError::Compile(CompileError { message, summary, place })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Kernel, Overrides};

    #[test]
    fn the_place_of_an_error_is_where_its_message_points() {
        let entry = "@compute @workgroup_size(1)\nfn main()";
        for source in [
            format!("{entry} {{ let a = nothing; }}"),
            format!("{entry} {{\n\tlet Größe = 1u; let b = Größe + 1.5f;\n}}"),
            format!("{entry} {{ let a = ; }}"),
            format!("@group(0) @binding(0) var<storage, read> x: array<f32>;\n{entry} {{\n    x[0] = 1.0;\n}}"),
        ] {
            let error = Kernel::parse("k.wgsl", &source, None, &Overrides::new()).expect_err("it is wrong");
            let KernelError::Compile(error) = error else { panic!("{error}") };
            let (line, column) = error.place.expect("it has a place");
            assert!(error.message.contains(&format!("k.wgsl:{line}:{column}\n")), "{line}:{column}\n{error}");
            assert!(error.message.starts_with(&format!("error: {}\n", error.summary)), "{error}");
        }
    }
}
