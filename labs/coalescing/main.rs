//! The `lab-coalescing` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("coalescing")
}
