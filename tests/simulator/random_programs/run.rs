//! Runs a random program on the simulator and on a device.

use std::collections::BTreeMap;

use lockstep::device::{Device, DeviceError, Launch, RuntimeChecks};
use lockstep::kernel::{Kernel, Overrides};
use lockstep::sim;

use super::programs::Program;

/// What a program leaves in its output, its totals and its slots. Its structs have gaps, which a device may fill.
pub type Left = [Vec<u32>; 3];

/// The bindings of these.
const LEFT: [u32; 3] = [1, 2, 4];

fn to_words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.as_chunks::<4>().0;
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// The kernel of a program.
pub fn kernel(program: &Program) -> Kernel {
    let path = format!("random program {}", program.seed);
    let kernel = Kernel::parse(&path, &program.source, None, &Overrides::default());
    kernel.unwrap_or_else(|error| panic!("{error}\n{}", program.source))
}

/// Runs a program on the simulator, with subgroups of `width`.
pub fn simulated(program: &Program, kernel: &Kernel, width: u32) -> Left {
    let target = sim::Target { subgroup_width: width, ..sim::Target::default() };
    let lowered = sim::Compiled::new(kernel, &target);
    let lowered = lowered.unwrap_or_else(|error| panic!("seed {}: {error}", program.seed));
    let bytes = program.bindings();
    let mut bindings: BTreeMap<_, _> = (0..).map(|binding| (0, binding)).zip(bytes).collect();
    let launch = sim::Launch { workgroups: [program.workgroups, 1, 1], bindings: &mut bindings, immediates: &[] };
    let options = sim::Options { uninitialized: false, ..sim::Options::default() };
    let outcome = sim::run(&lowered, launch, &target, &options);
    let outcome = outcome.unwrap_or_else(|error| panic!("seed {}: {error}", program.seed));
    // What a lane takes from one that there is not, programs discard: no more than a note may say so.
    let found = |found: &&sim::Finding| found.is_error() || found.kind != sim::FindingKind::InactiveLane;
    assert_eq!(
        outcome.findings.iter().find(found),
        None,
        "seed {} is correct, but has findings:\n{}",
        program.seed,
        program.source
    );
    LEFT.map(|binding| to_words(&bindings[&(0, binding)]))
}

/// Runs a program on a device.
pub async fn on_device(device: &mut impl Device, program: &Program, kernel: &Kernel) -> Result<Left, DeviceError> {
    let pipeline = device.compile(kernel, RuntimeChecks::All).await?;
    let contents = program.bindings();
    let mut buffers = Vec::new();
    for bytes in &contents {
        let buffer = device.allocate("random program", bytes.len() as u64)?;
        device.write(buffer, bytes).await?;
        buffers.push(buffer);
    }
    let bound = (0..)
        .map(|binding| (0, binding))
        .zip(buffers.iter().copied())
        .filter(|(at, _)| {
            let mut used = kernel.bindings.iter();
            used.any(|binding| (binding.group, binding.binding) == *at)
        })
        .collect();
    device
        .run(&[Launch { pipeline, clears: Vec::new(), buffers: bound, workgroups: [program.workgroups, 1, 1] }], 1)
        .await?;
    let mut left = Left::default();
    for (words, binding) in left.iter_mut().zip(LEFT) {
        let at = binding as usize;
        *words = to_words(&device.read(buffers[at], contents[at].len() as u64).await?);
    }
    buffers.into_iter().for_each(|buffer| device.free(buffer));
    Ok(left)
}
