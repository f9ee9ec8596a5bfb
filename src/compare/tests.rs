use super::*;
use crate::kernel::{Kernel, Overrides};
use crate::measure::Summary;
use crate::sim::Counters;
use crate::sim::estimate::Times;
use crate::units::Seconds;

fn kernel(source: &str) -> Kernel {
    Kernel::parse("k.wgsl", source, None, &Overrides::new()).expect("it is WGSL")
}

const SUM: &str = "// Adds.
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
const STEP = 2u;
fn twice(x: f32) -> f32 { return x + x; }
@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let here = id.x * STEP;
    sums[here] = twice(sums[here]);
}
";

#[test]
fn comments_blanks_and_names_make_no_other_program() {
    let renamed = SUM
        .replace("// Adds.", "/* Another /* nested */ comment */")
        .replace("sums", "totals")
        .replace("twice", "doubled")
        .replace("here", "place")
        .replace("STEP", "PITCH")
        .replace("main", "entry")
        .replace("    ", "  \n  ");
    assert!(same_program(&kernel(SUM), &kernel(&renamed)));
}

#[test]
fn another_constant_operation_or_workgroup_is_another_program() {
    for (from, to) in [("2u", "3u"), ("x + x", "x - x"), ("size(32)", "size(64)"), ("binding(0)", "binding(1)")] {
        let other = SUM.replace(from, to);
        assert!(!same_program(&kernel(SUM), &kernel(&other)), "{from} to {to}");
    }
}

#[test]
fn lines_that_differ_are_found_without_comments_and_blanks() {
    let a = "let x = 1; // one\n\nlet y = 2;\nlet z = 3;\n";
    let b = "let x  =  1;\nlet y = 4; /* four */\nlet z = 3;\n";
    let runs = changed(a, b);
    let [run] = &runs[..] else { panic!("{runs:?}") };
    assert_eq!(run.a, [(3, "let y = 2;".to_owned())]);
    assert_eq!(run.b, [(2, "let y = 4;".to_owned())]);
    assert_eq!(changed(a, a), []);
}

#[test]
fn the_lesson_is_the_first_sentence_and_what_is_taught() {
    let source = "// tiled: a tile of A and of B. More here.\n//\n// Teaches: workgroup memory. Each float\n// serves many. And more.\n// Expect: speed.\nfn f() {}\n";
    let lesson = lesson(source).expect("there is one");
    assert_eq!(lesson.says, "tiled: a tile of A and of B.");
    assert_eq!(lesson.teaches.as_deref(), Some("workgroup memory. Each float serves many."));
    assert_eq!(super::lesson("fn f() {}\n// late\n"), None);
    assert_eq!(super::lesson("//\n//\n"), None);
    assert_eq!(super::lesson(""), None);
}

fn time(median: f64, low: f64, high: f64, samples: usize) -> Summary {
    Summary { median: Seconds(median), low: Seconds(low), high: Seconds(high), min: Seconds(low), samples, unrest: 0.0 }
}

#[test]
fn times_differ_exactly_where_their_intervals_are_apart() {
    let one = time(1.0, 0.9, 1.1, 9);
    for (other, verdict) in [
        (time(1.2, 1.05, 1.4, 9), TimeChange::Same),
        (time(1.3, 1.15, 1.4, 9), TimeChange::Slower),
        (time(0.7, 0.6, 0.8, 9), TimeChange::Faster),
        (one, TimeChange::Same),
    ] {
        let ratio = TimeRatio::of(&one, &other);
        assert_eq!(ratio.verdict, verdict, "{ratio:?}");
        assert_eq!(ratio.verdict != TimeChange::Same, one.apart(&other));
        assert!(ratio.low <= ratio.value && ratio.value <= ratio.high);
    }
}

#[test]
fn estimates_differ_beyond_the_drift_that_measurements_are_allowed() {
    let of = |second: f64| TimeRatio::of(&Summary::estimated(Seconds(1.0)), &Summary::estimated(Seconds(second)));
    assert!(of(1.0).estimated);
    assert_eq!(of(1.02).verdict, TimeChange::Same);
    assert_eq!(of(0.98).verdict, TimeChange::Same);
    assert_eq!(of(1.05).verdict, TimeChange::Slower);
    assert_eq!(of(0.9).verdict, TimeChange::Faster);
}

