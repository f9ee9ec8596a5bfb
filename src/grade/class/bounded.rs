//! One process for one submission: started, listened to, and ended when its time is over.

use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use pollster::block_on;

use crate::grade::sandbox::{Bounds, Profile, Tried};
use crate::grade::worker::{GRADE_WORKER, PROBE_WORKER, ProbeTask, Said, Settled, Task};
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
    /// Somebody outside ended it: a scheduler that takes the machine back, a shutdown, the system for want of memory.
    EndedFromOutside,
}

/// Runs `task` in a process of its own, and hands on what it says.
///
/// # Errors
/// [`Refused`] where the process cannot be started.
pub fn run(task: &Task, said: &mut dyn FnMut(Said)) -> Result<End, Refused> {
    let mut command = command(GRADE_WORKER, task.profile)?;
    let mut worker: Process<Said> = Process::start_as(&mut command, task, Bounds::OUTPUT)?;
    let patience = Duration::from_secs(task.bounds.seconds);
    let reading = patience.max(Duration::from_secs(READING));
    let mut running: Option<Settled> = None;
    let end = block_on(supervise(&mut worker, &Native, reading, &|| false, |event| {
        match event {
            Said::Entering(case) => {
                running = Some(Settled { case, why: String::new(), compiled: false });
                said(event);
                return Next::Listen(Some(patience));
            }
            Said::Compiled => {
                if let Some(running) = &mut running {
                    running.compiled = true;
                }
            }
            Said::Done | Said::Refused(_) | Said::Unchanged | Said::Fatal(_) => {
                said(event);
                return Next::Enough(());
            }
            _ => said(event),
        }
        Next::Listen(None)
    }));
    Ok(match end {
        supervisor::End::Told(()) | supervisor::End::Cancelled => End::Done,
        supervisor::End::Silent => {
            let why = overdue(running.is_some(), task);
            End::died(running, why, String::new())
        }
        supervisor::End::Died(last) if from_outside(last.status) => End::EndedFromOutside,
        supervisor::End::Died(last) => {
            let reason = reason(last.status, &last.said, task);
            End::Died(running, reason, shorten(&escaped(&last.said), LAST_WORDS))
        }
    })
}

impl End {
    fn died(running: Option<Settled>, why: String, words: String) -> Self {
        let running = running.map(|running| Settled { why: why.clone(), ..running });
        Self::Died(running, why, words)
    }
}

fn overdue(running: bool, task: &Task) -> String {
    if running {
        format!(
            "it did not end within {} s: an endless loop, or far more work than the exercise needs",
            task.bounds.seconds
        )
    } else {
        "reading it did not end in time".to_owned()
    }
}

/// Why a process ended, as far as its last words and its status tell.
fn reason(status: Option<ExitStatus>, words: &str, task: &Task) -> String {
    if words.contains("overflowed its stack") {
        return "it is nested too deeply to be compiled: expressions, blocks or types within each other".to_owned();
    }
    if words.contains("memory allocation of") || words.contains("out of memory") {
        return format!("it needs more memory than the {} MiB that a submission may take", task.bounds.memory_mib);
    }
    if out_of_time(status) {
        return overdue(true, task);
    }
    "it ended the process that ran it; the instructor's notes say how".to_owned()
}

#[cfg(unix)]
fn out_of_time(status: Option<ExitStatus>) -> bool {
    use std::os::unix::process::ExitStatusExt;
    let limit = rustix::process::Signal::XCPU.as_raw();
    status.and_then(|status| status.signal()) == Some(limit)
}

#[cfg(not(unix))]
fn out_of_time(_: Option<ExitStatus>) -> bool {
    false
}

/// Whether a signal ended it that neither the submission nor its bounds send.
#[cfg(unix)]
fn from_outside(status: Option<ExitStatus>) -> bool {
    use rustix::process::Signal;
    use std::os::unix::process::ExitStatusExt;
    let outside = [Signal::TERM, Signal::KILL, Signal::INT, Signal::HUP];
    let signal = status.and_then(|status| status.signal());
    outside.iter().any(|known| signal == Some(known.as_raw()))
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
    match block_on(supervise(&mut worker, &Native, patience, &|| false, Next::Enough)) {
        supervisor::End::Told(tried) => Ok(tried),
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
