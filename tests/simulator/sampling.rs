//! Counting some of a launch's workgroups gives, for every kernel of the labs, what counting all of them gives.

use std::collections::BTreeMap;
use std::sync::Mutex;

use lockstep::host::Native;
use lockstep::kernel::{Kernel, Overrides, Scalar};
use lockstep::lab::{Buffer, Lab, Pass, Problem, Role, Shaders, Variant};
use lockstep::sim::machine::Machine;
use lockstep::sim::{Compiled, Counters, DependsOn, Launch, Options, Sampling, Simulation, simulate};

use crate::common::for_each_lab;

type Held = BTreeMap<(u32, u32), Vec<u8>>;

/// What a lab binds before the first pass.
fn initial(problem: &Problem) -> Held {
    let inputs = problem.inputs(1);
    let all = problem.buffers.iter().map(|buffer| {
        let mut bytes: Vec<u8> = match &buffer.role {
            Role::Params(words) => bytemuck::cast_slice(words).to_vec(),
            Role::Input(_) => bytemuck::cast_slice(inputs.u32(buffer.binding)).to_vec(),
            Role::Scratch | Role::Cleared | Role::Output | Role::OneOf | Role::Total => Vec::new(),
        };
        bytes.resize(buffer.bytes().next_multiple_of(16).max(16) as usize, 0);
        ((0, buffer.binding), bytes)
    });
    all.collect()
}

/// A pass of a lab, compiled for a machine, and its workgroups.
struct Ready<'a> {
    machine: &'a Machine,
    program: Compiled,
    workgroups: [u32; 3],
}

impl<'a> Ready<'a> {
    /// `None` where the simulator cannot run it.
    fn new(lab: &Lab, pass: &Pass, problem: &Problem, machine: &'a Machine) -> Option<Self> {
        let (path, text, _) = Shaders::usual(&Native).read(lab.name, pass.shader).expect("a shader");
        let kernel = Kernel::parse(&path, &text, None, &Overrides::new()).expect("a kernel");
        if kernel.needs.cooperative_matrix {
            return None;
        }
        let workgroups = pass.grid.workgroups(problem, &kernel, 65_535).expect("a grid");
        let program = Compiled::new(&kernel, &machine.target()).expect("a program");
        Some(Self { machine, program, workgroups })
    }

    fn run(&self, held: &mut Held, sampling: Sampling) -> Simulation {
        let options = Options { races: false, uninitialized: false, sampling, ..Options::default() };
        let launch = Launch { workgroups: self.workgroups, bindings: held, immediates: &[] };
        simulate(&self.program, launch, self.machine, &options).expect("a run")
    }
}

/// A count, what it is called, and what an error of it is measured against.
struct Count {
    name: &'static str,
    count: Option<f64>,
    against: f64,
}

/// Rare events, each with all of which they are some.
const RARE: [(&str, &str); 5] = [
    ("divergent_branches", "branches"),
    ("idle_barriers", "barriers"),
    ("l1_hit_bytes", "l1_read_bytes"),
    ("l2_hit_bytes", "l2_read_bytes"),
    ("last_hit_bytes", "last_read_bytes"),
];

/// Every counter of a run that is a number, but what says how many workgroups were run; and what the estimate takes from caches.
fn counts(run: &Simulation) -> Vec<Count> {
    let (counters, traffic) = (&run.outcome.counters, &run.traffic);
    let all = |name: &str| {
        let of = RARE.iter().find(|(rare, _)| *rare == name).map_or(name, |(_, all)| all);
        Counters::TABLE.iter().find(|counter| counter.name == of).and_then(|counter| (counter.read)(counters))
    };
    let reported =
        Counters::TABLE.iter().filter(|counter| counter.depends_on != DependsOn::Sampling).map(|counter| Count {
            name: counter.name,
            count: (counter.read)(counters),
            // A share is one of 1.
            against: if counter.unit.is_empty() { 1.0 } else { all(counter.name).unwrap_or(0.0).max(1.0) },
        });
    let lookups = [
        ("l1_lookups", traffic.l1_lookups),
        ("l1_read_sectors", traffic.l1_read_sectors),
        ("l2_sectors", traffic.l2_sectors()),
    ];
    let lookups =
        lookups.map(|(name, count)| Count { name, count: Some(count as f64), against: (count as f64).max(1.0) });
    reported.chain(lookups).collect()
}

