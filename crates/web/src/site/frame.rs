//! What every page has around it.

use maud::{DOCTYPE, Markup, html};

use super::File;
use super::markdown::Section;

/// The browser itself sees to it that nothing is asked of anybody else, and that no script runs but the site's. The editor sets its
/// styles by script.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
                      img-src data:; worker-src 'self'; base-uri 'none'; form-action 'none'";

pub struct Page {
    /// Its file.
    pub path: String,
    /// What it is called.
    pub title: String,
    /// Its script, without the ending.
    pub script: Option<&'static str>,
    /// What it shows, its heading first.
    pub body: Markup,
    /// What a search finds in it.
    pub sections: Vec<Section>,
}

impl Page {
    /// The way from this page to the site's first.
    pub fn root(path: &str) -> String {
        "../".repeat(path.matches('/').count())
    }

    pub fn file(&self) -> File {
        let root = Self::root(&self.path);
        let page = html! {
            (DOCTYPE)
            html lang="en" data-root=(root) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    title { "Lockstep: " (self.title) }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href={ (root) "site.css" };
                    script type="module" src={ (root) (self.script.unwrap_or("page")) ".js" } {}
                }
                body class=(self.script.unwrap_or("page")) {
                    header class="top" {
                        a class="skip" href="#content" { "Skip to the content" }
                        nav aria-label="site" {
                            a href={ (root) "index.html" } { strong { "Lockstep" } }
                            a href={ (root) "index.html#labs" } { "Labs" }
                            a href={ (root) "handbook/index.html" } { "Handbook" }
                            a href={ (root) "playground.html" } { "Playground" }
                            a href={ (root) "index.html#search" } { "Search" }
                        }
                    }
                    main id="content" { (self.body) }
                    footer class="foot" {
                        p {
                            "Everything happens in this page: nothing is sent anywhere. What the simulator says is counted or estimated, never "
                            "measured. The site works offline after the first visit."
                        }
                    }
                }
            }
        };
        File { path: self.path.clone(), text: page.into_string() }
    }
}

/// What to say where a page needs a script that does not run.
pub fn no_script() -> Markup {
    html! { noscript { p { "This part runs in the browser: it needs JavaScript and WebAssembly." } } }
}
