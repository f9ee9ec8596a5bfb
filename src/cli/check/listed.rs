//! Where each lab is listed: what starts it, and the lists that are kept by hand.

use std::fs;
use std::path::Path;

use crate::lab::Lab;

/// A list of all labs.
struct List {
    file: &'static str,
    name: &'static str,
    /// What only a lab's own row has.
    mark: fn(&Lab) -> String,
    /// How this row looks.
    row: fn(&Lab) -> String,
}

/// The manifest that names the labs' commands.
const COMMANDS: &str = "crates/lab-commands/Cargo.toml";

const LISTS: [List; 2] = [
    List { file: "README.md", name: "the table of labs", mark: command_and_question, row: command_and_question },
    List {
        file: "labs/SUMMARY.md",
        name: "the list of the handbook's chapters",
        mark: |lab| format!("]({}/README.md)", lab.name),
        row: |lab| format!("- [{}]({}/README.md)", title(lab), lab.name),
    },
];

fn command_and_question(lab: &Lab) -> String {
    let name = lab.name;
    format!("| `cargo run --bin lab-{name}` | {} [Handout](labs/{name}/README.md) |", lab.question)
}

fn title(lab: &Lab) -> String {
    let (first, rest) = lab.name.split_at(1);
    first.to_uppercase() + rest
}

/// What `lab` lacks to be started, a line each.
pub fn command(root: &Path, lab: &Lab) -> Vec<String> {
    let name = lab.name;
    let mut missing = Vec::new();
    if !root.join(format!("labs/{name}/main.rs")).exists() {
        missing
            .push(format!("labs/{name}/main.rs: missing: three lines that call lockstep::cli::lab_main(\"{name}\")"));
    }
    let manifest = fs::read_to_string(root.join(COMMANDS)).unwrap_or_default();
    if !manifest.contains(&format!("name = \"lab-{name}\"")) {
        missing.push(format!(
            "{COMMANDS}: missing: a [[bin]] with name = \"lab-{name}\", path = \"../../labs/{name}/main.rs\" and test = false"
        ));
    }
    missing
}

/// What the lists lack of `labs`, a line each: a row for each, in the order of the registry.
pub fn of_all(root: &Path, labs: &[&Lab]) -> Vec<String> {
    let mut missing = Vec::new();
    for List { file, name, mark, row } in LISTS {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        let places: Vec<Option<usize>> = labs.iter().map(|lab| text.find(&mark(lab))).collect();
        let absent = labs.iter().zip(&places).filter(|(_, place)| place.is_none());
        missing.extend(absent.map(|(lab, _)| format!("{file}: {name} lacks this row:\n{}", row(lab))));
        if !places.iter().flatten().is_sorted() {
            missing.push(format!("{file}: {name} does not have the labs in the order of labs/mod.rs"));
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labs::ALL;

    #[test]
    fn a_lab_that_a_list_lacks_or_has_elsewhere_is_named_with_its_row() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let turned: Vec<&Lab> = ALL.iter().rev().copied().collect();
        assert_eq!(of_all(root, &turned).len(), LISTS.len());
        let nowhere = of_all(Path::new("/nonexistent"), &ALL[..1]).join("\n");
        assert!(nowhere.contains("- [Coalescing](coalescing/README.md)"), "{nowhere}");
        assert!(nowhere.contains("labs/SUMMARY.md: the list of the handbook's chapters lacks this row:"), "{nowhere}");
    }
}
