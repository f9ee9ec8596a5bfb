//! Every suggestion of a finding, tried: a kernel that calls for it, and the same one changed as it says.
//!
//! A file of `kernels/` has the entry points `before` and `after` and opens with lines `// KEY: VALUE`: `suggests`, names
//! of suggestions; `figure`, the counter that must fall (`estimated` is the time), or rise where `+` stands before it; `before` and `after`, the
//! workgroups; `buffers`, the words of each binding of group 0; where they are not as usual, `words: u32`, `machine`, and
//! `results: other`, with the reason why the two need not leave the same bytes, `slower`, why the second takes longer,
//! `said`, what a finding of the first says, and `unsaid`, what none of them may say, and `untold`, kinds of findings that the second
//! must not have.
//!
//! A file of `counterexamples/` has one entry point, `main`, and `untold`, kinds of findings that would be wrong there, though it looks
//! like what they are about; it needs neither `suggests` nor `figure`.

mod case;

use std::fs;
use std::path::{Path, PathBuf};

use case::{BETTER, Case, is_next, messages, suggests};
use lockstep_sim::advice::{Handed, Suggestion, unfused};
use lockstep_sim::machine::Machine;
use lockstep_sim::{FindingKind, Sampling, Simulation};

/// A kernel that takes so many times what the best rung takes is near it: nothing more need be suggested.
const NEAR: f64 = 1.5;

fn cases() -> Vec<Case> {
    files("kernels")
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/advice").join(name)
}

fn files(folder: &str) -> Vec<Case> {
    let mut paths: Vec<_> = fs::read_dir(self::folder(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| Case::read(path)).collect()
}

/// A test for each kernel of `kernels/`: changed as a finding says it is better, and no worse in anything else.
macro_rules! kernels {
    ($($name:ident,)*) => {
        const KERNELS: &[&str] = &[$(stringify!($name)),*];

        mod kernel {
            $(#[test]
            fn $name() {
                super::assert_better(stringify!($name));
            })*
        }
    };
}

kernels! {
    carry_remainder,
    combine_first,
    combine_once,
    constant_indices,
    count_by_axis,
    count_in_copies,
    decide_alike,
    denser_requests,
    drop_barrier,
    earlier_dispatch,
    even_rounds,
    exact_quotient,
    fewer_barriers,
    fewer_bytes,
    fewer_copies,
    fewer_copies_of_one_lane,
    fewer_instructions,
    fewer_registers,
    fewer_shared_reads,
    fewer_spread_atomics,
    fewer_workgroups,
    field_arrays,
    gather,
    halve_together,
    interleave,
    interleave_chunks,
    interleave_in_rows,
    keep_value,
    keep_values,
    known_divisor,
    larger_workgroups,
    largest_first,
    load_vectors,
    longer_cubes,
    longer_rows,
    longer_tile,
    more_before,
    more_in_flight,
    more_workgroups,
    neighbouring_in_rows,
    neighbouring_words,
    no_second_copy,
    one_address,
    one_loop,
    one_of_each,
    pad,
    pairs_together,
    partial_results,
    reuse_in_unit,
    reuse_loads,
    scatter,
    select_value,
    several_results,
    share_columns,
    share_columns_along_y,
    share_loop,
    share_row_of_one_lane,
    share_rows,
    share_rows_summed_in_memory,
    share_vectors,
    share_work,
    side_by_side,
    smaller_tiles,
    smaller_workgroups,
    split_loop,
    spread_copies,
    store_once,
    store_result,
    swap_at_edges,
    swap_axes,
    swap_flat,
    tile,
    tile_of_shared_sectors,
    tile_of_short_rows,
    tile_of_stores,
    tile_of_waits,
    twice_as_many,
    vector,
    whole_subgroups,
    wider_tile,
}

fn assert_better(name: &str) {
    let complaints = Case::read(&folder("kernels").join(format!("{name}.wgsl"))).complaints();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_kernel_of_the_folder_has_its_test() {
    let there = cases().into_iter().map(|case| case.name);
    let unlisted: Vec<String> = there.filter(|name| !KERNELS.contains(&name.as_str())).collect();
    assert!(unlisted.is_empty(), "`kernels!` in {} lacks {unlisted:?}", file!());
}

#[test]
fn no_counterexample_is_told_what_would_be_wrong_there() {
    let complaints = |case: &Case| case.told_wrongly(&case.run("main").0);
    let complaints: Vec<String> = files("counterexamples").iter().flat_map(complaints).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Every launch has a finding about its limiter; those about launches that follow each other have a test of their own below.
const NOT_OF_ONE_LAUNCH: [FindingKind; 2] = [FindingKind::Limiter, FindingKind::UnfusedTraffic];

#[test]
fn every_finding_about_speed_has_a_kernel_in_which_it_would_be_wrong() {
    let cases = [cases(), files("counterexamples")].concat();
    let untold: Vec<FindingKind> = cases.iter().flat_map(Case::untold).collect();
    let wanted = FindingKind::ALL.iter().filter(|kind| kind.is_about_speed() && !NOT_OF_ONE_LAUNCH.contains(kind));
    let without: Vec<&str> = wanted.filter(|kind| !untold.contains(kind)).map(|kind| kind.name()).collect();
    assert!(without.is_empty(), "no file of counterexamples/ or kernels/ has `// untold:` with {without:?}");
}

#[test]
fn every_suggestion_has_been_tried() {
    let tried: Vec<&str> = cases().iter().flat_map(Case::suggestions).map(Suggestion::name).collect();
    let untried = Suggestion::ALL.iter().filter(|suggestion| **suggestion != Suggestion::Fuse);
    let untried: Vec<_> = untried.map(|suggestion| suggestion.name()).filter(|name| !tried.contains(name)).collect();
    assert!(untried.is_empty(), "no file of tests/advice/kernels tries {untried:?}");
}

#[test]
fn findings_suggest_nothing_that_is_not_in_the_list_of_suggestions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/advice");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && !path.ends_with("suggestion.rs") {
            let text = fs::read_to_string(&path).unwrap();
            assert!(!text.contains("Next: "), "{} suggests by itself: use `suggest`", path.display());
        }
    }
}

