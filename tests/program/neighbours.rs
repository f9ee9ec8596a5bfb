//! The rungs of every ladder, held against each other by `lockstep diff`.

use std::sync::Mutex;

use lockstep::lab::{Lab, Part, Variant};
use lockstep::labs;
use serde_json::Value;

use crate::common::for_each;
use crate::diff::diff;

/// A ladder a line: its lab, then each rung's first file, with the kind of the idea that tells it from the rung before it. A
/// ladder that is not here needs an idea between neighbours, whichever it is.
const NEIGHBOURS: &str = "\
coalescing: copy offset=coalescing stride-2=coalescing stride-4=coalescing stride-8=coalescing \
    stride-16=constants stride-32=constants vec4=coalescing
coalescing: aos soa=coalescing
coalescing: naive tiled=workgroup-memory padded=bank-conflicts
tiling: naive coalesced=coalescing tiled=workgroup-memory register-1d=register-reuse register-2d=register-reuse \
    named-sums=named-variables vec4-loads=vector-loads vec4-columns=vector-loads vectorised=vector-loads \
    prefetched=code unchecked=waits lane-blocks=code double-buffered=constants matrix-8x8=matrix-units
tiling: cached-4x4 cached=reuse cached-rows=constants subgroup=subgroup-operations
tiling: half matrix-units=matrix-units matrix-vec4=waits matrix-direct=dram matrix-4x4=register-reuse \
    matrix-padded=bank-conflicts matrix-stages=dram
divergence: uniform by-workgroup=code by-64=code by-subgroup=code 2-way=divergence 4-way=divergence \
    8-way=divergence 16-way=divergence 32-way=divergence 64-way=code select=code select-early=arithmetic \
    random=divergence random-regrouped=divergence random-sorted=divergence
divergence: trips trips-flattened=divergence trips-sorted=divergence
fusion: chain-1-scale chain-fused=fusion chain-vec4=vector-loads
fusion: gelu-1-bias gelu-fused=fusion
fusion: norm-1-add norm-fused=fusion norm-kept=workgroup-memory
fusion: softmax-1-max softmax-fused=fusion softmax-online=reuse softmax-subgroup=subgroup-operations
fusion: epilogue-1-matmul epilogue-fused=fusion
";

/// The table's ladders: the lab, and each rung with its kind.
fn neighbours() -> impl Iterator<Item = (&'static str, Vec<(&'static str, &'static str)>)> {
    let rung = |rung: &'static str| rung.split_once('=').unwrap_or((rung, ""));
    NEIGHBOURS.lines().map(move |line| {
        let (lab, rungs) = line.split_once(':').expect("a lab and its rungs");
        (lab, rungs.split_whitespace().map(rung).collect())
    })
}

fn ladders() -> impl Iterator<Item = (&'static str, &'static Part)> {
    let parts = |lab: &&'static Lab| lab.parts.iter().map(|part| (lab.name, part)).collect::<Vec<_>>();
    labs::ALL.iter().flat_map(parts)
}

/// The first file of each rung.
fn rungs(part: &Part) -> Vec<&'static str> {
    let first = |variant: &Variant| variant.passes[0].shader.trim_end_matches(".wgsl");
    let kernels = part.ladder.iter().filter(|variant| !variant.passes.is_empty());
    let mut rungs: Vec<&str> = kernels.map(first).collect();
    // What steps tell apart is one kernel.
    rungs.dedup();
    rungs
}

/// Sizes at which the idea is among those that are reported, and the runs are shorter. Which is reported first depends on what takes the
/// time, and that on the size.
const SMALLER: [(&str, &str); 2] = [("coalescing", "512"), ("tiling", "128")];

/// Rungs whose idea shows only in a run as large as their lab's, as do those of labs that have no smaller size; and `subgroup`, which takes
/// as long as seven others at any size.
const LARGE: [(&str, &str); 6] = [
    ("tiling", "vec4-columns"),
    ("tiling", "cached"),
    ("tiling", "cached-rows"),
    ("tiling", "subgroup"),
    ("tiling", "matrix-direct"),
    ("tiling", "matrix-stages"),
];

/// What is wrong with what `lockstep diff` says of two rungs of a lab: first of all at the lab's size, among others at another one.
fn wrong(lab: &str, [a, b]: [&str; 2], size: Option<&str>) -> Option<String> {
    let path = |name: &str| format!("shaders/{lab}/{name}.wgsl");
    let report = diff(&path(a), &path(b), &size.map_or(vec![], |size| vec!["--size", size]));
    let ideas = report["ideas"].as_array().map_or(&[][..], Vec::as_slice);
    let reported = &ideas[..if size.is_some() { ideas.len() } else { ideas.len().min(1) }];
    // What B's comment says stands beside what is counted.
    let says = report["b"]["lesson"]["says"].as_str().unwrap_or_default();
    let kinds = neighbours().filter(|(of, _)| *of == lab);
    let wanted = kinds.flat_map(|(_, rungs)| rungs).find(|rung| rung.0 == b);
    // A figure, or the names that it is about.
    let names = |idea: &Value| {
        idea["sentence"].as_str().is_some_and(|text| text.contains(|c: char| c.is_ascii_digit() || c == '`'))
    };
    let right = reported.iter().any(|idea| wanted.is_none_or(|(_, kind)| idea["kind"] == kind) && names(idea))
        && !says.is_empty();
    (!right).then(|| format!("{lab}: {a}, {b}: wanted {wanted:?}, got {reported:?}, B says {says:?}"))
}

/// Holds what is said of all neighbours at the size that `size` gives for a lab and the second of them, where it gives one.
fn are_told_apart<'a>(size: impl Fn(&str, &str) -> Option<Option<&'a str>> + Sync) {
    let pairs = ladders().flat_map(|(lab, part)| {
        let rungs = rungs(part);
        let pairs = rungs.windows(2).map(|pair| (lab, [pair[0], pair[1]]));
        pairs.filter_map(|(lab, pair)| Some((lab, pair, size(lab, pair[1])?))).collect::<Vec<_>>()
    });
    let (pairs, failures) = (pairs.collect::<Vec<_>>(), Mutex::new(Vec::new()));
    assert!(!pairs.is_empty());
    for_each(&pairs, |&(lab, pair, size)| {
        failures.lock().expect("no thread panicked").extend(wrong(lab, pair, size));
    });
    let failures = failures.into_inner().expect("no thread panicked");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The ladders of two labs, in which most kinds of ideas are; all ladders are compared at the sizes of their labs.
#[test]
fn neighbours_are_told_apart_by_their_idea_where_a_small_run_shows_it() {
    are_told_apart(|lab, rung| {
        let (_, size) = SMALLER.iter().find(|(of, _)| *of == lab)?;
        (!LARGE.contains(&(lab, rung))).then_some(Some(*size))
    });
}

#[test]
#[ignore = "a minute: all neighbours, at the sizes that a person gets, which .ci/long runs"]
fn neighbours_of_every_ladder_are_told_apart_by_their_idea_at_the_size_of_their_lab() {
    are_told_apart(|_, _| Some(None));
}

#[test]
fn the_table_of_neighbours_holds_whole_ladders() {
    for (lab, known) in neighbours() {
        let known: Vec<&str> = known.into_iter().map(|(name, _)| name).collect();
        assert!(ladders().any(|(of, part)| of == lab && rungs(part) == known), "lab {lab} has no ladder {known:?}");
    }
}
