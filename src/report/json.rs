//! The JSON that programs read.

use crate::harness::Report;

/// One report as an object, several as an array.
///
/// # Errors
/// serde's, where a value cannot be written.
pub fn json(reports: &[Report]) -> serde_json::Result<String> {
    let mut text = match reports {
        [only] => serde_json::to_string_pretty(only)?,
        several => serde_json::to_string_pretty(several)?,
    };
    text.push('\n');
    Ok(text)
}
