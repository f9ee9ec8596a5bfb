//! Random programs: the simulator against a plain second interpreter of naga's IR, bit for bit.
//!
//! `LOCKSTEP_SEEDS=FROM-TO` runs other programs than the usual ones; a failure prints the seed and the smallest program
//! that still fails.

mod check;
mod plain;
#[path = "../programs/mod.rs"]
mod programs;
mod shrink;

use check::{Setting, check};
use programs::{Dialect, Program, seeds};
use std::ops::Range;

fn assert_agree(seeds: Range<u64>, dialect: Dialect) {
    for seed in seeds {
        let (program, setting) = (Program::new(seed, dialect), Setting::of(seed));
        if let Err(difference) = check(&program, setting) {
            let (small, difference) = shrink::shrink(&program, setting, difference);
            panic!("seed {seed}, {setting:?}: {difference:?}\n{}", small.source);
        }
    }
}

#[test]
fn the_simulator_computes_what_a_plain_interpreter_does() {
    assert_agree(seeds(400), Dialect::ALL);
}

#[test]
fn it_does_so_for_the_programs_that_devices_are_given() {
    assert_agree(seeds(80), Dialect::PORTABLE);
    assert_agree(seeds(80), Dialect::EXACT);
}

#[test]
fn it_does_so_for_cooperative_matrices() {
    assert_agree(seeds(50), Dialect::MATRICES);
}

#[test]
fn a_seed_makes_the_same_program_every_time_and_another_seed_another() {
    let source = |seed| Program::new(seed, Dialect::ALL).source;
    assert_eq!(source(7), source(7));
    assert_ne!(source(7), source(8));
}

#[test]
fn programs_leave_words_that_depend_on_their_input() {
    let varied = (0..40).filter(|seed| {
        let program = Program::new(*seed, Dialect::ALL);
        let left = check::kernel(&program)
            .and_then(|kernel| check::plainly(&program, &kernel, 32))
            .expect("it is valid and ends");
        let output: std::collections::BTreeSet<_> = left[&(0, 1)].chunks(4).collect();
        output.len() > 3
    });
    assert!(varied.count() >= 25, "most programs must compute something");
}
