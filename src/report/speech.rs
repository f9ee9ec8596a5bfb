//! What a student should be able to say after an exercise.

use anstyle::Style;
use maud::{Markup, html};

use super::html::prose;
use crate::lab::Speech;
use crate::text::paragraph;

const HEADING: &str = "Explain it to a friend";

/// For a terminal; with the answers where they are asked for.
pub fn speech(speech: &Speech, answers: bool) -> String {
    let bold = Style::new().bold();
    let mut text = format!("\n{bold}{HEADING}{bold:#}\n{}", paragraph(&speech.friend, 2));
    for (number, (question, answer)) in speech.questions.iter().enumerate() {
        let hung = paragraph(question, 5);
        text += &format!("  {}.{}", number + 1, hung.get(4..).unwrap_or_default());
        if answers {
            text += &paragraph(answer, 5);
        }
    }
    text
}

/// For a page: each answer behind a fold.
pub fn folded(speech: &Speech) -> Markup {
    html! {
        section class="shows" {
            h2 { (HEADING) }
            p { (prose(&speech.friend)) }
            @for (question, answer) in &speech.questions {
                details { summary { (prose(question)) } p { (prose(answer)) } }
            }
        }
    }
}
