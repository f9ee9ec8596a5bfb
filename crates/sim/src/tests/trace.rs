//! Traces against ones made by hand.

use super::harness::Case;
use crate::exec::trace;
use crate::execution_trace::{AddressSpace, Change, ExecutionTrace, MemoryRequest, Step, TraceOf, Value};
use crate::{Launch, run};

fn traced(case: &Case, of: TraceOf) -> ExecutionTrace {
    let mut bindings = case.bindings.clone();
    let launch = Launch { workgroups: case.workgroups, bindings: &mut bindings, immediates: &case.immediates };
    let trace = trace((&case.program(), &case.compiled().tables), &launch, &case.target, &case.options, of)
        .expect("it can be launched");
    assert_eq!(bindings, case.bindings, "a trace leaves the buffers alone");
    trace
}

fn whole(case: &Case) -> ExecutionTrace {
    let trace = traced(case, TraceOf::default());
    assert!(trace.complete);
    trace
}

/// Line, lanes and change of each step.
fn course(trace: &ExecutionTrace) -> Vec<(u32, u128, Option<Change>)> {
    trace.steps.iter().map(|step| (step.line, step.lanes.bits(), step.change)).collect()
}

fn values<'a>(trace: &'a ExecutionTrace, step: &'a Step, name: &str) -> Option<&'a [Value]> {
    let named = |variable: u32| trace.variables[variable as usize].name == name;
    step.values.iter().find(|values| named(values.variable)).map(|values| &values.values[..])
}

fn ints(values: &[i64]) -> Vec<Value> {
    values.iter().map(|&value| Value::Int(value)).collect()
}

const LOOP: &str = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    var sum = 10u;
    for (var k = 0u; k < i; k++) {
        sum += k;
    }
    out[i] = sum;
}";

#[test]
fn lanes_leave_a_loop_one_after_the_other_and_meet_behind_it() {
    let trace = whole(&Case::new(LOOP).width(4).zeros(0, 16));
    assert_eq!(
        course(&trace),
        [
            (5, 0b1111, None),
            (6, 0b1110, Some(Change::Parts)),
            (5, 0b1110, None),
            (6, 0b1100, Some(Change::Parts)),
            (5, 0b1100, None),
            (6, 0b1000, Some(Change::Parts)),
            (5, 0b1000, None),
            (8, 0b1111, Some(Change::Meets)),
        ]
    );
    let waiting: Vec<_> = trace.steps[5].waiting.iter().map(|waiting| (waiting.lanes.bits(), waiting.line)).collect();
    assert_eq!(waiting, [(0b0111, 5)]);
    assert!(trace.steps[7].waiting.is_empty());
}

#[test]
fn a_step_has_the_values_that_are_new_by_lane() {
    let trace = whole(&Case::new(LOOP).width(4).zeros(0, 16));
    let at = |step: usize, name: &str| values(&trace, &trace.steps[step], name).map(<[_]>::to_vec);
    assert_eq!(at(0, "i"), Some(ints(&[0, 1, 2, 3])));
    assert_eq!(at(0, "k"), Some(ints(&[0])));
    assert_eq!(at(2, "k"), Some(ints(&[1])), "one for all where all have the same");
    assert_eq!(at(3, "k"), None, "only what is new");
    assert_eq!(at(0, "sum"), Some(ints(&[10])), "its declaration is behind");
    assert_eq!(at(1, "sum"), None, "10 + 0");
    assert_eq!(at(3, "sum"), Some(ints(&[11])));
    assert_eq!(at(5, "sum"), Some(ints(&[13])));
}

#[test]
fn both_sides_of_a_branch_and_those_that_return_are_told_apart() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    if (i == 3u) {
        return;
    }
    if (i % 2u == 0u) {
        let even = f32(i) * 0.5;
        out[i] = even;
    } else {
        out[i] = 1.0;
    }
    out[i] += 1.0;
}";
    let trace = whole(&Case::new(source).width(4).zeros(0, 16));
    assert_eq!(
        course(&trace),
        [
            (4, 0b1111, None),
            (5, 0b1000, Some(Change::Parts)),
            (7, 0b0111, Some(Change::Turns)),
            (8, 0b0101, Some(Change::Parts)),
            (9, 0b0101, None),
            (11, 0b0010, Some(Change::Turns)),
            (13, 0b0111, Some(Change::Meets)),
        ]
    );
    let even = values(&trace, &trace.steps[3], "even").map(<[_]>::to_vec);
    assert_eq!(even, Some(vec![Value::Float(0.0), Value::Float(1.0)]));
}

fn only_access<'a>(trace: &'a ExecutionTrace, name: &str) -> &'a MemoryRequest {
    let mut all = trace.steps.iter().flat_map(|step| &step.requests).filter(|access| access.name == name);
    let first = all.next().expect("the kernel accesses it");
    assert!(all.next().is_none(), "more than one access of {name}");
    first
}

