//! A broken kernel for each kind of finding, and a clean twin that gives none.

use super::harness::Case;
use crate::{Config, Launch, OutOfBounds, width_assumptions};

const HEAD: &str = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
";

fn case(body: &str) -> Case {
    Case::new(&format!("{HEAD}{body}\n}}")).zeros(0, 256)
}

#[test]
fn a_missing_workgroup_barrier_is_a_race_with_both_lines() {
    let broken = case("tile[i] = i;\nout[i] = tile[63u - i];").run();
    let finding = broken.finding("race");
    assert!(finding.message.contains("line 4") && finding.message.contains("line 5"), "{}", finding.message);
    assert!(finding.message.contains("`tile`"), "{}", finding.message);
    case("tile[i] = i;\nworkgroupBarrier();\nout[i] = tile[63u - i];").run().clean();
}

#[test]
fn a_race_within_a_subgroup_is_found_too() {
    let broken = case("tile[i] = i;\nout[i] = tile[i ^ 1u];").run();
    assert_eq!(broken.finding("race").line, Some(5));
}

#[test]
fn two_lanes_that_write_one_word_race() {
    assert_eq!(case("out[0] = i;").run().finding("race").line, Some(4));
    case("if (i == 0u) { out[0] = i; }").run().clean();
}

#[test]
fn of_endless_races_enough_are_counted_and_the_rest_is_told() {
    let broken = case("for (var n = 0u; n < 2000u; n++) { out[0] = n; }").run();
    let message = &broken.finding("race").message;
    assert!(message.contains("at least 65"), "{message}");
    assert_eq!(broken.u32s(0)[0], 1999);
}

#[test]
fn a_storage_barrier_does_not_order_workgroup_memory_nor_the_reverse() {
    assert_eq!(case("tile[i] = i; storageBarrier(); out[i] = tile[63u - i];").run().kinds(), ["wrong-barrier"]);
    assert_eq!(
        case("out[i] = i; workgroupBarrier(); let x = out[63u - i]; storageBarrier(); out[i] = x;").run().kinds(),
        ["wrong-barrier"]
    );
    case("out[i] = i; storageBarrier(); let x = out[63u - i]; storageBarrier(); out[i] = x;").run().clean();
}

#[test]
fn workgroups_that_touch_the_same_word_race_on_any_number_of_threads() {
    let broken = |threads| case("out[i] = w.x;").groups([4, 1, 1]).option(|o| o.threads = threads).run();
    let (one, four) = (broken(1), broken(4));
    assert_eq!(one.finding("race").line, Some(4));
    assert_eq!(one.outcome, four.outcome);
    assert_eq!(one.bindings, four.bindings);
    let reader = case("if (w.x == 3u) { out[0] = out[1] + 1u; } else if (w.x == 0u && i == 1u) { out[1] = 2u; }");
    let reader = reader.option(|o| o.threads = 4).groups([4, 1, 1]).run();
    assert!(reader.kinds().contains(&"race"));
    case("if (i < 16u) { out[i + w.x * 16u] = w.x; }").groups([4, 1, 1]).option(|o| o.threads = 4).run().clean();
}

#[test]
fn a_barrier_in_divergent_control_flow_names_who_waits_and_where_they_parted() {
    let broken = case("if (i < 16u) {\nworkgroupBarrier();\n}\nout[i] = i;").run();
    let finding = broken.finding("divergent-barrier");
    assert_eq!(finding.line, Some(5));
    assert!(finding.message.contains("0-15"), "{}", finding.message);
    assert!(finding.message.contains("line 4"), "{}", finding.message);
    case("if (w.x < 16u) {\nworkgroupBarrier();\n}\nout[i] = i;").run().clean();
}

#[test]
fn a_barrier_that_one_subgroup_skips_or_swaps_is_divergent() {
    let broken = case("if (i < 32u) {\nworkgroupBarrier();\n} else {\nworkgroupBarrier();\n}\nout[i] = i;").run();
    let finding = broken.finding("divergent-barrier");
    assert!(finding.message.contains("line 5") && finding.message.contains("line 7"), "{}", finding.message);
    let broken = case("if (i >= 32u) {\nreturn;\n}\nworkgroupBarrier();\nout[i] = i;").run();
    let finding = broken.finding("divergent-barrier");
    assert!(finding.message.contains("line 7") && finding.message.contains("line 5"), "{}", finding.message);
}