fn ideas_of(a: &Counters, b: &Counters) -> Vec<Idea> {
    let side = |name, counters| Side { name, passes: &[], counters: Some(counters), takes: None };
    ideas(&side("A", a), &side("B", b))
}

fn counted() -> Counters {
    Counters {
        subgroup_width: 32,
        subgroup_instructions: 1000,
        active_lanes: 32_000,
        lane_efficiency: 1.0,
        flop: 64_000,
        global_requests: 100,
        global_sectors: 400,
        global_sectors_ideal: 400,
        global_bytes: 12_800,
        ..Counters::default()
    }
}

#[test]
fn equal_counters_are_no_idea_and_have_no_differing_row() {
    assert_eq!(ideas_of(&counted(), &counted()), []);
    let rows = counter_rows(&counted(), &counted());
    assert!(rows.iter().all(|row| !row.differs()), "{rows:?}");
    assert!(rows.iter().all(|row| row.name != "barriers"), "none in both is left out");
}

#[test]
fn the_main_idea_follows_the_counters_either_way_round() {
    let strided = Counters { global_sectors: 3200, ..counted() };
    let offset = Counters { global_sectors: 500, ..counted() };
    let diverged =
        Counters { lane_efficiency: 0.5, active_lanes: 16_000, divergent_branches: 10, branches: 20, ..counted() };
    let tiled = Counters {
        global_requests: 10,
        global_sectors: 40,
        global_sectors_ideal: 40,
        global_bytes: 1280,
        shared_requests: 200,
        shared_wavefronts: Some(200),
        shared_wavefronts_ideal: Some(200),
        barriers: 16,
        ..counted()
    };
    let conflicts = Counters { shared_wavefronts: Some(3200), ..tiled.clone() };
    let wide = Counters { global_requests: 25, ..counted() };
    let contended = Counters { atomic_requests: 10, atomic_serializations: 320, ..counted() };
    for (a, b, kind, words) in [
        (&counted(), &strided, IdeaKind::Coalescing, "touches 32.0 sectors"),
        (&strided, &counted(), IdeaKind::Coalescing, "now fills whole sectors"),
        (
            &strided,
            &Counters { global_sectors: 800, ..counted() },
            IdeaKind::Coalescing,
            "now fills more of each sector",
        ),
        (&counted(), &offset, IdeaKind::Coalescing, "no longer begin where sectors begin"),
        (&counted(), &diverged, IdeaKind::Divergence, "50 % of the lanes are active in B where 100 %"),
        (&counted(), &tiled, IdeaKind::WorkgroupMemory, "sectors fall 10.0x"),
        (&tiled, &counted(), IdeaKind::WorkgroupMemory, "B does without"),
        (&conflicts, &tiled, IdeaKind::BankConflicts, "lie in different banks"),
        (&counted(), &wide, IdeaKind::VectorLoads, "moves 512 B where one of A moves 128 B"),
        (&contended, &counted(), IdeaKind::Atomics, "are gone (320 before)"),
    ] {
        let ideas = ideas_of(a, b);
        let first = ideas.first().unwrap_or_else(|| panic!("{kind:?}: no idea"));
        assert_eq!(first.kind, kind, "{ideas:#?}");
        assert!(first.sentence.contains(words), "{}", first.sentence);
    }
}

