//! The run of a lab: its ladder, an attempt, or candidates; an event a step.

use super::context::{Bench, Ladder, problem_report};
use crate::harness::ladder::place::roofline;
use crate::harness::ladder::prepare::baseline_kernels;
use crate::harness::ladder::prepare::device_problem::Stand;
use crate::harness::ladder::prepare::size::fits;
use crate::harness::ladder::prepare::subject::{self, Parts, Subject};
use crate::harness::ladder::time::canary;
use crate::harness::ladder::time::interleaved;
use crate::harness::ladder::time::measured_roofs;
use crate::harness::ladder::time::neighbours::{self, Neighbours};
use crate::harness::ladder::time::session::{self, Sitting};
use crate::harness::ladder::verify::audit::{self, audit};
use crate::harness::ladder::verify::coverage;
use crate::harness::ladder::verify::interleaving::in_turns;
use crate::harness::ladder::verify::outputs::{Pipelines, verify};
use crate::harness::protocol::report::source::sources;
use crate::harness::protocol::{
    COMPILE, Checks, ClockReport, DeviceReport, Done, Event, Job, Raced, Refused, Report, Request, Roofs, SCHEMA,
    SweepReport, VariantReport,
};

use crate::device::{Added, AnyDevice, Device, Facts, SIMULATED_WORKGROUPS};
use crate::host::Host;
use crate::lab::{Part, Problem};
use crate::labs;
use crate::measure::Plan;
use crate::units::Seconds;

/// Passes through loops that a workgroup of an attempt at an exercise may make: at an exercise's size the most laborious
/// right kernel makes thousands, and a student waits seconds for the answer that a loop does not end.
const WORKGROUP_STEPS: u64 = 1 << 22;

/// Workgroups of a row, where rows are tried: few, but more than those of a launch whose workgroups are a fixed number.
const ROW: u32 = 13;

/// Passes through loops that all workgroups of an attempt may make together.
const LAUNCH_STEPS: u64 = 1 << 25;

