//! Counting some of a launch's workgroups gives, for every kernel of the labs, what counting all of them gives.

use std::collections::BTreeMap;

use lockstep::host::Native;
use lockstep::kernel::{Kernel, Overrides};
use lockstep::lab::{Lab, Pass, Problem, Role, Shaders};
use lockstep::sim::machine::Machine;
use lockstep::sim::{Launch, Options, Program, Sampling, Simulation, simulate};

use crate::common::for_each_lab;

type Held = BTreeMap<(u32, u32), Vec<u8>>;

/// What a lab binds before the first pass.
fn initial(problem: &Problem) -> Held {
    let inputs = problem.inputs(1);
    let all = problem.buffers.iter().map(|buffer| {
        let mut bytes: Vec<u8> = match &buffer.role {
            Role::Params(words) => bytemuck::cast_slice(words).to_vec(),
            Role::Input(_) => bytemuck::cast_slice(inputs.u32(buffer.binding)).to_vec(),
            Role::Scratch | Role::Cleared | Role::Output | Role::Total => Vec::new(),
        };
        bytes.resize(buffer.bytes().next_multiple_of(16).max(16) as usize, 0);
        ((0, buffer.binding), bytes)
    });
    all.collect()
}

fn run(
    lab: &Lab,
    pass: &Pass,
    problem: &Problem,
    held: &mut Held,
    machine: &Machine,
    sampling: Sampling,
) -> Option<Simulation> {
    let shaders = Shaders::usual(&Native);
    let (path, text, _) = shaders.read(lab.name, pass.shader).expect("a shader");
    let kernel = Kernel::parse(&path, &text, None, &Overrides::new()).expect("a kernel");
    if kernel.needs.cooperative_matrix {
        return None;
    }
    let workgroups = pass.grid.workgroups(problem, &kernel, 65_535).expect("a grid");
    let program = Program::new(&kernel.module, &kernel.info, &kernel.source, &kernel.entry, &machine.target())
        .expect("a program");
    let options = Options { races: false, uninitialized: false, sampling, ..Options::default() };
    let launch = Launch { workgroups, bindings: held, immediates: &[] };
    Some(simulate(&program, launch, machine, &options).expect("a run"))
}

/// The counters that must agree, each with what it is measured against: a rare event against all events.
fn counts(run: &Simulation) -> Vec<(&'static str, u64, u64)> {
    let (c, t) = (&run.outcome.counters, &run.traffic);
    let plain = [
        ("subgroup_instructions", c.subgroup_instructions),
        ("active_lanes", c.active_lanes),
        ("branches", c.branches),
        ("flop", c.flop),
        ("global_requests", c.global_requests),
        ("global_sectors", c.global_sectors),
        ("global_sectors_ideal", c.global_sectors_ideal),
        ("global_bytes", c.global_bytes),
        ("dram_bytes", c.dram_bytes.unwrap_or(0)),
        ("shared_requests", c.shared_requests),
        ("shared_wavefronts", c.shared_wavefronts.unwrap_or(0)),
        ("shared_wavefronts_ideal", c.shared_wavefronts_ideal.unwrap_or(0)),
        ("atomic_requests", c.atomic_requests),
        ("atomic_serializations", c.atomic_serializations),
        ("barriers", c.barriers),
        ("l1_lookups", t.l1_lookups),
        ("l1_read_sectors", t.l1_read_sectors),
        ("l2_sectors", t.l2_sectors()),
    ];
    let mut all: Vec<_> = plain.map(|(name, count)| (name, count, count)).into();
    all.push(("divergent_branches", c.divergent_branches, c.branches));
    all.push(("l1_read_hits", t.l1_read_hits, t.l1_read_sectors));
    all.push(("l2_read_hits", t.l2_read_hits.unwrap_or(0), t.l2_read_sectors));
    all
}

/// The default machine, and one whose level 2 holds a small part of what the labs move at these sizes.
fn machines() -> [Machine; 2] {
    let machine = Machine::builtin(Machine::DEFAULT).expect("built in").clone();
    let mut small = machine.clone();
    small.cache.l2_bytes = Some(256 << 10);
    small.unit.count = Some(4);
    [machine, small]
}

/// Every kernel of a lab, in full and sampled, from the same memory.
fn agrees(lab: &Lab, (size, most): (u32, u64), machines: &[Machine]) {
    let sampling = Sampling::Sampled { max_workgroups: most };
    let mut sampled = 0;
    for machine in machines {
        for part in lab.parts {
            let problem = (part.problem)(size);
            for variant in part.ladder {
                let mut held = initial(&problem);
                for pass in variant.passes {
                    let mut before = held.clone();
                    let full = run(lab, pass, &problem, &mut held, machine, Sampling::Full);
                    let some = run(lab, pass, &problem, &mut before, machine, sampling);
                    let (Some(full), Some(some)) = (full, some) else {
                        continue;
                    };
                    let c = &some.outcome.counters;
                    sampled += u64::from(c.sampled_workgroups < c.workgroups);
                    for ((name, exact, all), (_, count, _)) in counts(&full).into_iter().zip(counts(&some)) {
                        let error = exact.abs_diff(count) as f64 / all.max(1) as f64;
                        assert!(
                            error <= 0.01,
                            "{} of {} workgroups of {}: {name} {count}, in full {exact}",
                            c.sampled_workgroups,
                            c.workgroups,
                            pass.shader
                        );
                    }
                }
            }
        }
    }
    assert!(sampled >= 4, "{sampled} launches of {} were sampled at all", lab.name);
}