#[test]
fn a_bank_conflict_of_4_and_an_uncoalesced_load_have_their_addresses_and_costs() {
    let source = "@group(0) @binding(0) var<storage, read> a: array<f32>;
var<workgroup> tile: array<f32, 128>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
    tile[i * 4u] = a[i * 8u + 1u];
}";
    let trace = whole(&Case::new(source).f32s(0, &[1.0; 257]));
    let load = only_access(&trace, "a");
    assert_eq!((load.memory, load.bytes, load.cost, load.ideal), (AddressSpace::Storage, 4, Some(32), Some(4)));
    assert_eq!(load.addresses, (0..32).map(|lane| lane * 32 + 4).collect::<Vec<u32>>());
    let store = only_access(&trace, "tile");
    assert_eq!((store.memory, store.cost, store.ideal), (AddressSpace::Workgroup, Some(4), Some(1)));
    assert_eq!(store.addresses, (0..32).map(|lane| lane * 16).collect::<Vec<u32>>());
}

#[test]
fn every_subgroup_comes_to_a_barrier_before_one_goes_on() {
    let source = "var<workgroup> tile: array<u32, 8>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    tile[i] = i;
    workgroupBarrier();
    out[i] = tile[7u - i];
}";
    let trace = whole(&Case::new(source).width(4).zeros(0, 32));
    assert_eq!(trace.subgroups.iter().map(|lanes| lanes.len()).collect::<Vec<_>>(), [4, 4]);
    let lines: Vec<_> = trace.steps.iter().map(|step| (step.line, step.barrier)).collect();
    let once = [(5, false), (6, true)];
    assert_eq!(lines, [&once[..], &once, &[(7, false), (7, false)]].concat());
    assert_ne!(trace.steps[0].subgroup, trace.steps[2].subgroup);
}

#[test]
fn a_trace_of_an_endless_loop_ends_where_it_was_told_to() {
    let source = "@compute @workgroup_size(4)
fn main() {
    var i = 0u;
    loop { i = 1u; if (i == 0u) { break; } }
}";
    let trace = traced(&Case::new(source).width(4), TraceOf { most_steps: 50, ..TraceOf::default() });
    assert_eq!((trace.steps.len(), trace.complete), (50, false));
}

#[test]
fn each_subgroup_has_its_share_of_a_trace_that_is_too_short() {
    let source = "var<workgroup> tile: array<u32, 16>;
@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) i: u32) {
    for (var k = 0u; k < 1000u; k++) { tile[i] += k; }
    workgroupBarrier();
    tile[15u - i] += 1u;
}";
    let trace = traced(&Case::new(source).width(4), TraceOf { most_steps: 80, ..TraceOf::default() });
    let steps = |subgroup| trace.steps.iter().filter(|step| step.subgroup == subgroup).count();
    assert_eq!([0, 1, 2, 3].map(steps), [20; 4]);
    assert!(!trace.complete);
}

#[test]
fn the_costs_of_all_steps_are_what_the_counters_say() {
    let source = "@group(0) @binding(0) var<storage, read> a: array<vec3<f32>>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
var<workgroup> tile: array<f32, 100>;
fn picked(i: u32) -> f32 {
    if (i > 40u) { return a[i / 2u].y; }
    return tile[i % 7u];
}
@compute @workgroup_size(50)
fn main(@builtin(local_invocation_index) i: u32) {
    tile[i * 2u] = f32(i);
    workgroupBarrier();
    for (var k = 0u; k < i % 5u; k++) { out[i * 3u] += picked(i + k) * tile[k]; }
}";
    let case = Case::new(source).zeros(0, 16 * 64).zeros(1, 600);
    let trace = whole(&case);
    let sum = |memory| {
        let all = trace.steps.iter().flat_map(|step| &step.requests).filter(move |access| access.memory == memory);
        all.fold((0, 0), |(requests, cost), access| (requests + 1, cost + access.cost.unwrap_or(0)))
    };
    let mut bindings = case.bindings.clone();
    let launch = Launch { workgroups: case.workgroups, bindings: &mut bindings, immediates: &[] };
    let counters = run(&case.compiled(), launch, &case.target, &case.options).expect("it runs").counters;
    assert_eq!(sum(AddressSpace::Storage), (counters.global_requests, counters.global_sectors));
    assert_eq!(Some(sum(AddressSpace::Workgroup).1), counters.shared_wavefronts);
}

#[test]
fn a_workgroup_that_is_not_there_is_refused_and_another_than_the_first_is_traced() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    out[id.x + 4u * id.y] = 1u;
}";
    let case = Case::new(source).width(4).groups([1, 3, 1]).zeros(0, 48);
    let last = traced(&case, TraceOf { workgroup: [0, 2, 0], ..TraceOf::default() });
    assert_eq!(only_access(&last, "out").addresses, [32, 36, 40, 44]);
    let of = TraceOf { workgroup: [0, 3, 0], ..TraceOf::default() };
    let launch = Launch { workgroups: case.workgroups, bindings: &mut case.bindings.clone(), immediates: &[] };
    let error = trace((&case.program(), &case.compiled().tables), &launch, &case.target, &case.options, of)
        .expect_err("there are three");
    assert_eq!(error.to_string(), "there is no workgroup (0, 3, 0): the launch has 1 x 3 x 1 of them, counted from 0");
}
