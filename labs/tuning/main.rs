//! The `lab-tuning` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("tuning")
}
