//! A WGSL kernel of one's own, run in a few lines.

use crate::estimate::Estimate;
use crate::kernel::{Kernel, KernelError, Overrides};
use crate::machine::{Machine, MachineError};
use crate::other_widths::SimulatedKernel;
use crate::{Counters, Finding, Launch, LaunchError, Options, Simulation, Unsupported};
use std::collections::BTreeMap;
use std::fmt;

/// A kernel with its buffers.
///
/// ```
/// use lockstep_sim::{FindingKind, Shader};
///
/// let reversed = "
///     var<workgroup> tile: array<u32, 64>;
///     @group(0) @binding(0) var<storage, read_write> data: array<u32>;
///     @compute @workgroup_size(64)
///     fn main(@builtin(local_invocation_index) i: u32) {
///         tile[i] = data[i];
///         data[i] = tile[63 - i];  // workgroupBarrier() is missing
///     }";
/// let run = Shader::new(reversed)
///     .bind_u32(0, 0, &[7; 64])
///     .dispatch([1, 1, 1])?;
/// assert_eq!(run.findings()[0].kind, FindingKind::Race);
/// assert_eq!(run.findings()[0].line, Some(7));
/// # Ok::<(), lockstep_sim::ShaderError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Shader {
    source: String,
    entry: Option<String>,
    overrides: Overrides,
    machine: String,
    bindings: BTreeMap<(u32, u32), Vec<u8>>,
    immediates: Vec<u8>,
    options: Options,
}

/// Why a kernel did not run.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ShaderError {
    /// The source is no kernel.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// The simulator cannot run it.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// Its buffers do not suit it.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// There is no such machine.
    #[error("{0}")]
    Machine(String),
}

impl From<MachineError> for ShaderError {
    fn from(error: MachineError) -> Self {
        Self::Machine(error.to_string())
    }
}

impl Shader {
    /// A kernel from WGSL text.
    pub fn new(source: &str) -> Self {
        Self { source: source.to_owned(), ..Self::default() }
    }

    /// Names the entry point. Without it, the source must have only one.
    #[must_use]
    pub fn entry(mut self, name: &str) -> Self {
        self.entry = Some(name.to_owned());
        self
    }

    /// Gives an `override` a value, by its name or by its `@id` in decimal.
    #[must_use]
    pub fn set(mut self, name: &str, value: f64) -> Self {
        self.overrides.insert(name.to_owned(), value);
        self
    }

    /// Names the built-in machine to run on, such as `rdna3`: see [`Machine::names`].
    #[must_use]
    pub fn on(mut self, machine: &str) -> Self {
        self.machine = machine.to_owned();
        self
    }

    /// Binds a buffer with these bytes.
    #[must_use]
    pub fn bind(mut self, group: u32, binding: u32, bytes: impl Into<Vec<u8>>) -> Self {
        self.bindings.insert((group, binding), bytes.into());
        self
    }

    /// Binds a buffer of floats.
    #[must_use]
    pub fn bind_f32(self, group: u32, binding: u32, values: &[f32]) -> Self {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes());
        self.bind(group, binding, bytes.collect::<Vec<_>>())
    }

    /// Binds a buffer of unsigned integers.
    #[must_use]
    pub fn bind_u32(self, group: u32, binding: u32, values: &[u32]) -> Self {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes());
        self.bind(group, binding, bytes.collect::<Vec<_>>())
    }

    /// Binds a buffer of so many bytes that the kernel is to write: to read one of them before is a finding.
    #[must_use]
    pub fn output(mut self, group: u32, binding: u32, bytes: usize) -> Self {
        self.options.outputs.insert((group, binding));
        self.bind(group, binding, vec![0; bytes])
    }

    /// Sets the bytes of `var<immediate>`.
    #[must_use]
    pub fn immediates(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.immediates = bytes.into();
        self
    }

    /// Sets how it is run: the order of subgroups, budgets, which faults are looked for. Outputs named so far stay.
    #[must_use]
    pub fn options(mut self, mut options: Options) -> Self {
        options.outputs.append(&mut self.options.outputs);
        self.options = options;
        self
    }

    /// Runs so many workgroups along x, y and z.
    ///
    /// # Errors
    /// [`ShaderError`]: the source does not compile, a buffer is missing or too small. What the kernel does wrong is no
    /// error but a finding of the [`Run`].
    pub fn dispatch(self, workgroups: [u32; 3]) -> Result<Run, ShaderError> {
        let machine = Machine::builtin(&self.machine)?;
        let entry = self.entry.as_deref();
        let kernel = Kernel::parse("shader.wgsl", &self.source, entry, &self.overrides)?;
        let lowered = SimulatedKernel::new(&kernel, machine)?;
        let mut outputs = self.bindings;
        let launch = Launch { workgroups, bindings: &mut outputs, immediates: &self.immediates };
        let (simulation, _) = lowered.run(machine, launch, &self.options)?;
        Ok(Run { outputs, simulation })
    }
}

/// What a kernel did.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The bytes of each buffer afterwards, by group and binding.
    pub outputs: BTreeMap<(u32, u32), Vec<u8>>,
    /// Everything that was counted and estimated.
    pub simulation: Simulation,
}

impl Run {
    /// What is wrong with the kernel, or may be: races, accesses out of bounds, ...; errors first, then by line.
    pub fn findings(&self) -> &[Finding] {
        &self.simulation.outcome.findings
    }

    /// Why it is slow: uncoalesced requests, bank conflicts, divergence, the limiting resource.
    pub fn advice(&self) -> &[Finding] {
        &self.simulation.advice
    }

    /// What a profiler would count.
    pub fn counters(&self) -> &Counters {
        &self.simulation.outcome.counters
    }

    /// How long it is estimated to take on the machine, with every limit.
    pub fn estimate(&self) -> &Estimate {
        &self.simulation.estimate
    }

    /// A buffer's floats; none where nothing was bound there.
    pub fn f32(&self, group: u32, binding: u32) -> Vec<f32> {
        self.words(group, binding).map(f32::from_le_bytes).collect()
    }

    /// A buffer's unsigned integers; none where nothing was bound there.
    pub fn u32(&self, group: u32, binding: u32) -> Vec<u32> {
        self.words(group, binding).map(u32::from_le_bytes).collect()
    }

    fn words(&self, group: u32, binding: u32) -> impl Iterator<Item = [u8; 4]> + '_ {
        let bytes = self.outputs.get(&(group, binding));
        let (words, _) = bytes.map_or(&[][..], Vec::as_slice).as_chunks();
        words.iter().copied()
    }

    /// Panics with every finding where one says that the kernel is wrong: for use in tests.
    ///
    /// # Panics
    /// On a race, an access out of bounds, a barrier that not all invocations reach, a loop without end.
    pub fn assert_correct(&self) {
        assert!(!self.findings().iter().any(Finding::is_error), "{self}");
    }
}

impl fmt::Display for Run {
    /// Each finding on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in self.findings().iter().chain(self.advice()) {
            writeln!(f, "{finding}")?;
        }
        Ok(())
    }
}
