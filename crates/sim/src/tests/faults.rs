//! What options, threads and tables of kernels show of faults; a broken kernel for each kind is in `tests/faults`.

use super::harness::Case;
use crate::{OutOfBounds, RacingAccesses};

const HEAD: &str = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
";

fn case(body: &str) -> Case {
    Case::new(&format!("{HEAD}{body}\n}}")).zeros(0, 256)
}

#[test]
fn of_endless_races_enough_are_counted_and_the_rest_is_told() {
    let broken = case("for (var n = 0u; n < 2000u; n++) { out[0] = n; }").run();
    let message = &broken.finding("race").message;
    assert!(message.contains("at least 65"), "{message}");
    assert_eq!(broken.u32s(0)[0], 1999);
}

#[test]
fn workgroups_that_touch_the_same_word_race_on_any_number_of_threads() {
    let broken = |threads| case("out[i] = w.x;").groups([4, 1, 1]).option(|o| o.threads = threads).run();
    let (one, four) = (broken(1), broken(4));
    assert_eq!(one.finding("race").line, Some(4));
    assert_eq!(one.finding("race").accesses, Some(RacingAccesses::WriteWrite));
    assert_eq!(one.outcome, four.outcome);
    assert_eq!(one.bindings, four.bindings);
    let reader = case("if (w.x == 3u) { out[0] = out[1] + 1u; } else if (w.x == 0u && i == 1u) { out[1] = 2u; }");
    let reader = reader.option(|o| o.threads = 4).groups([4, 1, 1]).run();
    assert_eq!(reader.finding("race").accesses, Some(RacingAccesses::ReadWrite));
    case("if (i < 16u) { out[i + w.x * 16u] = w.x; }").groups([4, 1, 1]).option(|o| o.threads = 4).run().clean();
}

#[test]
fn reads_of_a_phase_race_with_what_is_written_in_it_later_and_not_behind_a_barrier() {
    let reads = [
        ("one element for all", "tile[5]"),
        ("neighbours", "tile[i]"),
        ("rows of eight", "tile[i % 8u]"),
        ("scattered", "tile[i * 5u % 64u]"),
        ("of some lanes", "select(0u, tile[5], i % 3u == 0u)"),
        (
            "many, one after the other",
            "tile[5]; for (var n = 0u; n < 9000u; n++) { sum += tile[(i + n) % 64u]; } sum += tile[5]",
        ),
    ];
    let source = |read: &str, barrier: &str| {
        format!(
            "tile[i] = i; workgroupBarrier(); var sum = 0u; sum += {read}; {barrier} if (i == 40u) {{ tile[5] = 1u; }}\nout[i] = sum;"
        )
    };
    for (name, read) in reads {
        let message = case(&source(read, "")).run().finding("race").message.clone();
        assert!(
            message.contains("`tile` at byte 20") && message.contains("40 writes it on line 4"),
            "{name}: {message}"
        );
        let wrong = case(&source(read, "storageBarrier();")).run();
        assert!(wrong.kinds().contains(&"wrong-barrier"), "{name}: {:?}", wrong.kinds());
        case(&source(read, "workgroupBarrier();")).run().clean();
    }
}

#[test]
fn an_index_out_of_bounds_follows_the_policy() {
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

/// The kinds and severities of what is found in a kernel that reads a neighbour beyond the end.
fn neighbours(body: &str) -> Vec<(String, bool)> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read> a: array<u32>;
        @group(0) @binding(1) var<storage, read_write> o: array<u32>;
        var<workgroup> t: array<u32, 64>;
        fn put(x: u32, i: u32) {{ if i < 63u {{ o[i] = x; }} }}
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{ {body} }}"
    );
    let ran = Case::new(&source).zeros(0, 256).zeros(1, 256).run();
    let findings = ran.outcome.findings.iter();
    let reported = findings.map(|finding| (finding.kind.to_string(), finding.is_error()));
    reported.collect()
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
        ("let v = vec2(a[i], a[i + 1u]); o[i] = select(vec2(0u), v, vec2(true, i < 63u)).y;", &note),
        ("let v = vec2(a[i], a[i + 1u]); o[i] = select(vec2(0u), v, vec2(i < 63u, true)).y;", &error),
        ("let v = vec2(a[i], a[i + 1u]).yx * 2u; o[i] = select(vec2(0u), v, vec2(i < 63u, true)).x;", &note),
        ("let v = vec2(a[i], a[i + 1u]).xx; o[i] = select(vec2(0u), v, vec2(true)).x;", &note),
        ("let v = vec2(a[i + 1u]); o[i] = select(vec2(0u), v, vec2(i < 63u, true)).x;", &note),
        ("let v = vec2(a[i + 1u]); o[i] = select(vec2(0u), v, vec2(i < 63u, true)).y;", &error),
        ("let v = vec2(a[i + 1u]); o[i] = select(vec2(0u), v, vec2(i < 63u)).x;", &note),
        (
            "let v = mat2x2f() * vec2(1.0, f32(a[i + 1u])); o[i] = u32(select(vec2(0.0), v, vec2(true, i < 63u)).x);",
            &error,
        ),
    ] {
        assert_eq!(neighbours(body), expected, "{body}");
    }
}

