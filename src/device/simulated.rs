//! The `sim` device: the simulator behind the [`Device`] trait.

use std::collections::{BTreeMap, BTreeSet};

use super::limits::{buffer_fits, within_limits};
use super::{
    Backend, BufferId, Counted, Device, DeviceError, DeviceType, Facts, Feature, Launch, Limits, PipelineId,
    SimulatedKernel, Timing,
};
use crate::kernel::Kernel;
use crate::sim::advice::{Handed, unfused};
use crate::sim::machine::Machine;
use crate::sim::{self, Options};
use crate::units::Seconds;

/// Bytes of the largest buffer: the simulator runs about as much in seconds as fits there.
const LARGEST_BUFFER: u64 = 1 << 30;

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
    programs: Vec<SimulatedKernel>,
    buffers: Vec<Option<Vec<u8>>>,
    counted: Option<Counted>,
    first_requests: bool,
    /// Passes through loops that a workgroup, and a launch, may make.
    steps: (u64, u64),
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
                driver: format!("the simulator's model `{}`: {}", machine.name, machine.architecture),
                vendor: 0,
                device: 0,
                pci_bus_id: String::new(),
                subgroup_min: width,
                subgroup_max: width,
                limits: LIMITS,
                features: vec![Feature::Subgroup, Feature::F16, Feature::Int64, Feature::Float32Atomic],
                timestamp_period_s: None,
            },
            machine,
            programs: Vec::new(),
            buffers: Vec::new(),
            counted: None,
            first_requests: false,
            steps: (Options::default().step_budget, Options::default().launch_budget),
        }
    }

    fn launch(&mut self, launch: &Launch) -> Result<Counted, DeviceError> {
        let program = &self.programs[launch.pipeline.0];
        let mut bindings = BTreeMap::new();
        for (place, buffer) in &launch.buffers {
            let bytes = self.buffers[buffer.0].take();
            bindings.insert(*place, bytes.expect("a buffer is bound once, and not after it was freed"));
        }
        let options = Options {
            outputs: BTreeSet::new(),
            first_requests: self.first_requests,
            step_budget: self.steps.0,
            launch_budget: self.steps.1,
            ..Options::default()
        };
        let request = sim::Launch { workgroups: launch.workgroups, bindings: &mut bindings, immediates: &[] };
        let simulated = program.run(&self.machine, request, &options);
        for (place, buffer) in &launch.buffers {
            self.buffers[buffer.0] = bindings.remove(place);
        }
        simulated
            .map(|(simulation, widths_skipped)| Counted::of(simulation, widths_skipped))
            .map_err(|error| DeviceError::Refused(error.to_string()))
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

    /// From now on the first request of each access is kept too.
    pub fn keep_first_requests(&mut self) {
        self.first_requests = true;
    }

    /// What the last run counted.
    pub fn counted(&mut self) -> Option<Counted> {
        self.counted.take()
    }

    /// What each launch writes and a later one reads.
    fn handed_on(&self, launches: &[Launch]) -> Vec<Handed> {
        let program = |launch: &Launch| &self.programs[launch.pipeline.0];
        let mut handed = Vec::new();
        for (from, launch) in launches.iter().enumerate() {
            for buffer in program(launch).buffers().iter().filter(|buffer| buffer.writable) {
                let place = (buffer.group, buffer.binding);
                let id = launch.buffers.iter().find(|(at, _)| *at == place).map(|(_, id)| *id);
                let Some(id) = id else { continue };
                let later = launches.iter().enumerate().skip(from + 1);
                // The next to touch it: one that only writes it hands on what it wrote itself.
                let next = later.clone().find(|(_, later)| later.buffers.iter().any(|(_, other)| *other == id));
                let Some((to, reader)) = next else { continue };
                let reads = program(reader).buffers().iter().any(|other| {
                    let place = (other.group, other.binding);
                    !other.writable && reader.buffers.contains(&(place, id))
                });
                if reads {
                    handed.push(Handed {
                        name: buffer.name.clone(),
                        from: from + 1,
                        to: to + 1,
                        bytes: self.buffers[id.0].as_ref().map_or(0, |held| held.len() as u64),
                    });
                }
            }
        }
        handed
    }
}

impl Device for Simulated {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    async fn compile(&mut self, kernel: &Kernel, _checks: bool) -> Result<PipelineId, DeviceError> {
        within_limits(kernel, &self.facts)?;
        let program = SimulatedKernel::new(kernel, &self.machine)
            .map_err(|error| DeviceError::Refused(format!("{}: {error}", kernel.path)))?;
        self.programs.push(program);
        Ok(PipelineId(self.programs.len() - 1))
    }

    fn allocate(&mut self, label: &str, bytes: u64) -> Result<BufferId, DeviceError> {
        buffer_fits(label, bytes, &self.facts)?;
        let size = bytes.next_multiple_of(16).max(16) as usize;
        self.buffers.push(Some(vec![0; size]));
        Ok(BufferId(self.buffers.len() - 1))
    }

    fn bind_exactly(&mut self, buffer: BufferId, bytes: u64) {
        if let Some(held) = &mut self.buffers[buffer.0] {
            held.truncate(bytes as usize);
        }
    }

    async fn write(&mut self, buffer: BufferId, bytes: &[u8]) -> Result<(), DeviceError> {
        let held = self.buffers[buffer.0].as_mut();
        held.expect("a buffer is not used after it was freed")[..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    async fn read(&mut self, buffer: BufferId, bytes: u64) -> Result<Vec<u8>, DeviceError> {
        let held = self.buffers[buffer.0].as_ref();
        Ok(held.expect("a buffer is not used after it was freed")[..bytes as usize].to_vec())
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
        let mut all: Option<Counted> = None;
        for _ in 0..repeats.min(2) {
            faults.extend(all.take().as_ref().and_then(Counted::fault).cloned());
            for launch in launches {
                let counted = self.launch(launch)?;
                all = Some(match all {
                    None => counted,
                    Some(before) => before.then(counted),
                });
            }
        }
        if let Some(counted) = &mut all {
            counted.findings.splice(0..0, faults);
            let handed = self.handed_on(launches);
            counted.findings.extend(unfused(launches.len(), &handed));
        }
        self.counted = all;
        let estimate = self.counted.as_ref().and_then(|counted| counted.estimate);
        Ok(Timing { wall: estimate.unwrap_or(Seconds(0.0)), gpu: None })
    }

    fn simulated(&mut self) -> Option<&mut Simulated> {
        Some(self)
    }
}
