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

/// What an audit depends on.
pub struct Audit {
    /// The machine, with subgroups like the device's.
    pub machine: Machine,
    /// Seed of the inputs.
    pub seed: u64,
    /// The sizes; see [`sizes`].
    pub sizes: Vec<u32>,
    /// Workgroups of a row in the part's other shapes, where rows are tried.
    pub row: Option<u32>,
    /// The size at which counters are kept, where they are asked for: large enough to show the lesson.
    pub counted_size: Option<u32>,
    /// Where audits of the labs' kernels are kept; `None` for a student's.
    pub kept_by: Option<&'static dyn Host>,
}

/// Problems that are set up on the simulator.
struct Bench {
    simulator: Simulated,
    problems: Vec<DeviceProblem>,
}

/// What the audits of one part's variants share, set up when a variant needs it.
pub struct PartBench {
    part: &'static Part,
    audited: Option<Bench>,
    counted: Option<Bench>,
}

impl PartBench {
    /// For variants of `part`.
    pub fn new(part: &'static Part) -> Self {
        Self { part, audited: None, counted: None }
    }

    /// Whether it is for variants of `part`.
    pub fn is_of(&self, part: &'static Part) -> bool {
        std::ptr::eq(self.part, part)
    }
}

impl Audit {
    /// Audits a variant of the bench's part in the part's other shapes and at each of the sizes, unless an earlier run has, and counts it
    /// where that was asked for.
    ///
    /// # Errors
    /// [`RunError`] where the simulator cannot hold a problem.
    pub async fn run(
        &self,
        bench: &mut PartBench,
        subject: &mut VariantUnderTest,
        progress: &mut Progress<'_>,
    ) -> Result<(), RunError> {
        let part = bench.part;
        let before = self.before();
        subject.check.audited = before.as_ref().and_then(|before| before.recall(part, subject));
        if subject.check.audited.is_none() {
            let bench = match &mut bench.audited {
                Some(bench) => bench,
                none => {
                    let shapes = part.also.iter().map(|problem| (problem(), self.row));
                    let sizes = self.sizes.iter().map(|size| ((part.problem)(*size), None));
                    none.insert(self.bench(shapes.chain(sizes), progress).await?)
                }
            };
            let whole = self.on(bench, part, subject, progress).await;
            if let Some((before, said)) =
                before.zip(subject.check.audited.as_deref()).filter(|_| whole && subject.live())
            {
                before.keep(part, subject, said);
            }
        }
        if let Some(size) = self.counted_size.filter(|_| subject.live()) {
            let bench = match &mut bench.counted {
                Some(bench) => bench,
                none => {
                    let bench = none.insert(self.bench([((part.problem)(size), None)], progress).await?);
                    bench.simulator.keep_first_requests();
                    bench
                }
            };
            self.on(bench, part, subject, progress).await;
        }
        Ok(())
    }

    /// The audits that may stand for one of these.
    fn before(&self) -> Option<AuditedBefore<'static>> {
        let Self { machine, seed, sizes, row, .. } = self;
        AuditedBefore::new(self.kept_by?, &format!("{machine:?}\n{seed} {sizes:?} {row:?}"))
    }

    async fn bench(
        &self,
        problems: impl IntoIterator<Item = (Problem, Option<u32>)>,
        progress: &mut Progress<'_>,
    ) -> Result<Bench, RunError> {
        progress.doing(Activity::Audit, "preparing the audit on the simulator");
        let mut bench = Bench { simulator: Simulated::new(self.machine.clone()), problems: Vec::new() };
        for (problem, row) in problems {
            let filling = Filling::of_host(self.seed);
            let instance = DeviceProblem::new(&mut bench.simulator, problem, &filling).await;
            let mut instance = instance.map_err(RunError::unserved)?;
            instance.row = row;
            bench.problems.push(instance);
        }
        Ok(bench)
    }

    /// Audits `subject` on each problem of `bench` until it is settled; whether the simulator ran all of it.
    async fn on(
        &self,
        bench: &mut Bench,
        part: &Part,
        subject: &mut VariantUnderTest,
        progress: &mut Progress<'_>,
    ) -> bool {
        let mut whole = true;
        for instance in &mut bench.problems {
            if subject.live() {
                let stage = Stage::Audit(instance.problem.label.clone());
                progress.enter(subject.variant.name, &stage);
                whole &= self.subject(&mut bench.simulator, part, subject, instance, &stage, progress).await;
            }
        }
        whole
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
///
/// # Errors
/// A message where there is none.
pub fn machine(facts: &Facts) -> Result<Machine, String> {
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
