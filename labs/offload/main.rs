//! The `lab-offload` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("offload")
}