#[test]
fn a_value_from_beyond_the_bounds_is_followed_through_variables_loops_and_memory() {
    let note = [("out-of-bounds".to_owned(), false)];
    let error = [("out-of-bounds".to_owned(), true)];
    for (body, expected) in [
        ("var x = a[i + 1u]; if i == 63u { x = 0u; } o[i] = x;", &note),
        ("var x = a[i + 1u]; if i == 62u { x = 0u; } o[i] = x;", &error),
        ("var v = vec4u(); v.y = a[i + 1u]; o[i] = v.x + v.z;", &note),
        ("var v = vec4u(); v.y = a[i + 1u]; o[i] = v.x + v.y;", &error),
        ("var k = i; var x = a[k]; var s = 0u; while k < 64u { s += x; k++; x = a[k]; } o[i] = s;", &note),
        ("var k = i; var x = a[k]; var s = 0u; while k < 64u { k++; x = a[k]; s += x; } o[i] = s;", &error),
        ("var last = 0u; for (var k = 0u; k < 2u; k++) { last = a[i + 1u - k]; } o[i] = last;", &note),
        ("var last = 0u; for (var k = 0u; k < 2u; k++) { last = a[i + k]; } o[i] = last;", &error),
        ("var all: array<u32, 4>; all[i % 4u] = a[i + 1u]; o[i] = all[(i + 1u) % 4u];", &note),
        ("var all: array<u32, 4>; all[i % 4u] = a[i + 1u]; o[i] = all[3u];", &error),
        ("t[i] = a[i + 1u]; workgroupBarrier(); if i > 0u { o[i] = t[i - 1u]; }", &note),
        ("t[i] = a[i + 1u]; workgroupBarrier(); o[i] = t[63u - i];", &error),
        ("if a[i + 1u] > 3u { o[i] = 1u; }", &error),
        ("o[i + a[i + 1u]] = 1u;", &error),
        ("let at = a[i + 1u]; o[i] = select(a[at], 0u, i == 63u);", &note),
        ("o[i] = a[a[i + 1u]];", &error),
        ("o[i] = a[i + 1u] * u32(i < 63u);", &note),
        ("o[i] = a[i + 1u] * u32(i < 63u) + 7u;", &note),
        ("o[i] = a[i + 1u] * u32(i < 64u) + 7u;", &error),
        ("o[i] = i * u32(i < 63u) + a[i + 1u];", &error),
        ("o[i] = u32(u64(a[i + 1u]) * u64(i < 63u));", &note),
        ("o[i] = u32(u64(a[i + 1u]) * (u64(i < 64u) << 32u));", &error),
        ("let x = a[i + 1u];", &note),
        ("o[i + 1u] = 7u;", &error),
        ("o[i + 1u] += 7u;", &error),
        ("let x = array(1u, 2u, 3u)[i]; o[i] = select(0u, x, i < 3u);", &note),
        ("let x = array(1u, 2u, 3u)[i]; o[i] = x;", &error),
        ("let x = vec3u(i)[i]; if i < 3u { o[i] = x; }", &note),
        ("var m = mat2x2f(); m[i] = vec2f(1.0);", &error),
        ("put(a[i + 1u], i);", &note),
        ("put(a[i + 1u], i - 1u);", &error),
    ] {
        assert_eq!(neighbours(body), expected, "{body}");
    }
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
