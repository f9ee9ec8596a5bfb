//! One process for one submission: started, listened to, and ended when its time is over.

use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use pollster::block_on;

use crate::grade::sandbox::{Bounds, Profile, Tried};
use crate::grade::worker::{CaseId, GRADE_WORKER, PROBE_WORKER, ProbeTask, Said, Settled, Task};
use crate::harness::{self as supervisor, Next, Process, Refused, supervise, this_program};
use crate::host::Native;
use crate::text::{escaped, shorten};

/// Variables that a process of a submission keeps: where the system's libraries are.
const KEPT: &[&str] = &["PATH", "SystemRoot", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"];

/// Variables by which GPU drivers are found.
const DRIVER: &[&str] = &[
    "VK_ICD_FILENAMES",
    "VK_DRIVER_FILES",
    "VK_ADD_DRIVER_FILES",
    "VK_LOADER_DRIVERS_SELECT",
    "XDG_RUNTIME_DIR",
    "CUDA_VISIBLE_DEVICES",
    "MESA_VK_DEVICE_SELECT",
    "DRI_PRIME",
];

/// Seconds for reading a submission.
const READING: u64 = 60;

/// How many times the seconds that a submission may compute it may take in all: a busy machine is not
/// the submission's fault.
const STARVED: u64 = 30;

/// Characters of a process's last words that are kept.
const LAST_WORDS: usize = 1000;

/// How a process ended.
#[derive(Debug)]
pub enum End {
    /// It said all there is.
    Done,
    /// It was ended, or ended itself: the case that ran (`None`: it read the submission), why, fit for the student, and
    /// what it printed at the end, which is for the instructor.
    Died(Option<Settled>, String, String),
    /// Neither it nor its bounds ended it: a scheduler that takes the machine back, a shutdown, the system when memory
    /// runs out. The exercise that ran, by its place, and what is known.
    EndedFromOutside(Option<usize>, String),
}

/// Runs `task` in a process of its own, and hands on what it says.
///
/// # Errors
/// [`Refused`] where the process cannot be started.
pub fn run(task: &Task, said: &mut dyn FnMut(Said)) -> Result<End, Refused> {
    let mut command = command(GRADE_WORKER, task.profile)?;
    let mut worker: Process<Said> = Process::start_as(&mut command, task, Bounds::OUTPUT)?;
    let patience = Duration::from_secs(patience(task));
    let reading = patience.max(Duration::from_secs(READING));
    let mut running: Option<RunningCase> = None;
    let end = block_on(supervise(&mut worker, &Native, reading, &|| false, |event| {
        match event {
            Said::Entering { case, seconds } => {
                running = Some(RunningCase { case, seconds, compiled: false });
                said(event);
                return Next::Continue(Some(patience));
            }
            Said::Compiled => {
                if let Some(running) = &mut running {
                    running.compiled = true;
                }
            }
            Said::Done | Said::Refused(_) | Said::Unchanged | Said::Fatal(_) => {
                said(event);
                return Next::Stop(());
            }
            _ => said(event),
        }
        Next::Continue(None)
    }));
    Ok(match end {
        supervisor::Outcome::Result(()) | supervisor::Outcome::Cancelled => End::Done,
        supervisor::Outcome::TimedOut if counts_processor_time(task) => {
            let why = format!("the machine gave it less than a {STARVED}th of its time");
            End::EndedFromOutside(running.map(|running| running.case.exercise), why)
        }
        supervisor::Outcome::TimedOut => {
            let why = overdue(running.as_ref(), task);
            End::Died(running.map(|running| running.settled(&why, true)), why, String::new())
        }
        supervisor::Outcome::Exited(last) if from_outside(last.status) => {
            let why = "a signal from outside ended it, as the system sends it when memory runs out, or a scheduler";
            End::EndedFromOutside(running.map(|running| running.case.exercise), why.to_owned())
        }
        supervisor::Outcome::Exited(last) => {
            let why = reason(last.status, &last.stderr, running.as_ref(), task);
            let words = shorten(&escaped(&last.stderr), LAST_WORDS);
            let late = signal(last.status) == Some(out_of_time());
            End::Died(running.map(|running| running.settled(&why, late)), why, words)
        }
    })
}

/// The case that runs.
struct RunningCase {
    case: CaseId,
    /// Seconds of processor time that it may take.
    seconds: u64,
    compiled: bool,
}

impl RunningCase {
    fn settled(&self, why: &str, late: bool) -> Settled {
        Settled { case: self.case, why: why.to_owned(), compiled: self.compiled, late, seconds: self.seconds }
    }
}

fn counts_processor_time(task: &Task) -> bool {
    cfg!(unix) && task.profile == Profile::Simulated
}

/// Seconds of the clock on the wall until a silent process is ended.
fn patience(task: &Task) -> u64 {
    let seconds = task.bounds.seconds;
    if counts_processor_time(task) { seconds.saturating_mul(STARVED) } else { seconds }
}

fn overdue(running: Option<&RunningCase>, task: &Task) -> String {
    let bounds = task.bounds;
    match running {
        None => "reading it did not end in time".to_owned(),
        Some(running) if running.seconds < bounds.seconds => format!(
            "it did not end before the submission had used up its {} s of processor time: some of its kernels take far more \
             work than their exercises need",
            bounds.submission_seconds
        ),
        Some(_) => {
            let seconds = bounds.seconds;
            format!("it did not end within {seconds} s: an endless loop, or far more work than the exercise needs")
        }
    }
}

/// Why a process ended, as far as its last words and its status tell; fit for the student.
fn reason(status: Option<ExitStatus>, words: &str, running: Option<&RunningCase>, task: &Task) -> String {
    if words.contains("overflowed its stack") {
        return "it is nested too deeply to be compiled: expressions, blocks or types within each other".to_owned();
    }
    if words.contains("memory allocation of") || words.contains("out of memory") {
        return format!("it needs more memory than the {} MiB that a submission may take", task.bounds.memory_mib);
    }
    if let Some((_, rest)) = words.split_once("panicked at ") {
        let place = rest.lines().next().unwrap_or_default().trim_end_matches(':');
        return format!(
            "Lockstep itself failed on it, at {}: tell your instructor, for this is a mistake of the program's",
            escaped(place)
        );
    }
    match signal(status) {
        Some(signal) if signal == out_of_time() => overdue(running, task),
        Some(signal) => format!("it ended the process that ran it, by signal {signal}"),
        None => "it ended the process that ran it".to_owned(),
    }
}

#[cfg(unix)]
fn signal(status: Option<ExitStatus>) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt;
    status.and_then(|status| status.signal())
}

