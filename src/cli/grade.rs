//! `lockstep grade`: a class's submissions, marked.

use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use indicatif::ProgressBar;

use super::exit::Exit;
use super::lecture;
use super::marked::{changed_marks, left_out, needs_a_person, open_rows, summary};
use super::output::show;
use super::progress;
use crate::device::{self, DeviceType, Selector};
use crate::files::{Shown, write_under};
use crate::grade::assignment::{self, HIDDEN_FILE};
use crate::grade::class::{
    self, ClassProgress, Code, Entry, Folder, Grader, Roll, Rules, Shard, Summary, merge, probe, roll, roster,
};
use crate::grade::feedback;
use crate::grade::format::{self, Context, Format, publish};
use crate::grade::handout::KNOWN;
use crate::grade::mark::{Gradebook, Mark, changes};
use crate::grade::overview::{self, ClassReport};
use crate::grade::sandbox::{Profile, Tried};
use crate::text::escaped;

/// Arguments of `lockstep grade`.
#[derive(Args)]
pub struct GradeArgs {
    /// The instructor's copy of the assignment; its hidden part lies beside it
    #[arg(value_name = "ASSIGNMENT.toml")]
    assignment: PathBuf,
    /// A folder with a folder, a .zip, a .tar.gz or a .wgsl file for each student, or one such file; or what Moodle or Canvas
    /// gives for a class, as a zip or unpacked
    #[arg(value_name = "SUBMISSIONS")]
    submissions: PathBuf,
    /// Where marks, feedback and the gradebook go; a run that was killed resumes where it stopped
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Submissions marked at the same time [default: one per core]
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
    /// With --single, Gradescope's submission_metadata.json: when it was submitted, and its student's own due date
    #[arg(long, value_name = "FILE.json", requires = "single")]
    metadata: Option<PathBuf>,
    /// Mark by what students see, without hidden cases
    #[arg(long)]
    visible_only: bool,
    /// Who is in the class: a CSV file with columns id, name, section, due, excused; Canvas's gradebook and Moodle's worksheet are understood
    #[arg(long, value_name = "FILE.csv")]
    roster: Option<PathBuf>,
    /// Write codes in place of names, except in key.csv and the files for Canvas and Moodle
    #[arg(long)]
    anonymous: bool,
    /// Mark this submission again, given by its name or its student's id, whatever mark it has
    #[arg(long, value_name = "ID")]
    regrade: Vec<String>,
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', help = format_help())]
    format: Vec<Format>,
    /// Where speed is judged, if the assignment counts time: this machine's GPU
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    device: Selector,
    /// Leave goals of speed for later, if the assignment counts time: they count neither way
    #[arg(long)]
    without_time: bool,
    /// Show the feedback of this submission or student, as they see it
    #[arg(long, value_name = "NAME")]
    as_student: Option<String>,
    /// Write a page for the projector: how the class did, and its commonest misconceptions, without names
    #[arg(long, value_name = "FILE.html")]
    lecture: Option<PathBuf>,
    /// Print no progress and no summary
    #[arg(long)]
    quiet: bool,
}

fn format_help() -> String {
    format!("Write the marks for these services too, to DIR/FORMAT: {} (csv has nbgrader's columns)", format::names())
}

/// Runs the subcommand.
pub fn grade(args: &GradeArgs) -> anyhow::Result<Exit> {
    let mut context = Context::of_environment();
    let rules = rules(args)?;
    let mut roll = handed_in(args, &rules, &mut context)?;
    context.meet(&roll);
    for format in &args.format {
        let without_row = (format.ready)(&context, &rules.assignment).map_err(anyhow::Error::msg)?;
        if args.anonymous {
            // What is written names nobody then.
            without_row.iter().for_each(|who| anstream::eprintln!("note: {who}"));
        }
        roll.left_out.extend(without_row);
    }
    let folder = Folder::open(&args.out)?;
    apart(&args.submissions, folder.path())?;
    let regrade = asked(&args.regrade, &roll)?;
    let key = args.anonymous.then(|| roll.anonymise(&rules.secret()));
    if let Some(key) = &key {
        context.rename(key);
        write_under(&folder.path().join("key.csv"), class::key(key).map_err(anyhow::Error::msg)?)?;
    }
    let regrade = renamed(regrade, key.as_deref());
    let mut unmarked = BTreeMap::new();
    if !args.merge {
        unmarked = mark(args, &rules, &roll, &regrade, &folder)?.unmarked;
    }
    if args.shard.is_some_and(|shard| !shard.is_whole()) {
        return Ok(if unmarked.is_empty() { Exit::Well } else { Exit::Open });
    }
    let before = folder.book();
    let book = merge(&rules, &roll, &folder, &unmarked)?;
    keep_earlier(args, &folder, before, &book)?;
    let known = overview::known(&book, &args.assignment.with_file_name(KNOWN));
    let class = overview::summarise(&book, &known);
    let failed = publish(&book, &class, &args.format, &context, folder.path())?;
    if let Some(path) = &args.lecture {
        write_under(path, lecture::page(&book, &class))?;
    }
    tell(args, &book, &class, &folder)?;
    for (format, error) in &failed {
        anstream::eprintln!("--format {format} was not written, all others were: {error}");
    }
    Ok(match open_rows(&book) {
        _ if !failed.is_empty() => Exit::Unserved,
        true => Exit::Open,
        false => Exit::Well,
    })
}

