//! `lockstep assign`: a handout for students, and the instructor's copy.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::exit::Exit;
use super::output::show;
use crate::files::Shown;
use crate::grade::assignment::{self, ASSIGNMENT_FILE, Assignment, HIDDEN_FILE, Hidden, LateRule, Level};
use crate::grade::{handout, services};

/// Where this program's own sources keep the reference solutions: `LAB/EXERCISE/solution.wgsl`.
const SOLUTIONS: &str = "tests/exercises";

/// Arguments of `lockstep assign`.
#[derive(Args)]
pub struct AssignArgs {
    /// Labs, exercises (`tiling/exercise-2`), or `all`
    #[arg(value_name = "LAB", required_unless_present = "update")]
    labs: Vec<String>,
    /// The students' folder: a plain folder, ready to be the template of a git classroom
    #[arg(long, value_name = "DIR", required_unless_present = "update")]
    out: Option<PathBuf>,
    /// Bring the students' folder DIR and the instructor's up to date after a change of the instructor's assignment.toml
    #[arg(long, value_name = "DIR", conflicts_with_all = ["labs", "out", "title", "time", "seed", "due", "feedback", "solutions"])]
    update: Option<PathBuf>,
    /// The instructor's folder, with what is hidden [default: DIR-instructor]
    #[arg(long, value_name = "DIR")]
    instructor: Option<PathBuf>,
    /// The assignment's title [default: the folder's name]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Count time: goals of speed are marked on the marking machine's own GPU
    #[arg(long)]
    time: bool,
    /// Make a zip for Gradescope too, with this program in it: instructor's copy, services/gradescope.zip
    #[arg(long)]
    gradescope: bool,
    /// Make the students' folder a complete repository for GitHub: a workflow that marks each push by what students see
    #[arg(long)]
    github: bool,
    /// Draw the hidden cases from this seed, which is then as secret as they are [default: at random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Give each student hidden seeds of their own
    #[arg(long)]
    seed_a_student: bool,
    /// How much feedback students get
    #[arg(long, value_name = "LEVEL", default_value = "hints")]
    feedback: Level,
    /// When it is due: 2026-11-29T23:59:59+01:00; what each late day costs stands in assignment.toml
    #[arg(long, value_name = "TIME")]
    due: Option<String>,
    /// Days of lateness that cost nothing
    #[arg(long, value_name = "N", default_value_t = 0, requires = "due")]
    late_days: u32,
    /// How your students install Lockstep, in Markdown for the handout [default: from a release]
    #[arg(long, value_name = "TEXT")]
    install: Option<String>,
    /// Try the hidden cases with the solutions DIR/LAB/EXERCISE/solution.wgsl [default: tests/exercises, if it is there]
    #[arg(long, value_name = "DIR")]
    solutions: Option<PathBuf>,
}

/// The share of the points that a day of lateness costs, until the instructor says otherwise.
const PER_DAY: f64 = 0.1;

/// How students install Lockstep, where the instructor does not say otherwise: not from a checkout, where the solutions are.
const INSTALL: &str = "Unpack the ready-made command of a release for Linux, Windows or macOS, and put it where your shell finds \
commands. `lockstep --version` then says which one you have.";

/// Runs the subcommand.
pub fn assign(args: &AssignArgs) -> anyhow::Result<Exit> {
    let Some(out) = args.update.as_ref().or(args.out.as_ref()) else {
        bail!("--out DIR says where the students' folder goes");
    };
    let name = out.file_name().unwrap_or(out.as_os_str());
    let title = args.title.clone().unwrap_or_else(|| name.to_string_lossy().into_owned());
    let instructor = args.instructor.clone().unwrap_or_else(|| {
        let mut beside = name.to_owned();
        beside.push("-instructor");
        out.with_file_name(beside)
    });
    if args.update.is_some() {
        return update(out, &instructor);
    }
    let mut assignment = handout::plan(&title, &args.labs, args.time)?;
    assignment.feedback = args.feedback;
    if let Some(due) = &args.due {
        let late = LateRule { due: due.clone(), free_days: args.late_days, per_day: PER_DAY };
        late.check().map_err(|what| anyhow::anyhow!("--due: {what}"))?;
        assignment.late = Some(late);
    }
    let starts = handout::weigh(&mut assignment)?;
    let mut hidden = handout::hidden(&assignment, args.seed);
    hidden.seed_a_student = args.seed_a_student;
    let solutions = solutions(args)?;
    let tried = match &solutions {
        Some(folder) => fair(&assignment, &mut hidden, folder)?,
        None => "hidden cases are not tried: there are no reference solutions here (--solutions DIR)\n".to_owned(),
    };
    let install = args.install.as_deref().unwrap_or(INSTALL);
    handout::write(&assignment, &hidden, install, out, &instructor)?;
    handout::write_preview(&assignment, &starts, &instructor)?;
    services::write(&instructor)?;
    let known = match &solutions {
        Some(folder) => handout::keep_known(&assignment, folder, &instructor)?,
        None => 0,
    };
    if args.github {
        services::github(out)?;
    }
    if args.gradescope {
        let program = std::env::current_exe().context("this program's own file")?;
        services::gradescope(&instructor, &program)?;
    }
    show(&format!(
        "{} exercises, {} points\n{tried}{}for students    {}\nfor instructors {} (with what is hidden)\n\nMark with:  lockstep \
         grade {} SUBMISSIONS --out MARKS\n",
        assignment.exercises.len(),
        assignment.points(),
        public(known),
        out.shown(),
        instructor.shown(),
        instructor.join("assignment.toml").shown()
    ))?;
    Ok(Exit::Well)
}

