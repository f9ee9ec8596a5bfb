//! `lockstep hint`: the next step towards an exercise's solution, one at a time.

use clap::Args;

use super::attempt::ExerciseArgs;
use super::exit::Exit;
use super::output::show;
use crate::lab::{Exercise, Hint};
use crate::report;
use crate::study::ProgressFile;

/// Arguments of `lockstep hint`.
#[derive(Args)]
pub struct HintArgs {
    #[command(flatten)]
    which: ExerciseArgs,
    /// Show every step at once
    #[arg(long, conflicts_with = "step")]
    all: bool,
    /// Show what to explain to a friend once it is solved: two questions and their answers
    #[arg(long, conflicts_with_all = ["all", "step"])]
    answers: bool,
    /// Show this step, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    step: Option<u8>,
}

/// Runs the subcommand: each time the next step, which is remembered with the student's progress.
pub fn hint(args: &HintArgs) -> anyhow::Result<Exit> {
    let (lab, exercise) = args.which.find(None)?;
    let steps: Vec<&Hint> = exercise.steps().collect();
    if args.answers {
        let speech = lab.speech(exercise).map(|speech| report::speech(&speech, true));
        show(speech.unwrap_or_default().trim_start_matches('\n'))?;
        return Ok(Exit::Well);
    }
    let print = |step: usize| {
        let text = report::hint(&format!("hint {step} of {}", steps.len()), steps[step - 1].text);
        show(&text)
    };
    if args.all {
        for step in 1..=steps.len() {
            print(step)?;
        }
        return Ok(Exit::Well);
    }
    if let Some(step) = args.step.map(usize::from) {
        anyhow::ensure!(step <= steps.len(), "{} has {} hints", exercise.name, steps.len());
        print(step)?;
        return Ok(Exit::Well);
    }
    let store = ProgressFile::under(".");
    let (progress, note) = store.load();
    let seen = progress.hints(lab.name, exercise.name);
    let step = (seen + 1).min(steps.len());
    print(step)?;
    show(&rest(step, steps.len(), exercise))?;
    if let Some(note) = note {
        anstream::eprintln!("note: {note}");
    }
    let remembered = store.update(|progress| progress.show_hints(lab.name, exercise.name, step));
    if let Err(error) = remembered {
        anstream::eprintln!("note: {error}");
    }
    Ok(Exit::Well)
}

fn rest(step: usize, of: usize, exercise: &Exercise) -> String {
    if step < of {
        return String::new();
    }
    format!("\nThis is the last one for {}; `--all` shows them all, `--step 1` the first.\n", exercise.name)
}
