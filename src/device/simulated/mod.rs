//! The `sim` device: the simulator behind the [`Device`] trait.

mod contents;
mod handed_on;
mod perform;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use self::contents::{Contents, PAGED};
use super::in_order::in_order;
use super::limits::{buffer_fits, within_limits};
use super::{
    Action, ActionTimes, Backend, BufferId, Device, DeviceError, DeviceType, Dispatch, Facts, Feature, HostMemory,
    Launch, Limits, PipelineId, RuntimeChecks, SimulatedCounts, SimulatedKernel, Timing,
};
use crate::kernel::Kernel;
use crate::sim::advice::{HandOvers, unfused};
use crate::sim::execution_trace::{ExecutionTrace, TraceOf};
use crate::sim::machine::Machine;
use crate::sim::{self, Options, Paged, Sampling, Schedule};
use crate::units::Seconds;

/// Bytes of the largest buffer, as GPUs have it; of a large one, what is touched is held.
const LARGEST_BUFFER: u64 = 2 << 30;

/// Workgroups along each dimension of a simulated dispatch: what WebGPU promises.
pub const SIMULATED_WORKGROUPS: u32 = 65_535;

/// What WebGPU promises everywhere, and what the labs need of a simulated machine.
const LIMITS: Limits = Limits {
    max_buffer_size: LARGEST_BUFFER,
    max_storage_binding: LARGEST_BUFFER,
    max_workgroup_memory: 32 << 10,
    max_invocations: 1024,
    max_workgroup_size: [1024, 1024, 64],
    max_workgroups: SIMULATED_WORKGROUPS,
};

/// A simulated machine.
pub struct Simulated {
    facts: Facts,
    machine: Machine,
    programs: Vec<Arc<SimulatedKernel>>,
    buffers: Vec<Option<Contents>>,
    /// Which workgroups of each launch of the next runs are run; all, where it says nothing.
    sampling: Vec<Sampling>,
    schedule: Schedule,
    counted: Option<SimulatedCounts>,
    first_requests: bool,
    /// Whether only what comes out is wanted.
    outputs_only: bool,
    /// Passes through loops that a workgroup, and a launch, may make.
    steps: (u64, u64),
    /// Whether the machine was asked for by its name.
    named: bool,
}

/// What kernels can use: all that the simulator runs, and the cooperative matrices that the machine's driver offers.
fn features(machine: &Machine) -> Vec<Feature> {
    let offers = machine.offers();
    let matrices = [
        (Feature::CooperativeMatrix8x8F32, "8x8 f32 f32"),
        (Feature::CooperativeMatrix8x8F16, "8x8 f16 f32"),
        (Feature::CooperativeMatrix16x16F16, "16x16 f16 f32"),
    ];
    let offered = matrices.into_iter().filter(|(_, name)| offers.has_named(name)).map(|(feature, _)| feature);
    [Feature::Subgroup, Feature::F16, Feature::Int64, Feature::Float32Atomic].into_iter().chain(offered).collect()
}

impl Simulated {
    /// A device that counts and estimates for `machine`.
    pub fn new(machine: Machine) -> Self {
        let width = machine.subgroup_width();
        Self {
            facts: Facts {
                name: format!("{} (simulated)", machine.device),
                backend: Backend::Sim,
                kind: DeviceType::Simulated,
                stands_for: Some(silicon(&machine)),
                driver: format!("the simulator's model `{}`: {}", machine.name, machine.architecture),
                vendor: 0,
                device: 0,
                pci_bus_id: String::new(),
                subgroup_min: width,
                subgroup_max: width,
                limits: LIMITS,
                features: features(&machine),
                timestamp_period_s: None,
            },
            machine,
            programs: Vec::new(),
            buffers: Vec::new(),
            sampling: Vec::new(),
            schedule: Schedule::default(),
            counted: None,
            first_requests: false,
            outputs_only: false,
            steps: (Options::default().step_budget, Options::default().launch_budget),
            named: false,
        }
    }