/// Launches that hand data to each other are found by whoever knows the launches.
#[test]
fn two_kernels_fused_into_one_as_a_finding_says_move_less() {
    let wgsl = "@group(0) @binding(0) var<storage, read> input: array<f32>;
        @group(0) @binding(1) var<storage, read_write> between: array<f32>;
        @group(0) @binding(2) var<storage, read_write> output: array<f32>;
        @compute @workgroup_size(256) fn first(@builtin(global_invocation_id) id: vec3u) { between[id.x] = 2.0 * input[id.x]; }
        @compute @workgroup_size(256) fn second(@builtin(global_invocation_id) id: vec3u) { output[id.x] = between[id.x] + 1.0; }
        @compute @workgroup_size(256) fn fused(@builtin(global_invocation_id) id: vec3u) { output[id.x] = 2.0 * input[id.x] + 1.0; }";
    let bytes = 4 * 960 * 256;
    let says = [("buffers", "245760 245760 245760"), ("first", "960"), ("second", "960"), ("fused", "960")];
    let says = says.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    let case = Case { name: "fuse".to_owned(), wgsl: wgsl.to_owned(), says };
    let handed = Handed { name: "between".to_owned(), from: 1, to: 2, bytes };
    let finding = unfused(2, &[handed], None).unwrap();
    assert!(is_next(&finding.message, Suggestion::Fuse.text()), "{finding}");
    let [first, second, fused] = ["first", "second", "fused"].map(|entry| case.run(entry).0);
    let bytes_of = |run: &Simulation| case.figure(run, "dram_bytes");
    let time = |run: &Simulation| run.estimate.time_s.unwrap();
    assert!(bytes_of(&fused) < BETTER * (bytes_of(&first) + bytes_of(&second)));
    assert!(time(&fused) < BETTER * (time(&first) + time(&second)));
}

#[test]
fn a_product_whose_x_and_y_are_swapped_as_a_finding_says_is_faster() {
    assert_swapped_is_faster(Machine::DEFAULT);
}

