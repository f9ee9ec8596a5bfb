//! `lockstep watch`, and `lockstep` alone in a terminal.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, FromArgMatches};

use super::attempt::ExerciseArgs;
use super::bind::KernelFlags;
use super::exit::Exit;
use super::handed_out;
use super::labs::welcome;
use super::output::show;
use crate::device::Selector;
use crate::harness::Job;
use crate::invoked::command;
use crate::labs;
use crate::watch::{self, Assigned, Options, Spot, Watched};

/// Arguments of `lockstep watch`.
#[derive(Args)]
pub struct WatchArgs {
    /// A lab, or a kernel of your own [default: the exercise where you left off]
    #[arg(value_name = "LAB|FILE.wgsl")]
    what: Option<String>,
    /// The exercise's number or name [default: the lab's first]
    #[arg(value_name = "EXERCISE")]
    exercise: Option<String>,
    /// Exercises: the folder that holds LAB/EXERCISE.wgsl [default: shaders]
    #[arg(long, value_name = "DIR")]
    shaders: Option<PathBuf>,
    /// Exercises: where speed is judged and ladders run; kernels: sim or sim:MACHINE
    #[arg(long, value_name = "DEVICE")]
    device: Option<Selector>,
    #[command(flatten)]
    flags: KernelFlags,
}

/// `lockstep` alone: the screen, or where there is no terminal, what to run instead.
pub fn bare() -> anyhow::Result<Exit> {
    if !watch::usable() || Spot::all(labs::ALL).is_empty() {
        return welcome();
    }
    let command = WatchArgs::augment_args(clap::Command::new("watch"));
    let none = WatchArgs::from_arg_matches(&command.get_matches_from(["watch"]))?;
    watch(&none)
}

/// Runs the subcommand.
pub fn watch(args: &WatchArgs) -> anyhow::Result<Exit> {
    let watched = watched(args)?;
    if !watch::usable() {
        bail!("`lockstep watch` draws on a terminal, and this is none: {}", instead(&watched));
    }
    let options = Options {
        watched,
        device: args.device.clone().unwrap_or(Selector::Auto),
        shaders: args.shaders.clone(),
        seed: args.flags.seed,
        timeout_s: args.flags.timeout,
        threads: args.flags.threads,
        assigned: handed_out::here()?.map(|assignment| Box::new(assignment) as Box<dyn Assigned>),
    };
    let ended = watch::run(options).context("the terminal cannot be used")?;
    if let Some(signal) = ended.signal {
        // What a shell reports for a process that a signal ended.
        std::process::exit(128 + signal);
    }
    if !ended.farewell.is_empty() {
        show(&format!("{}\n", ended.farewell))?;
    }
    Ok(Exit::Well)
}

/// What to type where there is no terminal.
fn instead(watched: &Watched) -> String {
    match watched {
        Watched::Kernel(request) => {
            let file = request.job.name();
            format!("`{}` says once what is wrong or slow", command(&format!("explain {file}")))
        }
        Watched::Course(start) => {
            let handed_out = handed_out::here().ok().flatten();
            let spots = handed_out.map_or_else(|| Spot::all(labs::ALL), |assignment| assignment.spots());
            let first = spots.first().map(|spot| spot.lab.name);
            let lab = start.as_ref().map_or(first.unwrap_or("LAB"), |(lab, _)| lab);
            let [attempt, hint, run] = ["try", "hint", "run"].map(|what| command(&format!("{what} {lab}")));
            format!("`{attempt}` judges an attempt once, `{hint}` helps, `{run}` runs the ladder")
        }
    }
}

fn watched(args: &WatchArgs) -> anyhow::Result<Watched> {
    let Some(what) = &args.what else {
        return Ok(Watched::Course(None));
    };
    let path = Path::new(what);
    let is_file = path.extension().is_some_and(|end| end == "wgsl") || path.is_file();
    if !is_file {
        let which = ExerciseArgs { lab: what.clone(), exercise: args.exercise.clone() };
        let (lab, exercise) = which.find(None)?;
        let start = (lab.name.to_owned(), exercise.name.to_owned());
        return Ok(Watched::Course(Some(start)));
    }
    if let Some(exercise) = &args.exercise {
        bail!("{what} is a kernel of your own, which has no exercise `{exercise}`");
    }
    if let Some(spot) = exercise_at(path, args.shaders.as_deref()) {
        let start = (spot.lab.name.to_owned(), spot.exercise.name.to_owned());
        return Ok(Watched::Course(Some(start)));
    }
    let device = args.device.clone();
    let device = device.unwrap_or(Selector::Simulated(String::new()));
    if !matches!(device, Selector::Simulated(_)) {
        bail!("--device {device}: a kernel of your own is watched on the simulator: sim or sim:MACHINE");
    }
    let job = Job::Kernel(Box::new(args.flags.kernel(path)));
    let request = args.flags.request(job, device);
    Ok(Watched::Kernel(Box::new(request)))
}

/// The exercise whose file this is.
fn exercise_at(path: &Path, shaders: Option<&Path>) -> Option<Spot> {
    let path = fs::canonicalize(path).ok()?;
    let folder = shaders.unwrap_or(Path::new("shaders"));
    let is = |spot: &Spot| fs::canonicalize(spot.path(folder)).is_ok_and(|file| file == path);
    Spot::all(labs::ALL).into_iter().find(is)
}