/// The size at which a lab is counted, and the workgroups that are sampled at most; any other lab has the usual ones.
const SIZES: [(&str, u32, u64); 7] = [
    ("roofline", 1 << 15, 16),
    ("hierarchy", 64, 32),
    ("tiling", 128, 32),
    ("reduction", 1 << 16, 32),
    ("occupancy", 1 << 16, 32),
    ("fusion", 256, 64),
    ("offload", 1 << 14, 16),
];
const USUAL: (u32, u64) = (512, 256);

/// Labs of which only so large a launch can be told from a sample, which takes most of the time of all: `.ci/long` counts them
/// among the larger launches, and every `cargo test` those of their kernels that `FEW` names.
const LARGE: [&str; 2] = ["coalescing", "divergence"];

/// The size of a lab, and the workgroups that are sampled at most.
fn size(lab: &Lab, sizes: &[(&str, u32, u64)]) -> (u32, u64) {
    let own = sizes.iter().find(|(name, ..)| *name == lab.name);
    own.map_or(USUAL, |(_, size, most)| (*size, *most))
}

#[test]
fn sampled_counts_of_labs_agree_within_a_percent() {
    for_each_lab(|lab| {
        if !LARGE.contains(&lab.name) {
            agrees(lab, size(lab, &SIZES), &machines());
        }
    });
}

/// Larger launches, of which a smaller part is sampled.
const LARGER: [(&str, u32, u64); 7] = [
    ("coalescing", 1000, 1024),
    ("roofline", 1 << 17, 64),
    ("tiling", 192, 72),
    ("divergence", 30_000, 64),
    ("reduction", 1 << 17, 64),
    ("occupancy", 1 << 17, 64),
    ("offload", 1 << 15, 32),
];

#[test]
#[ignore = "two minutes: larger launches, each on both machines, which .ci/long runs"]
fn sampled_counts_of_larger_launches_agree_on_every_machine() {
    for_each_lab(|lab| agrees(lab, size(lab, &LARGER), &machines()));
}

/// Kernels of labs of which a few workgroups are run, at sizes at which all can be.
const FEW: [(&str, &[&str], u32); 4] = [
    ("tiling", &["naive.wgsl", "tiled.wgsl", "register-2d.wgsl"], 384),
    ("coalescing", &["copy.wgsl", "stride-8.wgsl", "soa.wgsl", "naive.wgsl", "tiled.wgsl"], 1024),
    ("fusion", &["chain-fused.wgsl", "gelu-fused.wgsl", "softmax-online.wgsl"], 512),
    ("divergence", &["by-64.wgsl", "4-way.wgsl"], 8192),
];

/// How far what passes the shared caches may be off: it is told from address streams that were moved.
const STREAMED: f64 = 0.1;

#[test]
fn a_few_workgroups_count_what_all_of_them_count_and_their_streams_tell_the_dram_traffic_within_a_tenth() {
    let few = Sampling::Few { whole: 0, some: 0 };
    for_each_lab(|lab| {
        let Some((_, files, size)) = FEW.iter().find(|(name, ..)| *name == lab.name) else {
            return;
        };
        for machine in machines() {
            for (part, pass) in lab.variants().filter_map(|(part, variant)| Some((part, variant.passes.first()?))) {
                let problem = (part.problem)(*size);
                let mut held = initial(&problem);
                let mut before = held.clone();
                if !files.contains(&pass.shader) {
                    continue;
                }
                let full = run(lab, pass, &problem, &mut held, &machine, Sampling::Full).expect("a run");
                let some = run(lab, pass, &problem, &mut before, &machine, few).expect("a run");
                let c = &some.outcome.counters;
                assert!(c.sampled_workgroups < c.workgroups, "{}: {c:?}", pass.shader);
                for ((name, exact, all), (_, count, _)) in counts(&full).into_iter().zip(counts(&some)) {
                    let error = exact.abs_diff(count) as f64 / all.max(1) as f64;
                    let allowed = if name == "dram_bytes" || name == "l2_read_hits" { STREAMED } else { 0.0 };
                    assert!(
                        error <= allowed,
                        "{} of {} workgroups of {} on {}: {name} {count}, in full {exact}",
                        c.sampled_workgroups,
                        c.workgroups,
                        pass.shader,
                        machine.name
                    );
                }
            }
        }
    });
}