/// Runs the lab of this name, or one sitting of several that its times take.
///
/// # Errors
/// [`Refused`] where the command line or the machine cannot serve it.
pub async fn run(
    name: &str,
    request: &Request,
    mut device: AnyDevice,
    host: &dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<Done, Refused> {
    let begun = host.now();
    let lab = labs::named(name).map_err(Refused::unserved)?;
    let facts = device.facts().clone();
    if let Some(simulator) = device.simulated() {
        // Findings name strides by them.
        simulator.keep_first_requests();
        if request.job.as_attempt().is_some() {
            simulator.bound_steps(WORKGROUP_STEPS, LAUNCH_STEPS);
        }
    }
    let mut bench = Bench {
        lab,
        request,
        device,
        host,
        plan: plan(request, &facts),
        verifies: request.known.sittings.is_empty(),
        canaries: None,
        pairs: Vec::new(),
        sitting: Sitting::default(),
        facts,
        emit,
        done: 0,
        steps: 0,
    };
    let (mut parts, mut notes) = subject::subjects(lab, request, &bench.facts, host)?;
    baseline_kernels::arrange(&mut bench, &mut parts);
    let size = request.size.unwrap_or_else(|| bench.default_size(&parts));
    if size == 0 {
        return Err(Refused::unserved("--size 0: a problem has at least size 1".to_owned()));
    }
    if request.why && !bench.simulated() {
        notes.push(audit::describe(&bench).map_err(Refused::unserved)?);
    }
    fits(&bench, &parts, size)?;
    let roofs = bench.roofs().await?;
    bench.count_steps(&parts, size, &roofs);
    // Estimates need no turns: a part's rows come before the next part begins. A device first verifies all, then times at a stretch.
    let together = if bench.simulated() { 1 } else { parts.len() };
    let mut ladders = Vec::new();
    while !parts.is_empty() {
        let later = parts.split_off(together.min(parts.len()));
        let mut some = bench.verify_small(std::mem::replace(&mut parts, later), size).await?;
        bench.measure(&mut some, size, &roofs).await?;
        ladders.extend(some);
    }
    let mut sitting = std::mem::take(&mut bench.sitting);
    sitting.took = Seconds((host.now() - begun).as_secs_f64());
    if !sitting.main.is_empty() && bench.before() + 1 < bench.sittings(&sitting) {
        bench.hand_over(&ladders);
        return Ok(Done::Sitting(Box::new(sitting)));
    }
    let raced = request.known.sittings.iter().chain([&sitting]).map(|sitting| sitting.raced);
    // The first process raced for them.
    let raced: Vec<Raced> = std::iter::once(roofs.raced()).chain(raced).collect();
    let clock = bench.gather(&mut ladders, sitting, &mut notes);
    if request.sources {
        (bench.emit)(Event::Sources(sources(&ladders)));
    }
    Ok(Done::Lab(Box::new(bench.report(ladders, clock, roofs.bounded(&raced, bench.plan.drift), notes))))
}

fn plan(request: &Request, facts: &Facts) -> Plan {
    let plan = Plan { order: request.known.sittings.len() as u64, ..Plan::for_device(facts) };
    match request.job {
        _ if request.quick => plan.quick(),
        // A student waits for the answer.
        Job::Attempt(_) => plan.in_one_process(),
        _ => plan,
    }
}

impl Bench<'_> {
    async fn roofs(&mut self) -> Result<Roofs, Refused> {
        self.doing("measuring the device's roofs");
        if let Some(roofs) = &self.request.known.roofs {
            // A worker that ended while a kernel ran has told its roofs already.
            if !self.verifies && !self.only_pairs() {
                self.sitting.raced =
                    measured_roofs::raced_again(&mut self.device, &self.facts, roofs, self.host).await?;
            }
            return Ok(roofs.clone());
        }
        let roofs = measured_roofs::roofs(&mut self.device, &self.facts, self.request, self.host).await?;
        (self.emit)(Event::Roofs(Box::new(roofs.clone())));
        Ok(roofs)
    }

    /// What is added to the kernels of `part` where they are timed.
    pub fn timed(&self, part: &Part) -> Added {
        match (self.request.checks, part.unzeroed) {
            (Checks::On, _) => Added::Checks,
            (Checks::Off, false) => Added::Zeros,
            (Checks::Off, true) => Added::Nothing,
        }
    }

    /// Counts the steps of the run, of which its progress is a share.
    fn count_steps(&mut self, parts: &Parts, size: u32, roofs: &Roofs) {
        let sizes = self.small_sizes(size);
        let variants: usize = parts.iter().map(|(_, subjects)| subjects.len()).sum();
        // Once to compile, once a small size, and at the main size verified, timed and verified again.
        let also: usize = parts.iter().map(|(part, subjects)| part.also.len() * subjects.len()).sum();
        let swept: usize =
            parts.iter().map(|(part, subjects)| self.points(part, size, roofs).0.len() * subjects.len()).sum();
        let first = variants * (sizes.len() + 5) + also + 3 * swept;
        // Another process compiles and times.
        let another = 2 * variants + swept;
        self.steps = first + (self.plan.sittings - 1) * another;
        self.done = self.before().checked_sub(1).map_or(0, |others| first + others * another);
    }

    /// Compiles `parts`, and verifies them at the small sizes below the main one.
    async fn verify_small(&mut self, parts: Parts, size: u32) -> Result<Vec<Ladder>, Refused> {
        let sizes = self.small_sizes(size);
        let mut ladders = Vec::new();
        for (part, mut subjects) in parts {
            for subject in subjects.iter_mut().filter(|subject| subject.runs()) {
                self.enter(subject, COMPILE);
                let timed = self.timed(part);
                subject::compile(&mut self.device, subject, timed, self.verifies).await;
                if let Some((status, reason)) = subject.settled.clone() {
                    self.settle(subject, status, reason);
                }
            }
            if !self.simulated() && self.audits() {
                // Baseline kernels were audited when saved; now they are only counted, where that was asked for.
                let audited = if self.request.why { subjects.len() } else { baseline_kernels::today(&subjects) };
                audit(self, part, &mut subjects[..audited], &audit::sizes(&sizes, size)).await?;
            }
            for &small in &sizes {
                let stage = format!("verifying at size {small}");
                self.verify_part((part.problem)(small), &mut subjects, None, &stage).await?;
            }
            for problem in part.also {
                let problem = problem();
                let stage = format!("verifying {}", problem.label);
                let row = self.row();
                self.verify_part(problem, &mut subjects, row, &stage).await?;
            }
            ladders.push(Ladder {
                part,
                at: None,
                points: Vec::new(),
                problem: problem_report(&(part.problem)(size)),
                times: subjects.iter().map(|_| None).collect(),
                small: None,
                subjects,
            });
        }
        Ok(ladders)
    }

    /// Tells what was verified, right or wrong, for the process that makes the report.
    fn hand_over(&mut self, ladders: &[Ladder]) {
        let all = ladders.iter().flat_map(|ladder| std::iter::once(ladder).chain(&ladder.points));
        for (ladder, subject) in all.flat_map(|ladder| ladder.subjects.iter().map(move |subject| (ladder, subject))) {
            (self.emit)(Event::Checked(ladder.key(subject), Box::new(subject.check.clone())));
        }
    }

    /// The first process audits, and the last one where its counters are asked for: it makes the report.
    fn audits(&self) -> bool {
        self.verifies || self.request.why && self.before() + 1 == self.sittings(&self.sitting)
    }

    /// Workgroups of a row in a part's other shapes: of a ladder's kernels, which a device with many elements launches in rows.
    pub fn row(&self) -> Option<u32> {
        matches!(self.request.job, Job::Ladder { .. }).then_some(ROW)
    }

    async fn verify_part(
        &mut self,
        problem: Problem,
        subjects: &mut [Subject],
        row: Option<u32>,
        stage: &str,
    ) -> Result<(), Refused> {
        let unverified =
            |subject: &&mut Subject| subject.live() && !self.request.known.checked.contains_key(subject.variant.name);
        let mut live: Vec<&mut Subject> = subjects.iter_mut().filter(unverified).collect();
        if live.is_empty() {
            return Ok(());
        }
        let mut stand = self.stand(problem).await?;
        stand.row = row;
        for subject in &mut live {
            verify(self, subject, &mut stand, Pipelines::Checked, 1, stage).await?;
            if let Some(simulator) = self.device.simulated().filter(|_| subject.live())
                && let Some((status, reason)) = in_turns(simulator, subject, &mut stand, stage).await
            {
                self.settle(subject, status, reason);
            }
        }
        stand.clear(&mut self.device);
        Ok(())
    }

    /// Verifies at the main size, times, and verifies again, part by part.
    async fn measure(&mut self, ladders: &mut [Ladder], size: u32, roofs: &Roofs) -> Result<(), Refused> {
        let neighbours = Neighbours::now(&self.facts, self.host);
        for ladder in ladders.iter_mut() {
            let small = self.lab.launch_bound_size.filter(|small| *small != size);
            if !ladder.subjects.iter().any(Subject::runs) {
                ladder.small = small;
                continue;
            }
            let mut stand = self.main_stand(ladder.part, (ladder.part.problem)(size)).await?;
            if self.verifies {
                self.verify_main(ladder, &mut stand, size, roofs).await?;
            }
            if self.simulated() {
                interleaved::estimate_part(ladder);
                stand.clear(&mut self.device);
                self.sweep(ladder, size, roofs).await?;
                continue;
            }
            let mut stands = [stand];
            let plan = self.plan.clone();
            interleaved::time_ladders(self, std::slice::from_mut(ladder), &mut stands, &plan, roofs).await?;
            let [stand] = stands;
            stand.clear(&mut self.device);
            self.sweep(ladder, size, roofs).await?;
            if let Some(small) = small {
                interleaved::time_small(self, ladder, small).await?;
            }
        }
        neighbours.until_now(&self.facts, self.host, &mut self.sitting);
        Ok(())
    }

    async fn verify_main(
        &mut self,
        ladder: &mut Ladder,
        stand: &mut Stand,
        size: u32,
        roofs: &Roofs,
    ) -> Result<(), Refused> {
        let stage = format!("verifying at size {size}");
        for index in 0..ladder.subjects.len() {
            let subject = &mut ladder.subjects[index];
            if !subject.live() {
                continue;
            }
            verify(self, subject, stand, Pipelines::Checked, 1, &stage).await?;
            let name = subject.variant.name;
            if subject.live() && self.simulated() && self.request.sources && self.request.job.as_attempt().is_some() {
                coverage::hold(self, subject, stand).await;
            }
            if subject.live() {
                (self.emit)(Event::Checked(name.to_owned(), Box::new(subject.check.clone())));
            }
            if self.simulated() && matches!(self.request.job, Job::Ladder { .. }) {
                interleaved::estimate_part(ladder);
                let row = roofline::variants(self.lab, ladder, roofs).into_iter().find(|row| row.name == name);
                row.into_iter().for_each(|row| (self.emit)(Event::Row(Box::new(row))));
            }
        }
        Ok(())
    }

    /// What this sitting and those before it say, in the times of `ladders`.
    fn gather(&self, ladders: &mut [Ladder], last: Sitting, notes: &mut Vec<String>) -> ClockReport {
        let sittings: Vec<Sitting> = self.request.known.sittings.iter().cloned().chain([last]).collect();
        if !self.simulated() {
            let mut all: Vec<&mut Ladder> = ladders.iter_mut().collect();
            session::gather(&mut all, &sittings, self.lab, self.plan.drift);
            notes.extend(neighbours::on_battery(self.host));
        }
        let times = ladders.iter().flat_map(|ladder| ladder.times.iter().flatten());
        let unsteady = times.filter(|timed| timed.unsteady.is_some()).count();
        if unsteady > 0 {
            notes.push(format!("{unsteady} times are inconclusive: the reason stands with each"));
        }
        if self.pairs.is_empty() {
            notes.extend(session::too_short(ladders, &sittings, self.plan.sittings));
        }
        notes.extend(sampled(ladders, &self.request.job).into_iter().chain(session::held_down(&sittings)));
        notes.extend(canary::note(&canary::reports(&sittings)));
        interleaved::clock_report(self, &sittings)
    }

    fn report(&mut self, ladders: Vec<Ladder>, clock: ClockReport, roofs: Roofs, mut notes: Vec<String>) -> Report {
        notes.extend(self.none_fits(&ladders, &roofs));
        let variants: Vec<VariantReport> =
            ladders.iter().flat_map(|ladder| roofline::variants(self.lab, ladder, &roofs)).collect();
        let attempt = self.request.job.as_attempt();
        let sweeps: Vec<SweepReport> = ladders.iter().filter_map(|ladder| self.swept(ladder, &roofs)).collect();
        let curves = sweeps.iter().flat_map(|sweep| sweep.curves.clone()).collect();
        let machine = self.device.simulated().map(|simulator| simulator.machine().clone());
        Report {
            schema: SCHEMA.to_owned(),
            lab: self.lab.name.to_owned(),
            exercise: attempt.map(|attempt| attempt.exercise.clone()),
            question: self.lab.question.to_owned(),
            seed: self.request.seed,
            device: DeviceReport::from(&self.facts),
            clock,
            shows: match attempt {
                // The lab's sentences are about its ladder.
                Some(_) => Vec::new(),
                None => roofline::sentences(self.lab, &self.facts, &variants, curves, &roofs, machine.as_ref()),
            },
            problem: ladders.first().map(|ladder| ladder.problem.clone()).expect("a lab has at least one part"),
            roofs,
            variants,
            sweeps,
            notes,
            sources: Vec::new(),
        }
    }
}

