//! What the search looks through.

use serde_json::json;

use super::File;
use super::frame::Page;

/// Every section of every page: its address, its heading, its text.
pub fn file(pages: &[Page]) -> File {
    let sections = pages.iter().flat_map(|page| {
        let entry = |section: &super::markdown::Section| {
            let words: Vec<&str> = section.text.split_whitespace().collect();
            json!([format!("{}#{}", page.path, section.id), page.title, section.title, words.join(" ")])
        };
        page.sections.iter().map(entry).collect::<Vec<_>>()
    });
    File { path: "search.json".to_owned(), text: json!(sections.collect::<Vec<_>>()).to_string() }
}
