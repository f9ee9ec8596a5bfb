//! The reduction lab's kernels against formulas: turns at atomics, bytes, and what is right whoever begins first.

use std::collections::BTreeMap;

use lockstep::host::Native;
use lockstep::kernel::{Kernel, Overrides};
use lockstep::lab::{Lab, Part, Problem, Role, Shaders, Variant};
use lockstep::labs;
use lockstep::sim::machine::Machine;
use lockstep::sim::{Compiled, Counters, Launch, Options, simulate};
use lockstep::verify::{Poison, compare};

fn lab() -> &'static Lab {
    labs::find("reduction").expect("the lab")
}

fn variant(name: &str) -> (&'static Part, &'static Variant) {
    lab().named_variant(name).expect("a variant")
}

fn machine(width: u32) -> Machine {
    let mut machine = Machine::builtin(Machine::DEFAULT).expect("built in").clone();
    machine.subgroup.width = Some(width);
    machine
}

/// The width of the default machine's subgroups.
const WIDTH: u32 = 32;

/// What an output holds before.
const UNWRITTEN: u32 = 0xdead_beef;

/// Runs `name` on `problem` with its source changed, asserts that every element is right, and says what was counted.
fn right(name: &str, problem: &Problem, seed: u64, width: u32, change: impl Fn(String) -> String) -> Counters {
    let inputs = problem.inputs(seed);
    let mut held = BTreeMap::new();
    for buffer in &problem.buffers {
        let mut words = match &buffer.role {
            Role::Params(words) => words.clone(),
            Role::Input(_) => inputs.u32(buffer.binding).to_vec(),
            role if role.is_cleared() => Vec::new(),
            _ => vec![UNWRITTEN; buffer.len],
        };
        words.resize((buffer.bytes().next_multiple_of(16).max(16) / 4) as usize, 0);
        held.insert((0, buffer.binding), bytemuck::cast_slice(&words).to_vec());
    }
    let machine = machine(width);
    let mut counters = Counters::default();
    for pass in variant(name).1.passes {
        let (path, text, _) = Shaders::usual(&Native).read("reduction", pass.shader).expect("a shader");
        let kernel = Kernel::parse(&path, &change(text), None, &Overrides::new()).expect("a kernel");
        let workgroups = pass.grid.workgroups(problem, &kernel, 65_535).expect("a grid");
        let program = Compiled::new(&kernel, &machine.target());
        let launch = Launch { workgroups, bindings: &mut held, immediates: &[] };
        let run = simulate(&program.expect("a program"), launch, &machine, &Options::default()).expect("a run");
        let faults = run.outcome.findings.iter().filter(|finding| finding.severity == lockstep::sim::Severity::Error);
        assert_eq!(faults.map(|fault| &fault.message).collect::<Vec<_>>(), Vec::<&String>::new(), "{name}");
        counters = counters.then(&run.outcome.counters);
    }
    for (buffer, expected) in problem.outputs().zip((problem.reference)(&inputs)) {
        let found = &held[&(0, buffer.binding)];
        let verdict = compare(found, buffer.scalar, buffer.len, &expected, Poison(UNWRITTEN));
        assert!(verdict.passed(), "{name}, width {width}: {} of {}: {verdict:?}", buffer.name, problem.label);
    }
    counters
}

fn as_it_is(name: &str, problem: &Problem) -> Counters {
    right(name, problem, 7, WIDTH, |text| text)
}

/// `text` with `from` changed, which must be there.
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replace(from, to)
}

/// The problems of a part: those that are large for the rounds of its passes, and the others.
fn problems(part: &Part) -> (Vec<Problem>, Vec<Problem>) {
    let all = part.also.iter().map(|also| also()).chain([(part.problem)(9_001)]);
    all.partition(|problem| problem.size > 1 << 20)
}

/// Every kernel at every width: the problems of a part take turns.
#[test]
fn every_kernel_is_right_whatever_the_width_of_subgroups_and_whatever_the_data() {
    for part in lab().parts {
        let (_, small) = problems(part);
        let turns = small.len().min(2);
        for (at, problem) in small.iter().enumerate() {
            for width in [4, 8, 16, 32, 64, 128].into_iter().skip(at % turns).step_by(turns) {
                for variant in part.ladder {
                    right(variant.name, problem, u64::from(width), width, |text| text);
                }
            }
        }
    }
}

