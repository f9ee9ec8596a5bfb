//! A prediction beside the result, as a fragment of a page.

use maud::html;

use super::text::prose;
use crate::study::{Review, tolerance};

/// Each question with what was predicted and what was found, and why.
pub fn predicted(review: &Review) -> String {
    let cell = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let page = html! {
        section class="predicted" {
            h2 { "What you predicted, and what this run found (" (review.part) ")" }
            div class="scroll" tabindex="0" role="group" aria-label="predictions" {
                table class="figures" {
                    thead { tr { @for title in ["question", "predicted", "found", "verdict"] { th scope="col" { (title) } } } }
                    tbody {
                        @for row in &review.rows {
                            tr data-accuracy=(row.accuracy.word()) {
                                th scope="row" { (row.question) }
                                td { (cell(&row.predicted)) }
                                td { (cell(&row.result)) }
                                td { (row.accuracy.word()) }
                            }
                        }
                    }
                }
            }
            @if review.judges() { p { (tolerance(review)) } }
            @for row in review.rows.iter().filter(|row| !row.why.is_empty()) { p { (row.question) ": " (prose(&row.why)) "." } }
        }
    };
    page.into_string()
}
