//! From a lab's definition and its shaders to kernels, or to the reason why not.

use std::collections::BTreeMap;

use super::baseline_kernels::{self, BaselineRole};
use super::configured::has_constants;
use crate::Shown;
use crate::device::{Device, DeviceType, Facts, PipelineId, RuntimeChecks, SimulatedCounts};
use crate::harness::ladder::progress::Progress;
use crate::harness::protocol::{Attempt, CheckReport, Event, Job, Request, RunError, Settled, Status};
use crate::host::Host;
use crate::kernel::{Kernel, Needs, Overrides};
use crate::lab::{
    Exercise, Failure, Lab, Origin, Part, Problem, ShaderFileError, Shaders, StepTime, Variant, configured_in_words,
};
use crate::labs;
use crate::roof::floor::Precision;
use crate::verify::contract;

/// Each part of a lab with its variants.
pub type Parts = Vec<(&'static Part, Vec<VariantUnderTest>)>;

/// A variant on its way through a run.
pub struct VariantUnderTest {
    /// The definition.
    pub variant: &'static Variant,
    /// The kernels of its passes; empty where the source is not usable.
    pub kernels: Vec<Kernel>,
    /// Pipelines with the runtime checks on.
    pub checked: Vec<PipelineId>,
    /// Pipelines as they are timed.
    pub timed: Vec<PipelineId>,
    /// Whether its kernels compiled, in this worker or an earlier one.
    pub compiled: bool,
    /// How it ended, once it is settled.
    pub settled: Option<Settled>,
    /// What was verified so far.
    pub check: CheckReport,
    /// What the device counted in the last verified run.
    pub counted: Option<SimulatedCounts>,
    /// What its steps did in the last verified run, and how long each took.
    pub steps: Vec<StepTime>,
    /// What it has to do with the kernels of a baseline.
    pub baseline_role: BaselineRole,
    /// Whether this process does not time it.
    pub left_out: bool,
    /// Constants of its kernels that have the device's values, in place of those in its files.
    pub fitted: Vec<(&'static str, u32)>,
}

impl VariantUnderTest {
    /// Ends its run here.
    pub fn settle(&mut self, end: Settled, progress: &mut Progress<'_>) {
        progress.emit(Event::Settled(self.variant.name.to_owned(), end.clone()));
        self.settled = Some(end);
    }

    /// It once more, of which this was verified.
    pub fn again(&self, check: CheckReport) -> Self {
        Self {
            variant: self.variant,
            kernels: self.kernels.clone(),
            checked: self.checked.clone(),
            timed: self.timed.clone(),
            compiled: self.compiled,
            settled: self.settled.clone(),
            check,
            counted: None,
            steps: Vec::new(),
            baseline_role: self.baseline_role,
            left_out: self.left_out,
            fitted: self.fitted.clone(),
        }
    }

    /// Whether it is still in the run.
    pub fn live(&self) -> bool {
        self.settled.is_none()
    }

    /// Whether this process times it, where it times.
    pub fn runs(&self) -> bool {
        self.live() && !self.left_out
    }

    /// Whether one of its kernels binds the problem's buffer at `binding`.
    pub fn binds(&self, binding: u32) -> bool {
        self.kernels.iter().flat_map(|kernel| &kernel.bindings).any(|bound| bound.binding == binding)
    }

    /// What does most of its arithmetic, and so which roof it has; matrices of f32 are held against f32.
    pub fn precision(&self) -> Precision {
        let is = |of: fn(&Needs) -> bool| self.kernels.iter().any(|kernel| of(&kernel.needs));
        let counters = self.counted.as_ref().map(|counted| &counted.counters);
        match counters {
            _ if is(|needs| needs.cooperative_matrix && needs.matrix_sums_f16) => Precision::MatrixF16,
            _ if is(|needs| needs.cooperative_matrix && needs.f16) => Precision::MatrixF16F32,
            Some(counters) if 2 * counters.f16_flop > counters.flop => Precision::F16,
            _ => Precision::F32,
        }
    }
}

/// Reads every shader that the run needs, and says where they came from.
///
/// # Errors
/// [`RunError`] where `--shaders` or `--variant` names nothing of this lab.
pub fn subjects(
    lab: &'static Lab,
    request: &Request,
    facts: &Facts,
    host: &dyn Host,
) -> Result<(Parts, Vec<String>), RunError> {
    let shaders = Shaders::new(request.shaders.as_deref(), host).map_err(RunError::unserved)?;
    match &request.job {
        Job::Attempt(attempt) => return exercise(lab, attempt, request, facts, &shaders),
        Job::Candidates { candidates, .. } => {
            return super::candidate::subjects(lab, candidates, request, facts, &shaders);
        }
        _ => {}
    }
    let variants = request.job.variants();
    let files: Vec<&str> =
        lab.variants().flat_map(|(_, variant)| variant.passes.iter().map(|pass| pass.shader)).collect();
    shaders.hold_some(lab.name, &files).map_err(RunError::unserved)?;
    variants.iter().try_for_each(|name| lab.named_variant(name).map(drop)).map_err(RunError::unserved)?;
    let mut given = 0;
    let mut read = |file: &str| {
        let found = shaders.read(lab.name, file)?;
        given += usize::from(found.2 == Origin::Given);
        Ok((found.0, found.1))
    };
    let mut parts = Vec::new();
    for part in lab.parts {
        let problem = (part.problem)(lab.small_sizes.first().copied().unwrap_or(1));
        let mut subjects: Vec<VariantUnderTest> = part
            .ladder
            .iter()
            .filter(|variant| wanted(variants, variant.name))
            .map(|variant| subject(variant, &problem, request, facts, &mut read))
            .collect();
        let earlier =
            subjects.iter_mut().filter_map(|today| baseline_kernels::earlier(today, &problem, request, facts));
        let earlier: Vec<VariantUnderTest> = earlier.collect();
        subjects.extend(earlier);
        parts.push((part, subjects));
    }
    let notes = request.shaders.as_ref().map(|folder| {
        format!("{given} of {} shaders come from {}; the others are the lab's own", files.len(), folder.shown())
    });
    let fitted = fitted(parts.iter().flat_map(|(_, subjects)| subjects));
    Ok((parts, notes.into_iter().chain(fitted).collect()))
}

/// Which variants run with other constants than their files have, and with which; a sentence for each set of constants.
fn fitted<'a>(subjects: impl Iterator<Item = &'a VariantUnderTest>) -> Vec<String> {
    let mut variants: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for subject in subjects.filter(|subject| subject.live() && !subject.fitted.is_empty()) {
        variants.entry(configured_in_words(&subject.fitted)).or_default().push(format!("`{}`", subject.variant.name));
    }
    let sentence = |(values, names): (String, Vec<String>)| {
        format!("with {values}, as this device's subgroups and matrices are: {}", names.join(", "))
    };
    variants.into_iter().map(sentence).collect()
}

/// The baseline, where times are measured, and the attempt.
fn exercise(
    lab: &'static Lab,
    attempt: &Attempt,
    request: &Request,
    facts: &Facts,
    shaders: &Shaders<'_>,
) -> Result<(Parts, Vec<String>), RunError> {
    let exercise: &'static Exercise = lab.exercise(&attempt.exercise).ok_or_else(|| {
        let name = &attempt.exercise;
        RunError::unserved(format!("lab {} has no exercise `{name}`", lab.name))
    })?;
    let part = exercise.part;
    let problem = (part.problem)(lab.small_sizes.first().copied().unwrap_or(1));
    let mut own = |file: &str| {
        if file == exercise.file() {
            return Ok((format!("the start of {file}"), exercise.start.to_owned()));
        }
        let (path, text, _) = Shaders::embedded(lab.name, file)?;
        Ok((path, text))
    };
    let mut tried = |file: &str| attempt.read(file, shaders);
    let mut subjects = Vec::new();
    if facts.kind != DeviceType::Simulated {
        subjects.push(subject(&exercise.baseline, &problem, request, facts, &mut own));
    }
    let mut attempt = subject(&exercise.variant, &problem, request, facts, &mut tried);
    let named = attempt.kernels.iter().try_for_each(|kernel| has_constants(kernel, exercise.configurations));
    if let Err(refused) = named {
        attempt.settled.get_or_insert(refused);
    }
    subjects.push(attempt);
    Ok((vec![(part, subjects)], Vec::new()))
}

