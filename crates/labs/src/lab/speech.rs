//! What a student should be able to say after an exercise. The handout has it: a terminal and a page show the same words.

/// What follows an exercise in the handout's "What you can now explain".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speech {
    /// What to explain to a friend.
    pub friend: String,
    /// Questions, each with its answer.
    pub questions: Vec<(String, String)>,
}

impl Speech {
    /// What `handout` says after its exercise of that number, from 1; `None` where it says nothing.
    pub fn after(handout: &str, number: usize) -> Option<Self> {
        let (_, rest) = handout.split_once(&format!("**After exercise {number}**"))?;
        let own = rest.split("**After exercise ").next()?;
        let own = own.split("\n## ").next()?;
        let (_, own) = own.split_once("a friend: ")?;
        let mut folds = own.split("<details><summary>");
        let friend = squeezed(folds.next()?);
        let fold = |fold: &str| {
            let (question, rest) = fold.split_once("</summary>")?;
            let (answer, _) = rest.split_once("</details>")?;
            Some((squeezed(question), squeezed(answer)))
        };
        Some(Self { friend, questions: folds.filter_map(fold).collect() })
    }
}

/// Line breaks are the handout's own.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speech_is_the_part_of_the_handout_that_belongs_to_its_exercise() {
        let handout = "## What you can now explain\n\n**After exercise 1**, explain to a friend: One\nthing.\n\n\
                       <details><summary>Why?</summary>\n\nBecause.\n\n</details>\n\n\
                       **After exercise 2**, explain to a friend: Another.\n\n## Questions\n\n\
                       <details><summary>No</summary>\n\nNo.\n\n</details>\n";
        let first = Speech::after(handout, 1).expect("the first");
        let questions = vec![("Why?".to_owned(), "Because.".to_owned())];
        assert_eq!(first, Speech { friend: "One thing.".to_owned(), questions });
        let second = Speech::after(handout, 2).expect("the second");
        assert_eq!((second.friend.as_str(), second.questions.len()), ("Another.", 0));
        assert_eq!(Speech::after(handout, 3), None);
    }
}
