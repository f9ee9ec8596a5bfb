//! What a kernel says of itself.

use serde::{Deserialize, Serialize};

/// The opening comment of a kernel, as far as it says what the kernel teaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// The first sentence.
    pub says: String,
    /// What follows "Teaches:", up to the end of that sentence and the next; `None` where nothing does.
    pub teaches: Option<String>,
}

/// Sentences of a "Teaches:" paragraph that are quoted.
const QUOTED: usize = 2;

/// A comment whose first sentence is longer than this is no summary.
const LONGEST: usize = 400;

/// The lesson of `source`, from the line comments at its very top; `None` where there are none.
pub fn lesson(source: &str) -> Option<Lesson> {
    let opening = source
        .trim_start_matches('\u{feff}')
        .lines()
        .skip_while(|line| line.trim().is_empty())
        .map_while(|line| line.trim().strip_prefix("//"))
        .map(str::trim);
    let mut paragraphs: Vec<String> = vec![String::new()];
    for line in opening {
        // A label such as "Expect:" begins a paragraph of its own.
        if line.is_empty() || labelled(line) {
            paragraphs.push(String::new());
        }
        let last = paragraphs.last_mut().expect("there is one");
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(line);
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    let says = sentences(paragraphs.first()?, 1);
    if says.is_empty() || says.len() > LONGEST {
        return None;
    }
    let teaches = paragraphs
        .iter()
        .find_map(|paragraph| paragraph.strip_prefix("Teaches:"))
        .map(|text| sentences(text.trim(), QUOTED))
        .filter(|text| !text.is_empty());
    Some(Lesson { says, teaches })
}

/// Whether a line begins with one capitalised word and a colon: "Expect:", "Builds on:".
fn labelled(line: &str) -> bool {
    ["Teaches:", "Builds on:", "Expect:"].iter().any(|label| line.starts_with(label))
}

/// The first `count` sentences of a paragraph: a sentence ends in a full stop before a blank or at the end.
fn sentences(paragraph: &str, count: usize) -> String {
    let mut ends = paragraph.match_indices(". ").map(|(at, _)| at + 1).chain([paragraph.len()]);
    let end = ends.nth(count - 1).unwrap_or(paragraph.len());
    paragraph[..end].trim().to_owned()
}
