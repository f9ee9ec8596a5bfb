//! The `lab-precision` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("precision")
}
