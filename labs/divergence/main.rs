//! The `lab-divergence` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("divergence")
}
