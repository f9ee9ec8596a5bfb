//! Random programs: the simulator, at every subgroup width, and every device of this machine must agree on them, bit for
//! bit. What each must give is tested beside the simulator, against a plain second interpreter.
//!
//! `LOCKSTEP_SEEDS=FROM-TO` runs other programs than the usual ones; each that differs prints its seed and its program.

#[path = "../../../crates/sim/tests/programs/mod.rs"]
#[expect(dead_code, reason = "no device is given all that the simulator promises")]
mod programs;
mod run;

use lockstep::device::{self, Device, Facts, Feature};
use lockstep::host::Native;
use pollster::block_on;
use programs::{Dialect, Program, Subgroups, seeds};
use run::{Left, kernel, on_device, simulated};

/// The first word that differs, if one does.
fn difference((left, who): (&Left, &str), (right, other): (&Left, &str)) -> Option<String> {
    for (name, left, right) in
        [("output", &left[0], &right[0]), ("totals", &left[1], &right[1]), ("slots", &left[2], &right[2])]
    {
        if let Some(at) = (0..left.len()).find(|at| left[*at] != right[*at]) {
            return Some(format!("{name}[{at}] is {:#x} on {who} and {:#x} on {other}", left[at], right[at]));
        }
    }
    None
}

#[test]
fn the_simulator_gives_the_same_at_every_subgroup_width() {
    for seed in seeds(100) {
        let program = Program::new(seed, Dialect::PORTABLE);
        let kernel = kernel(&program);
        let usual = simulated(&program, &kernel, 32);
        for width in [4, 8, 16, 64, 128] {
            let other = simulated(&program, &kernel, width);
            let who = format!("{width} lanes");
            if let Some(difference) = difference((&usual, "32 lanes"), (&other, &who)) {
                panic!("seed {seed}: {difference}\n{}", program.source);
            }
        }
    }
}

/// What a device may be given, and the width of its subgroups.
fn dialect(facts: &Facts) -> (Dialect, u32) {
    let subgroups = facts.has(Feature::Subgroup) && facts.subgroup_min == facts.subgroup_max;
    let dialect = Dialect {
        f16: facts.has(Feature::F16),
        i64: facts.has(Feature::Int64),
        subgroups: if subgroups { Subgroups::Uniform } else { Subgroups::Nowhere },
        ..Dialect::EXACT
    };
    (dialect, if subgroups { facts.subgroup_max } else { 32 })
}

/// The programs of a dialect that differ on a device: it goes on after the first, so that one run names all.
fn compare(device: &mut impl Device, called: &str, dialect: Dialect, width: u32) -> Vec<String> {
    let mut differing = Vec::new();
    for seed in seeds(40) {
        let program = Program::new(seed, dialect);
        let kernel = kernel(&program);
        let ours = simulated(&program, &kernel, width);
        let theirs = block_on(on_device(device, &program, &kernel));
        let name = &device.facts().name;
        let difference = match &theirs {
            Ok(theirs) => difference((&ours, "the simulator"), (theirs, name)),
            Err(error) => Some(format!("{error} on {name}")),
        };
        if let Some(difference) = difference {
            let line = format!("seed {seed}, {called}: {difference}");
            eprintln!("{line}\n{}", program.source);
            differing.push(line);
        }
    }
    let all = seeds(40).count();
    eprintln!("{}: {} of {all} programs agree, {called}", device.facts().name, all - differing.len());
    differing
}

#[test]
fn the_simulator_agrees_with_every_device_of_this_machine() {
    let adapters = block_on(device::adapters());
    if adapters.is_empty() {
        eprintln!("no Vulkan, Metal or DX12 device here: nothing to compare the simulator with");
    }
    let mut differing = Vec::new();
    for (index, facts) in adapters.iter().enumerate() {
        let mut device =
            block_on(device::open(&device::Selector::Index(index), &Native)).expect("a listed adapter opens");
        let (all, width) = dialect(facts);
        differing.extend(compare(&mut device, "what every device has", Dialect::PORTABLE, 32));
        differing.extend(compare(&mut device, "all that this device has", all, width));
    }
    assert!(differing.is_empty(), "{} programs differ, each printed above:\n{}", differing.len(), differing.join("\n"));
}
