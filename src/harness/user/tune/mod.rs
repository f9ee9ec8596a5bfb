//! A search over a kernel's constants: each choice of values is compiled, counted, compared with the unchanged kernel and timed in turns
//! with the others; the fastest are timed again in further processes, and verified at another size.

mod by_estimate;
mod by_time;
mod candidates;
mod reference;
mod result;

use std::collections::BTreeMap;

use self::candidates::{Candidate, Shape, candidates, varied};
use super::on_simulator::simulate_for_buffers;
use super::prepare::{BoundKernel, source};
use super::run::open;
use crate::device::{AnyDevice, Simulated};
use crate::harness::protocol::{Done, Event, KernelReport, Request, RunError, Settled, Stage, Tuning, Varied};
use crate::host::Host;
use crate::sim::{Finding, FindingKind, Severity};
use crate::units::Seconds;

/// Finds the fastest choice of values; of a device, each call but the last times one session.
///
/// # Errors
/// [`RunError`] where nothing can be varied, or the unchanged kernel cannot run or is wrong.
pub async fn tune(
    request: &Request,
    tuning: &Tuning,
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<Done, RunError> {
    let source = source(&tuning.kernel, host)?;
    let varied = varied(tuning, &source)?;
    let candidates = candidates(tuning, &source, &varied)?;
    let (settled, estimates) = (request.known.settled.clone(), request.known.estimates.clone());
    let search = Search { request, tuning, host, varied, candidates, settled, estimates, notes: Vec::new() };
    search.sound()?;
    match &mut open(request, host).await? {
        AnyDevice::Simulated(simulator) => by_estimate::search(search, simulator, emit),
        AnyDevice::Gpu(gpu) => by_time::search(search, gpu.as_mut(), emit).await,
    }
}

/// What a search knows so far.
struct Search<'a> {
    request: &'a Request,
    tuning: &'a Tuning,
    host: &'static dyn Host,
    varied: Vec<Varied>,
    /// The unchanged kernel is the first.
    candidates: Vec<Candidate>,
    /// Those that cannot win, and why.
    settled: BTreeMap<String, Settled>,
    estimates: BTreeMap<String, Option<Seconds>>,
    notes: Vec<String>,
}

impl Search<'_> {
    fn default_name(&self) -> &str {
        &self.candidates[0].name
    }

    /// The name here of what another search found.
    fn elsewhere_name(&self) -> Option<String> {
        let elsewhere = self.tuning.elsewhere.as_ref()?;
        let mut values = self.candidates[0].values.clone();
        values.extend(elsewhere.values.clone());
        Some(candidates::name(&self.varied, &values))
    }

    /// Those that are reported in any case: the unchanged kernel, and what another search found.
    fn kept(&self) -> Vec<String> {
        [Some(self.default_name().to_owned()), self.elsewhere_name()].into_iter().flatten().collect()
    }

    /// Those that may still win.
    fn left(&self) -> Vec<Candidate> {
        self.candidates.iter().filter(|one| !self.settled.contains_key(&one.name)).cloned().collect()
    }

    /// Settles a candidate, which cannot win for what it did on `shape`.
    fn settle(&mut self, name: &str, shape: &Shape, settled: Settled, emit: &mut dyn FnMut(Event)) {
        let at = if shape.label.is_empty() { String::new() } else { format!("at {}: ", shape.label) };
        let settled = Settled { reason: at + &settled.reason, ..settled };
        emit(Event::Settled(name.to_owned(), settled.clone()));
        self.settled.insert(name.to_owned(), settled);
    }

    /// That the unchanged kernel is not settled.
    fn sound(&self) -> Result<(), RunError> {
        match self.settled.get(self.default_name()) {
            Some(settled) => Err(RunError::wrong(format!("the unchanged kernel: {}", settled.reason))),
            None => Ok(()),
        }
    }

    /// A candidate, bound; it says so from then on.
    fn bind(
        &self,
        candidate: &Candidate,
        shape: &Shape,
        emit: &mut dyn FnMut(Event),
    ) -> Result<BoundKernel<'static>, RunError> {
        emit(self.entering(&candidate.name, Stage::Compile));
        candidate.bind(self.tuning, shape, self.host)
    }

    /// That a candidate is in this stage.
    fn entering(&self, name: &str, stage: Stage) -> Event {
        let done = self.candidates.iter().position(|one| one.name == name).unwrap_or(0);
        Event::Enter { variant: name.to_owned(), stage, done, of: self.candidates.len() }
    }
}

/// Workgroups that are run of a candidate for its time alone: enough for the counters, edges included.
const SAMPLE: u64 = 8;

/// What the simulator says of some workgroups of `bound`.
fn sampled(mut bound: BoundKernel<'_>, simulator: &Simulated) -> Result<KernelReport, RunError> {
    (bound.user.hands_on, bound.user.sample) = (false, Some(SAMPLE));
    simulate_for_buffers(&bound, simulator).map(|(report, _)| report)
}

/// Why a kernel that the simulator ran is wrong; what is of other subgroup widths, or what drivers let through, makes none wrong.
fn fault(report: &KernelReport) -> Option<String> {
    let of_others =
        |finding: &&Finding| matches!(finding.kind, FindingKind::SubgroupWidth | FindingKind::DivergentBarrier);
    let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let found = errors.into_iter().find(|finding| !of_others(finding))?;
    let line = found.line.map_or(String::new(), |line| format!("line {line}: "));
    Some(format!("{}: {line}{}", found.kind, found.message))
}

/// How a candidate ends that could not be run.
fn refused(error: RunError) -> Settled {
    Settled::failed(error.message)
}
