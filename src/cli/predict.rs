//! Asking for a prediction.

use std::io::{BufRead, IsTerminal};

use anyhow::bail;

use crate::device::{self, Facts, Selector};
use crate::harness::{Request, adapters};
use crate::host::Native;
use crate::lab::{Lab, Part, Unknown, Variant};
use crate::study::prediction::{Answers, Questionnaire};
use crate::text::paragraph;

/// How often a question is asked at a terminal until its answer is understood.
const TRIES: usize = 3;

/// Asks about the part of `lab` that `part` names, else about its first part that runs, on stderr; answers are lines of
/// stdin, one a question, and the end of stdin leaves the rest unanswered. The size that the questions name is then
/// `request`'s.
pub fn ask(lab: &'static Lab, part: &str, request: &mut Request) -> anyhow::Result<(Questionnaire, Answers)> {
    let runs = |part: &&Part| {
        let wanted = |name: &str| request.job.variants().is_empty() || request.job.variants().iter().any(|w| w == name);
        part.ladder.iter().any(|variant| wanted(variant.name))
    };
    let chosen = match part {
        "" => lab.parts.iter().find(runs).or(lab.parts.first()),
        name => lab.parts.iter().find(|part| part.name == name),
    };
    let Some(chosen) = chosen else {
        let parts: Vec<&str> = lab.parts.iter().map(|part| part.name).collect();
        let lacks = format!("--predict={part}: lab {} has no part", lab.name);
        return Err(Unknown::new(&lacks, part, "it has", &parts).into());
    };
    let facts = device::look(&request.device, known(&request.device), &Native);
    let size = match request.size {
        Some(size) => size,
        None => match &facts {
            Some(facts) => *request.size.insert((lab.default_size)(facts)),
            None => bail!(
                "--predict: there is no device `{}` to predict for; `lockstep devices` lists those that there are",
                request.device
            ),
        },
    };
    let questionnaire = Questionnaire::new(lab, chosen, size, &able(chosen, facts.as_ref(), request.job.variants()));
    let stdin = std::io::stdin();
    let tries = if stdin.is_terminal() { TRIES } else { 1 };
    let answers = answers(&questionnaire, &mut stdin.lock(), tries, &mut |text| anstream::eprint!("{text}"));
    Ok((questionnaire, answers))
}

/// The variants of `part` among those `wanted` (all, where none is named) that the device does not lack anything for.
fn able(part: &Part, device: Option<&Facts>, wanted: &[String]) -> Vec<String> {
    let named = |variant: &&Variant| wanted.is_empty() || wanted.iter().any(|name| name == variant.name);
    let met =
        |variant: &&Variant| device.is_none_or(|device| variant.needs.iter().all(|need| need.unmet(device).is_none()));
    let able: Vec<String> =
        part.ladder.iter().filter(named).filter(met).map(|variant| variant.name.to_owned()).collect();
    if able.is_empty() { wanted.to_vec() } else { able }
}

/// The machine's adapters, where `selector` is one of them: the simulator needs none.
fn known(selector: &Selector) -> &'static [Facts] {
    match selector {
        Selector::Simulated(_) => &[],
        _ => adapters(),
    }
}

/// Puts every question through `say` and takes the answers from `input`.
fn answers(questionnaire: &Questionnaire, input: &mut dyn BufRead, tries: usize, say: &mut dyn FnMut(&str)) -> Answers {
    let mut answers = Answers::default();
    say(&paragraph(&questionnaire.heading(), 0));
    for question in questionnaire.questions() {
        for attempt in 1..=tries {
            say(&format!("{}  > ", paragraph(&questionnaire.ask(question), 2)));
            let mut line = Vec::new();
            // What is no text is not understood; a stdin that fails has ended.
            if !matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
                say("\n  (no more answers)\n");
                return answers;
            }
            let Err(not) = answers.take(questionnaire, question, &String::from_utf8_lossy(&line)) else {
                break;
            };
            let then = if attempt == tries { "; taken as no answer" } else { "" };
            say(&paragraph(&format!("{not}{then}"), 2));
        }
    }
    say("\n");
    answers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labs;

    /// The answers that `input` gives on the first part of `lab`, of the variants `wanted`, and what was said.
    fn ask_with(lab: &str, wanted: &[&str], input: &str, tries: usize) -> (Answers, String) {
        let lab = labs::find(lab).expect("the lab");
        let wanted: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
        let questionnaire = Questionnaire::new(lab, &lab.parts[0], 64, &wanted);
        let mut said = String::new();
        let answers = answers(&questionnaire, &mut input.as_bytes(), tries, &mut |text| said += text);
        (answers, said)
    }

    #[test]
    fn a_pipe_answers_line_by_line_and_its_end_leaves_the_rest_open() {
        let (answers, said) = ask_with("tiling", &[], "8x\n\nnonsense\n", 1);
        assert_eq!(answers.handout.into_iter().collect::<Vec<_>>(), [(0, 8.0)]);
        assert_eq!((answers.bound, answers.bytes, answers.winner, answers.factor), (None, None, None, None));
        assert!(said.ends_with("(no more answers)\n"), "{said}");
        assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("`nonsense` was not understood") && said.contains("taken as no answer"), "{said}");
        assert!(!said.contains("bound by memory"), "{said}");
        assert_eq!(ask_with("tiling", &[], "", 1).0, Answers::default());
    }

    #[test]
    fn at_a_terminal_a_question_is_asked_again() {
        let (answers, said) = ask_with("tiling", &["register-1d", "half"], "maybe\ncompute\n3 MB\n", 3);
        assert!(answers.bound.is_some() && answers.bytes == Some(3e6), "{answers:?}");
        assert_eq!(said.matches("bound by memory or by compute").count(), 2, "{said}");
        let (answers, said) = ask_with("tiling", &[], "many\n10x\n", 3);
        assert_eq!(answers.handout.get(&0), Some(&10.0));
        assert_eq!(said.matches("Only x and y are swapped.").count(), 2, "{said}");
    }
}
