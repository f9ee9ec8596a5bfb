use super::*;
use crate::labs;

fn questionnaire() -> Questionnaire {
    let lab = labs::find("tiling").expect("the lab");
    Questionnaire::new(lab, &lab.parts[0], 256, &[])
}

fn answered(lines: [&str; 4]) -> Answers {
    let mut answers = Answers::default();
    let asked = [Question::Bound, Question::Bytes, Question::Winner, Question::Factor];
    for (question, line) in asked.into_iter().zip(lines) {
        let taken = answers.take(&questionnaire(), question, line);
        taken.unwrap_or_else(|error| panic!("{error}"));
    }
    answers
}

#[test]
fn answers_are_understood_in_many_words() {
    let answers = answered(["Compute-bound, I think", "0.75 MiB", "the vectorised one", "about 10x"]);
    assert_eq!(answers.bound, Some(Bound::Compute));
    assert_eq!(answers.bytes, Some(786_432.0));
    assert_eq!(answers.winner.as_deref(), Some("vectorised"));
    assert_eq!(answers.factor, Some(10.0));
    assert_eq!(answered(["m", "", "register-2", "2"]).winner.as_deref(), Some("register-2d"));
    assert_eq!(answered(["", "", "`Tiled`", ""]).winner.as_deref(), Some("tiled"));
    assert_eq!(answered(["", "?", "-", "skip"]), Answers::default());
}

#[test]
fn what_is_not_understood_is_answered_with_what_would_be() {
    let mut answers = Answers::default();
    for (question, line, forms) in [
        (Question::Bound, "memory and compute", "memory or compute"),
        (Question::Bytes, "a lot", "4 MB"),
        (Question::Winner, "register", "register-1d, register-2d"),
        (Question::Factor, "fast", "10x"),
    ] {
        let error = answers.take(&questionnaire(), question, line).expect_err(line);
        assert!(error.contains(forms), "{error}");
    }
    assert_eq!(answers, Answers::default());
}

#[test]
fn the_handout_s_questions_are_asked_of_variants_that_run() {
    for lab in labs::ALL {
        for part in lab.parts {
            let own = |name| part.ladder.iter().any(|variant| variant.name == name);
            let of_part = lab.predictions.iter().enumerate().filter(|(_, asked)| own(asked.variant));
            let handout: Vec<Question> = of_part.map(|(at, _)| Question::Handout(at)).collect();
            let questions = Questionnaire::new(lab, part, 8, &[]).questions();
            if handout.is_empty() {
                let steps = part.ladder.iter().any(|variant| !variant.steps.is_empty());
                let asked = if steps { Question::Bytes } else { Question::Bound };
                assert_eq!(questions[0], asked, "{}", part.name);
                assert_eq!(questions.contains(&Question::Bound), !steps, "{}", part.name);
            } else {
                assert_eq!(questions, handout, "{}", part.name);
            }
        }
    }
    let some = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        Questionnaire::new(labs::ALL[0], &labs::ALL[0].parts[0], 8, &names).questions()
    };
    assert_eq!(some(&["copy"]), [Question::Bound, Question::Bytes]);
    assert_eq!(some(&["stride-2", "stride-4"]), [Question::Bound, Question::Bytes, Question::Winner, Question::Factor]);
    assert_eq!(some(&["copy", "vec4"]), [Question::Handout(3)]);
}

#[test]
fn the_heading_says_whose_the_questions_are_and_how_they_are_answered() {
    let heading = questionnaire().heading();
    assert!(heading.contains("the handout's questions. Answer each with a number; an empty line"), "{heading}");
    let two = ["register-1d".to_owned(), "vectorised".to_owned()];
    let lab = labs::find("tiling").expect("the lab");
    let heading = Questionnaire::new(lab, &lab.parts[0], 256, &two).heading();
    assert!(heading.contains("Answer in a few words; an empty line"), "{heading}");
}