#[test]
fn what_lanes_exchange_explains_no_loads_of_buffers_where_they_exchanged_it_before() {
    let exchanging = kernel(&SUM.replace("twice(sums[here])", "subgroupAdd(sums[here])"));
    let plain = kernel(SUM);
    let pass = |kernel| Pass { kernel, lines: &[] };
    let (plain, exchanging) = ([pass(&plain)], [pass(&exchanging)]);
    let through_memory = Counters { shared_requests: 900, barriers: 90, ..counted() };
    let once = Counters { shared_requests: 300, barriers: 9, global_bytes: 6400, global_requests: 50, ..counted() };
    let [slow, fast] = [8e-6, 4e-6].map(|latency| -> Times { [("latency".to_owned(), latency)].into() });
    let ideas_between = |before: &Counters, after: &Counters| {
        let a = Takes::of(Some(Summary::estimated(Seconds(8e-6))), &slow);
        let b = Takes::of(Some(Summary::estimated(Seconds(4e-6))), &fast);
        let a = Side { name: "A", passes: &plain, counters: Some(before), takes: a };
        ideas(&a, &Side { name: "B", passes: &exchanging, counters: Some(after), takes: b })
    };
    let of_both = ideas_between(&through_memory, &once);
    assert_eq!([of_both[0].kind, of_both[1].kind], [IdeaKind::Reuse, IdeaKind::SubgroupOperations], "{of_both:#?}");
    assert!(!of_both[1].sentence.contains("requests to memory"), "{of_both:#?}");
    // Without workgroup memory before, what lanes exchange is what each loaded for itself.
    let broadcast = ideas_between(&counted(), &Counters { global_bytes: 6400, global_requests: 50, ..counted() });
    assert_eq!(broadcast[0].kind, IdeaKind::SubgroupOperations, "{broadcast:#?}");
    assert!(broadcast[0].sentence.contains("requests to memory fall 2.00x"), "{broadcast:#?}");
}

#[test]
fn what_made_the_faster_one_faster_comes_first_whatever_else_moved() {
    // Far fewer sectors, and lanes that meet less at atomics: the one or the other is what took the time. More is computed.
    let slow = Counters { global_sectors: 3200, atomic_requests: 10, atomic_serializations: 320, ..counted() };
    let fast = Counters { atomic_requests: 10, atomic_serializations: 10, flop: 640_000, ..counted() };
    let terms = |dram: f64, atomics: f64, f32: f64| -> Times {
        [("dram", dram), ("atomics", atomics), ("f32", f32)].map(|(name, time)| (name.to_owned(), time)).into()
    };
    let first = |(slow_terms, slow_time): (Times, f64), (fast_terms, fast_time): (Times, f64)| {
        let takes = |time, terms| Takes::of(Some(Summary::estimated(Seconds(time))), terms);
        let a = Side { name: "A", passes: &[], counters: Some(&slow), takes: takes(slow_time, &slow_terms) };
        let b = Side { name: "B", passes: &[], counters: Some(&fast), takes: takes(fast_time, &fast_terms) };
        let [there, back] = [ideas(&a, &b), ideas(&b, &a)].map(|ideas| ideas[0].kind);
        assert_eq!(there, back);
        there
    };
    assert_eq!(ideas_of(&slow, &fast)[0].kind, IdeaKind::Coalescing);
    assert_eq!(first((terms(2e-5, 9e-5, 1e-6), 1e-4), (terms(3e-6, 3e-6, 1e-5), 1e-5)), IdeaKind::Atomics);
    assert_eq!(first((terms(9e-5, 2e-5, 1e-6), 1e-4), (terms(3e-6, 3e-6, 1e-5), 1e-5)), IdeaKind::Coalescing);
    // Where more arithmetic is what made B slower, fewer sectors do not explain it.
    assert_eq!(first((terms(2e-5, 9e-6, 1e-6), 2e-5), (terms(3e-6, 3e-6, 1e-4), 1e-4)), IdeaKind::Arithmetic);
}

#[test]
fn ideas_name_the_lines_that_spend_and_the_files_where_there_are_several() {
    let kernel = kernel(SUM);
    let lines = [crate::sim::LineCounters {
        line: 8,
        global_requests: 100,
        global_sectors: 3200,
        global_sectors_ideal: 400,
        ..Default::default()
    }];
    let pass = Pass { kernel: &kernel, lines: &lines };
    let strided = Counters { global_sectors: 3200, ..counted() };
    let dense = counted();
    let a = Side { name: "A", passes: &[pass], counters: Some(&strided), takes: None };
    let b = Side { name: "B", passes: &[pass, pass], counters: Some(&dense), takes: None };
    let ideas = ideas(&a, &b);
    let coalescing = ideas.iter().find(|idea| idea.kind == IdeaKind::Coalescing).expect("told");
    assert!(coalescing.sentence.contains("A: line 8; B: lines 8 of k.wgsl"), "{}", coalescing.sentence);
}
