//! The `lab-fusion` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("fusion")
}
