//! The host schedule of a variant with steps: uploads, dispatches, downloads, and work on the host.

use std::collections::BTreeSet;
use std::ops::Range;

use super::device_problem::DeviceProblem;
use super::variant_under_test::VariantUnderTest;
use crate::device::{Action, BufferId, Device, DeviceError, Dispatch, HostMemory, PipelineId, Simulated, Timing};
use crate::lab::{GridError, Reach, Role, Step, StepKind, StepTime, Turn, Way, When};
use crate::units::Seconds;
use crate::verify::to_the_end;

/// Timed runs of each step; the shortest is shown.
const RUNS: usize = 3;

/// What the host does, and what it holds meanwhile.
pub struct HostSchedule {
    actions: Vec<Action>,
    /// The number of each action's step.
    of: Vec<usize>,
    /// The host's side of buffers that it uploads, downloads or works on.
    pub memory: HostMemory,
    /// Bindings that are uploaded: what the device holds of them before does not matter.
    pub uploaded: BTreeSet<u32>,
    /// Bindings whose contents the host has at the end.
    pub brought: BTreeSet<u32>,
    /// The steps, counted.
    pub steps: Vec<StepTime>,
    /// Of the simulator: what each action's kernel took in the last run.
    kernels: Vec<Option<Seconds>>,
}

impl HostSchedule {
    /// The steps of `subject` on `instance`.
    ///
    /// # Errors
    /// [`GridError`] where a kernel does not say how much a workgroup or a turn covers, or the device allows fewer workgroups.
    pub fn new(
        subject: &VariantUnderTest,
        instance: &DeviceProblem,
        pipelines: &[PipelineId],
        allowed: u32,
    ) -> Result<Self, GridError> {
        let mut schedule = Self {
            actions: Vec::new(),
            of: Vec::new(),
            memory: HostMemory::new(),
            uploaded: BTreeSet::new(),
            brought: BTreeSet::new(),
            steps: Vec::new(),
            kernels: Vec::new(),
        };
        let maker = Maker { subject, instance, pipelines, allowed };
        maker.all(&mut schedule, subject.variant.steps, (0, 1), &mut 0)?;
        Ok(schedule)
    }

    /// Runs it, and says how long that took.
    ///
    /// # Errors
    /// [`DeviceError`] where the run failed.
    pub async fn run(&mut self, device: &mut impl Device, repeats: u32) -> Result<Timing, DeviceError> {
        let performed = device.perform(&self.actions, &mut self.memory, repeats).await?;
        self.kernels = performed.kernels;
        Ok(Timing { wall: performed.time.unwrap_or(Seconds(0.0)), gpu: None })
    }

    /// Its dispatches, in order.
    pub fn dispatches(&self) -> Vec<Dispatch> {
        self.actions.iter().filter_map(Action::dispatch).cloned().collect()
    }

    /// The steps with the simulator's estimates after a run; clearing a buffer has none.
    pub fn estimates(&self, simulator: &Simulated) -> Vec<StepTime> {
        let mut steps = self.steps.clone();
        for (step, actions) in together(&self.of) {
            let time = simulator.time(&self.actions[actions.clone()], &self.kernels[actions]);
            let time = time.filter(|_| steps[step].kind != StepKind::Clear);
            steps[step].seconds = steps[step].seconds.zip(time).map(|(sum, time)| sum + time.0);
        }
        steps
    }

    /// The steps with their times: each waited for before the next, the least of a few runs.
    ///
    /// # Errors
    /// [`DeviceError`] where a run failed.
    pub async fn times(&mut self, device: &mut impl Device) -> Result<Vec<StepTime>, DeviceError> {
        let mut least = vec![f64::INFINITY; self.steps.len()];
        for _ in 0..RUNS {
            let mut sums = vec![0.0; self.steps.len()];
            for (step, actions) in together(&self.of) {
                let time = device.perform(&self.actions[actions], &mut self.memory, 1).await?.time;
                sums[step] += time.map_or(0.0, |time| time.0);
            }
            least.iter_mut().zip(sums).for_each(|(least, sum)| *least = least.min(sum));
        }
        let timed = |(step, least): (&StepTime, f64)| StepTime { seconds: Some(least), ..step.clone() };
        Ok(self.steps.iter().zip(least).map(timed).collect())
    }
}

/// Each step's actions, as far as they follow each other: which those are, by the step `of` each action.
fn together(of: &[usize]) -> impl Iterator<Item = (usize, Range<usize>)> {
    let mut first = 0;
    of.chunk_by(|a, b| a == b).map(move |group| {
        let start = first;
        first += group.len();
        (group[0], start..first)
    })
}

/// From a variant's steps to actions.
struct Maker<'a> {
    subject: &'a VariantUnderTest,
    instance: &'a DeviceProblem,
    pipelines: &'a [PipelineId],
    allowed: u32,
}

