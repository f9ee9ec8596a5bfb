//! Signals that end, stop and continue the process.

use std::sync::mpsc::Sender;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;

use super::input::Input;

/// Tells of signals until `inputs` is closed.
///
/// # Errors
/// The system's.
pub(super) fn listen(inputs: Sender<Input>) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT])?;
    std::thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            let input = match signal {
                SIGCONT => Input::Resumed,
                signal => Input::Ended(signal),
            };
            if inputs.send(input).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// Stops the whole job, as Ctrl-Z would without raw mode: the command that started this one too. Where no shell could
/// continue it (an orphaned process group) the system ignores this.
pub(super) fn stop() {
    // Without permission to stop a member of the group there is nothing that could be done about it.
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}
