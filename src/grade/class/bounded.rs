//! One process for one submission: started, listened to, and ended when its time is over.

use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use pollster::block_on;

use super::death::{Death, signal};
use crate::grade::sandbox::{Bounds, Profile, Tried};
use crate::grade::worker::{CaseId, GRADE_WORKER, PROBE_WORKER, ProbeTask, Settled, Task, TimeUp, WorkerMessage};
use crate::harness::{self as supervisor, Next, Process, RunError, supervise, this_program};
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
/// [`RunError`] where the process cannot be started.
pub fn run(task: &Task, said: &mut dyn FnMut(WorkerMessage)) -> Result<End, RunError> {
    let mut command = command(GRADE_WORKER, task.profile)?;
    let mut worker: Process<WorkerMessage> = Process::start_as(&mut command, task, Bounds::OUTPUT)?;
    let patience = Duration::from_secs(patience(task));
    let reading = patience.max(Duration::from_secs(READING));
    let mut running: Option<RunningCase> = None;
    let end = block_on(supervise(&mut worker, &Native, reading, &|| false, |event| {
        match event {
            WorkerMessage::Entering { case, seconds } => {
                running = Some(RunningCase { case, seconds, compiled: false });
                said(event);
                return Next::Continue(Some(patience));
            }
            WorkerMessage::Compiled => {
                if let Some(running) = &mut running {
                    running.compiled = true;
                }
            }
            WorkerMessage::Done | WorkerMessage::Refused(_) | WorkerMessage::Unchanged | WorkerMessage::Fatal(_) => {
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
            let death = timeout(running.as_ref(), task.bounds);
            End::Died(running.map(|running| running.settled(&death)), death.to_string(), String::new())
        }
        supervisor::Outcome::Exited(last) if from_outside(last.status) => {
            let why = "a signal from outside ended it, as the system sends it when memory runs out, or a scheduler";
            End::EndedFromOutside(running.map(|running| running.case.exercise), why.to_owned())
        }
        supervisor::Outcome::Exited(last) => {
            let timeout = timeout(running.as_ref(), task.bounds);
            let death = Death::of(last.status, &last.stderr, task.bounds, timeout);
            let words = shorten(&escaped(&last.stderr), LAST_WORDS);
            End::Died(running.map(|running| running.settled(&death)), death.to_string(), words)
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
    fn settled(&self, death: &Death) -> Settled {
        Settled {
            case: self.case,
            why: death.to_string(),
            compiled: self.compiled,
            time_up: death.time_up(),
            seconds: self.seconds,
        }
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

/// What it died of if its time is over: `running` is the case that ran then.
fn timeout(running: Option<&RunningCase>, bounds: Bounds) -> Death {
    match running {
        None => Death::ReadingTimeout,
        Some(running) if running.seconds < bounds.seconds => {
            Death::Timeout(TimeUp::Submission(bounds.submission_seconds))
        }
        Some(_) => Death::Timeout(TimeUp::Case(bounds.seconds)),
    }
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
/// [`RunError`] where the process cannot be started, or does not answer.
pub fn probe(profile: Profile, bounds: Bounds, file: &Path, folder: &Path) -> Result<Vec<Tried>, RunError> {
    let task = ProbeTask { profile, bounds, file: file.to_owned(), folder: folder.to_owned() };
    let mut command = command(PROBE_WORKER, profile)?;
    let mut worker: Process<Vec<Tried>> = Process::start_as(&mut command, &task, Bounds::OUTPUT)?;
    let patience = Duration::from_secs(READING);
    match block_on(supervise(&mut worker, &Native, patience, &|| false, Next::Stop)) {
        supervisor::Outcome::Result(tried) => Ok(tried),
        _ => Err(RunError::unserved("the bounds could not be tried: the process did not answer")),
    }
}

/// This program in a hidden role, with an environment of its own.
fn command(role: &str, profile: Profile) -> Result<Command, RunError> {
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
