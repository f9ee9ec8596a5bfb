//! Every variant once on the simulator, at a small size: a race or an endless loop may pass by luck on a device, or be
//! ended by its driver (llvmpipe leaves loops after 65,535 turns), but not there.

use super::audited_before::AuditedBefore;
use super::checked_run::Checked;
use super::fault;
use super::interleaving::other_orders;
use crate::device::{Device, DeviceError, Facts, RuntimeChecks, Simulated, SimulatedCounts};
use crate::harness::ladder::fill::Filling;
use crate::harness::ladder::prepare::device_problem::DeviceProblem;
use crate::harness::ladder::prepare::runnable::{Pipelines, Runnable};
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::ladder::progress::Progress;
use crate::harness::protocol::{Activity, RunError, Stage};
use crate::host::Host;
use crate::lab::{Lab, Part, Problem};
use crate::sim::machine::Machine;
use crate::sim::{Finding, FindingKind};

/// The sizes that are audited: the smallest with several subgroups, and the largest of the small ones, where what
/// goes wrong only with many workgroups shows.
pub fn sizes(small: &[u32], main: u32) -> Vec<u32> {
    let several = small.iter().copied().find(|size| *size > 1);
    let largest = small.iter().copied().max();
    let mut sizes: Vec<u32> = several.into_iter().chain(largest).collect();
    sizes.dedup();
    if sizes.is_empty() {
        sizes.push(main);
    }
    sizes
}

/// A variant that is being audited.
struct Due<'a> {
    subject: &'a mut VariantUnderTest,
    /// Whether an earlier run has audited it: it is at most counted.
    known: bool,
    /// Whether the simulator ran all of it.
    whole: bool,
}

/// Those of `due` that no earlier run has audited.
fn unknown<'a, 'b>(due: &'a mut [Due<'b>]) -> Vec<&'a mut Due<'b>> {
    due.iter_mut().filter(|due| !due.known).collect()
}

/// What an audit depends on.
pub struct Audit<'a> {
    /// The device: the machine has subgroups like its.
    pub facts: &'a Facts,
    /// Seed of the inputs.
    pub seed: u64,
    /// The sizes; see [`sizes`].
    pub sizes: Vec<u32>,
    /// Workgroups of a row in the part's other shapes, where rows are tried.
    pub row: Option<u32>,
    /// The size at which counters are kept, where they are asked for: large enough to show the lesson.
    pub counted_size: Option<u32>,
    /// Where audits of the labs' kernels are kept; `None` for a student's.
    pub kept_by: Option<&'a dyn Host>,
}

