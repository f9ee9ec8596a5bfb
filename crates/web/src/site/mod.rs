//! The site's pages, as files: every lab and exercise of the registry, and the handbook. They can be read without a script.

mod exercise;
mod frame;
mod handbook;
mod index;
mod lab;
mod markdown;
mod search;

use std::path::Path;

use lockstep::labs;
use maud::PreEscaped;

use self::frame::Page;

/// A file of the site.
pub struct File {
    /// Its path, with `/` between folders.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// Every page; `book` is the folder `labs/`, which holds the handbook.
///
/// # Errors
/// Where a page of the handbook cannot be read.
pub fn pages(book: &Path) -> std::io::Result<Vec<File>> {
    let handbook = handbook::pages(book)?;
    let mut pages = vec![index::page(&handbook), playground()];
    for lab in labs::ALL {
        pages.push(lab::page(lab));
        pages.extend(lab.exercises.iter().map(|exercise| exercise::page(lab, exercise)));
    }
    pages.extend(handbook);
    let mut files: Vec<File> = pages.iter().map(Page::file).collect();
    files.push(search::file(&pages));
    Ok(files)
}

fn playground() -> Page {
    const BODY: &str = include_str!("../../../../web/src/playground.html");
    Page {
        path: "playground.html".to_owned(),
        title: "A playground for compute kernels".to_owned(),
        script: Some("playground"),
        body: PreEscaped(BODY.to_owned()),
        sections: Vec::new(),
    }
}