#[test]
fn a_barrier_after_some_lanes_returned_is_divergent() {
    let broken = case("if (i >= 48u) {\nreturn;\n}\nworkgroupBarrier();\nout[i] = i;").run();
    assert!(broken.kinds().contains(&"divergent-barrier"));
}

#[test]
fn an_index_out_of_bounds_names_index_and_length_and_follows_the_policy() {
    let broken = case("let k = i + 1u;\nout[i] = tile[k] + 1u;").option(|o| o.uninitialized = false);
    let clamped = broken.run();
    let finding = clamped.finding("out-of-bounds");
    assert_eq!(finding.line, Some(5));
    assert!(finding.message.contains("index 64") && finding.message.contains("64 elements"), "{}", finding.message);
    let store = "for (var k = 0u; k < 64u; k++) { if (k == i) { out[k + 60u] = k + 1u; } }";
    let clamp = case(store).option(|o| o.races = false).run();
    assert_eq!(clamp.u32s(0)[60..], [1, 2, 3, 64]);
    let skip = case(store).option(|o| {
        o.out_of_bounds = OutOfBounds::ZeroOrSkip;
        o.races = false;
    });
    let skipped = skip.run();
    assert_eq!(skipped.u32s(0)[60..], [1, 2, 3, 4]);
    assert_eq!(skipped.finding("out-of-bounds").line, Some(4));
    case("if (i < 63u) { let k = i + 1u;\nout[i] = k; }").run().clean();
}

#[test]
fn a_negative_index_is_shown_as_such() {
    let broken = case("var a: array<u32, 4>; let k = i32(i) - 2;\nout[i] = a[k & 3] + a[min(k, 3)];").run();
    assert!(broken.finding("out-of-bounds").message.contains("index -2"));
}

#[test]
fn workgroup_memory_read_before_it_was_written_is_found() {
    let broken = case("if (i < 63u) { tile[i] = i; }\nworkgroupBarrier();\nout[i] = tile[63u - i];").run();
    assert_eq!(broken.finding("uninitialized-read").line, Some(6));
    case("tile[i] = i;\nworkgroupBarrier();\nout[i] = tile[63u - i];").run().clean();
}

#[test]
fn outputs_read_before_they_were_written_are_found() {
    let body = "out[i] += 1u;";
    let broken = case(body).option(|o| {
        o.outputs.insert((0, 0));
    });
    assert_eq!(broken.run().finding("uninitialized-read").line, Some(4));
    case(body).run().clean();
    case("out[i] = 1u;\nout[i] += 1u;")
        .option(|o| {
            o.outputs.insert((0, 0));
        })
        .run()
        .clean();
}

#[test]
fn an_endless_loop_ends_with_its_line() {
    for threads in [1, 4] {
        let broken = case("var k = 0u;\nloop {\nif (k == 1u) { break; }\nk = k & 2u;\n}\nout[i] = k;");
        let ran = broken.groups([8, 1, 1]).option(|o| {
            o.threads = threads;
            o.step_budget = 1000;
        });
        assert_eq!(ran.run().finding("step-limit").line, Some(5));
    }
    case("var k = 0u;\nloop {\nif (k == 500u) { break; }\nk++;\n}\nout[i] = k;")
        .option(|o| o.step_budget = 3000)
        .run()
        .clean();
}

#[test]
fn a_kernel_that_assumes_32_lanes_is_found_on_narrower_subgroups() {
    let source = "
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    out[i] = subgroupShuffleXor(i, 16u);
}";
    let run = |width| Case::new(source).zeros(0, 256).width(width).run();
    run(32).clean();
    assert_eq!(run(16).finding("subgroup-width").line, Some(4));
}

#[test]
fn an_atomic_whose_result_depends_on_the_order_is_noted() {
    let source = |line: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read_write> n: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
    {line}
}}"
        )
    };
    let run = |line| Case::new(&source(line)).zeros(0, 256).zeros(1, 4).run();
    let noted = run("out[atomicAdd(&n, 1u)] = i;");
    assert_eq!(noted.finding("order-dependent-atomic").line, Some(4));
    run("atomicAdd(&n, 1u); out[i] = i;").clean();
}

