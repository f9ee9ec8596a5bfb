//! The handbook under `labs/` must hold together: every chapter listed, every link leading somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lockstep::labs;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("labs")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The targets of the links in a Markdown text, without those that leave the checkout.
fn links(markdown: &str) -> Vec<String> {
    markdown
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://"))
        .map(|target| target.split('#').next().unwrap_or_default().to_owned())
        .filter(|target| !target.is_empty())
        .collect()
}

fn chapters() -> Vec<String> {
    links(&text(&root().join("SUMMARY.md")))
}

#[test]
fn every_handout_and_every_page_of_the_handbook_is_a_chapter() {
    let chapters: BTreeSet<String> = chapters().into_iter().collect();
    let mut wanted: BTreeSet<String> = labs::ALL.iter().map(|lab| format!("{}/README.md", lab.name)).collect();
    for page in fs::read_dir(root().join("handbook")).expect("the handbook's folder") {
        let name = page.expect("an entry").file_name();
        wanted.insert(format!("handbook/{}", name.to_string_lossy()));
    }
    wanted.insert("RESULTS.md".to_owned());
    assert_eq!(chapters, wanted);
}

#[test]
fn the_labs_are_chapters_in_the_order_of_the_course() {
    let chapters = chapters();
    let order: Vec<&str> = chapters
        .iter()
        .filter_map(|chapter| chapter.strip_suffix("/README.md"))
        .filter(|folder| *folder != "handbook")
        .collect();
    let course: Vec<&str> = labs::ALL.iter().map(|lab| lab.name).collect();
    assert_eq!(order, course);
}

#[test]
fn every_link_of_every_chapter_leads_to_a_file() {
    let mut broken = Vec::new();
    for chapter in chapters() {
        let path = root().join(&chapter);
        let folder = path.parent().expect("a folder").to_owned();
        for target in links(&text(&path)) {
            if !folder.join(&target).exists() {
                broken.push(format!("{chapter}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
