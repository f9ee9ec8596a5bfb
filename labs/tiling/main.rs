//! The `lab-tiling` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("tiling")
}