/// Finds the path that messages name and the text of a shader.
pub type Read<'a> = &'a mut dyn FnMut(&str) -> Result<(String, String), ShaderFileError>;

fn wanted(names: &[String], name: &str) -> bool {
    names.is_empty() || names.iter().any(|wanted| wanted == name)
}

pub fn subject(
    variant: &'static Variant,
    problem: &Problem,
    request: &Request,
    facts: &Facts,
    read: Read<'_>,
) -> VariantUnderTest {
    let mut subject = VariantUnderTest {
        variant,
        kernels: Vec::new(),
        checked: Vec::new(),
        timed: Vec::new(),
        compiled: request.known.compiled.contains(variant.name),
        settled: request.known.settled.get(variant.name).cloned(),
        check: CheckReport::default(),
        counted: None,
        steps: Vec::new(),
        baseline_role: BaselineRole::default(),
        left_out: false,
        fitted: Vec::new(),
    };
    if let Some(check) = request.known.checked.get(variant.name) {
        subject.check = check.clone();
    }
    if let Some(reason) = variant.needs.iter().find_map(|need| need.unmet(facts)) {
        subject.settled.get_or_insert(Settled::new(Status::Skipped, reason));
        return subject;
    }
    for pass in variant.passes {
        let read = kernel(&mut subject, pass.shader, problem, facts, read);
        match read.and_then(|kernel| standard(kernel, request)) {
            Ok(kernel) => subject.kernels.push(kernel),
            Err(refused) => {
                subject.settled.get_or_insert(refused);
                return subject;
            }
        }
    }
    subject
}

