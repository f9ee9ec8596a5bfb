//! README shows the tool's own output, and a release's manifest names who released it and every command.

use std::fs;
use std::path::Path;
use std::process::Command;

use lockstep::labs;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

/// The sample's beginning and end; the lines after it name commands, which differ with where it was built.
const SAMPLE: [&str; 2] = ["$ cargo run --bin lab-coalescing\n", "\nAll that was counted"];

fn in_readme(command: &mut Command) -> String {
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_sample_in_readme_is_what_the_lab_prints() {
    let printed = in_readme(
        Command::new(env!("CARGO_BIN_EXE_lockstep")).args(["run", "coalescing", "--device", "sim", "--no-log"]),
    );
    let printed: String = printed.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    let printed = printed.split(SAMPLE[1]).next().expect("a screen");
    let readme = fs::read_to_string(README).expect("README");
    let (before, rest) = readme.split_once(SAMPLE[0]).expect("a sample");
    let (sample, after) = rest.split_once(SAMPLE[1]).expect("its end");
    if std::env::var_os("LOCKSTEP_BLESS").is_some() {
        fs::write(README, format!("{before}{}{printed}{}{after}", SAMPLE[0], SAMPLE[1])).expect("written");
        return;
    }
    let bless = "LOCKSTEP_BLESS=1 cargo test --test program readme writes README's sample anew";
    assert_eq!(sample, printed, "{bless}");
}

#[test]
fn a_releases_manifest_names_the_repository_that_released_it_and_every_command() {
    if cfg!(windows) {
        return;
    }
    let manifest = in_readme(Command::new("bash").args([".ci/manifest", "https://example.org/owner/name"]));
    let own = fs::read_to_string(Path::new(README).with_file_name("Cargo.toml")).expect("Cargo.toml");
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
