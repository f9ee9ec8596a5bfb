//! What the end of a worker means: that a kernel ran too long, or ended the process.

use std::time::Duration;

use super::done::Done;
use super::event::RunError;
use super::settled::Settled;
use super::stage::Stage;
use super::supervise::{ExitReport, Outcome};
use crate::lab::Failure;

/// How long the worker's own work (no kernel under test running) may take without a word.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// How one worker ended.
pub enum Ended {
    Done(Result<Done, RunError>),
    /// It ended, or was ended, while this kernel ran, which ends so.
    Condemned(String, Settled),
    /// It ended while two things went on: which of them ended it is found out by doing one at a time.
    Unexplained,
}

/// The kernel under test that runs, and its stage.
pub type RunningKernel = Option<(String, Stage)>;

/// What a worker's end means for the kernel that ran then.
pub fn outcome(end: Outcome<Ended>, running: RunningKernel, timeout_s: f64) -> Ended {
    let refused = |message: String| Ended::Done(Err(RunError::unserved(message)));
    match (end, running) {
        (Outcome::Result(ended), _) => ended,
        (Outcome::Cancelled, _) => refused("the run was cancelled".to_owned()),
        (Outcome::TimedOut, Some((name, stage))) => {
            Ended::Condemned(name, Settled::failed(overdue(&stage, timeout_s)).by(Failure::Timeout))
        }
        (Outcome::TimedOut, None) => refused(format!(
            "the worker process said nothing for {} s, though no kernel of the lab was running",
            PATIENCE.as_secs()
        )),
        (Outcome::Exited(words), Some((name, stage))) => {
            let within = if stage == Stage::Run { String::new() } else { format!(" ({stage})") };
            let reason = format!("it crashed the driver or the process that ran it{within}: {}", how(&words));
            Ended::Condemned(name, Settled::failed(reason))
        }
        (Outcome::Exited(words), None) => refused(format!("the worker process ended: {}", how(&words))),
    }
}

fn overdue(stage: &Stage, timeout_s: f64) -> String {
    match stage {
        Stage::Compile => format!(
            "the driver did not finish compiling it within {timeout_s} s: fewer statements, or a larger --timeout"
        ),
        Stage::Simulate => format!(
            "it did not end within {timeout_s} s on the simulator: run fewer workgroups (--dispatch, or --sample of `explain` and \
             `diff`), or a larger --timeout; the step limit finds a loop without an end"
        ),
        Stage::Run => {
            format!("it did not end within {timeout_s} s: an endless loop, or a kernel that needs a larger --timeout")
        }
        _ => format!(
            "it did not end within {timeout_s} s ({stage}); an endless loop, or a kernel that needs a larger --timeout"
        ),
    }
}

fn how(words: &ExitReport) -> String {
    let status = words.status.map_or("unknown".to_owned(), |status| status.to_string());
    format!("{status}\n{}", words.stderr).trim_end().to_owned()
}
