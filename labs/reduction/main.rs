//! The `lab-reduction` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("reduction")
}
