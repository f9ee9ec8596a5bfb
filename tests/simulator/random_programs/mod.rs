//! Random programs: the simulator, at every subgroup width, and every Vulkan device must agree on them, bit for bit.
//!
//! `LOCKSTEP_SEEDS=FROM-TO` runs other programs than the usual ones; a failure prints its seed and its program.

mod expressions;
mod generate;
mod run;
mod statements;

use std::ops::Range;

use generate::Program;
use lockstep::device;
use run::{Left, kernel, on_device, simulated};

/// The seeds to run: those asked for, or the first `count`.
fn seeds(count: u64) -> Range<u64> {
    let asked = std::env::var("LOCKSTEP_SEEDS").ok();
    asked.map_or(0..count, |text| {
        let (from, to) = text.split_once('-').expect("LOCKSTEP_SEEDS is FROM-TO");
        from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
    })
}

/// Fails with the program and the first word that differs.
fn assert_agree(program: &Program, (left, who): (&Left, &str), (right, other): (&Left, &str)) {
    for (name, left, right) in [
        ("output", &left[0], &right[0]),
        ("totals", &left[1], &right[1]),
    ] {
        if let Some(at) = (0..left.len()).find(|at| left[*at] != right[*at]) {
            panic!(
                "seed {}: {name}[{at}] is {:#x} on {who} and {:#x} on {other}\n{}",
                program.seed, left[at], right[at], program.source
            );
        }
    }
}

#[test]
fn every_random_program_is_valid_wgsl() {
    for seed in seeds(300) {
        let program = Program::new(seed);
        if let Err(error) = kernel(&program) {
            panic!("seed {seed}: {error}\n{}", program.source);
        }
    }
}

#[test]
fn a_seed_makes_the_same_program_every_time_and_another_seed_another() {
    assert_eq!(Program::new(7).source, Program::new(7).source);
    assert_ne!(Program::new(7).source, Program::new(8).source);
    assert_eq!(Program::input(7), Program::input(7));
}

#[test]
fn random_programs_leave_words_that_depend_on_their_input() {
    let varied = (0..40).filter(|seed| {
        let program = Program::new(*seed);
        let [output, _] = simulated(&program, &kernel(&program).expect("it is valid"), 32);
        let mut words = output.clone();
        words.sort_unstable();
        words.dedup();
        words.len() > 4
    });
    assert!(varied.count() >= 30, "most programs must compute something");
}

#[test]
fn the_simulator_gives_the_same_at_every_subgroup_width() {
    for seed in seeds(150) {
        let program = Program::new(seed);
        let kernel = kernel(&program).expect("it is valid");
        let usual = simulated(&program, &kernel, 32);
        for width in [4, 8, 16, 64, 128] {
            let other = simulated(&program, &kernel, width);
            assert_agree(
                &program,
                (&usual, "32 lanes"),
                (&other, &format!("{width} lanes")),
            );
        }
    }
}

#[test]
fn the_simulator_agrees_with_every_vulkan_device_of_this_machine() {
    let adapters = device::adapters();
    if adapters.is_empty() {
        eprintln!("no Vulkan, Metal or DX12 device here: nothing to compare the simulator with");
    }
    for (index, facts) in adapters.iter().enumerate() {
        let mut device =
            device::open(&device::Selector::Index(index)).expect("a listed adapter opens");
        for seed in seeds(60) {
            let program = Program::new(seed);
            let kernel = kernel(&program).expect("it is valid");
            let (ours, theirs) = (
                simulated(&program, &kernel, 32),
                on_device(device.as_mut(), &program, &kernel),
            );
            assert_agree(&program, (&ours, "the simulator"), (&theirs, &facts.name));
        }
    }
}
