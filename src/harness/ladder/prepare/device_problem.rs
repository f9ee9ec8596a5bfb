//! A problem set up on a device: its data in buffers, its reference beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::pages::Pages;
use crate::device::{BufferId, Device, DeviceError, Launch, PipelineId, Simulated};
use crate::harness::ladder::compare_on_device::{Comparer, Comparison};
use crate::harness::ladder::fill::Filling;
use crate::kernel::Kernel;
use crate::lab::{Buffer, Expected, Extents, Grid, GridError, Inputs, Problem, Role};
use crate::verify::{Poison, held, to_the_end};

/// A problem on a device, ready for launches.
pub struct DeviceProblem {
    pub problem: Arc<Problem>,
    filling: Filling,
    pub(in crate::harness::ladder) inputs: Inputs,
    pub(in crate::harness::ladder) expected: Arc<Vec<Expected>>,
    pub(in crate::harness::ladder) buffers: BTreeMap<u32, BufferId>,
    /// Buffers owned by another problem.
    shared: BTreeSet<u32>,
    /// Where buffers are held in pages.
    pub(in crate::harness::ladder) pages: Option<Pages>,
    /// Whether it is one of many points at a size above the lab's own, of which less is run whole.
    pub bounded: bool,
    /// Workgroups of a row, where a launch goes on in rows before it must: on a device of many elements it must.
    pub row: Option<u32>,
    pub(in crate::harness::ladder) runs: u32,
    /// What is compared on the device; nothing where the host compares all.
    pub(in crate::harness::ladder) comparison: Option<Comparison>,
}

/// The outputs of a problem that kernels which bind what `binds` says must write, each with what of `expected` it must be.
pub fn answers<'a>(
    problem: &'a Problem,
    expected: &'a [Expected],
    binds: impl Fn(u32) -> bool,
) -> impl Iterator<Item = (&'a Buffer, &'a Expected)> {
    let own: Vec<u32> = problem.outputs_of(binds).iter().map(|buffer| buffer.binding).collect();
    problem.outputs().zip(expected).filter(move |(buffer, _)| own.contains(&buffer.binding))
}

impl DeviceProblem {
    /// Makes `problem`'s buffers and data on `device`, and its reference.
    ///
    /// # Errors
    /// [`DeviceError`] where a buffer does not fit.
    pub async fn new(device: &mut impl Device, problem: Problem, filling: &Filling) -> Result<Self, DeviceError> {
        let mut instance = Self::without_reference(device, problem, filling).await?;
        instance.expected = Arc::new((instance.problem.reference)(&instance.inputs));
        Ok(instance)
    }

    /// As [`DeviceProblem::new`], to be timed only: a checked run on it would compare nothing.
    ///
    /// # Errors
    /// [`DeviceError`] where a buffer does not fit.
    pub async fn without_reference(
        device: &mut impl Device,
        problem: Problem,
        filling: &Filling,
    ) -> Result<Self, DeviceError> {
        Self::build(device, problem, filling, false, None).await
    }

    /// As [`DeviceProblem::new`], or without a reference, on the buffers of `first` that are the same here: of two points of a
    /// sweep often only the parameters differ.
    ///
    /// # Errors
    /// [`DeviceError`] where a buffer does not fit.
    pub async fn beside(
        device: &mut impl Device,
        problem: Problem,
        filling: &Filling,
        first: &Self,
        to_verify: bool,
    ) -> Result<Self, DeviceError> {
        let mut instance = Self::build(device, problem, filling, false, Some(first)).await?;
        if to_verify {
            instance.expected = Arc::new((instance.problem.reference)(&instance.inputs));
        }
        Ok(instance)
    }

    /// As [`DeviceProblem::new`], with large buffers in pages where `device` is the simulator.
    ///
    /// # Errors
    /// [`DeviceError`] where a buffer does not fit.
    pub async fn paged(device: &mut impl Device, problem: Problem, filling: &Filling) -> Result<Self, DeviceError> {
        let mut instance = Self::build(device, problem, filling, true, None).await?;
        instance.expected = Arc::new((instance.problem.reference)(&instance.inputs));
        Ok(instance)
    }

