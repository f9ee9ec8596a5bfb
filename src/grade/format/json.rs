//! The gradebook itself, schema `lockstep/gradebook/1`.

use crate::grade::mark::Gradebook;

/// The gradebook as JSON.
pub fn render(book: &Gradebook) -> Result<String, String> {
    let text = serde_json::to_string_pretty(book).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}
