//! Pairs of kernels that do the same work, whose factor on real GPUs is known: the estimates must stay within its range.
//! `LOCKSTEP_PAIRS=histogram` runs only the pairs with that in their name, large ones too.

mod pair;

use std::path::Path;
use std::thread::{self, available_parallelism};

use lockstep_sim::kernel::{Kernel, Overrides};
use lockstep_sim::machine::Machine;
use lockstep_sim::{Compiled, Launch, Options, Sampling, simulate};

use crate::pair::{Pair, read_all};

const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pairs/kernels");

impl Pair {
    fn seconds(&self, machine: &Machine, entry: &str, workgroups: [u32; 3]) -> f64 {
        let kernel = Kernel::parse(&self.name, &self.wgsl, Some(entry), &Overrides::new());
        let kernel = kernel.unwrap_or_else(|error| panic!("{}: {error}", self.file));
        let target = machine.target();
        let program = Compiled::new(&kernel, &target);
        let program = program.unwrap_or_else(|error| panic!("{}: {error}", self.file));
        let places = kernel.bindings.iter().map(|binding| (binding.group, binding.binding));
        let mut bindings = places.map(|place| (place, vec![0; self.buffers[place.1 as usize]])).collect();
        let options = Options {
            races: false,
            uninitialized: false,
            sampling: Sampling::Sampled { max_workgroups: 48 },
            ..Options::default()
        };
        let launch = Launch { workgroups, bindings: &mut bindings, immediates: &[] };
        let simulation = simulate(&program, launch, machine, &options).unwrap();
        simulation.estimate.time_s.unwrap_or_else(|| panic!("{}: no estimate", self.file))
    }

    /// On which machines the estimates are not as expected, and how.
    fn misses(&self) -> Vec<String> {
        let mut missed = Vec::new();
        for (name, [least, most]) in &self.range {
            let machine = Machine::builtin(name).unwrap();
            let [slow, fast] = [("slow", self.slow), ("fast", self.fast)]
                .map(|(entry, workgroups)| self.seconds(machine, entry, workgroups));
            let factor = slow / fast;
            println!("{:60} {name:10} {factor:7.2}  ({least} to {most})", self.name);
            let why = self.missed.get(name);
            if (least..=most).contains(&&factor) == why.is_some() {
                let known = why.map_or(String::new(), |why| format!(" (no longer: {why})"));
                missed.push(format!("{} on {name}: {factor:.2}, {least} to {most} is known{known}", self.name));
            }
        }
        missed
    }
}

#[test]
fn estimates_keep_to_the_known_factors() {
    assert_factors_are_kept(false);
}

#[test]
#[ignore = "minutes: pairs that are larger, which .ci/long runs"]
fn estimates_keep_to_the_known_factors_of_larger_pairs() {
    assert_factors_are_kept(true);
}

fn assert_factors_are_kept(long: bool) {
    let mut pairs = read_all(Path::new(KERNELS)).unwrap_or_else(|error| panic!("{error}"));
    for pair in &pairs {
        assert!(!pair.source.is_empty() && !pair.range.is_empty(), "{}: it needs a source and a range", pair.file);
    }
    match std::env::var("LOCKSTEP_PAIRS") {
        Ok(part) => {
            pairs.retain(|pair| pair.file.contains(&part) || pair.name.contains(&part));
            assert!(!pairs.is_empty(), "no pair has {part:?} in its name");
        }
        Err(_) => pairs.retain(|pair| pair.long == long),
    }
    // The simulator's own threads have little to share where few workgroups are sampled.
    let shares = pairs.chunks(pairs.len().div_ceil(available_parallelism().map_or(1, usize::from)));
    let missed: Vec<String> = thread::scope(|scope| {
        let running: Vec<_> =
            shares.map(|share| scope.spawn(|| share.iter().flat_map(Pair::misses).collect())).collect();
        running.into_iter().flat_map(|share| -> Vec<String> { share.join().unwrap() }).collect()
    });
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
