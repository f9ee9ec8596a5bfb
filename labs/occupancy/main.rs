//! The `lab-occupancy` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::lab_main("occupancy")
}