#[test]
#[ignore = "the same on every machine, which .ci/long runs"]
fn a_product_whose_x_and_y_are_swapped_as_a_finding_says_is_faster_on_every_machine() {
    Machine::names().filter(|name| *name != "lavapipe").for_each(assert_swapped_is_faster);
}

fn assert_swapped_is_faster(name: &str) {
    let wgsl = "@group(0) @binding(0) var<storage, read> a: array<f32>;
        @group(0) @binding(1) var<storage, read> b: array<f32>;
        @group(0) @binding(2) var<storage, read_write> c: array<f32>;
        const N = 512u;
        const K = 32u;
        fn product(row: u32, column: u32) {
            var sum = 0.0;
            for (var k = 0u; k < K; k++) { sum = fma(a[row * K + k], b[k * N + column], sum); }
            c[row * N + column] = sum;
        }
        @compute @workgroup_size(16, 16) fn columns(@builtin(global_invocation_id) id: vec3u) { product(id.x, id.y); }
        @compute @workgroup_size(16, 16) fn rows(@builtin(global_invocation_id) id: vec3u) { product(id.y, id.x); }";
    let says = [("buffers", "16384 16384 262144"), ("columns", "32 32"), ("rows", "32 32"), ("machine", name)];
    let says = says.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    let case = Case { name: name.to_owned(), wgsl: wgsl.to_owned(), says };
    let (columns, rows) = (case.run("columns").0, case.run("rows").0);
    assert!(suggests(&columns, Suggestion::SwapAxes), "{name}: {:#?}", messages(&columns));
    let (was, is) = (columns.estimate.time_s.unwrap(), rows.estimate.time_s.unwrap());
    assert!(is < BETTER * was, "{name}: {was:e} s become {is:e} s: {:#?}", messages(&rows));
}

/// A file of `ladders/`: `steps` are entry points, of which `next` leads from one to the following one: suggestions, any of
/// which is made where the kernel is not near the best yet. `best` is the best rung of the ladder that others published.
#[test]
#[ignore = "a minute, which .ci/long takes"]
fn who_follows_the_suggestions_ends_near_the_best_rung() {
    std::thread::scope(|scope| {
        for machine in [Machine::DEFAULT, "ada-8.9", "rdna3", "apple-m2"] {
            scope.spawn(|| assert_ladders_are_walked_on(machine));
        }
    });
}

fn assert_ladders_are_walked_on(machine: &str) {
    let complaints: Vec<String> = files("ladders").iter().flat_map(|ladder| follow(ladder, machine)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What is wrong with following the suggestions of a ladder's steps on a machine.
fn follow(ladder: &Case, machine: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let steps: Vec<&str> = ladder.value("steps").split(' ').collect();
    let next: Vec<&str> = ladder.value("next").split(", ").collect();
    assert_eq!(next.len(), steps.len() - 1, "{}", ladder.name);
    let on = Machine::builtin(machine).unwrap();
    let run = |entry: &str| ladder.run_on(on, entry, Sampling::Sampled { max_workgroups: 48 }).0;
    let time = |run: &Simulation| run.estimate.time_s.unwrap();
    let best = time(&run(ladder.value("best")));
    let runs: Vec<Simulation> = steps.iter().map(|step| run(step)).collect();
    for (at, wanted) in next.iter().enumerate() {
        let named = |name: &str| Suggestion::ALL.iter().find(|suggestion| suggestion.name() == name);
        let made = |name: &str| suggests(&runs[at], *named(name).unwrap_or_else(|| panic!("{name}")));
        if !wanted.split('|').any(made) && time(&runs[at]) > NEAR * best {
            let said = messages(&runs[at]);
            complaints.push(format!("{machine}: {} does not lead on to {}: {said:#?}", steps[at], steps[at + 1]));
        }
    }
    let last = time(&runs[steps.len() - 1]);
    println!(
        "{:10} {machine:10} {:5.2} x the best, {:6.1} x better than the first",
        ladder.name,
        last / best,
        time(&runs[0]) / last
    );
    if last > NEAR * best {
        complaints.push(format!("{machine}: {} ends at {:.2} x the best rung", ladder.name, last / best));
    }
    complaints
}
