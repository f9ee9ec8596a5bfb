//! What a person types.
use std::process::ExitCode;
/// The `lockstep` command.
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
/// A `lab-NAME` command.
pub fn lab_main(_name: &str) -> ExitCode {
    ExitCode::SUCCESS
}
