//! The pages that people read, and their prose.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::unwrapped;
use lockstep::labs;

/// The repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Each page's name and file: the handouts, and the handbook but for the page that a benchmark writes.
pub fn pages() -> Vec<(String, PathBuf)> {
    let handouts =
        labs::ALL.iter().map(|lab| (lab.name.to_owned(), root().join("labs").join(lab.name).join("README.md")));
    let handbook = fs::read_dir(root().join("labs/handbook")).expect("the handbook");
    let handbook = handbook.map(|entry| entry.expect("an entry").path()).filter_map(|path| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        (name != "published-times").then_some((name, path))
    });
    handouts.chain(handbook).collect()
}

/// Paragraphs, items and tables, each on one line; not code, headings, further reading, nor the table of what is counted,
/// which a test of its own holds.
pub fn blocks(page: &str) -> Vec<String> {
    let page = page.split("\n## Further reading").next().unwrap_or_default();
    let prose: String = page.split("```").step_by(2).collect();
    let mut blocks = Vec::new();
    for paragraph in prose.split("\n\n").filter(|paragraph| !paragraph.trim_start().starts_with('#')) {
        if paragraph.trim_start().starts_with("| variant | against | what | counted |") {
            continue;
        }
        let mut own = String::new();
        for line in paragraph.lines() {
            if let Some(item) = item(line.trim_start()) {
                blocks.push(std::mem::take(&mut own));
                own = item.to_owned();
            } else {
                own += "\n";
                own += line;
            }
        }
        blocks.push(own);
    }
    blocks.iter().map(|block| unwrapped(block)).filter(|block| !block.is_empty()).collect()
}

/// The text of an item of a list, without what counts it.
fn item(line: &str) -> Option<&str> {
    if let Some(text) = line.strip_prefix("- ") {
        return Some(text);
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    line[digits..].strip_prefix(". ").filter(|_| digits > 0)
}
