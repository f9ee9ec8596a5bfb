//! How a person calls this program: what sentences tell them to type.

use std::env;
use std::path::Path;
use std::sync::OnceLock;

/// The command that runs `arguments`: `cargo run -- ...` in a checkout that built this program, else `lockstep ...`.
pub fn command(arguments: &str) -> String {
    match by_cargo() {
        true => format!("cargo run -- {arguments}"),
        false => format!("lockstep {arguments}"),
    }
}

/// The command without arguments.
pub fn bare_command() -> &'static str {
    if by_cargo() { "cargo run" } else { "lockstep" }
}

/// Whether Cargo runs it: in a checkout that built this program.
pub fn by_cargo() -> bool {
    static BY_CARGO: OnceLock<bool> = OnceLock::new();
    let program = || Some((env::current_exe().ok()?, env::current_dir().ok()?));
    *BY_CARGO.get_or_init(|| program().is_some_and(|(program, folder)| built_under(&program, &folder)))
}

/// Whether `program` lies in the `target/` of the package in which `folder` is.
fn built_under(program: &Path, folder: &Path) -> bool {
    let target = program.ancestors().find(|place| place.file_name().is_some_and(|name| name == "target"));
    let package = target.and_then(Path::parent).filter(|package| package.join("Cargo.toml").is_file());
    package.is_some_and(|package| folder.starts_with(package))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_is_named_in_the_checkout_that_built_the_program_and_nowhere_else() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let program = root.join("target/debug/lockstep");
        assert!(built_under(&program, root) && built_under(&program, &root.join("shaders")));
        assert!(!built_under(&program, Path::new("/elsewhere")));
        assert!(!built_under(Path::new("/usr/bin/lockstep"), root));
    }
}