    /// The same, of a machine that was asked for by its name: what only other subgroup widths show is a warning there.
    #[must_use]
    pub fn named(self) -> Self {
        Self { named: true, ..self }
    }

    /// The same machine with the same kernels and copies of its buffers, but those in pages.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self {
            facts: self.facts.clone(),
            machine: self.machine.clone(),
            programs: self.programs.clone(),
            buffers: self.buffers.iter().map(|held| held.as_ref().and_then(Contents::copy)).collect(),
            sampling: self.sampling.clone(),
            counted: None,
            ..*self
        }
    }

    fn compiled(&self, kernel: &Kernel) -> Result<SimulatedKernel, DeviceError> {
        within_limits(kernel, &self.facts)?;
        SimulatedKernel::new(kernel, &self.machine)
            .map_err(|error| DeviceError::Refused(format!("{}: {error}", kernel.path)))
    }

    fn add(&mut self, program: SimulatedKernel) -> PipelineId {
        self.programs.push(Arc::new(program));
        PipelineId(self.programs.len() - 1)
    }

    /// Whether the machine was asked for by its name.
    pub fn is_named(&self) -> bool {
        self.named
    }

    /// `own` is a uniform of this launch alone: its place and its words.
    fn launch(
        &mut self,
        launch: &Launch,
        own: Option<&((u32, u32), Vec<u32>)>,
        sampling: Sampling,
    ) -> Result<SimulatedCounts, DeviceError> {
        let simulated = self.bound(launch, own, sampling, SimulatedKernel::run);
        simulated.map(|(simulation, widths_skipped)| SimulatedCounts::of(simulation, widths_skipped))
    }

    /// The launch of this number, from 1, of several that follow each other.
    fn launch_of_several(
        &mut self,
        (number, launch): (usize, &Launch),
        sampling: Sampling,
        hand_overs: &mut HandOvers<BufferId>,
    ) -> Result<SimulatedCounts, DeviceError> {
        let written_by = hand_overs.written_by(&launch.buffers);
        let (simulation, widths_skipped) =
            self.bound(launch, None, sampling, |program, machine, request, options| {
                let options = Options { written_by: Some(written_by), ..options.clone() };
                program.run(machine, request, &options)
            })?;
        let outcome = &simulation.outcome;
        hand_overs.add(number, &launch.buffers, &outcome.writers, &outcome.dependences);
        Ok(SimulatedCounts::of(simulation, widths_skipped))
    }

    /// What `act` makes of `launch` with its buffers, which it may write.
    fn bound<T>(
        &mut self,
        launch: &Launch,
        own: Option<&((u32, u32), Vec<u32>)>,
        sampling: Sampling,
        act: impl FnOnce(&SimulatedKernel, &Machine, sim::Launch<'_>, &Options) -> Result<T, sim::LaunchError>,
    ) -> Result<T, DeviceError> {
        let program = Arc::clone(&self.programs[launch.pipeline.0]);
        let (mut bindings, mut paged) = (BTreeMap::new(), BTreeMap::new());
        for (place, buffer) in &launch.buffers {
            match self.buffers[buffer.0].take().expect("a buffer is bound once, and not after it was freed") {
                Contents::Bytes(bytes) => drop(bindings.insert(*place, bytes)),
                Contents::Paged(pages) => drop(paged.insert(*place, pages)),
            }
        }
        if let Some((place, words)) = own {
            let mut bytes: Vec<u8> = bytemuck::cast_slice(words).to_vec();
            bytes.resize(bytes.len().next_multiple_of(16), 0);
            bindings.insert(*place, bytes);
        }
        let options = Options {
            outputs: BTreeSet::new(),
            access_samples: self.first_requests,
            outputs_only: self.outputs_only,
            step_budget: self.steps.0,
            launch_budget: self.steps.1,
            sampling,
            schedule: self.schedule,
            named_machine: self.named,
            paged,
            ..Options::default()
        };
        let request = sim::Launch { workgroups: launch.workgroups, bindings: &mut bindings, immediates: &[] };
        let done = act(&program, &self.machine, request, &options);
        for (place, buffer) in &launch.buffers {
            let pages = options.paged.get(place).cloned().map(Contents::Paged);
            self.buffers[buffer.0] = pages.or_else(|| bindings.remove(place).map(Contents::Bytes));
        }
        done.map_err(|error| DeviceError::Refused(error.to_string()))
    }
}

