//! The handbook's pages, in the order of its summary.

use std::fs;
use std::io;
use std::path::Path;

use super::frame::Page;
use super::markdown::html;

/// The pages of the book in `folder` that are no lab's.
pub fn pages(folder: &Path) -> io::Result<Vec<Page>> {
    let summary = fs::read_to_string(folder.join("SUMMARY.md"))?;
    let listed = summary.lines().filter_map(listed);
    let own = listed.filter(|(_, path)| !is_lab(path));
    own.map(|(title, path)| page(folder, title, path)).collect()
}

fn page(folder: &Path, title: &str, path: &str) -> io::Result<Page> {
    let (body, sections) = html(&fs::read_to_string(folder.join(path))?);
    let path = path.replace("README.md", "index.html").replace(".md", ".html");
    Ok(Page { path, title: title.to_owned(), script: None, body, sections })
}

/// The title and the file of a line of the summary.
fn listed(line: &str) -> Option<(&str, &str)> {
    let (_, rest) = line.split_once('[')?;
    let (title, rest) = rest.split_once("](")?;
    Some((title, rest.split_once(')')?.0))
}

fn is_lab(path: &str) -> bool {
    path.split_once('/').is_some_and(|(folder, _)| lockstep::labs::find(folder).is_some())
}