#[cfg(not(unix))]
fn signal(_: Option<ExitStatus>) -> Option<i32> {
    None
}

#[cfg(unix)]
fn out_of_time() -> i32 {
    rustix::process::Signal::XCPU.as_raw()
}

#[cfg(not(unix))]
fn out_of_time() -> i32 {
    0
}

/// Whether a signal ended it that neither the submission nor its bounds send.
#[cfg(unix)]
fn from_outside(status: Option<ExitStatus>) -> bool {
    use rustix::process::Signal;
    let outside = [Signal::TERM, Signal::KILL, Signal::INT, Signal::HUP];
    outside.iter().any(|known| signal(status) == Some(known.as_raw()))
}

#[cfg(not(unix))]
fn from_outside(_: Option<ExitStatus>) -> bool {
    false
}

/// Tries the bounds that a process of `profile` is put under: to read `file`, to write in `folder`, and the rest. What
/// each attempt gave.
///
/// # Errors
/// [`Refused`] where the process cannot be started, or does not answer.
pub fn probe(profile: Profile, bounds: Bounds, file: &Path, folder: &Path) -> Result<Vec<Tried>, Refused> {
    let task = ProbeTask { profile, bounds, file: file.to_owned(), folder: folder.to_owned() };
    let mut command = command(PROBE_WORKER, profile)?;
    let mut worker: Process<Vec<Tried>> = Process::start_as(&mut command, &task, Bounds::OUTPUT)?;
    let patience = Duration::from_secs(READING);
    match block_on(supervise(&mut worker, &Native, patience, &|| false, Next::Stop)) {
        supervisor::Outcome::Result(tried) => Ok(tried),
        _ => Err(Refused::unserved("the bounds could not be tried: the process did not answer")),
    }
}

/// This program in a hidden role, with an environment of its own.
fn command(role: &str, profile: Profile) -> Result<Command, Refused> {
    let mut command = this_program(role)?;
    command.env_clear();
    let driver: &[&str] = match profile {
        Profile::Simulated => &[],
        Profile::Device => DRIVER,
    };
    for name in KEPT.iter().chain(driver) {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    if profile == Profile::Device {
        // A driver's cache is a file that another submission's process could find.
        command.env("MESA_SHADER_CACHE_DISABLE", "1");
        command.env("__GL_SHADER_DISK_CACHE", "0");
    }
    // The reference's matrix products on the one thread that there is.
    command.env("MATMUL_NUM_THREADS", "1");
    // Not the folder that the marking was started in: nothing there is a submission's business.
    command.current_dir(Path::new(if cfg!(windows) { "C:\\" } else { "/" }));
    Ok(command)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::device::Selector;
    use crate::grade::handout::plan;

    #[test]
    fn what_a_process_says_last_is_told_in_words_that_a_student_can_use() {
        let task = Task {
            parts: Vec::new(),
            profile: Profile::Simulated,
            bounds: Bounds::default(),
            assignment: plan("t", &[], false).expect("nothing is asked for"),
            hidden: None,
            device: Selector::default(),
            settled: Vec::new(),
            spent: 0,
            known: None,
            judged: BTreeSet::new(),
            skip: Vec::new(),
        };
        let told = |words: &str| reason(None, words, None, &task);
        assert!(told("thread 'main' has overflowed its stack").starts_with("it is nested too deeply"));
        assert!(told("memory allocation of 99 bytes failed").starts_with("it needs more memory than the "));
        let panicked = told("thread 'main' panicked at src/a.rs:3:5:\nindex 7 \u{1b}[2J");
        assert!(
            panicked.starts_with("Lockstep itself failed on it, at src/a.rs:3:5: tell your instructor"),
            "{panicked}"
        );
        assert_eq!(told(""), "it ended the process that ran it");
    }
}