impl Simulated {
    /// The machine that is simulated.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Bounds the passes through loops of each launch from now on: of one workgroup, and of all together.
    pub fn bound_steps(&mut self, workgroup: u64, launch: u64) {
        self.steps = (workgroup, launch);
    }

    /// Whether only what comes out is wanted from now on: what it costs, and faults, take longer than all else.
    pub fn want_outputs_only(&mut self, only: bool) {
        self.outputs_only = only;
    }

    /// From now on the first request of each access is kept too.
    pub fn keep_first_requests(&mut self) {
        self.first_requests = true;
    }

    /// From now on `buffer` holds these pages.
    pub fn page(&mut self, buffer: BufferId, pages: Arc<Paged>) {
        self.buffers[buffer.0] = Some(Contents::Paged(pages));
    }

    /// From now on these workgroups of each launch of a run are run.
    pub fn sample(&mut self, sampling: Vec<Sampling>) {
        self.sampling = sampling;
    }

    /// In what order workgroups run from now on.
    pub fn schedule(&mut self, schedule: Schedule) {
        self.schedule = schedule;
    }

    /// Whether what a workgroup of a launch does may depend on the order in which they run.
    pub fn depends_on_order(&self, launch: &Launch) -> bool {
        self.programs[launch.pipeline.0].depends_on_order()
    }

    /// Whether the last run left some workgroups out.
    pub fn left_some_out(&self) -> bool {
        let counters = self.counted.as_ref().map(|counted| &counted.counters);
        counters.is_some_and(|counters| counters.is_sampled())
    }

    /// Fills buffers with zeros; those in pages began so.
    fn clear(&mut self, buffers: &[BufferId]) {
        for id in buffers {
            if let Some(Contents::Bytes(bytes)) = &mut self.buffers[id.0] {
                bytes.fill(0);
            }
        }
    }

    /// The course of one workgroup of `dispatch` on the buffers as they are, which stay so.
    ///
    /// # Errors
    /// [`DeviceError::Refused`] where the launch has no such workgroup, or is none.
    pub fn trace(&mut self, dispatch: &Dispatch, of: TraceOf) -> Result<ExecutionTrace, DeviceError> {
        self.bound(&dispatch.launch, dispatch.own.as_ref(), Sampling::Full, |program, machine, request, options| {
            program.trace(machine, &request, options, of)
        })
    }

    /// What the last run counted.
    pub fn counted(&mut self) -> Option<SimulatedCounts> {
        self.counted.take()
    }

    /// The bytes of a buffer that is held whole.
    fn bytes(&mut self, buffer: BufferId) -> Result<&mut Vec<u8>, DeviceError> {
        match self.buffers[buffer.0].as_mut().expect("a buffer is not used after it was freed") {
            Contents::Bytes(bytes) => Ok(bytes),
            Contents::Paged(_) => Err(DeviceError::Refused(PAGED.to_owned())),
        }
    }
}

/// The sort of the hardware that a machine is, by what its part's memory is.
fn silicon(machine: &Machine) -> DeviceType {
    match crate::gpus::part(&machine.device) {
        Some(part) if part.shared_memory => DeviceType::Integrated,
        Some(_) => DeviceType::Discrete,
        None => DeviceType::Other,
    }
}

impl Device for Simulated {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    async fn compile(&mut self, kernel: &Kernel, _: RuntimeChecks) -> Result<PipelineId, DeviceError> {
        let program = self.compiled(kernel)?;
        Ok(self.add(program))
    }