impl Maker<'_> {
    /// `steps` in turn `turn` of `turns`; `number` is that of the first of them.
    fn all(
        &self,
        schedule: &mut HostSchedule,
        steps: &[Step],
        turn: (u32, u32),
        number: &mut usize,
    ) -> Result<(), GridError> {
        for step in steps {
            if let Step::Repeat(turns, steps) = step {
                let turns = turns.count(&self.instance.problem, &self.subject.kernels[0])?;
                let first = *number;
                for turn in 0..turns {
                    *number = first;
                    self.all(schedule, steps, (turn, turns), number)?;
                }
                continue;
            }
            let (kind, name) = self.named(step);
            if schedule.steps.len() == *number {
                schedule.steps.push(StepTime { name, kind, times: 0, byte: 0.0, seconds: Some(0.0) });
            }
            if let Some(action) = self.action(schedule, step, turn)? {
                schedule.steps[*number].times += 1;
                schedule.steps[*number].byte += action.bytes() as f64;
                schedule.actions.push(action);
                schedule.of.push(*number);
            }
            *number += 1;
        }
        Ok(())
    }

    fn buffer(&self, binding: u32) -> &'static str {
        self.instance.problem.buffer(binding).map_or("?", |buffer| buffer.name)
    }

    fn named(&self, step: &Step) -> (StepKind, String) {
        match step {
            Step::Dispatch { pass, .. } => {
                (StepKind::Dispatch, format!("dispatch {}", self.subject.variant.passes[*pass].shader))
            }
            Step::Copy { from, to } => (StepKind::Copy, format!("copy {} to {}", self.buffer(*from), self.buffer(*to))),
            Step::Clear(buffer) => (StepKind::Clear, format!("clear {}", self.buffer(*buffer))),
            Step::Upload(buffer, ..) => (StepKind::Upload, format!("upload {}", self.buffer(*buffer))),
            Step::Download(buffer, ..) => (StepKind::Download, format!("download {}", self.buffer(*buffer))),
            Step::Host(work) => (StepKind::Host, work.name.to_owned()),
            Step::Repeat(..) => (StepKind::Host, String::new()),
        }
    }

    /// What one step is in one turn; `None` where the turn has no share.
    fn action(
        &self,
        schedule: &mut HostSchedule,
        step: &Step,
        (turn, turns): (u32, u32),
    ) -> Result<Option<Action>, GridError> {
        let words = |binding: u32, reach: Reach| {
            let all = self.instance.words(binding);
            let each = all.div_ceil(turns as usize);
            let share = (turn as usize * each).min(all)..((turn as usize + 1) * each).min(all);
            if reach == Reach::Whole { 0..all } else { share }
        };
        let action = match step {
            Step::Dispatch { pass, way, turn: own } => {
                let own = own.map(|own| own(&self.instance.problem, turn, turns));
                Action::Dispatch(self.dispatch(*pass, *way, own)?)
            }
            Step::Copy { from, to } => Action::Copy {
                from: self.instance.buffer(*from),
                to: self.instance.buffer(*to),
                bytes: 4 * self.instance.words(*from) as u64,
            },
            Step::Clear(binding) => Action::Clear(self.instance.buffer(*binding)),
            Step::Upload(binding, road, reach) => {
                schedule.uploaded.insert(*binding);
                let to = self.hold(schedule, *binding);
                Action::Upload { to, words: words(*binding, *reach), road: *road }
            }
            Step::Download(binding, reach, when) => {
                schedule.brought.insert(*binding);
                let from = self.hold(schedule, *binding);
                Action::Download { from, words: words(*binding, *reach), now: *when == When::Now }
            }
            Step::Host(work) => {
                schedule.brought.insert(work.to);
                let (from, to) = (self.hold(schedule, work.from), self.hold(schedule, work.to));
                let params = self.instance.problem.buffers.iter().find_map(|buffer| match &buffer.role {
                    Role::Params(words) => Some(words.clone()),
                    _ => None,
                });
                let needed = self.instance.problem.work;
                Action::Host {
                    work,
                    params: params.unwrap_or_default(),
                    from,
                    to,
                    flop: needed.flop.0,
                    byte: needed.byte.0,
                }
            }
            Step::Repeat(..) => return Ok(None),
        };
        let nothing =
            matches!(&action, Action::Upload { words, .. } | Action::Download { words, .. } if words.is_empty());
        Ok((!nothing).then_some(action))
    }

    fn dispatch(&self, pass: usize, way: Way, turn: Option<Turn>) -> Result<Dispatch, GridError> {
        let (kernel, problem) = (&self.subject.kernels[pass], &self.instance.problem);
        let extents = turn.as_ref().map_or(&problem.extents, |turn| &turn.extents);
        let grid = &self.subject.variant.passes[pass].grid;
        let workgroups = self.instance.workgroups(grid, extents, kernel, self.allowed)?;
        let mut launches = self.instance.launches(&[(self.pipelines[pass], kernel, workgroups)]);
        let mut launch = launches.remove(0);
        launch.clears.clear();
        let params = problem.buffers.iter().find(|buffer| matches!(buffer.role, Role::Params(_)));
        let own = turn.zip(params).map(|(turn, params)| ((0, params.binding), to_the_end(&turn.params).into_owned()));
        if let Some((place, _)) = &own {
            launch.buffers.retain(|(at, _)| at != place);
        }
        Ok(Dispatch { launch, own, way })
    }

    /// Sees to it that the host holds a side of the buffer: an input's words, or room for an output's.
    fn hold(&self, schedule: &mut HostSchedule, binding: u32) -> BufferId {
        let id = self.instance.buffer(binding);
        schedule.memory.entry(id).or_insert_with(|| self.instance.on_the_host(binding));
        id
    }
}
