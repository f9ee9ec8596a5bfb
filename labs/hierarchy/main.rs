//! The `lab-hierarchy` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("hierarchy")
}