    /// A kernel that follows itself, with other checks, is the same here: all are on.
    async fn compile_all(
        &mut self,
        kernels: &[(&Kernel, RuntimeChecks)],
        awaited: &mut dyn FnMut(usize),
    ) -> Vec<Result<PipelineId, DeviceError>> {
        let runs: Vec<_> = kernels.chunk_by(|(a, _), (b, _)| std::ptr::eq(*a, *b)).collect();
        let firsts: Vec<usize> =
            runs.iter().scan(0, |next, run| Some(std::mem::replace(next, *next + run.len()))).collect();
        let programs = in_order(&runs, |run| self.compiled(run[0].0), &mut |run| awaited(firsts[run]));
        let added = programs.into_iter().map(|program| program.map(|program| self.add(program)));
        added.zip(&runs).flat_map(|(pipeline, run)| std::iter::repeat_n(pipeline, run.len())).collect()
    }

    fn allocate(&mut self, label: &str, bytes: u64) -> Result<BufferId, DeviceError> {
        buffer_fits(label, bytes, &self.facts)?;
        let size = bytes.next_multiple_of(16).max(16) as usize;
        self.buffers.push(Some(Contents::Bytes(vec![0; size])));
        Ok(BufferId(self.buffers.len() - 1))
    }

    fn bind_exactly(&mut self, buffer: BufferId, bytes: u64) {
        if let Some(Contents::Bytes(held)) = &mut self.buffers[buffer.0] {
            held.truncate(bytes as usize);
        }
    }

    async fn write_at(&mut self, buffer: BufferId, start: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        self.bytes(buffer)?[start as usize..][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    async fn read_at(&mut self, buffer: BufferId, start: u64, bytes: u64) -> Result<Vec<u8>, DeviceError> {
        Ok(self.bytes(buffer)?[start as usize..][..bytes as usize].to_vec())
    }

    fn free(&mut self, buffer: BufferId) {
        self.buffers[buffer.0] = None;
    }

    /// Runs `launches` once, or twice where more repeats are asked for: a third simulated run would tell nothing new.
    /// What is counted is the last run; what is found, either. Nothing is measured: the time is an estimate, 0 where the
    /// machine's figures allow none.
    async fn run(&mut self, launches: &[Launch], repeats: u32) -> Result<Timing, DeviceError> {
        self.counted = None;
        let mut faults = Vec::new();
        let mut all: Option<SimulatedCounts> = None;
        let mut known = HandOvers::default();
        for _ in 0..repeats.min(2) {
            faults.extend(all.take().as_ref().and_then(SimulatedCounts::fault).cloned());
            for (at, launch) in launches.iter().enumerate() {
                self.clear(&launch.clears);
                let sampling = self.sampling.get(at).copied().unwrap_or_default();
                let counted = match launches.len() {
                    1 => self.launch(launch, None, sampling)?,
                    _ => self.launch_of_several((at + 1, launch), sampling, &mut known)?,
                };
                all = Some(match all {
                    None => counted,
                    Some(before) => before.then(counted),
                });
            }
        }
        if let Some(counted) = &mut all {
            counted.findings.splice(0..0, faults);
            let handed = self.handed_on(launches, &known);
            counted.findings.extend(unfused(launches.len(), &handed, counted.counters.dram_bytes));
        }
        self.counted = all;
        let estimate = self.counted.as_ref().and_then(|counted| counted.estimate);
        Ok(Timing { wall: estimate.unwrap_or(Seconds(0.0)), gpu: None })
    }

    async fn perform(
        &mut self,
        actions: &[Action],
        memory: &mut HostMemory,
        repeats: u32,
    ) -> Result<ActionTimes, DeviceError> {
        self.performed(actions, memory, repeats).await
    }

    fn simulated(&mut self) -> Option<&mut Simulated> {
        Some(self)
    }
}
