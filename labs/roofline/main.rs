//! The `lab-roofline` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("roofline")
}