/// Whether it depends on values, which a sample does not know.
fn depends_on_values(name: &str) -> bool {
    Counters::TABLE.iter().any(|counter| counter.name == name && counter.depends_on == DependsOn::Values)
}

/// Fails where a sample says other than a whole run: by more than `allowed` says for a counter, or at all of what depends on values.
fn assert_told(full: &Simulation, sample: &Simulation, what: &str, allowed: impl Fn(&str) -> f64) {
    let ran = &sample.outcome.counters;
    for (full, sample) in counts(full).into_iter().zip(counts(sample)) {
        let (name, of) = (full.name, format!("{} of {} workgroups of {what}", ran.sampled_workgroups, ran.workgroups));
        if ran.is_sampled() && depends_on_values(name) {
            assert_eq!(sample.count, None, "{of}: {name} depends on values, and a sample tells it");
            continue;
        }
        let error = match (full.count, sample.count) {
            (Some(full_count), Some(count)) => (full_count - count).abs() / full.against,
            (full, sample) => f64::from(u8::from(full.is_some() != sample.is_some())),
        };
        assert!(error <= allowed(name), "{of}: {name} {:?}, in full {:?}", sample.count, full.count);
    }
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
                    let Some(ready) = Ready::new(lab, pass, &problem, machine) else { continue };
                    let mut before = held.clone();
                    let full = ready.run(&mut held, Sampling::Full);
                    let some = ready.run(&mut before, sampling);
                    let c = &some.outcome.counters;
                    sampled += u64::from(c.sampled_workgroups < c.workgroups);
                    let what = format!("{} on {}", pass.shader, machine.name);
                    assert_told(&full, &some, &what, |_| 0.01);
                }
            }
        }
    }
    assert!(sampled >= 2 * machines.len() as u64, "{sampled} launches of {} were sampled at all", lab.name);
}

/// The size at which a lab is counted, and the workgroups that are sampled at most; any other lab has the usual ones.
const SIZES: [(&str, u32, u64); 8] = [
    ("roofline", 1 << 15, 16),
    ("hierarchy", 64, 32),
    ("tiling", 128, 32),
    ("reduction", 1 << 16, 32),
    ("occupancy", 1 << 16, 32),
    ("fusion", 256, 64),
    ("offload", 1 << 14, 16),
    ("tuning", 256, 12),
];
const USUAL: (u32, u64) = (512, 256);

/// Labs of which only so large a launch can be known from a sample, which takes most of the time of all: `.ci/long` counts them
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
            agrees(lab, size(lab, &SIZES), &machines()[..1]);
        }
    });
}

/// Variants that go round again where a compare-exchange of floats finds another value than before: the values decide which lanes are active.
const BY_VALUES: [&str; 2] = ["by-atomics", "by-tree"];

/// What is said to depend on addresses and masks alone must not change with the numbers in memory: else it depends on these, and a sample
/// says it wrongly. Whole numbers stay: where they are inputs, they say where a kernel loads and which way it goes.
#[test]
fn what_depends_on_addresses_is_the_same_whatever_floats_are_loaded() {
    let complaints = Mutex::new(Vec::new());
    for_each_lab(|lab| {
        for (part, variant) in lab.variants().filter(|(_, variant)| !BY_VALUES.contains(&variant.name)) {
            let problem = (part.problem)((size(lab, &SIZES).0 / 4).max(16));
            let found = depend_on_inputs(lab, variant, &problem);
            complaints.lock().expect("no thread panicked").extend(found);
        }
    });
    let complaints = complaints.into_inner().expect("no thread panicked");
    assert!(
        complaints.is_empty(),
        "these counters depend on values, and their rows say otherwise\n{}",
        complaints.join("\n")
    );
}

