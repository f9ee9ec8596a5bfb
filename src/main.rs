//! The `lockstep` command.

fn main() -> std::process::ExitCode {
    lockstep::cli::main()
}