/// What a reader must know where some workgroups were left out.
fn sampled(ladders: &[Ladder], job: &Job) -> Option<String> {
    let subjects = ladders.iter().flat_map(|ladder| &ladder.subjects).filter(|subject| subject.live());
    let some: Vec<&Subject> = subjects.filter(|subject| subject.check.sampled.is_some()).collect();
    let ran = some.iter().filter_map(|subject| Some(subject.counted.as_ref()?.counters.sampled_workgroups));
    let (fewest, most) = (ran.clone().min()?, ran.max()?);
    let many = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
    let of = if some.len() == 1 { "1 variant".to_owned() } else { format!("each of {} variants", some.len()) };
    let elements: usize = some.iter().filter_map(|subject| Some(subject.check.sampled?.elements)).sum();
    let more = if matches!(job, Job::Candidates { .. }) {
        "`--json` says how many ran"
    } else {
        "how many ran stands under `workgroups run`, with `--detail`, and in `--json`"
    };
    let folded = |subject: &Subject| {
        let counted = subject.counted.as_ref().map_or(0, |counted| counted.counters.workgroups);
        let line = matches!(subject.variant.passes, [pass] if pass.grid.0.len() == 1);
        line && counted > u64::from(SIMULATED_WORKGROUPS)
    };
    let rows = match some.iter().any(|subject| folded(subject)) {
        true => format!(
            "; more than {SIMULATED_WORKGROUPS} workgroups in a line are launched as rows, which may hold one or a few more than the problem needs"
        ),
        false => String::new(),
    };
    Some(format!(
        "sampled: at size {}, {many} workgroups of {of} ran and were checked, and times and counters are estimated from them; the {elements} \
         elements that they wrote were checked, and at the smaller sizes all elements; faults of workgroups that did not run are not found, \
         and if one of them is longer than these, the launch takes longer than estimated; {more}{rows}",
        ladders[0].problem.size,
    ))
}
