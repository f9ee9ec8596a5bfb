//! README's picture is the tool's own, and a release's manifest names who released it and every command.

use std::fs;
use std::path::Path;
use std::process::Command;

use lockstep::labs;

const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.svg");

/// The rungs that the picture shows.
const RUNGS: [&str; 6] = ["naive", "coalesced", "tiled", "register-1d", "register-2d", "vectorised"];

fn in_readme(command: &mut Command) -> String {
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_picture_in_readme_is_what_the_lab_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = folder.path().join("drawn.svg");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
    command.args(["run", "tiling", "--device", "sim", "--no-log", "--quiet", "--svg"]).arg(&drawn);
    in_readme(command.args(RUNGS.iter().flat_map(|rung| ["--variant", rung])));
    let drawn = fs::read_to_string(drawn).expect("a drawing");
    if std::env::var_os("LOCKSTEP_BLESS").is_some() {
        fs::write(PICTURE, drawn).expect("written");
        return;
    }
    let bless = "LOCKSTEP_BLESS=1 cargo test --test program readme draws README.svg anew: then look at it";
    let kept = fs::read_to_string(PICTURE).expect("README.svg");
    let same = kept.chars().zip(drawn.chars()).take_while(|(kept, drawn)| kept == drawn).count();
    let from_there = |text: &str| text.chars().skip(same.saturating_sub(40)).take(120).collect::<String>();
    assert!(kept == drawn, "{bless}\nkept:  {}\ndrawn: {}", from_there(&kept), from_there(&drawn));
}

#[test]
fn a_releases_manifest_names_the_repository_that_released_it_and_every_command() {
    if cfg!(windows) {
        return;
    }
    let manifest = in_readme(Command::new("bash").args([".ci/manifest", "https://example.org/owner/name"]));
    let own = fs::read_to_string(Path::new(PICTURE).with_file_name("Cargo.toml")).expect("Cargo.toml");
    assert!(
        manifest.contains("name = \"lockstep-lab\"\nrepository = \"https://example.org/owner/name\"\n"),
        "{manifest}"
    );
    let commands = labs::ALL.iter().map(|lab| format!("lab-{}", lab.name)).chain(["lockstep".to_owned()]);
    for command in commands {
        assert!(manifest.contains(&format!("[[bin]]\nname = \"{command}\"\n")), "{command} in {manifest}");
    }
    assert!(own.contains(
        "pkg-url = \"{ repo }/releases/download/v{ version }/lockstep-{ version }-{ target }.{ archive-format }\""
    ));
}
