//! The product that every contender computes, and our two ways to run it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use lockstep::device::{self, AnyDevice, Device, Facts, RuntimeChecks, Selector};
use lockstep::host::Native;
use lockstep::kernel::{Kernel, Overrides};
use lockstep::sim::machine::Machine;
use lockstep::sim::{Compiled, Launch, Options, run, simulate};
use pollster::block_on;

/// Invocations along each side of a workgroup.
pub const TILE: u32 = 16;

const SOURCE: &str = include_str!("naive.wgsl");

/// What the simulator is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Every counter that needs no machine.
    Counters,
    /// The same with the default machine's caches: DRAM bytes too, and the estimate.
    Caches,
    /// Counters, data races and reads of what was never written.
    Faults,
    /// All of it: what a lab runs.
    All,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Counters, Self::Caches, Self::Faults, Self::All];

    /// The mode in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counters => "counters",
            Self::Caches => "counters and caches",
            Self::Faults => "counters, races, initialisation",
            Self::All => "counters, caches, races, initialisation",
        }
    }
}

/// Square matrices of `n` rows, and the kernel lowered for the default machine.
pub struct Product {
    /// Rows and columns.
    pub n: u32,
    machine: Machine,
    program: Compiled,
    bindings: BTreeMap<(u32, u32), Vec<u8>>,
}

impl Product {
    /// A product of `n` x `n` matrices of small whole numbers, so that every order of summation gives the same.
    pub fn new(n: u32) -> Result<Self> {
        let machine = Machine::builtin(Machine::DEFAULT)?.clone();
        let kernel = kernel()?;
        let program = Compiled::new(&kernel, &machine.target())?;
        let values = |factor: u32, modulus: u32| {
            let value = move |i: u32| (i * factor % modulus) as f32 - (modulus / 2) as f32;
            (0..n * n).flat_map(move |i| value(i).to_le_bytes())
        };
        let bindings = BTreeMap::from([
            ((0, 0), values(7, 11).collect()),
            ((0, 1), values(5, 13).collect()),
            ((0, 2), vec![0; 4 * (n * n) as usize]),
            ((0, 3), [n, 0, 0, 0].iter().flat_map(|n| n.to_le_bytes()).collect()),
        ]);
        Ok(Self { n, machine, program, bindings })
    }

    /// Multiply-adds of one product.
    pub fn multiply_adds(&self) -> u64 {
        u64::from(self.n).pow(3)
    }

    fn workgroups(&self) -> [u32; 3] {
        [self.n.div_ceil(TILE), self.n.div_ceil(TILE), 1]
    }

    /// Runs it once on the simulator.
    pub fn simulate(&mut self, mode: Mode, threads: usize) -> Result<()> {
        let faults = matches!(mode, Mode::Faults | Mode::All);
        let options = Options {
            threads,
            races: faults,
            uninitialized: faults,
            outputs: if faults { BTreeSet::from([(0, 2)]) } else { BTreeSet::new() },
            ..Options::default()
        };
        let launch = Launch { workgroups: self.workgroups(), bindings: &mut self.bindings, immediates: &[] };
        let outcome = if matches!(mode, Mode::Caches | Mode::All) {
            simulate(&self.program, launch, &self.machine, &options)?.outcome
        } else {
            run(&self.program, launch, &self.machine.target(), &options)?
        };
        let expected = 2 * self.multiply_adds();
        ensure!(outcome.findings.is_empty(), "{:?}", outcome.findings);
        ensure!(outcome.counters.flop == expected, "{} FLOP", outcome.counters.flop);
        Ok(())
    }

    /// What the last run left in C.
    pub fn output(&self) -> &[u8] {
        &self.bindings[&(0, 2)]
    }

    /// The same on a device, ready to run again and again.
    pub fn on(&self, mut device: AnyDevice) -> Result<OnDevice> {
        let pipeline = block_on(device.compile(&kernel()?, RuntimeChecks::ZeroInit))?;
        let mut buffers = Vec::new();
        for (&place, bytes) in &self.bindings {
            let buffer = device.allocate("matrix", bytes.len() as u64)?;
            block_on(device.write(buffer, bytes))?;
            buffers.push((place, buffer));
        }
        let launch = device::Launch { pipeline, clears: Vec::new(), buffers, workgroups: self.workgroups() };
        Ok(OnDevice { device, launch })
    }
}

/// The product on a device.
pub struct OnDevice {
    device: AnyDevice,
    launch: device::Launch,
}

impl OnDevice {
    /// Runs it once and waits.
    pub fn run(&mut self) -> Result<()> {
        block_on(self.device.run(std::slice::from_ref(&self.launch), 1))?;
        Ok(())
    }

    /// The device's name.
    pub fn facts(&self) -> &Facts {
        self.device.facts()
    }

    /// What the last run left in C.
    pub fn output(&mut self, bytes: usize) -> Result<Vec<u8>> {
        let buffers = &self.launch.buffers;
        let c = buffers.iter().find(|(place, _)| *place == (0, 2));
        let (_, c) = *c.context("C is bound")?;
        Ok(block_on(self.device.read(c, bytes as u64))?)
    }
}

/// lavapipe, where it is installed.
pub fn lavapipe() -> Option<AnyDevice> {
    block_on(device::open(&Selector::Name("llvmpipe".to_owned()), &Native)).ok()
}

fn kernel() -> Result<Kernel> {
    Ok(Kernel::parse("naive.wgsl", SOURCE, None, &Overrides::new())?)
}
