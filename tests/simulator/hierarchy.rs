//! The staircase of the lab `hierarchy` reads a machine off: its latencies, and the sizes of its caches. And its banks are those of
//! the formula.

use crate::common::{json, lockstep};
use lockstep::kernel::{Kernel, Overrides};
use lockstep::labs;
use lockstep::sim::machine::Machine;
use lockstep::sim::{Launch, Options, SimulatedKernel};
use serde_json::Value;

/// The sweep of `chase-uniform` on a machine: its points with their seconds a load, and its knees.
fn staircase(device: &str) -> (Vec<(f64, f64)>, Vec<f64>) {
    let arguments = ["run", "hierarchy", "--device", device, "--variant", "chase-uniform", "--quiet", "--json", "-"];
    let report = json(&lockstep(&arguments));
    let curve = &report["sweeps"][0]["curves"][0];
    assert_eq!(curve["name"], "chase-uniform");
    let number = |value: &Value| value.as_f64().expect("a number");
    let list = |name: &str| curve[name].as_array().expect("a list").clone();
    let points = list("points").iter().map(|point| (number(&point["at"]), number(&point["value"]))).collect();
    (points, list("knees").iter().map(|knee| number(&knee["at"])).collect())
}

/// The middle of the values between two sizes.
fn plateau(points: &[(f64, f64)], from: f64, to: f64) -> f64 {
    let mut within: Vec<f64> =
        points.iter().filter(|(at, _)| (from..=to).contains(at)).map(|(_, value)| *value).collect();
    within.sort_by(f64::total_cmp);
    within[within.len() / 2]
}

/// Latencies in clocks and sizes in bytes, read off within 5 % and within one point of half a doubling.
fn is_read_off(device: &str, clock_hz: f64, latencies: [f64; 3], sizes: [f64; 2]) {
    let (points, knees) = staircase(device);
    let one_point = 2f64.sqrt() * 1.01;
    assert_eq!(knees.len(), 2, "{device}: {knees:?}");
    for (knee, size) in knees.iter().zip(sizes) {
        assert!(
            (1.0 / one_point..=one_point).contains(&(knee / size)),
            "{device}: a knee at {knee}, a cache of {size}"
        );
    }
    let bounds = [(0.0, sizes[0] * 0.9), (sizes[0] * 1.5, sizes[1] * 0.9), (sizes[1] * 2.0, f64::INFINITY)];
    for ((from, to), clocks) in bounds.into_iter().zip(latencies) {
        let found = plateau(&points, from, to) * clock_hz;
        assert!(
            (found / clocks - 1.0).abs() < 0.05,
            "{device}: {found} clocks between {from} and {to}, the table has {clocks}"
        );
    }
}

#[test]
fn the_walk_reads_latencies_and_cache_sizes_off_the_default_machine() {
    let machine = Machine::builtin("ampere-8.6").expect("built in");
    let clock_hz = machine.unit.clock_hz.expect("known");
    is_read_off("sim", clock_hz, [39.0, 214.0, 570.0], [131_072.0, 3_145_728.0]);
}

#[test]
fn the_walk_reads_off_a_machine_that_it_has_not_seen() {
    let changes = "unit.clock_hz=2e9,cache.l1_bytes=49152,cache.l1_latency_clocks=70,cache.l2_bytes=1048576,\
                   cache.l2_latency_clocks=300,dram.latency_clocks=900";
    is_read_off(&format!("sim:ampere-8.6,{changes}"), 2e9, [70.0, 300.0, 900.0], [49_152.0, 1_048_576.0]);
}

/// Passes over the banks that the loads of a kernel of the part `banks` take, over the fewest.
fn passes(variant: &str, apart: u32) -> f64 {
    let lab = labs::named("hierarchy").expect("registered");
    let (part, _) = lab.named_variant(variant).expect("a variant");
    let problem = (part.sweep.expect("swept").problem)(1, apart);
    let path = format!("{}/shaders/hierarchy/{variant}.wgsl", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(&path).expect("the shader");
    let kernel = Kernel::parse(&path, &source, None, &Overrides::new()).expect("it compiles");
    let machine = Machine::builtin("ampere-8.6").expect("built in");
    let kernel = SimulatedKernel::new(&kernel, machine).expect("it is lowered");
    let inputs = problem.inputs(1);
    let mut bindings = std::collections::BTreeMap::new();
    for buffer in &problem.buffers {
        let words = match &buffer.role {
            lockstep::lab::Role::Params(words) => words.clone(),
            lockstep::lab::Role::Input(_) => inputs.u32(buffer.binding).to_vec(),
            _ => vec![0; buffer.len],
        };
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.resize(bytes.len().next_multiple_of(16), 0);
        bindings.insert((0, buffer.binding), bytes);
    }
    let launch = Launch { workgroups: [1, 1, 1], bindings: &mut bindings, immediates: &[] };
    let (simulation, _) = kernel.run(machine, launch, &Options::default()).expect("it runs");
    let lines = simulation.outcome.lines.iter().filter(|line| line.shared_requests > 0);
    let most = lines.max_by_key(|line| line.shared_requests).expect("it loads");
    most.shared_wavefronts.expect("known") as f64 / most.shared_requests as f64
}

#[test]
fn words_so_far_apart_take_as_many_passes_as_the_greatest_divisor_that_they_share_with_the_banks() {
    fn gcd(a: u32, b: u32) -> u32 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    for apart in 1..=64 {
        assert_eq!(passes("words", apart), f64::from(gcd(apart, 32)), "{apart} words apart");
    }
}

#[test]
fn padding_and_swizzling_free_a_column_and_pay_elsewhere() {
    // Neighbours that lie in two rows meet once.
    assert!(["padded", "swizzled"].iter().all(|variant| passes(variant, 1) <= 2.0));
    assert!(["padded", "swizzled"].iter().all(|variant| passes(variant, 32) == 1.0));
    assert!(passes("padded", 31) > 4.0, "{}", passes("padded", 31));
    assert!(passes("swizzled", 33) > 2.0, "{}", passes("swizzled", 33));
}