/// The counters of a variant that differ between random floats and zeros, though they are said not to depend on values.
fn depend_on_inputs(lab: &Lab, variant: &Variant, problem: &Problem) -> Vec<String> {
    let [machine, _] = machines();
    let mut random = initial(problem);
    let mut zeros = random.clone();
    let floats = |buffer: &&Buffer| matches!((&buffer.role, buffer.scalar), (Role::Input(_), Scalar::F32));
    for buffer in problem.buffers.iter().filter(floats) {
        zeros.entry((0, buffer.binding)).and_modify(|bytes| bytes.fill(0));
    }
    let mut found = Vec::new();
    for pass in variant.passes {
        let Some(ready) = Ready::new(lab, pass, problem, &machine) else { continue };
        let [random, zeros] = [&mut random, &mut zeros].map(|held| ready.run(held, Sampling::Full));
        let both = counts(&random).into_iter().zip(counts(&zeros));
        let differ = both.filter(|(random, zeros)| random.count != zeros.count && !depends_on_values(random.name));
        found.extend(differ.map(|(random, zeros)| {
            format!("{} of {}: {:?}, of zeros {:?}", random.name, pass.shader, random.count, zeros.count)
        }));
    }
    found
}

/// Larger launches, of which a smaller part is sampled.
const LARGER: [(&str, u32, u64); 7] = [
    ("coalescing", 1000, 1024),
    ("roofline", 1 << 17, 64),
    ("tiling", 192, 72),
    ("divergence", 60_000, 128),
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
const FEW: [(&str, &[&str], u32); 5] = [
    ("tiling", &["naive.wgsl", "tiled.wgsl"], 256),
    ("tiling", &["register-2d.wgsl"], 384),
    ("coalescing", &["copy.wgsl", "stride-8.wgsl", "soa.wgsl", "naive.wgsl", "tiled.wgsl"], 1024),
    ("fusion", &["chain-fused.wgsl", "gelu-fused.wgsl", "softmax-online.wgsl"], 512),
    ("divergence", &["by-64.wgsl", "4-way.wgsl"], 8192),
];

/// How far what passes the shared caches may be off: it is estimated from address streams that were moved.
const STREAMED: f64 = 0.1;

/// What is so estimated.
const STREAMS: [&str; 6] =
    ["dram_bytes", "l2_hit_bytes", "l2_hit_rate", "last_read_bytes", "last_hit_bytes", "last_hit_rate"];

#[test]
fn a_few_workgroups_count_what_all_of_them_count_and_their_streams_tell_the_dram_traffic_within_a_tenth() {
    assert_few_tell(&machines()[..1]);
}

#[test]
#[ignore = "the same on both machines, which .ci/long runs"]
fn a_few_workgroups_count_what_all_of_them_count_on_every_machine() {
    assert_few_tell(&machines());
}

fn assert_few_tell(machines: &[Machine]) {
    for_each_lab(|lab| {
        for (_, files, size) in FEW.iter().filter(|(name, ..)| *name == lab.name) {
            for (part, pass) in lab.variants().filter_map(|(part, variant)| Some((part, variant.passes.first()?))) {
                if files.contains(&pass.shader) {
                    let problem = (part.problem)(*size);
                    machines.iter().for_each(|machine| assert_few_tell_of(lab, pass, &problem, machine));
                }
            }
        }
    });
}

fn assert_few_tell_of(lab: &Lab, pass: &Pass, problem: &Problem, machine: &Machine) {
    let ready = Ready::new(lab, pass, problem, machine).expect("it can be run");
    let mut held = initial(problem);
    let some = ready.run(&mut held.clone(), Sampling::Few { whole: 0, some: 0 });
    let full = ready.run(&mut held, Sampling::Full);
    let c = &some.outcome.counters;
    assert!(c.sampled_workgroups < c.workgroups, "{}: {c:?}", pass.shader);
    let what = format!("{} on {}", pass.shader, machine.name);
    assert_told(&full, &some, &what, |name| if STREAMS.contains(&name) { STREAMED } else { 0.0 });
}
