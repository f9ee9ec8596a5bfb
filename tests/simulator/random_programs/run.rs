//! Runs a random program on the simulator and on a device.

use std::collections::BTreeMap;

use lockstep::device::{Device, Launch};
use lockstep::kernel::{Kernel, Overrides};
use lockstep::sim;

use super::generate::Program;

/// What a program leaves in its output and in its totals.
pub type Left = [Vec<u32>; 2];

/// The words of each binding before the program runs.
fn words(program: &Program) -> [Vec<u32>; 3] {
    let output = program.workgroups * program.invocations * Program::WORDS_PER_INVOCATION;
    [
        Program::input(program.seed),
        vec![0; output as usize],
        vec![0; Program::ATOMIC_WORDS as usize],
    ]
}

fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn to_words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.as_chunks::<4>().0;
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// The kernel of a program.
pub fn kernel(program: &Program) -> Result<Kernel, String> {
    let path = format!("random program {}", program.seed);
    Kernel::parse(&path, &program.source, None, &Overrides::default())
        .map_err(|error| error.to_string())
}

/// Runs a program on the simulator, with subgroups of `width`.
pub fn simulated(program: &Program, kernel: &Kernel, width: u32) -> Left {
    let config = sim::Config {
        subgroup_width: width,
        ..sim::Config::default()
    };
    let lowered = sim::Program::new(
        &kernel.module,
        &kernel.info,
        &program.source,
        &kernel.entry,
        &config,
    );
    let lowered = lowered.unwrap_or_else(|error| panic!("seed {}: {error}", program.seed));
    let bytes = words(program).map(|words| to_bytes(&words));
    let mut bindings: BTreeMap<_, _> = (0..3).map(|binding| (0, binding)).zip(bytes).collect();
    let launch = sim::Launch {
        workgroups: [program.workgroups, 1, 1],
        bindings: &mut bindings,
        immediates: &[],
    };
    let options = sim::Options {
        uninitialized: false,
        ..sim::Options::default()
    };
    let outcome = sim::run(&lowered, launch, &config, &options);
    let outcome = outcome.unwrap_or_else(|error| panic!("seed {}: {error}", program.seed));
    assert_eq!(
        outcome.findings,
        [],
        "seed {} is correct, but has findings:\n{}",
        program.seed,
        program.source
    );
    [1, 2].map(|binding| to_words(&bindings[&(0, binding)]))
}

/// Runs a program on a device.
pub fn on_device(device: &mut dyn Device, program: &Program, kernel: &Kernel) -> Left {
    let left = try_on_device(device, program, kernel);
    left.unwrap_or_else(|error| {
        panic!(
            "seed {} on {}: {error}\n{}",
            program.seed,
            device.facts().name,
            program.source
        )
    })
}

fn try_on_device(
    device: &mut dyn Device,
    program: &Program,
    kernel: &Kernel,
) -> Result<Left, lockstep::device::DeviceError> {
    let pipeline = device.compile(kernel, true)?;
    let words = words(program);
    let mut buffers = Vec::new();
    for words in &words {
        let buffer = device.allocate("random program", words.len() as u64 * 4)?;
        device.write(buffer, &to_bytes(words))?;
        buffers.push(buffer);
    }
    let bound = (0..3)
        .map(|binding| (0, binding))
        .zip(buffers.iter().copied())
        .collect();
    device.run(
        &[Launch {
            pipeline,
            buffers: bound,
            workgroups: [program.workgroups, 1, 1],
        }],
        1,
    )?;
    let mut read = |binding: usize| {
        Ok(to_words(
            &device.read(buffers[binding], words[binding].len() as u64 * 4)?,
        ))
    };
    let left = [read(1)?, read(2)?];
    buffers.into_iter().for_each(|buffer| device.free(buffer));
    Ok(left)
}