    async fn build(
        device: &mut impl Device,
        problem: Problem,
        filling: &Filling,
        paged: bool,
        first: Option<&Self>,
    ) -> Result<Self, DeviceError> {
        let (mut buffers, mut shared) = (BTreeMap::new(), BTreeSet::new());
        for buffer in &problem.buffers {
            let theirs = first.and_then(|first| first.same(buffer));
            if theirs.is_some() {
                shared.insert(buffer.binding);
            }
            let id = match theirs {
                Some(id) => id,
                None => device.allocate(buffer.name, buffer.bytes())?,
            };
            buffers.insert(buffer.binding, id);
        }
        let mut inputs = problem.inputs(filling.seed);
        first.into_iter().for_each(|first| inputs.share(&first.inputs, &shared));
        let pages =
            device.simulated().filter(|_| paged).map(|simulator| Pages::new(simulator, &problem, &inputs, &buffers));
        let except = shared.clone();
        let mut instance = Self {
            problem: Arc::new(problem),
            filling: filling.clone(),
            inputs,
            expected: Arc::default(),
            buffers,
            shared,
            pages,
            bounded: false,
            row: None,
            runs: 0,
            comparison: None,
        };
        instance.fill(device, &except).await?;
        Ok(instance)
    }

    /// Has `comparer` compare its large buffers on the device from now on. What it shares with `first` is compared with the same.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    pub async fn compare_there(
        &mut self,
        device: &mut impl Device,
        comparer: &Arc<Comparer>,
        first: Option<&Self>,
    ) -> Result<(), DeviceError> {
        let mut comparison = Comparison::new(comparer);
        if let Some(first) = first.and_then(|first| first.comparison.as_ref()) {
            comparison.share(first, &self.shared);
        }
        for buffer in self.problem.buffers.iter().filter(|buffer| !self.shared.contains(&buffer.binding)) {
            if matches!(buffer.role, Role::Input(_)) {
                let at = (buffer.binding, self.buffers[&buffer.binding]);
                comparison.keep(device, at, &self.inputs.at(buffer.binding)).await?;
            }
        }
        for (output, expected) in self.problem.outputs().zip(self.expected.iter()) {
            comparison.prepare(device, output, expected).await?;
        }
        self.comparison = Some(comparison);
        Ok(())
    }

    /// Lets go of all that the reference has worked out, where the device compares the outputs from now on.
    pub fn forget_reference(&mut self) {
        let taken = |comparison: &Comparison| self.problem.outputs().all(|out| comparison.has_taken_over(out.binding));
        if self.comparison.as_ref().is_some_and(taken) {
            self.expected = Arc::new((self.problem.reference)(&self.inputs));
        }
    }

    /// What makes the same of a copy of the simulator that holds this one: its data and its reference are shared.
    pub fn on_a_copy(&self) -> impl FnOnce(&mut Simulated) -> Self + Send + use<> {
        let (problem, expected) = (Arc::clone(&self.problem), Arc::clone(&self.expected));
        let (inputs, buffers, shared) = (self.inputs.clone(), self.buffers.clone(), self.shared.clone());
        let (seed, paged, bounded, row, runs) = (self.filling.seed, self.is_paged(), self.bounded, self.row, self.runs);
        move |simulator| {
            let pages = paged.then(|| Pages::new(simulator, &problem, &inputs, &buffers));
            let filling = Filling::of_host(seed);
            Self { problem, filling, inputs, expected, buffers, shared, pages, bounded, row, runs, comparison: None }
        }
    }

    /// The buffer here that holds what `buffer` of another problem of the part and the seed holds.
    fn same(&self, buffer: &Buffer) -> Option<BufferId> {
        let alike =
            |own: &&Buffer| own.binding == buffer.binding && own.len == buffer.len && own.role.same(&buffer.role);
        let own = self.problem.buffers.iter().find(alike)?;
        self.buffers.get(&own.binding).copied()
    }

    /// Gives the buffers back.
    pub fn clear(self, device: &mut impl Device) {
        if let Some(comparison) = self.comparison {
            comparison.clear(device);
        }
        for (binding, id) in self.buffers {
            if !self.shared.contains(&binding) {
                device.free(id);
            }
        }
    }

    /// Whether its buffers are held in pages, where they are touched.
    pub fn is_paged(&self) -> bool {
        self.pages.is_some()
    }

    /// The outputs that kernels which bind what `binds` says must write, each with what it must be.
    pub fn answers(&self, binds: impl Fn(u32) -> bool) -> impl Iterator<Item = (&Buffer, &Expected)> {
        answers(&self.problem, &self.expected, binds)
    }

    /// Where the tolerances of these outputs come from.
    pub fn basis(&self, binds: impl Fn(u32) -> bool) -> String {
        let mut all: Vec<&str> = self.answers(binds).map(|(_, expected)| expected.basis.as_str()).collect();
        all.dedup();
        all.join("; ")
    }

    /// The buffer at a binding.
    pub fn buffer(&self, binding: u32) -> BufferId {
        self.buffers[&binding]
    }

    /// Words of the buffer at a binding.
    pub fn words(&self, binding: u32) -> usize {
        self.problem.buffer(binding).map_or(0, |buffer| buffer.bytes().div_ceil(4) as usize)
    }

    /// What a host holds of it before a run: an input's words, or room.
    pub fn on_the_host(&self, binding: u32) -> Vec<u32> {
        match self.problem.buffer(binding).map(|buffer| &buffer.role) {
            Some(Role::Input(_)) => self.inputs.at(binding).words(0..self.words(binding)),
            _ => vec![0; self.words(binding)],
        }
    }

    /// The workgroups of a launch of `kernel` by `grid`, over `extents`.
    ///
    /// # Errors
    /// [`GridError`].
    pub fn workgroups(
        &self,
        grid: &Grid,
        extents: &Extents,
        kernel: &Kernel,
        allowed: u32,
    ) -> Result<[u32; 3], GridError> {
        grid.in_rows(extents, kernel, allowed, self.row.unwrap_or(allowed))
    }

    /// The launches of a variant: each pass with the buffers that its kernel uses; the first one clears what starts at zero.
    pub fn launches(&self, passes: &[(PipelineId, &Kernel, [u32; 3])]) -> Vec<Launch> {
        let cleared = self.problem.buffers.iter().filter(|buffer| buffer.role.is_cleared());
        let mut clears: Vec<BufferId> = cleared.map(|buffer| self.buffers[&buffer.binding]).collect();
        passes
            .iter()
            .map(|(pipeline, kernel, workgroups)| Launch {
                pipeline: *pipeline,
                clears: std::mem::take(&mut clears),
                buffers: kernel.bindings.iter().map(|b| ((b.group, b.binding), self.buffers[&b.binding])).collect(),
                workgroups: *workgroups,
            })
            .collect()
    }

    /// Writes inputs and parameters, and touches every other buffer, but those at `except`: the first touch of fresh memory
    /// is slow.
    pub async fn fill(&mut self, device: &mut impl Device, except: &BTreeSet<u32>) -> Result<(), DeviceError> {
        if let (Some(pages), Some(simulator)) = (&mut self.pages, device.simulated()) {
            pages.restore(simulator, &self.problem, &self.inputs, &self.buffers);
        }
        for buffer in self.problem.buffers.iter().filter(|buffer| !except.contains(&buffer.binding)) {
            let id = self.buffers[&buffer.binding];
            if self.pages.is_some() && !matches!(buffer.role, Role::Params(_)) {
                continue;
            }
            match &buffer.role {
                Role::Params(words) => device.write(id, bytemuck::cast_slice(&to_the_end(words))).await?,
                Role::Input(_) => {
                    self.filling.fill(device, id, &self.inputs.at(buffer.binding)).await?;
                }
                Role::Scratch | Role::Cleared | Role::Output | Role::OneOf | Role::Total => {
                    device.cycle(id, &[Poison::of_run(0).0], held(buffer.bytes())).await?;
                }
            }
        }
        Ok(())
    }
}