/// What is large for the rounds of its passes is so at any width.
#[test]
#[ignore = "half a minute: millions of elements, which .ci/long sums"]
fn every_kernel_is_right_however_many_rounds_it_takes() {
    for part in lab().parts {
        for problem in problems(part).0 {
            for variant in part.ladder {
                right(variant.name, &problem, u64::from(WIDTH), WIDTH, |text| text);
            }
        }
    }
}

#[test]
fn a_turn_an_element_becomes_one_for_all_that_a_workgroup_covers() {
    let sum = variant("atomic").0;
    for n in [1000, 4096, 100_003] {
        let problem = (sum.problem)(n);
        let covered = |each: u32| u64::from(n.div_ceil(each));
        let turns = |name: &str| as_it_is(name, &problem).atomic_serializations;
        assert_eq!(turns("atomic"), u64::from(n));
        assert_eq!(turns("sequential"), covered(256));
        assert_eq!(turns("subgroup"), covered(4096) * 256 / u64::from(WIDTH));
        assert_eq!(turns("two-level"), covered(4096));
    }
}

#[test]
fn a_scan_moves_sixteen_twelve_or_eight_bytes_an_element() {
    let n = 1 << 18;
    let problem = (variant("look-back").0.problem)(n);
    let bytes = |name: &str| as_it_is(name, &problem).global_bytes as f64 / f64::from(n);
    let (add, three, one) = (bytes("scan-add"), bytes("three-pass"), bytes("look-back"));
    assert!((add / 16.0 - 1.0).abs() < 0.01 && (three / 12.0 - 1.0).abs() < 0.01, "{add} {three}");
    assert!((three / one / 1.5 - 1.0).abs() < 0.05, "{three} {one}");
}

/// Where all elements are equal.
fn all_equal() -> Problem {
    let also = variant("replicated").0.also;
    also[also.len() - 1]()
}

#[test]
fn copies_divide_the_turns_by_their_number_where_all_elements_are_equal() {
    let problem = all_equal();
    let one = as_it_is("workgroup", &problem).atomic_serializations as f64;
    assert!(one >= f64::from(problem.size));
    for copies in [2.0, 4.0, 8.0, 16.0] {
        let constant = format!("COPIES: u32 = {copies}u");
        let turns = right("replicated", &problem, 7, WIDTH, |text| changed(&text, "COPIES: u32 = 8u", &constant));
        let divided = one / turns.atomic_serializations as f64;
        assert!((divided / copies - 1.0).abs() < 0.1, "{copies} copies divide the turns by {divided}");
    }
}

/// Each of them with workgroups that take the tiles from the last to the first, so that a tile finds none before it.
fn last_first(text: String) -> String {
    let from = "let tile = workgroupUniformLoad(&next);";
    changed(&text, from, "let tile = (params.n + TILE - 1u) / TILE - 1u - workgroupUniformLoad(&next);")
}

/// Workgroups of which every third one stalls, and says nothing until the others are through.
fn stalled(text: String) -> String {
    let text =
        changed(&text, "        post(tile, SUM | own);", "        if (tile % 3u != 1u) { post(tile, SUM | own); }");
    changed(&text, "        post(tile, PREFIX |", "        if (tile % 3u != 1u) { post(tile, PREFIX |")
        .replace("(prefix + own));", "(prefix + own)); }")
}

#[test]
fn the_look_back_is_right_in_any_order_and_waits_for_nobody() {
    let scan = variant("look-back").0;
    // More tiles than are looked at together, and the last one not full.
    for problem in [(scan.problem)(70_001), scan.also[0]()] {
        right("look-back", &problem, 1, WIDTH, last_first);
        right("look-back", &problem, 2, WIDTH, stalled);
        right("look-back", &problem, 3, WIDTH, |text| stalled(last_first(text)));
    }
}

#[test]
fn a_tile_that_stalls_is_added_up_once_by_somebody_else() {
    let problem = (variant("look-back").0.problem)(70_001);
    let plain = as_it_is("look-back", &problem).global_bytes;
    let other = right("look-back", &problem, 7, WIDTH, stalled).global_bytes;
    // Every third tile is read once more, and some words of state.
    let more = (other - plain) as f64 / (4.0 * 70_001.0 / 3.0);
    assert!((0.9..1.3).contains(&more), "{more}");
}