impl Audit<'_> {
    /// Audits the live variants of `part`: at each of the sizes, and in the part's other shapes.
    ///
    /// # Errors
    /// [`RunError`] where the simulator cannot hold a problem.
    pub async fn run(
        &self,
        part: &'static Part,
        subjects: &mut [VariantUnderTest],
        progress: &mut Progress<'_>,
    ) -> Result<(), RunError> {
        let machine = machine(self.facts).map_err(RunError::unserved)?;
        let before = self.before(&machine);
        let mut due: Vec<Due<'_>> = Vec::new();
        for subject in subjects.iter_mut().filter(|subject| subject.live()) {
            let said = before.as_ref().and_then(|before| before.recall(part, subject));
            let known = said.is_some();
            subject.check.audited = said;
            due.push(Due { subject, known, whole: true });
        }
        if due.iter().all(|due| due.known) && self.counted_size.is_none() {
            return Ok(());
        }
        progress.doing(Activity::Audit, "preparing the audit on the simulator");
        let mut simulator = Simulated::new(machine);
        for problem in part.also {
            self.one(&mut simulator, part, (problem(), self.row), &mut unknown(&mut due), progress).await?;
        }
        for &size in &self.sizes {
            self.one(&mut simulator, part, ((part.problem)(size), None), &mut unknown(&mut due), progress).await?;
        }
        for Due { subject, .. } in due.iter().filter(|due| !due.known && due.whole && due.subject.live()) {
            if let Some((before, said)) = before.as_ref().zip(subject.check.audited.as_deref()) {
                before.keep(part, subject, said);
            }
        }
        if let Some(size) = self.counted_size {
            simulator.keep_first_requests();
            let mut all: Vec<&mut Due<'_>> = due.iter_mut().collect();
            self.one(&mut simulator, part, ((part.problem)(size), None), &mut all, progress).await?;
        }
        Ok(())
    }

    /// The audits that may stand for one of these.
    fn before(&self, machine: &Machine) -> Option<AuditedBefore<'_>> {
        AuditedBefore::new(self.kept_by?, &format!("{machine:?}\n{} {:?} {:?}", self.seed, self.sizes, self.row))
    }

    async fn one(
        &self,
        simulator: &mut Simulated,
        part: &Part,
        (problem, row): (Problem, Option<u32>),
        due: &mut [&mut Due<'_>],
        progress: &mut Progress<'_>,
    ) -> Result<(), RunError> {
        if due.is_empty() {
            return Ok(());
        }
        let stage = Stage::Audit(problem.label.clone());
        let mut instance =
            DeviceProblem::new(simulator, problem, &Filling::of_host(self.seed)).await.map_err(RunError::unserved)?;
        instance.row = row;
        for due in due.iter_mut().filter(|due| due.subject.live()) {
            progress.enter(due.subject.variant.name, &stage);
            due.whole &= self.subject(simulator, part, due.subject, &mut instance, &stage, progress).await;
        }
        instance.clear(simulator);
        Ok(())
    }

    /// Whether the simulator ran it.
    async fn subject(
        &self,
        simulator: &mut Simulated,
        part: &Part,
        subject: &mut VariantUnderTest,
        instance: &mut DeviceProblem,
        stage: &Stage,
        progress: &mut Progress<'_>,
    ) -> bool {
        let pipelines = std::mem::take(&mut subject.checked);
        let outcome = run(simulator, subject, instance).await;
        let counted = simulator.counted();
        // Outputs that are wrong in any order are the device's to find.
        let right = matches!(&outcome, Ok(Checked::Outputs(verdict)) if verdict.passed());
        let reordered = if right { other_orders(simulator, subject, instance, stage).await } else { None };
        subject.checked = pipelines;
        let found = counted.as_ref().and_then(|counted| fault_in(part, counted)).cloned();
        let too_few = counted.as_ref().filter(|_| right);
        let too_few = too_few.and_then(|counted| fault::too_few_waits(counted, &instance.problem, stage));
        subject.counted = counted.filter(|_| self.counted_size.is_some());
        // A written input, which comes with races of its own, is the device's to find as well.
        let judged = |checked| found.filter(|_| !matches!(checked, Checked::InputMutated(..)));
        match outcome.map(judged) {
            Ok(Some(found)) => subject.settle(fault::settled(&found, stage), progress),
            Ok(None) => match too_few.or(reordered) {
                Some(end) => subject.settle(end, progress),
                None => subject.check.audited = Some(stage.to_string()),
            },
            // What the simulator does not run is verified on the device all the same.
            Err(error) => {
                subject.check.audited = Some(format!("not audited: {error}"));
                return false;
            }
        }
        true
    }
}

/// The first finding that makes a kernel of `part` wrong: where memory is not zeroed, also a read of what nobody wrote.
fn fault_in<'a>(part: &Part, counted: &'a SimulatedCounts) -> Option<&'a Finding> {
    let unwritten = |finding: &&Finding| part.unzeroed && finding.kind == FindingKind::UninitializedRead;
    counted.fault().or_else(|| counted.findings.iter().find(unwritten))
}

/// What `--why` counts, and where.
///
/// # Errors
/// A message where there is no machine to count for.
pub fn describe(lab: &Lab, facts: &Facts) -> Result<String, String> {
    let simulator = Simulated::new(machine(facts)?);
    Ok(format!(
        "counters are not of this device: they were counted at size {} on {}",
        lab.counted_size,
        simulator.facts().name
    ))
}

/// A machine like the device where there is one, else the default one.
fn machine(facts: &Facts) -> Result<Machine, String> {
    match Machine::for_adapter(&facts.name) {
        Some(machine) => Ok(machine),
        None => Machine::builtin("").cloned().map_err(|error| error.to_string()),
    }
}

/// Bytes of a problem up to which it is run twice over: what a second run shows does not need many elements.
const TWICE: u64 = 1 << 22;

/// Runs twice over, where that takes little: the second run finds the first one's output.
async fn run(
    simulator: &mut Simulated,
    subject: &mut VariantUnderTest,
    instance: &mut DeviceProblem,
) -> Result<Checked, DeviceError> {
    for kernel in &subject.kernels {
        subject.checked.push(simulator.compile(kernel, RuntimeChecks::All).await?);
    }
    let allowed = simulator.facts().limits.max_workgroups;
    let mut work = Runnable::of(subject, instance, Pipelines::Checked, allowed)
        .map_err(|error| DeviceError::Refused(error.to_string()))?;
    let repeats = if instance.problem.working_set() <= TWICE { 2 } else { 1 };
    instance.checked_run(simulator, &mut work, repeats, false).await
}