/// The folder of reference solutions, where there is one.
fn solutions(args: &AssignArgs) -> anyhow::Result<Option<PathBuf>> {
    match &args.solutions {
        Some(folder) if !folder.is_dir() => bail!("--solutions {}: there is no such folder", folder.shown()),
        Some(folder) => Ok(Some(folder.clone())),
        None => Ok(Some(PathBuf::from(SOLUTIONS)).filter(|folder| folder.is_dir())),
    }
}

/// That solutions are public, and what is done about it.
fn public(known: usize) -> String {
    let compared = match known {
        0 => "none are here to compare with (--solutions DIR)".to_owned(),
        known => format!("`lockstep grade` compares what is handed in with {known} of them, kept under known/"),
    };
    format!(
        "solutions of these exercises stand in every checkout of Lockstep: {compared}. Students need a release, not a checkout.\n"
    )
}

/// Writes what follows from the instructor's `assignment.toml` anew, and says what students hold that is now old.
fn update(students: &Path, instructors: &Path) -> anyhow::Result<Exit> {
    let file = instructors.join(ASSIGNMENT_FILE);
    let assignment = assignment::read(&file)?;
    if assignment::read_hidden(&file, &assignment)?.is_none() {
        bail!(
            "{}: there is no {HIDDEN_FILE}: --instructor DIR says where the instructor's copy is",
            instructors.shown()
        );
    }
    let old = handout::rewrite(&assignment, students, instructors)?;
    let starts = handout::judge_starts(&assignment)?;
    handout::write_preview(&assignment, &starts, instructors)?;
    services::write(instructors)?;
    let mut text = format!("{} exercises, {} points\n", assignment.exercises.len(), assignment.points());
    if services::has_gradescope(instructors) {
        let program = std::env::current_exe().context("this program's own file")?;
        let zip = services::gradescope(instructors, &program)?;
        text += &format!("upload again: {}\n", zip.shown());
    }
    text += &match old.is_empty() {
        true => "what students hold is as it was\n".to_owned(),
        false => format!(
            "students hold an old {}: give them these again, from {}\n",
            old.join(" and an old "),
            students.shown()
        ),
    };
    text += "marks that were made by the earlier rules are made again by the next `lockstep grade`\n";
    show(&text)?;
    Ok(Exit::Well)
}

/// Tries every hidden case with the exercise's solution. A case that counts at a size at which the solution misses a goal
/// counts at the size that students see instead.
fn fair(assignment: &Assignment, hidden: &mut Hidden, solutions: &Path) -> anyhow::Result<String> {
    let mut tried = 0;
    let mut without = Vec::new();
    for assigned in &assignment.exercises {
        let solution = solutions.join(&assigned.lab).join(&assigned.name).join("solution.wgsl");
        if !solution.is_file() {
            without.push(assigned.title());
            continue;
        }
        let cases = hidden.cases.iter_mut();
        for case in cases.filter(|case| case.lab == assigned.lab && case.name == assigned.name) {
            let title = || format!("the hidden cases of {}", assigned.title());
            let missed = |case: &_| handout::trial(assignment, assigned, case, &solution).with_context(title);
            if !missed(case)?.is_empty() && case.size != assigned.size {
                case.size = assigned.size;
            }
            let missed = missed(case)?;
            if !missed.is_empty() {
                bail!(
                    "{} does not meet every goal in a hidden case of {}: {}",
                    solution.shown(),
                    assigned.title(),
                    missed.join(", ")
                );
            }
            tried += 1;
        }
    }
    let mut text = format!("{tried} hidden cases, tried: the reference solutions meet every goal in them\n");
    if !without.is_empty() {
        text += &format!("not tried, as there is no solution: {}\n", without.join(", "));
    }
    Ok(text)
}
