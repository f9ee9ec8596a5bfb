//! `cargo test -p MEMBER` builds nothing again that `cargo test` has built: other people's crates have the same features in both.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::common::read;

/// The crates that a test of `members` needs, each with its version and its features, as on Linux.
fn crates(members: &[String]) -> BTreeSet<String> {
    let packages = members.iter().flat_map(|member| ["-p", member]);
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--frozen", "--target", "x86_64-unknown-linux-gnu", "--edges", "normal,build,dev"])
        .args(["--prefix", "none", "--format", "{p} with the features {f}"])
        .args(packages)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().filter(|line| !line.is_empty()).map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// The packages that `cargo test` covers.
fn members() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest =
        |folder: &str| toml::from_str::<toml::Table>(&read(&root.join(folder).join("Cargo.toml"))).expect("TOML");
    let members = manifest(".")["workspace"]["default-members"].as_array().expect("a list").clone();
    let name = |folder: &toml::Value| manifest(folder.as_str()?)["package"]["name"].as_str().map(str::to_owned);
    members.iter().map(|folder| name(folder).expect("a package's name")).collect()
}

#[test]
fn every_member_has_the_features_of_the_workspace() {
    let members = members();
    let all = crates(&members);
    // The labs' commands have no tests.
    for member in members.into_iter().filter(|member| member != "lockstep-lab-commands") {
        let own = crates(std::slice::from_ref(&member));
        let others: Vec<&String> = own.difference(&all).collect();
        assert!(
            others.is_empty(),
            "`cargo test -p {member}` builds these again, for want of features that `cargo test` gives them: {others:#?}\n\
             `cargo tree -e features -i CRATE` says who asks for them; crates/features/Cargo.toml asks for them everywhere"
        );
    }
}