/// What was handed in, by whom and when, and what the instructor decided about it.
fn handed_in(args: &GradeArgs, rules: &Rules, context: &mut Context) -> anyhow::Result<Roll> {
    let mut roll = roll(&args.submissions, args.single)?;
    if let Some(path) = &args.roster {
        let roster = roster(path)?;
        roll.join(&roster.students);
        context.head(roster.header);
    }
    match &rules.assignment.late {
        Some(late) => {
            roll.date(late).map_err(anyhow::Error::msg)?;
            if let Some(path) = &args.metadata {
                roll.submitted(&class::metadata(path).map_err(anyhow::Error::msg)?);
            }
        }
        None if roll.entries.iter().any(|entry| !entry.student.due.is_empty()) => {
            let note =
                "the roster's `due` changes nothing: assignment.toml has no [late] part, by which lateness would count";
            roll.left_out.push(note.to_owned());
        }
        None => {}
    }
    roll.decide(class::overrides(&args.assignment, &rules.assignment).map_err(anyhow::Error::msg)?)
        .map_err(anyhow::Error::msg)?;
    Ok(roll)
}

/// Keeps the gradebook from before where a mark is another one, and says which are.
fn keep_earlier(args: &GradeArgs, folder: &Folder, before: Option<Gradebook>, book: &Gradebook) -> anyhow::Result<()> {
    let changed = before.as_ref().map_or_else(Vec::new, |before| changes(before, book));
    if let Some(before) = before.filter(|_| !changed.is_empty()) {
        let kept = folder.keep_book(&before)?;
        if !args.quiet {
            anstream::eprint!("{}", changed_marks(&changed, &kept));
        }
    }
    Ok(())
}

/// Shows what was asked for: the class, or what one student sees.
fn tell(args: &GradeArgs, book: &Gradebook, class: &ClassReport, folder: &Folder) -> anyhow::Result<()> {
    match &args.as_student {
        Some(name) => show(&feedback::markdown(&of_student(book, name)?.for_student(book.assignment.feedback))),
        None if !args.quiet => {
            left_out(book);
            needs_a_person(class);
            show(&summary(book, folder.path()))
        }
        None => Ok(()),
    }
}

/// The stems of the submissions that are to be marked anew.
fn asked(wanted: &[String], roll: &Roll) -> anyhow::Result<Vec<String>> {
    let mut stems = Vec::new();
    for id in wanted {
        let of = |entry: &&Entry| [&entry.name, &entry.stem, &entry.student.id].contains(&id);
        let found: Vec<String> = roll.entries.iter().filter(of).map(|entry| entry.stem.clone()).collect();
        if found.is_empty() {
            bail!("--regrade {}: no submission has this name, and no student this id", escaped(id));
        }
        stems.extend(found);
    }
    Ok(stems)
}

/// `stems` by the codes that stand for them.
fn renamed(stems: Vec<String>, key: Option<&[Code]>) -> BTreeSet<String> {
    let code = |stem: String| {
        let found = key.and_then(|key| key.iter().find(|code| code.stem == stem));
        found.map_or(stem, |code| code.code.clone())
    };
    stems.into_iter().map(code).collect()
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

fn mark(
    args: &GradeArgs,
    rules: &Rules,
    roll: &Roll,
    regrade: &BTreeSet<String>,
    folder: &Folder,
) -> anyhow::Result<Summary> {
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
        roll: &roll.entries,
        regrade,
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

/// The mark of the submission, or of the student, called `name`.
fn of_student<'a>(book: &'a Gradebook, name: &String) -> anyhow::Result<&'a Mark> {
    let is = |mark: &&Mark| {
        let student = mark.student.as_ref();
        mark.submission == *name
            || student.is_some_and(|student| [&student.id, &student.name, &student.login].contains(&name))
    };
    let found = book.marks.iter().find(is);
    found.ok_or_else(|| anyhow::anyhow!("--as-student {}: no submission and no student is called so", escaped(name)))
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

impl ClassProgress for Bar {
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
