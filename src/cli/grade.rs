//! `lockstep grade`: a class's submissions, marked.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use indicatif::ProgressBar;

use super::exit::Exit;
use super::output::show;
use super::progress;
use crate::device::{self, DeviceType, Selector};
use crate::files::Shown;
use crate::grade::assignment::{self, HIDDEN_FILE};
use crate::grade::class::{self, Entry, Folder, Grader, Progress, Rules, Shard, Summary, merge, probe, roll};
use crate::grade::format::{self, Context, Format, publish};
use crate::grade::mark::{Gradebook, Mark};
use crate::grade::sandbox::{Profile, Tried};
use crate::text::escaped;

/// Arguments of `lockstep grade`.
#[derive(Args)]
pub struct GradeArgs {
    /// The instructor's copy of the assignment; its hidden part lies beside it
    #[arg(value_name = "ASSIGNMENT.toml")]
    assignment: PathBuf,
    /// A folder with a folder, a .zip or a .wgsl file for each student; or one such file
    #[arg(value_name = "SUBMISSIONS")]
    submissions: PathBuf,
    /// Where marks, feedback and the gradebook go; a killed run goes on where it was
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Submissions marked at the same time [default: one a core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Mark only part I of N, for one of N machines that write to the same folder
    #[arg(long, value_name = "I/N", conflicts_with = "merge")]
    shard: Option<Shard>,
    /// Mark nothing: make the gradebook of what all shards marked
    #[arg(long)]
    merge: bool,
    /// SUBMISSIONS is itself one submission
    #[arg(long)]
    single: bool,
    /// Mark by what students see, without hidden cases
    #[arg(long)]
    visible_only: bool,
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', help = format_help())]
    format: Vec<Format>,
    /// Where speed is judged, if the assignment counts time: this machine's GPU
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    device: Selector,
    /// Leave goals of speed for later, if the assignment counts time: they count neither way
    #[arg(long)]
    without_time: bool,
    /// No progress and no summary
    #[arg(long)]
    quiet: bool,
}

fn format_help() -> String {
    format!("Write the marks for these services too, to DIR/FORMAT: {} (csv has nbgrader's columns)", format::names())
}

/// Runs the subcommand.
pub fn grade(args: &GradeArgs) -> anyhow::Result<Exit> {
    let context = Context::of_environment();
    for format in &args.format {
        (format.ready)(&context)?;
    }
    let rules = rules(args)?;
    let roll = roll(&args.submissions, args.single)?;
    let folder = Folder::open(&args.out)?;
    apart(&args.submissions, folder.path())?;
    if !args.merge {
        let summary = mark(args, &rules, &roll, &folder)?;
        if !summary.unmarked.is_empty() {
            return Ok(unmarked(&summary));
        }
    }
    if args.shard.is_some_and(|shard| !shard.is_whole()) {
        return Ok(Exit::Well);
    }
    let book = merge(&rules, &roll, &folder)?;
    publish(&book, &args.format, &context, folder.path())?;
    if !args.quiet {
        show(&overview(&book, folder.path()))?;
    }
    Ok(Exit::Well)
}

fn rules(args: &GradeArgs) -> anyhow::Result<Rules> {
    let assignment = assignment::read(&args.assignment)?;
    let hidden = if args.visible_only { None } else { assignment::read_hidden(&args.assignment, &assignment)? };
    if hidden.is_none() && !args.visible_only {
        bail!(
            "{}: there is no {HIDDEN_FILE} beside it, so this is the students' copy; mark with the instructor's, or by \
             what students see with --visible-only",
            args.assignment.shown()
        );
    }
    let timed = assignment.time.counts && !args.without_time;
    let device = match (timed, args.merge) {
        (false, _) => None,
        // The shards were timed elsewhere.
        (true, true) => Some(args.device.clone()),
        (true, false) => Some(gpu(&args.device)?),
    };
    Ok(Rules::new(assignment, hidden, device))
}

/// That `selector` names a GPU: on anything else no time is judged.
fn gpu(selector: &Selector) -> anyhow::Result<Selector> {
    let adapters = pollster::block_on(device::adapters());
    let found = device::find(selector, &adapters).map(|index| &adapters[index]);
    match found {
        Some(facts) if facts.kind != DeviceType::Cpu => {
            anstream::eprintln!("speed     judged on {}, one submission at a time", escaped(&facts.name));
            Ok(selector.clone())
        }
        found => bail!(
            "the assignment counts time, and {}: mark on a machine with one, or all but speed with --without-time",
            found.map_or("there is no GPU here".to_owned(), |facts| { format!("{} is no GPU", escaped(&facts.name)) })
        ),
    }
}

/// That marks are not written among the submissions: they would be marked next time.
fn apart(submissions: &Path, out: &Path) -> anyhow::Result<()> {
    let (from, to) = (submissions.canonicalize()?, out.canonicalize()?);
    if to.starts_with(&from) {
        bail!("--out {} lies in the folder of the submissions: choose a folder beside it", out.shown());
    }
    Ok(())
}

fn mark(args: &GradeArgs, rules: &Rules, roll: &[Entry], folder: &Folder) -> anyhow::Result<Summary> {
    let file = args.assignment.canonicalize()?;
    let out = folder.path().canonicalize()?;
    let tried = probe(Profile::Simulated, rules.assignment.bounds, &file, &out)?;
    if !args.quiet {
        anstream::eprint!("{}", bounds(&tried));
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    if rules.device.is_some() {
        let tried = probe(Profile::Device, rules.assignment.bounds, &file, &out)?;
        if !args.quiet {
            anstream::eprint!(
                "timed     relaxed for the GPU's driver: the system's folders can be read, devices opened, threads started, and \
                 memory is not bounded\n{}",
                bounds(&tried)
            );
        }
    }
    let grader = Grader {
        rules,
        roll,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        folder,
        jobs: args.jobs.map_or_else(cores, usize::from),
    };
    let mut bar = Bar::new(args.quiet);
    Ok(class::grade(&grader, &mut bar))
}

/// What of a submission's bounds was tried and held, and what did not.
fn bounds(tried: &[Tried]) -> String {
    let (held, broken): (Vec<&Tried>, Vec<&Tried>) = tried.iter().partition(|tried| tried.held);
    let names: Vec<&str> = held.iter().map(|tried| tried.boundary.name()).collect();
    let mut text = format!(
        "bounds    each submission in a process of its own; tried and refused there: {}\n",
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    );
    for tried in broken {
        text += &format!("          NOT bounded on this system: {} ({})\n", tried.boundary.name(), tried.detail);
    }
    text
}

fn unmarked(summary: &Summary) -> Exit {
    for (name, why) in &summary.unmarked {
        anstream::eprintln!("{name}: not marked: {}", escaped(why));
    }
    anstream::eprintln!(
        "{} submissions have no mark; all others have theirs. Run the same command again: it goes on where it was.",
        summary.unmarked.len()
    );
    Exit::Unserved
}

fn overview(book: &Gradebook, out: &Path) -> String {
    let points: Vec<f64> = book.marks.iter().map(|mark| mark.points).collect();
    let all = points.len();
    let mean = points.iter().sum::<f64>() / all.max(1) as f64;
    let refused = book.marks.iter().filter(|mark| mark.refused.is_some()).count();
    let full = book.marks.iter().filter(|mark| mark.points >= mark.of).count();
    let mut text = format!("{all} submissions: mean {mean:.2} of {} points, {full} with all of them", book.of);
    if refused > 0 {
        text += &format!(", {refused} that could not be read");
    }
    text + &format!("\ngradebook {}\nfeedback  {}\n", out.join("gradebook.json").shown(), out.join("feedback").shown())
}

/// Progress on stderr, where that is a terminal; else a line every tenth of the class.
struct Bar {
    bar: ProgressBar,
    plain: bool,
    done: usize,
    of: usize,
}

impl Bar {
    fn new(quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = progress::bar(1, "marking [{bar:24}] {pos} of {len}, {eta} left {wide_msg}", quiet);
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar, plain: !quiet && !terminal, done: 0, of: 0 }
    }
}

impl Progress for Bar {
    fn start(&mut self, of: usize) {
        self.of = of;
        self.bar.set_length(of as u64);
    }

    fn marked(&mut self, entry: &Entry, _: Option<&Mark>) {
        let tenths = |done: usize| done * 10 / self.of.max(1);
        self.done += 1;
        self.bar.set_message(entry.name.clone());
        self.bar.inc(1);
        if self.plain && (tenths(self.done) > tenths(self.done - 1)) {
            anstream::eprintln!("marked {} of {}", self.done, self.of);
        }
    }

    fn say(&mut self, entry: &Entry, what: &str) {
        let line = format!("{}: {}", entry.name, escaped(what));
        if self.plain {
            anstream::eprintln!("{line}");
        } else {
            self.bar.println(line);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
