//! A line of a block: a name, and what stands beside it.

use crate::text::{COLUMNS, wrap};

/// `name` in a column of `indent`, and `value`, wrapped under itself.
pub fn field(name: &str, value: &str, indent: usize) -> String {
    let body = wrap(value, COLUMNS, indent);
    let body = body.get(indent..).unwrap_or_default();
    format!("{name:<indent$}{body}\n")
}