/// Reads one of the subject's kernels, with the constants that the device decides.
fn kernel(
    subject: &mut VariantUnderTest,
    file: &str,
    problem: &Problem,
    facts: &Facts,
    read: Read<'_>,
) -> Result<Kernel, Settled> {
    let (path, source) = read(file).map_err(Settled::failed)?;
    let (source, fitted) = subject.variant.fitted(&source, facts);
    subject.fitted = fitted;
    let kernel = Kernel::parse(&path, &source, None, &Overrides::new()).map_err(|error| Settled::from(&error))?;
    contract(&kernel, problem).map_err(|error| Settled::from(&error))?;
    match facts.lacks(kernel.needs) {
        Some(feature) => Err(Settled::new(Status::Skipped, facts.without(feature))),
        None => Ok(kernel),
    }
}

/// That an exercise is solved in WGSL, and not in what only this compiler knows: the simulator does not count the memory
/// that such extensions touch.
fn standard(kernel: Kernel, request: &Request) -> Result<Kernel, Settled> {
    let needs = kernel.needs;
    let exercise = request.job.as_attempt().and_then(|own| labs::find(&own.lab)?.exercise(&own.exercise));
    let matrices = exercise.is_some_and(Exercise::uses_matrices);
    let extension = [
        (needs.float32_atomic, "atomic operations on f32"),
        (needs.cooperative_matrix && !matrices, "cooperative matrices"),
        (needs.int64, "64-bit integers"),
    ];
    match extension.iter().find(|(needed, _)| *needed) {
        Some((_, name)) if request.job.as_attempt().is_some() => {
            let reason =
                format!("{}: {name} are beyond standard WGSL, and an exercise is solved without them", kernel.path);
            Err(Settled::failed(reason).by(Failure::Extension))
        }
        _ => Ok(kernel),
    }
}

/// Compiles the kernels of `subjects`, side by side where the device can: each as it is timed, with the checks beside it, and with all checks
/// on where it is `to_verify`. `awaited` is told each subject before it is waited for.
pub async fn compile(
    device: &mut impl Device,
    subjects: &mut [(RuntimeChecks, &mut VariantUnderTest)],
    to_verify: bool,
    awaited: &mut dyn FnMut(&str),
) {
    let mut all = Vec::new();
    for (at, (timed, subject)) in subjects.iter().enumerate() {
        for kernel in &subject.kernels {
            let checked = to_verify.then_some(RuntimeChecks::All);
            let timed = (checked != Some(*timed)).then_some(*timed);
            all.extend(checked.into_iter().chain(timed).map(|checks| (at, subject.variant.name, kernel, checks)));
        }
    }
    let kernels: Vec<(&Kernel, RuntimeChecks)> = all.iter().map(|(_, _, kernel, checks)| (*kernel, *checks)).collect();
    let mut last = None;
    let mut tell = |index: usize| {
        let (at, name, ..) = all[index];
        if last.replace(at) != Some(at) {
            awaited(name);
        }
    };
    let compiled = device.compile_all(&kernels, &mut tell).await;
    let of: Vec<(usize, RuntimeChecks)> = all.iter().map(|(at, _, _, checks)| (*at, *checks)).collect();
    for ((at, checks), pipeline) in of.into_iter().zip(compiled) {
        let (timed, subject) = &mut subjects[at];
        match pipeline {
            Ok(pipeline) => {
                subject.checked.extend((to_verify && checks == RuntimeChecks::All).then_some(pipeline));
                subject.timed.extend((checks == *timed).then_some(pipeline));
            }
            Err(error) => drop(subject.settled.get_or_insert_with(|| Settled::from(&error))),
        }
    }
    subjects.iter_mut().for_each(|(_, subject)| subject.compiled = subject.live());
}

/// The same with `kernels` in place of its own, compiled.
pub async fn with_kernels(
    mut subject: VariantUnderTest,
    device: &mut impl Device,
    kernels: Result<Vec<Kernel>, Settled>,
    timed: RuntimeChecks,
    to_verify: bool,
) -> VariantUnderTest {
    match kernels {
        Ok(kernels) => {
            subject.kernels = kernels;
            (subject.checked, subject.timed) = (Vec::new(), Vec::new());
            compile(device, &mut [(timed, &mut subject)], to_verify, &mut |_| {}).await;
        }
        Err(refused) => subject.settled = Some(refused),
    }
    subject
}
