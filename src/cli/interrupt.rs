//! What Ctrl-C does while a lab runs.

use anyhow::Context;

use super::exit::INTERRUPTED;

/// Ends the run, and says that nothing was written. The workers end themselves when this process does.
///
/// # Errors
/// Where the system takes no handler.
pub fn on_interrupt() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        // The line that the progress bar stands on is cleared first.
        eprintln!("\r\x1b[Kinterrupted: nothing was written");
        std::process::exit(INTERRUPTED);
    })
    .context("Ctrl-C cannot be listened to")
}
