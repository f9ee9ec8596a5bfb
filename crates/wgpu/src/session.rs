//! What the programs of one instance ran, and what was found in them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use lockstep_sim::machine::Machine;
use lockstep_sim::{Counters, Finding, FindingKind, Severity, Simulation};

use crate::adapter::Instance;
use crate::buffer::Memory;
use crate::pipeline::Pipeline;
use crate::report::{PipelineReport, ProgramFinding, Report};

/// A simulated machine with what ran on it.
#[derive(Debug, Clone)]
pub struct Simulator(Arc<Session>);

impl Simulator {
    /// Nothing has run on it yet.
    pub fn new(machine: Machine) -> Self {
        Self(Arc::new(Session::new(machine, false)))
    }

    /// Panics at the first fault, in the call that runs it (`Queue::submit`).
    pub fn strict(machine: Machine) -> Self {
        Self(Arc::new(Session::new(machine, true)))
    }

    /// An instance whose one adapter is this machine.
    pub fn instance(&self) -> wgpu::Instance {
        wgpu::Instance::from_custom(Instance::new(self.0.clone()))
    }

    /// What ran so far, and what was found.
    pub fn report(&self) -> Report {
        self.0.report()
    }
}

static REMEMBERED: Mutex<Vec<Simulator>> = Mutex::new(Vec::new());

/// Keeps a simulator for [`crate::report`].
pub fn remember(simulator: &Simulator) {
    locked(&REMEMBERED).push(simulator.clone());
}

pub fn remembered() -> Vec<Simulator> {
    locked(&REMEMBERED).clone()
}

pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The devices of one instance share it.
#[derive(Debug)]
pub struct Session {
    pub machine: Machine,
    strict: bool,
    log: Mutex<Log>,
    callbacks: Callbacks,
}

/// What wgpu calls back at the next submit or poll.
#[derive(Default)]
pub struct Callbacks(Mutex<Vec<Callback>>);

/// One call back.
pub type Callback = Box<dyn FnOnce() + Send>;

impl fmt::Debug for Callbacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} callbacks", locked(&self.0).len())
    }
}

#[derive(Debug, Default)]
struct Log {
    /// The estimated time of all that ran, in nanoseconds: what timestamps read.
    clock_ns: f64,
    pipelines: BTreeMap<(Arc<str>, Arc<str>, String), PipelineReport>,
    findings: Vec<ProgramFinding>,
    buffers: Vec<Weak<Memory>>,
}

impl Session {
    fn new(machine: Machine, strict: bool) -> Self {
        Self { machine, strict, log: Mutex::default(), callbacks: Callbacks::default() }
    }

    /// Calls back at the next submit or poll.
    pub fn later(&self, callback: Callback) {
        locked(&self.callbacks.0).push(callback);
    }

    /// Calls back all that wait, those that they add included.
    pub fn run_callbacks(&self) {
        loop {
            let waiting = std::mem::take(&mut *locked(&self.callbacks.0));
            if waiting.is_empty() {
                return;
            }
            for callback in waiting {
                callback();
            }
        }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        locked(&self.log)
    }

    /// What timestamps read now.
    pub fn clock_ns(&self) -> u64 {
        self.log().clock_ns as u64
    }

    pub fn created(&self, memory: &Arc<Memory>) {
        let mut log = self.log();
        log.buffers.retain(|buffer| buffer.strong_count() > 0);
        log.buffers.push(Arc::downgrade(memory));
    }

    /// Records what nothing read of a buffer that is no more.
    pub fn dropped(&self, buffer: &Memory) {
        for unused in unused_uploads(buffer) {
            self.found(unused);
        }
    }

    /// Records one dispatch.
    pub fn ran(&self, pass: &Arc<str>, pipeline: &Pipeline, simulation: Simulation) {
        let mut log = self.log();
        let time_s = simulation.estimate.time_s;
        log.clock_ns += time_s.unwrap_or(0.0) * 1e9;
        let counters: Counters = simulation.outcome.counters;
        let key = (pass.clone(), pipeline.label.clone(), pipeline.kernel.entry.clone());
        let entry = log.pipelines.entry(key).or_insert_with(|| PipelineReport {
            pass: pass.to_string(),
            pipeline: pipeline.label.to_string(),
            entry: pipeline.kernel.entry.clone(),
            dispatches: 0,
            estimated_s: Some(0.0),
            counters: counters.clone(),
        });
        entry.dispatches += 1;
        entry.estimated_s = entry.estimated_s.zip(time_s).map(|(sum, time)| sum + time);
        entry.counters = counters;
        drop(log);
        let found = simulation.outcome.findings.into_iter().chain(simulation.advice);
        for finding in found {
            self.found(ProgramFinding {
                pass: Some(pass.to_string()),
                pipeline: Some(pipeline.label.to_string()),
                file: Some(pipeline.kernel.path.clone()),
                times: 1,
                finding,
            });
        }
    }

    /// Records a finding; one that was made before is counted.
    pub fn found(&self, new: ProgramFinding) {
        let mut log = self.log();
        let fault = new.is_fault().then(|| new.to_string());
        match log.findings.iter_mut().find(|old| old.is_same(&new)) {
            Some(old) => old.times += 1,
            None => log.findings.push(new),
        }
        drop(log);
        if let Some(fault) = fault.filter(|_| self.strict) {
            panic!("{fault}");
        }
    }

    /// Bytes that nothing wrote are read.
    pub fn read_before_written(&self, memory: &Memory, how: &str, perhaps: &str) {
        let (noun, label) = (memory.noun, &memory.label);
        let message = format!("nothing has written the {noun} `{label}` when {how}: it holds zeros; {perhaps}");
        let finding = Finding::new(FindingKind::UnwrittenBuffer, Severity::Warning, message);
        self.found(ProgramFinding::of_program(finding));
    }

    fn report(&self) -> Report {
        let buffers: Vec<Arc<Memory>> = self.log().buffers.iter().filter_map(Weak::upgrade).collect();
        let mut unused: Vec<ProgramFinding> = Vec::new();
        for buffer in buffers {
            unused.extend(unused_uploads(&buffer));
        }
        let log = self.log();
        let mut report = Report {
            machine: self.machine.name.clone(),
            pipelines: log.pipelines.values().cloned().collect(),
            findings: log.findings.iter().cloned().chain(unused).collect(),
        };
        report.findings.sort_by_key(|found| found.finding.severity);
        report
    }
}

/// The uploads to a buffer that nothing has read.
fn unused_uploads(buffer: &Memory) -> Vec<ProgramFinding> {
    let unused = buffer.lock().history.unused();
    let sentence = |unused: &crate::history::Unused| {
        let after = match unused.replaced {
            true => "before other bytes took their place",
            false => "so far",
        };
        format!(
            "{} bytes sent to the {} `{}` by {} were never read {after}",
            unused.bytes, buffer.noun, buffer.label, unused.by
        )
    };
    let mut counted: BTreeMap<String, u64> = BTreeMap::new();
    for unused in &unused {
        *counted.entry(sentence(unused)).or_default() += 1;
    }
    let findings = counted.into_iter().map(|(message, times)| {
        let finding = Finding::new(FindingKind::UnusedUpload, Severity::Note, message);
        ProgramFinding { times, ..ProgramFinding::of_program(finding) }
    });
    findings.collect()
}
