//! `lockstep try`: one attempt at an exercise, judged once.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use clap::Args;

use super::args::seconds;
use super::exit::Exit;
use super::full_size;
use super::handed_out::{self, HandedOut};
use super::lay_out;
use super::output::{Output, show};
use super::progress::RunProgress;
use crate::device::Selector;
use crate::files::Shown;
use crate::harness::{Attempt, Job, Request};
use crate::invoked::command;
use crate::lab::{Exercise, Lab, TimedAt};
use crate::labs;
use crate::marking::{Judgement, beside_the_start, judge_in_processes, localized};
use crate::report::Render;
use crate::study::ProgressFile;
use crate::study::progress::ProgressError;
use crate::text::{COLUMNS, wrap};
use crate::watch::{Assigned, columns};

/// How long a small change is looked for that makes a wrong attempt right.
const SEARCH: Duration = Duration::from_secs(10);

/// Which exercise.
#[derive(Args, Clone)]
pub struct ExerciseArgs {
    /// The lab, or the exercise: tiling, tiling/exercise-2, tiling/2
    #[arg(value_name = "LAB[/EXERCISE]")]
    pub lab: String,
    /// The exercise's number or name [default: the first, or the one that --file is named after]
    #[arg(long, value_name = "E")]
    pub exercise: Option<String>,
}

/// Arguments of `lockstep try`.
#[derive(Args)]
pub struct TryArgs {
    #[command(flatten)]
    which: ExerciseArgs,
    /// The attempt [default: shaders/LAB/EXERCISE.wgsl]
    #[arg(long, value_name = "FILE.wgsl")]
    file: Option<PathBuf>,
    /// Look for LAB/EXERCISE.wgsl in this folder first
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    shaders: Option<PathBuf>,
    /// Where speed is judged, if that is a GPU; all else is judged on the simulator
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    device: Selector,
    /// Seed of the pseudo-random inputs
    ///
    /// [default: 1; in a folder that was handed out, the assignment's]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Give up on the kernel after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, allow_negative_numbers = true, value_parser = seconds)]
    timeout: f64,
    /// Host threads [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write the judgement as JSON to this file, or to stdout for -
    #[arg(long, value_name = "PATH|-")]
    json: Option<PathBuf>,
    /// Print nothing
    #[arg(long)]
    quiet: bool,
}

impl ExerciseArgs {
    /// The lab and the exercise; one without a number or name is found by `file`'s.
    pub fn find(&self, file: Option<&PathBuf>) -> anyhow::Result<(&'static Lab, &'static Exercise)> {
        let (lab, named) = match self.lab.split_once('/') {
            Some((lab, exercise)) => (lab, Some(exercise)),
            None => (self.lab.as_str(), None),
        };
        let lab = labs::named(lab)?;
        if let (Some(named), Some(other)) = (named, &self.exercise)
            && lab.named_exercise(named)?.name != lab.named_exercise(other)?.name
        {
            anyhow::bail!("{}/{named} and --exercise {other} name two exercises: leave one of them out", lab.name);
        }
        let stem = file.and_then(|file| file.file_stem()).map(|stem| stem.to_string_lossy());
        let by_file = || lab.exercise(stem.as_deref().unwrap_or_default());
        let exercise = match named.or(self.exercise.as_deref()) {
            Some(wanted) => Some(lab.named_exercise(wanted)?),
            None => {
                let assigned = || handed_out::here().ok().flatten()?.first_of(lab);
                by_file().or_else(assigned).or_else(|| lab.exercises.first())
            }
        };
        let exercise = exercise.with_context(|| format!("lab {} has no exercise", lab.name))?;
        Ok((lab, exercise))
    }
}

/// Runs the subcommand.
pub fn attempt(args: &TryArgs) -> anyhow::Result<Exit> {
    let (lab, exercise) = args.which.find(args.file.as_ref())?;
    let mut output = args.json.as_deref().map(Output::open).transpose()?;
    let assignment = handed_out::here()?;
    let mut request = Request {
        shaders: args.shaders.clone(),
        device: args.device.clone(),
        seed: args.seed.unwrap_or(1),
        timeout_s: args.timeout,
        threads: args.threads,
        quick: true,
        ..Request::new(Job::Attempt(Attempt {
            lab: lab.name.to_owned(),
            exercise: exercise.name.to_owned(),
            file: args.file.clone(),
            text: None,
        }))
    };
    let asked = assignment.as_ref().map(|assignment| assignment.ask(lab.name, exercise.name, &mut request));
    request.seed = args.seed.unwrap_or(request.seed);
    let own = args.file.is_none() && args.shaders.is_none();
    // Where the folder cannot be written, the start in the program is judged.
    let placed = own && lay_out::one(Path::new(""), lab, exercise).unwrap_or(false);
    let mut progress = RunProgress::new(lab.name, args.quiet);
    let judged = judge_in_processes(&request, &asked.unwrap_or_default(), &mut progress);
    let judged = judged.with_context(|| format!("lab {}", lab.name));
    let shown = !args.quiet && !output.as_ref().is_some_and(Output::is_stdout);
    let judgement = judged.map(|judgement| localized(judgement, &request, SEARCH)).map(|judgement| match shown {
        true => beside_the_start(judgement, &request, &mut progress),
        false => judgement,
    });
    drop(progress);
    let mut judgement = judgement?;
    judgement.earned = assignment.as_ref().and_then(|assignment| earned(assignment, &judgement));
    if shown {
        if placed {
            let path = lay_out::path(Path::new(""), lab, exercise);
            show(&format!("{} was not there: it holds the start now.\n\n", path.shown()))?;
        }
        show(&judgement.terminal(columns()))?;
        show(&next(lab, exercise, &judgement, args.file.as_deref(), assignment.as_ref()))?;
    }
    if let Some(output) = &mut output {
        output.write(&judgement)?;
    }
    if own && let Err(error) = remember(&judgement) {
        anstream::eprintln!("note: {error}");
    }
    Ok(if judgement.solved() { Exit::Well } else { Exit::Failed })
}