#[test]
fn a_width_that_is_assumed_is_found_by_running_with_others() {
    let kernel = |width: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32) {{
    let sum = subgroupAdd(i);
    if (i % {width} == 0u) {{
        atomicMax(&top, sum);
    }}
    workgroupBarrier();
    if (i == 0u) {{ out[0] = u32(atomicLoad(&top) > 0u) + select(0u, atomicLoad(&top), {width} == 32u); }}
}}
var<workgroup> top: atomic<u32>;"
        )
    };
    let find = |source: &str| {
        let case = Case::new(source).zeros(0, 4);
        let outcome = case.run().outcome;
        let mut bindings = case.bindings.clone();
        let launch = Launch { workgroups: [1, 1, 1], bindings: &mut bindings, immediates: &[] };
        let lower = |config: &Config| {
            let mut other = Case::new(source);
            other.config = config.clone();
            Ok(other.program())
        };
        width_assumptions(lower, &launch, &case.config, &case.options, &outcome)
            .unwrap_or_else(|error| panic!("{error}"))
            .findings
    };
    let found = find(&kernel("32u"));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].kind.name(), found[0].line), ("subgroup-width", Some(5)));
    let clean = kernel("size").replace("select(0u, atomicLoad(&top), size == 32u)", "0u");
    assert_eq!(find(&clean), []);
}

/// The kinds and severities of what is found in a kernel that reads a neighbour beyond the end.
fn neighbours(body: &str) -> Vec<(String, bool)> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read> a: array<u32>;
        @group(0) @binding(1) var<storage, read_write> o: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{ {body} }}"
    );
    let ran = Case::new(&source).zeros(0, 256).zeros(1, 256).run();
    let findings = ran.outcome.findings.iter();
    let told = findings.map(|finding| (finding.kind.to_string(), finding.is_error()));
    told.collect()
}

#[test]
fn a_read_out_of_bounds_is_an_error_only_where_its_value_is_used() {
    let note = [("out-of-bounds".to_owned(), false)];
    let error = [("out-of-bounds".to_owned(), true)];
    for (body, expected) in [
        ("let x = a[i + 1u]; o[i] = select(x, 0u, i == 63u);", &note),
        ("let x = a[i + 1u]; o[i] = select(x, 0u, i == 62u);", &error),
        ("let x = a[i + 1u] * 3u; o[i] = select(0u, x + 1u, i < 63u);", &note),
        ("let x = a[i + 1u]; if i < 63u { o[i] = x; }", &note),
        ("let x = a[i + 1u]; if i < 64u { o[i] = x; }", &error),
        ("let x = a[i - 1u]; o[i] = u32(i > 0u && x == 0u);", &note),
        ("let x = a[i + 1u]; o[i] = u32(i < 64u && x == 0u);", &error),
        ("let x = a[i - 1u]; switch i { case 0u: {} default: { o[i] = x; } }", &note),
        ("let x = a[i + 1u]; o[i] = x;", &error),
        ("o[i] = select(0u, 1u, a[i + 1u] == 7u);", &error),
    ] {
        assert_eq!(neighbours(body), expected, "{body}");
    }
}

#[test]
fn a_shuffle_takes_nothing_from_a_lane_that_is_elsewhere() {
    let shuffle = |body: &str| {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> o: array<u32>;
            @compute @workgroup_size(40) fn main(@builtin(local_invocation_index) i: u32) {{
                var x = i; {body} o[i] = x;
            }}"
        );
        let ran = Case::new(&source).zeros(0, 160).run();
        ran.outcome.findings.first().map(|finding| finding.kind.to_string())
    };
    let found = Some("inactive-lane".to_owned());
    assert_eq!(shuffle("if i % 2u == 0u { x += subgroupShuffleXor(x, 1u); }"), found);
    assert_eq!(shuffle("if i % 2u == 1u { return; } x += subgroupShuffleDown(x, 1u);"), found);
    assert_eq!(shuffle("let y = subgroupShuffleXor(x, 1u); if i % 2u == 0u { x += y; }"), None);
    assert_eq!(shuffle("x += subgroupShuffleDown(x, 16u);"), None);
}

#[test]
fn a_uniform_load_names_one_place_for_the_whole_workgroup() {
    let load = |index: &str| {
        let source = format!(
            "var<workgroup> w: array<u32, 64>;
            @group(0) @binding(0) var<storage, read_write> o: array<u32>;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
                w[i] = i;
                for (var k = 0u; k < 3u; k++) {{ o[i] = workgroupUniformLoad(&w[{index}]); }}
            }}"
        );
        Case::new(&source).zeros(0, 256).run()
    };
    load("k + 1u").clean();
    for index in ["i", "i / 32u", "k + (i >> 5u)"] {
        assert_eq!(load(index).kinds(), ["nonuniform-load"], "{index}");
    }
}
