//! Runs, each on a thread that starts the kernels' own process. One at a time: a new one ends the old one.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::app::{Options, Watched};
use super::input::{Input, Job, JobEvent, WatchedAttempt};
use crate::harness::{Done, Event, Job as Run, Listener, Report, Request, RunError, Stage, run_apart};
use crate::host::Native;
use crate::marking::{Judgement, Runner, judge_asked};

/// What runs, and where it tells.
pub(super) struct Jobs {
    options: Arc<Options>,
    inputs: Sender<Input>,
    current: Option<Arc<AtomicBool>>,
}

impl Jobs {
    pub(super) fn new(options: Arc<Options>, inputs: Sender<Input>) -> Self {
        Self { options, inputs, current: None }
    }

    /// Starts a run of this number, and ends any other.
    pub(super) fn start(&mut self, id: u64, job: Job) {
        self.cancel();
        let cancelled = Arc::new(AtomicBool::new(false));
        self.current = Some(cancelled.clone());
        let options = self.options.clone();
        let teller = Teller { id, inputs: self.inputs.clone(), cancelled, began: Instant::now(), text: String::new() };
        let inputs = self.inputs.clone();
        let run = move || run(&options, job, teller);
        if let Err(error) = std::thread::Builder::new().spawn(run) {
            let why = JobEvent::Failed(format!("no thread could be started: {error}"));
            let _ = inputs.send(Input::Job(id, why));
        }
    }

    /// Ends whatever runs; its worker process with it.
    pub(super) fn cancel(&mut self) {
        if let Some(cancelled) = self.current.take() {
            cancelled.store(true, Ordering::Relaxed);
        }
    }
}

fn run(options: &Options, job: Job, mut teller: Teller) {
    match job {
        Job::Judge(attempt) => judge_file(options, attempt, teller),
        Job::Ladder(lab) => {
            let request = Request { why: true, ..options.request(Run::ladder(&lab)) };
            let report = run_apart(&request, &mut teller).and_then(Done::lab);
            teller.tell(match report {
                Ok(report) => JobEvent::Ladder(Box::new(report)),
                Err(refused) => JobEvent::Failed(refused.to_string()),
            });
        }
        Job::Explain => {
            if let Watched::Kernel(request) = &options.watched {
                explain(request, &mut teller);
            }
        }
    }
}

fn judge_file(options: &Options, attempt: WatchedAttempt, mut teller: Teller) {
    // The text that was saved, whatever the file holds by now.
    let text = attempt.text.clone();
    let job = Run::attempt_text(&attempt.lab, &attempt.exercise, attempt.path, text);
    let mut request = Request { quick: true, ..options.request(job) };
    let assigned = options.assigned.as_deref();
    let asked = assigned.map(|assigned| assigned.ask(&attempt.lab, &attempt.exercise, &mut request));
    teller.text = attempt.text;
    match judge_asked(&request, &asked.unwrap_or_default(), &Native, &mut teller) {
        Ok(mut judgement) => {
            judgement.set_beside_the_start(&request, &mut teller);
            judgement.earned = assigned.and_then(|assigned| assigned.earned(&judgement));
            teller.judgement(&judgement, false);
        }
        Err(refused) => teller.tell(JobEvent::Failed(refused.to_string())),
    }
}

fn explain(request: &Request, teller: &mut Teller) {
    let report = run_apart(request, teller).and_then(Done::kernel);
    teller.tell(match report {
        Ok(report) => JobEvent::Explained(Box::new(report), teller.began.elapsed()),
        Err(refused) => JobEvent::Failed(refused.to_string()),
    });
}

impl Options {
    /// What runs `job`.
    fn request(&self, job: Run) -> Request {
        Request {
            device: self.device.clone(),
            seed: self.seed,
            timeout_s: self.timeout_s,
            threads: self.threads,
            shaders: self.shaders.clone(),
            // A report may be asked for later.
            sources: true,
            ..Request::new(job)
        }
    }

    /// The folder in which exercises are.
    pub(super) fn folder(&self) -> PathBuf {
        let own = || PathBuf::from("shaders");
        self.shaders.clone().unwrap_or_else(own)
    }
}

/// Follows one run.
struct Teller {
    id: u64,
    inputs: Sender<Input>,
    cancelled: Arc<AtomicBool>,
    began: Instant,
    /// The text that is judged.
    text: String,
}

impl Teller {
    fn tell(&self, event: JobEvent) {
        // Nobody listens any more only where the program ends.
        let _ = self.inputs.send(Input::Job(self.id, event));
    }

    fn judgement(&self, judgement: &Judgement, timing: bool) {
        self.tell(JobEvent::Judged {
            judgement: Box::new(judgement.clone()),
            text: self.text.clone(),
            took: self.began.elapsed(),
            timing,
        });
    }
}

impl Listener for Teller {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Doing(what) => self.tell(JobEvent::Doing(what.clone())),
            // One's own kernel has one stage, which says nothing new.
            Event::Enter { variant, stage, done, of } if !matches!(stage, Stage::Run | Stage::Simulate) => {
                let done = done.saturating_mul(100).checked_div(*of).unwrap_or(0).min(100);
                self.tell(JobEvent::Doing(format!("{variant}, {stage}, {done} %")));
            }
            _ => {}
        }
    }

    fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Runner for Teller {
    fn run(&mut self, request: &Request) -> Result<Report, RunError> {
        run_apart(request, self).and_then(Done::lab)
    }

    fn judged(&mut self, so_far: &Judgement) {
        self.judgement(so_far, true);
    }
}
