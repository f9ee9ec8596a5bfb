//! How fast a class is marked: submissions of eight exercises a second of one core's time, by this build and, in turns with it, by
//! another `lockstep` that the variable LOCKSTEP_BASE names. Processor time is counted, so that what else runs matters less.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use lockstep::labs;

/// Submissions of the class, and how often it is marked by each.
const STUDENTS: usize = 12;
const TURNS: usize = 3;

/// The labs whose exercises are handed in: older builds that this one is held against have no others.
const LABS: [&str; 4] = ["coalescing", "tiling", "divergence", "fusion"];

fn main() -> Result<()> {
    if std::env::args().any(|argument| argument == "--test") {
        return Ok(());
    }
    let root = tempfile::tempdir()?;
    let this = PathBuf::from(env!("CARGO_BIN_EXE_lockstep"));
    let base = std::env::var_os("LOCKSTEP_BASE").map(PathBuf::from);
    let handed_in = root.path().join("class");
    class(&handed_in)?;
    let mut all: Vec<(&str, PathBuf, f64)> = vec![("this build", this, f64::INFINITY)];
    all.extend(base.map(|base| ("LOCKSTEP_BASE", base, f64::INFINITY)));
    for turn in 0..TURNS {
        for (at, (_, program, best)) in all.iter_mut().enumerate() {
            let place = root.path().join(format!("{at}-{turn}"));
            *best = best.min(mark(program, &place, &handed_in)?);
        }
    }
    for (name, _, seconds) in &all {
        println!("{name}: {:.2} submissions of eight exercises a second and core", STUDENTS as f64 / seconds);
    }
    if let [(_, _, this), (_, _, base)] = all.as_slice() {
        println!("{:.2} times as fast", base / this);
    }
    Ok(())
}

/// A class in which one in three hands in what was handed out; every other kernel is a program of its own.
fn class(folder: &Path) -> Result<()> {
    for student in 0..STUDENTS {
        for lab in LABS.into_iter().filter_map(labs::find) {
            for exercise in lab.exercises {
                let solution = Path::new("tests/exercises").join(lab.name).join(exercise.name).join("solution.wgsl");
                let text = if student % 3 == 0 {
                    exercise.start.to_owned()
                } else {
                    own(&fs::read_to_string(solution)?, student)?
                };
                let file = folder.join(format!("s{student}")).join(lab.name).join(exercise.file());
                fs::create_dir_all(file.parent().context("it has a folder")?)?;
                fs::write(file, text)?;
            }
        }
    }
    Ok(())
}

/// `text` with a statement in its main function that no other student has.
fn own(text: &str, student: usize) -> Result<String> {
    let main = text.find("fn main(").context("it has a main function")?;
    let body = main + text[main..].find(") {\n").context("with a body")? + ") {\n".len();
    Ok(format!("{}    var own = {student}u;\n    own += 1u;\n{}", &text[..body], &text[body..]))
}

/// Seconds of processor time that `program` and its processes take to mark the class.
fn mark(program: &Path, place: &Path, handed_in: &Path) -> Result<f64> {
    fs::create_dir_all(place)?;
    let assigned = Command::new(program)
        .arg("assign")
        .args(LABS)
        .args(["--seed", "5", "--out"])
        .arg(place.join("hand"))
        .output()?;
    ensure!(assigned.status.success(), "{}", String::from_utf8_lossy(&assigned.stderr));
    let before = children()?;
    let marked = Command::new(program)
        .arg("grade")
        .arg(place.join("hand-instructor/assignment.toml"))
        .arg(handed_in)
        .arg("--out")
        .arg(place.join("marks"))
        .args(["--jobs", "1", "--quiet"])
        .output()?;
    ensure!(marked.status.success(), "{}", String::from_utf8_lossy(&marked.stderr));
    Ok(children()? - before)
}

/// Seconds of processor time of this process's children, and theirs, that have ended (Linux, `/proc/self/stat`).
fn children() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat").context("only Linux tells the processor time of children")?;
    let (_, fields) = stat.rsplit_once(") ").context("no fields")?;
    let ticks: u64 = fields.split(' ').skip(13).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Ok(ticks as f64 / 100.0)
}
