//! Arbitrary bytes and mutated kernels never panic, hang or reach beyond their buffers.
//!
//! A bounded run with fixed seeds; `LOCKSTEP_FUZZ=N` runs N sources, from `LOCKSTEP_FUZZ_SEED` on.

mod arguments;
mod mutate;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use fastrand::Rng;
use lockstep::device::SimulatedKernel;
use lockstep::kernel::{Kernel, on_deep_stack};
use lockstep::lab::Altered;
use lockstep::sim::machine::Machine;
use lockstep::sim::{Launch, Options, OutOfBounds, Sampling};

/// Sources of a run that nobody asked more of.
const SOURCES: u64 = 500;

/// A source that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Every kernel of the repository.
fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for folder in ["shaders", "labs", "tests/faults", "tests/counts", "tests/wrong", "tests/exercises"] {
        gather(root, Path::new(folder), &mut sources);
    }
    sources
}

fn gather(root: &Path, folder: &Path, sources: &mut Vec<String>) {
    let mut names: Vec<_> = fs::read_dir(root.join(folder))
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be listed").file_name())
        .collect();
    names.sort();
    for path in names.into_iter().map(|name| folder.join(name)) {
        let end = path.extension().unwrap_or_default();
        if root.join(&path).is_dir() {
            gather(root, &path, sources);
        } else if end == "wgsl" || end == "patch" {
            let kernel = Altered::read(root, &path).unwrap_or_else(|error| panic!("{error}"));
            sources.push(kernel.text);
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Parses, lowers and runs a source with random buffers and grid. Whether it came as far as running.
fn attempt(source: &str, random: &mut Rng, machines: &[&str]) -> bool {
    let Ok(kernel) = Kernel::parse("fuzz.wgsl", source, None, &BTreeMap::new()) else {
        return false;
    };
    let machine = machines[random.usize(0..machines.len())];
    let machine = Machine::builtin(machine).expect("it is built in");
    let Ok(program) = SimulatedKernel::new(&kernel, machine) else {
        return false;
    };
    let fewest = kernel.bindings.iter().map(|binding| binding.min_bytes);
    if fewest.max().unwrap_or(0) > 1 << 22 {
        return false;
    }
    let mut bindings = BTreeMap::new();
    for binding in &kernel.bindings {
        let extra = [0, 0, 4, 64, 1000, 4096][random.usize(0..6)];
        let bytes = binding.min_bytes as usize + extra;
        let small = random.bool();
        let value = |random: &mut Rng| match small {
            true => u32::from(random.u8(0..9)),
            false => random.u32(..),
        };
        let bytes: Vec<u8> = (0..bytes.div_ceil(4)).flat_map(|_| value(random).to_le_bytes()).collect();
        bindings.insert((binding.group, binding.binding), bytes);
    }
    let workgroups = [random.u32(1..4), random.u32(1..3), random.u32(1..3)];
    let outputs = bindings.keys().copied().filter(|_| random.bool());
    let outputs = outputs.collect();
    let immediates = [7; 64];
    let launch = Launch { workgroups, bindings: &mut bindings, immediates: &immediates };
    let options = Options {
        threads: random.usize(1..3),
        seed: random.u64(..),
        step_budget: 500,
        outputs,
        out_of_bounds: if random.bool() { OutOfBounds::Clamp } else { OutOfBounds::ZeroOrSkip },
        sampling: if random.bool() { Sampling::Full } else { Sampling::Sampled { max_workgroups: 2 } },
        ..Options::default()
    };
    program.run(machine, launch, &options).is_ok()
}

#[test]
fn no_source_panics_or_hangs() {
    let corpus = corpus();
    let machines: Vec<&str> = Machine::names().collect();
    let first = number("LOCKSTEP_FUZZ_SEED").unwrap_or(0);
    let count = number("LOCKSTEP_FUZZ").unwrap_or(SOURCES);
    let (mut ran, mut failures) = (0, Vec::new());
    for seed in first..first + count {
        let mut random = Rng::with_seed(seed);
        let source = match seed % 50 {
            0 => mutate::noise(&mut random),
            1 => mutate::babble(&mut random),
            _ => {
                let source = &corpus[random.usize(0..corpus.len())];
                mutate::mutate(&mut random, source, &corpus)
            }
        };
        let start = Instant::now();
        let done = catch_unwind(AssertUnwindSafe(|| on_deep_stack(|| attempt(&source, &mut random, &machines))));
        let took = start.elapsed();
        match done {
            Ok(came_to_run) if took < PATIENCE => ran += u64::from(came_to_run),
            done => {
                let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{seed}.wgsl"));
                fs::write(&path, &source).expect("it can be written");
                let how = if done.is_err() { "panicked" } else { "hung" };
                failures.push(format!("seed {seed} {how} ({took:?}): {}", path.display()));
            }
        }
    }
    eprintln!("{ran} of {count} sources ran");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(ran * 5 > count, "{ran} of {count} sources came to run");
}