/// What the kernel earns in the assignment of this folder, as far as students can see.
fn earned(assignment: &HandedOut, judgement: &Judgement) -> Option<String> {
    if !assignment.holds(&judgement.lab, &judgement.exercise) {
        return Some(format!("{}/{} is no part of this folder's assignment.", judgement.lab, judgement.exercise));
    }
    assignment.earned(judgement)
}

/// Counts the attempt towards the student's progress, as `lockstep watch` does: where it is their copy of the exercise.
fn remember(judgement: &Judgement) -> Result<(), ProgressError> {
    let Ok(text) = std::fs::read_to_string(&judgement.file) else {
        return Ok(());
    };
    let (lab, exercise) = (&judgement.lab, &judgement.exercise);
    ProgressFile::under(".").update(|progress| {
        progress.attempted(lab, exercise, &text, judgement.solved(), SystemTime::now());
        progress.set_current(lab, exercise);
    })?;
    Ok(())
}

/// How to see the times that the judged size is too small for, where they show what was learnt, and else why they do not: in a checkout,
/// where the start is a file.
fn compared(lab: &Lab, exercise: &Exercise, judgement: &Judgement) -> Option<String> {
    let TimedAt::Size(size) = exercise.timed else { return None };
    let start = format!("labs/{}/{}", lab.name, exercise.file());
    if !Path::new(&start).exists() {
        return None;
    }
    let files = [PathBuf::from(&start), PathBuf::from(&judgement.file)];
    let compared = full_size::compared(files, size, "", None);
    Some(match full_size::hides_the_lesson(&compared, size) {
        Some(why) => wrap(&why, COLUMNS, 0) + "\n",
        None => {
            let diff = command(&format!("diff {start} {} --device sim --size {size}", judgement.file));
            format!("Both at a GPU's size:  {diff}\n")
        }
    })
}

/// What to do next, as commands.
fn next(
    lab: &'static Lab,
    exercise: &'static Exercise,
    judgement: &Judgement,
    file: Option<&Path>,
    assignment: Option<&HandedOut>,
) -> String {
    let number = |lab: &Lab, exercise: &Exercise| {
        let place = lab.exercises.iter().position(|e| e.name == exercise.name);
        place.map_or(1, |place| place + 1)
    };
    let here = format!("{}/{}", lab.name, exercise.name);
    if !judgement.solved() {
        let file = file.map_or(String::new(), |file| format!(" --file {}", file.shown()));
        return format!(
            "\nEdit {} and try again:  {}\nA hint in steps:  {}\n",
            judgement.file,
            command(&format!("try {here}{file}")),
            command(&format!("hint {here}"))
        );
    }
    let answers = format!(
        "\nThe answers:  {}\n{}",
        command(&format!("hint {here} --answers")),
        compared(lab, exercise, judgement).unwrap_or_default()
    );
    if let Some(assignment) = assignment {
        return answers + &assignment.after(lab, exercise).map_or(String::new(), |(lab, next)| follow_with(lab, next));
    }
    let following = lab.exercises.get(number(lab, exercise)).map(|next| (lab, next));
    let place = labs::ALL.iter().position(|other| other.name == lab.name);
    let later = labs::ALL.iter().skip(place.map_or(0, |place| place + 1));
    let in_later = later.filter_map(|lab| Some((*lab, lab.exercises.first()?))).next();
    match following.or(in_later) {
        None => format!(
            "{answers}This was the last exercise. The ladder it belongs to:  {}\n",
            command(&format!("run {}", lab.name))
        ),
        Some((lab, next)) => answers + &follow_with(lab, next),
    }
}

/// The exercise to go on with.
fn follow_with(lab: &Lab, next: &Exercise) -> String {
    let attempt = command(&format!("try {}/{}", lab.name, next.name));
    format!("Next: shaders/{}/{}:  {attempt}\n", lab.name, next.file())
}
