//! A page for the projector: how the class did, its three commonest misconceptions, and a kernel of each beside the start.

use maud::{Markup, html};

use super::html::{side_by_side, tenths};
use super::{ClassReport, HintCount};
use crate::report;

/// Misconceptions that are shown.
pub const SHOWN: usize = 3;

/// One misconception, with the start of its exercise and a picture of what the kernel does.
pub struct Slide<'a> {
    pub hint: &'a HintCount,
    /// The start.
    pub start: &'a str,
    /// What its accesses look like, in plain text; empty where there is nothing to see.
    pub picture: String,
}

/// The page. It names nobody.
pub fn render(class: &ClassReport, slides: &[Slide<'_>]) -> String {
    let title = format!("{}: what we saw", class.title);
    let body = html! {
        h1 { (title) }
        (tenths(class))
        @for (at, slide) in slides.iter().enumerate() { (self::slide(at + 1, slide)) }
        @if slides.is_empty() { p { "No hint answers what was handed in." } }
    };
    report::page(&title, include_str!("overview.css"), &body)
}

fn slide(number: usize, slide: &Slide<'_>) -> Markup {
    let hint = slide.hint;
    html! {
        h2 { (number) ". " (hint.exercise) ", " (hint.submissions) " of the submissions" }
        p { (hint.text) }
        @if let Some(kernel) = &hint.kernel {
            (side_by_side(&[("the start".to_owned(), slide.start.to_owned()), ("one of the kernels".to_owned(), kernel.clone())]))
        }
        @if !slide.picture.is_empty() { pre { (slide.picture) } }
    }
}
